/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "io/exact_sum.h"
#include "support/run.h"

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* The nearest double to a rational, by bisection of exact comparisons. */
static bool is_nearest(double value, const mpq_t exact)
{
    mpq_t here, other, middle;
    bool nearest = true;
    mpq_inits(here, other, middle, NULL);
    mpq_set_d(here, value);
    for (int side = 0; side < 2; side++) {
        double neighbour = nextafter(value, side == 0 ? -DBL_MAX : DBL_MAX);
        mpq_set_d(other, neighbour);
        mpq_add(middle, here, other);
        mpq_div_2exp(middle, middle, 1);
        int beyond = side == 0 ? mpq_cmp(middle, exact) : mpq_cmp(exact, middle);
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        nearest &= beyond < 0 || (beyond == 0 && (bits & 1) == 0);
    }
    mpq_clears(here, other, middle, NULL);
    return nearest;
}

/* Adds numbers of `kind` and compares every running sum with rationals. */
static void check_running_sums(double (*draw)(void), size_t count)
{
    exact_sum sum = {.limbs = {0}};
    mpq_t exact, term;
    mpq_inits(exact, term, NULL);
    for (size_t i = 0; i < count; i++) {
        double value = draw();
        exact_sum_add(&sum, value);
        mpq_set_d(term, value);
        mpq_add(exact, exact, term);
        CU_ASSERT_TRUE_FATAL(is_nearest(exact_sum_rounded(&sum), exact));
    }
    mpq_clears(exact, term, NULL);
}

static double draw_duration(void)
{
    static const double durations[] = {1,       1.4142135623730951, 1.4142135623730949, 0.5,
                                       0x1p-60, 33.692941075097615};
    return durations[next_random() % 6];
}

static double draw_tie(void)
{
    static const double terms[] = {1, 0x1p-53, 0x1p-52, 0x1p-106, 0x1p-54, 0x1.8p-53, 0x1p-1074};
    return terms[next_random() % 7];
}

static double draw_anything(void)
{
    double fraction = (double)(next_random() >> 11);
    return ldexp(fraction, (int)(next_random() % 2000) - 1074);
}

static void running_sums_are_the_nearest_doubles(void)
{
    for (size_t i = 0; i < support_rounds(200, 5000, 100000); i++) {
        check_running_sums(draw_duration, 60);
        check_running_sums(draw_tie, 60);
        check_running_sums(draw_anything, 60);
    }
}

static void the_sum_of_nothing_is_zero(void)
{
    exact_sum sum = {.limbs = {0}};
    CU_ASSERT_EQUAL(exact_sum_rounded(&sum), 0);
    exact_sum_add(&sum, 0);
    exact_sum_add(&sum, 0);
    CU_ASSERT_EQUAL(exact_sum_rounded(&sum), 0);
}

static void what_is_lost_at_first_comes_back(void)
{
    exact_sum sum = {.limbs = {0}};
    exact_sum_add(&sum, 1);
    exact_sum_add(&sum, 0x1p-53);
    CU_ASSERT_EQUAL(exact_sum_rounded(&sum), 1);
    exact_sum_add(&sum, 0x1p-1074);
    CU_ASSERT_EQUAL(exact_sum_rounded(&sum), 1 + 0x1p-52);
}

static void a_tenth_ten_times_is_the_tenths_real_sum_rounded_once(void)
{
    exact_sum sum = {.limbs = {0}};
    for (int i = 0; i < 10; i++)
        exact_sum_add(&sum, 0.1);
    CU_ASSERT_EQUAL(exact_sum_rounded(&sum), 1);
}

static void a_sum_beyond_the_largest_double_is_infinite(void)
{
    exact_sum sum = {.limbs = {0}};
    exact_sum_add(&sum, DBL_MAX);
    exact_sum_add(&sum, 1);
    CU_ASSERT_EQUAL(exact_sum_rounded(&sum), DBL_MAX);
    exact_sum_add(&sum, DBL_MAX);
    CU_ASSERT_EQUAL(exact_sum_rounded(&sum), INFINITY);
    exact_sum_add(&sum, 1);
    CU_ASSERT_EQUAL(exact_sum_rounded(&sum), INFINITY);
}

CU_TestInfo exact_sum_tests[] = {
    SUPPORT_TEST(running_sums_are_the_nearest_doubles),
    SUPPORT_TEST(the_sum_of_nothing_is_zero),
    SUPPORT_TEST(what_is_lost_at_first_comes_back),
    SUPPORT_TEST(a_tenth_ten_times_is_the_tenths_real_sum_rounded_once),
    SUPPORT_TEST(a_sum_beyond_the_largest_double_is_infinite),
    CU_TEST_INFO_NULL,
};
