/* SPDX-License-Identifier: MIT */
#include "motion/sum.h"

#include <float.h>
#include <math.h>

#include "motion/exact.h"
#include "support/run.h"

/* Is the rational a double? */
static bool is_double(const mpq_t number)
{
    double truncated = mpq_get_d(number);
    return isfinite(truncated) && exact_is(number, truncated);
}

/* The plain twin: tries every double near the sum as the one part. */
static bool is_sum_of_two(const mpq_t sum)
{
    double truncated = fmax(-DBL_MAX, fmin(DBL_MAX, mpq_get_d(sum)));
    double candidate = nextafter(nextafter(truncated, -HUGE_VAL), -HUGE_VAL);
    bool found = false;
    mpq_t rest;
    mpq_init(rest);
    for (int i = 0; i < 5 && !found; i++) {
        if (isfinite(candidate)) {
            mpq_set_d(rest, candidate);
            mpq_sub(rest, sum, rest);
            found = is_double(rest);
        }
        candidate = nextafter(candidate, HUGE_VAL);
    }
    mpq_clear(rest);
    return found;
}

/* Does motion_exact_sum answer what is true of the terms? */
static void assert_sum(const double *terms, size_t count)
{
    double high = 1e3, low = -1e-3;
    mpq_t sum, found;
    mpq_inits(sum, found, NULL);
    exact_sum(sum, terms, count);
    bool answer = motion_exact_sum(terms, count, &high, &low);
    CU_ASSERT_EQUAL(answer, is_sum_of_two(sum));
    if (answer) {
        CU_ASSERT_TRUE_FATAL(isfinite(high) && isfinite(low));
        exact_sum(found, (double[]){high, low}, 2);
        CU_ASSERT_TRUE(mpq_equal(sum, found));
    } else {
        CU_ASSERT_TRUE(high == 1e3 && low == -1e-3);
    }
    mpq_clears(sum, found, NULL);
}

static void a_short_sum_is_its_nearest_double_and_the_error(void)
{
    double high, low;
    CU_ASSERT_TRUE(motion_exact_sum((double[]){0.1, 0.2}, 2, &high, &low));
    CU_ASSERT_EQUAL(high, 0.1 + 0.2);
    CU_ASSERT_TRUE(low != 0.0);
    CU_ASSERT_TRUE(motion_exact_sum((double[]){1e20, 1.0, -1e20}, 3, &high, &low));
    CU_ASSERT_EQUAL(high, 1.0);
    CU_ASSERT_EQUAL(low, 0.0);
    CU_ASSERT_TRUE(motion_exact_sum(NULL, 0, &high, &low));
    CU_ASSERT_TRUE(high == 0.0 && low == 0.0);
}

/* 1 + 2^-53 + 2^-106: beside the tie the nearest double leaves a rest of 54
 * bits, its neighbour one of 53. */
static void a_sum_beside_a_tie_takes_the_neighbour_that_leaves_a_double(void)
{
    assert_sum((double[]){1, 0x1p-53, 0x1p-106}, 3);
    assert_sum((double[]){1, 0x1p-53, -0x1p-106}, 3);
    assert_sum((double[]){1, -0x1p-54, 0x1p-107}, 3);
    assert_sum((double[]){1, -0x1p-54, -0x1p-107}, 3);
    assert_sum((double[]){1, 0x1p-53, 0x1p-107}, 3);
    double high, low;
    CU_ASSERT_TRUE(motion_exact_sum((double[]){1, 0x1p-53, 0x1p-106}, 3, &high, &low));
}

static void a_sum_beyond_the_largest_double_is_found(void)
{
    double high, low;
    CU_ASSERT_TRUE(motion_exact_sum((double[]){DBL_MAX, DBL_MAX}, 2, &high, &low));
    CU_ASSERT_TRUE(high == DBL_MAX && low == DBL_MAX);
    assert_sum((double[]){-DBL_MAX, -DBL_MAX}, 2);
    assert_sum((double[]){DBL_MAX, DBL_MAX, 0x1p971}, 3);
    assert_sum((double[]){DBL_MAX, DBL_MAX, -0x1p971}, 3);
    assert_sum((double[]){DBL_MAX, DBL_MAX, -0x1p-1074}, 3);
    assert_sum((double[]){DBL_MAX, 0x1p-1074, -DBL_MAX}, 3);
    assert_sum((double[]){-DBL_MAX, DBL_MAX, DBL_MAX}, 3);
    assert_sum((double[]){DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX}, 4);
}

static double in_range(double value)
{
    return fmax(-DBL_MAX, fmin(DBL_MAX, value));
}

/* Terms that are next to each other's last bit, cancel, or overflow. */
static void make_terms(uint64_t *state, double terms[4])
{
    const int highest[] = {60, 971, -1034, 971}, lowest[] = {-60, 911, -1074, -1074};
    unsigned range = random_below(state, 4);
    for (int i = 0; i < 4; i++)
        terms[i] = random_double(state, lowest[range], highest[range]);
    if (random_below(state, 4) == 0)
        terms[1] = in_range(-terms[0] * (1 + random_below(state, 3) * DBL_EPSILON));
    if (random_below(state, 4) == 0)
        terms[2] = ldexp(terms[random_below(state, 2)], -53);
    if (random_below(state, 4) == 0)
        terms[3] = ldexp(terms[random_below(state, 3)], -53);
    if (random_below(state, 8) == 0)
        terms[random_below(state, 4)] = DBL_MAX;
}

static void random_sums_of_three_are_found_exactly_when_they_exist(void)
{
    uint64_t state = 2;
    double terms[4];
    for (size_t i = 0; i < support_rounds(30000, 300000, 10000000); i++) {
        make_terms(&state, terms);
        assert_sum(terms, 3);
    }
}

/* Short of overflow on the way, four terms are as certain as three. */
static void random_sums_of_four_are_found_exactly_when_they_exist(void)
{
    uint64_t state = 3;
    double terms[4];
    for (size_t i = 0; i < support_rounds(30000, 300000, 10000000); i++) {
        make_terms(&state, terms);
        if (fabs(terms[0]) + fabs(terms[1]) + fabs(terms[2]) + fabs(terms[3]) < DBL_MAX)
            assert_sum(terms, 4);
    }
}

CU_TestInfo sum_tests[] = {
    SUPPORT_TEST(a_short_sum_is_its_nearest_double_and_the_error),
    SUPPORT_TEST(a_sum_beside_a_tie_takes_the_neighbour_that_leaves_a_double),
    SUPPORT_TEST(a_sum_beyond_the_largest_double_is_found),
    SUPPORT_TEST(random_sums_of_three_are_found_exactly_when_they_exist),
    SUPPORT_TEST(random_sums_of_four_are_found_exactly_when_they_exist),
    CU_TEST_INFO_NULL,
};
