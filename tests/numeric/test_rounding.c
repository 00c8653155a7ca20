/* SPDX-License-Identifier: MIT */
#include "numeric/rounding.h"

#include "numeric/exact.h"
#include "support/run.h"

static void ranks_count_the_doubles_in_their_order(void)
{
    random_seed(21);
    CU_ASSERT_EQUAL(double_rank(0.0), 0);
    CU_ASSERT_EQUAL(double_rank(-0.0), 0);
    CU_ASSERT_EQUAL(double_rank(0x1p-1074), 1);
    CU_ASSERT_EQUAL(double_rank(-0x1p-1074), -1);
    CU_ASSERT_EQUAL(double_rank((double)INFINITY), double_rank(DBL_MAX) + 1);
    for (int i = 0; i < 20000; i++) {
        double x = random_any(), y = random_any();
        CU_ASSERT_EQUAL(double_of_rank(double_rank(x)), x);
        CU_ASSERT_EQUAL(x < y, double_rank(x) < double_rank(y));
    }
}

static void neighbours_are_those_of_nextafter(void)
{
    random_seed(22);
    for (int i = 0; i < 20000; i++) {
        double x = random_any();
        CU_ASSERT_EQUAL(double_next_up(x), nextafter(x, (double)INFINITY));
        CU_ASSERT_EQUAL(double_next_down(x), nextafter(x, -(double)INFINITY));
    }
    CU_ASSERT_EQUAL(double_next_up(DBL_MAX), (double)INFINITY);
    CU_ASSERT_EQUAL(double_next_down(-DBL_MAX), -(double)INFINITY);
}

/* True up to the threshold, or below it only. */
typedef struct threshold {
    double at;
    bool included;
    int asked;
    bool asked_a_number_that_is_not_finite;
} threshold;

static bool holds(void *context, double x)
{
    threshold *t = context;
    t->asked++;
    if (!isfinite(x))
        t->asked_a_number_that_is_not_finite = true;
    return x < t->at || (t->included && x == t->at);
}

static double expected(const threshold *t)
{
    if (t->at > DBL_MAX)
        return DBL_MAX;
    if (t->at < -DBL_MAX)
        return -(double)INFINITY;
    return t->included ? t->at : double_next_down(t->at);
}

static void search(double at, bool included, double guess)
{
    threshold t = {.at = at, .included = included};
    double found = double_search_last(holds, &t, guess);
    CU_ASSERT_EQUAL(found, expected(&t));
    CU_ASSERT(t.asked <= 130);
    CU_ASSERT_FALSE(t.asked_a_number_that_is_not_finite);
}

static void a_search_finds_every_threshold_from_every_guess(void)
{
    const double special[] = {0,
                              -0.0,
                              0x1p-1074,
                              -0x1p-1074,
                              DBL_MIN,
                              -DBL_MIN,
                              1,
                              -1,
                              0.1,
                              1e300,
                              DBL_MAX,
                              -DBL_MAX,
                              (double)INFINITY,
                              -(double)INFINITY};
    enum { COUNT = sizeof special / sizeof *special };
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < COUNT; k++) {
            search(special[i], false, special[k]);
            search(special[i], true, special[k]);
            search(special[i], true, double_next_up(isfinite(special[i]) ? special[i] : 0));
        }
    for (int i = 0; i < COUNT; i++)
        search(special[i], true, (double)NAN);
}

static void a_search_finds_random_thresholds(void)
{
    random_seed(23);
    for (size_t round = 0; round < support_rounds(20000, 250000, 4000000); round++) {
        double at = random_double();
        double guess = random_below(2) != 0 ? random_double() : at * (1 + 0x1p-50);
        search(at, random_below(2) != 0, guess);
    }
}

static void a_good_guess_is_asked_about_a_few_times_only(void)
{
    threshold t = {.at = 0.1, .included = true};
    double_search_last(holds, &t, 0.1);
    CU_ASSERT(t.asked <= 2);
}

CU_TestInfo rounding_tests[] = {
    SUPPORT_TEST(ranks_count_the_doubles_in_their_order),
    SUPPORT_TEST(neighbours_are_those_of_nextafter),
    SUPPORT_TEST(a_search_finds_every_threshold_from_every_guess),
    SUPPORT_TEST(a_search_finds_random_thresholds),
    SUPPORT_TEST(a_good_guess_is_asked_about_a_few_times_only),
    CU_TEST_INFO_NULL,
};
