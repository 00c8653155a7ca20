/* SPDX-License-Identifier: MIT */
/* The end until which a motion must not start, beside the list of all unsafe starts and beside
 * decisions.
 *
 * Every family of the oracle is asked, at starts where the answer changes: at all ends of the list
 * and at their neighbours, in the middle of intervals, long before and after. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "kernel/ask.h"
#include "kernel/seed.h"
#include "oracle/generate.h"
#include "starts/unsafe_starts.h"
#include "support/run.h"

enum { SHOWN = 3 };

/* ---- beside the list ------------------------------------------------------------------------ */

/* The first double after a start that no interval holds, once one has ended after it. */
static bool end_in_list(const unsafe_answer *list, double start, double *end)
{
    double least = INFINITY;
    bool exists = false;
    for (size_t i = 0; i < list->count; i++)
        if (list->intervals[i].upper > start && list->intervals[i].upper <= least) {
            least = list->intervals[i].upper;
            exists = true;
        }
    while (exists && unsafe_holds(list, least))
        for (size_t i = 0; i < list->count; i++)
            if (list->intervals[i].lower < least && least < list->intervals[i].upper)
                least = list->intervals[i].upper;
    *end = least;
    return exists;
}

/* `slowly`: without any quick stage. */
static bool is_as_listed(bool slowly, const oracle_pair *pair, const unsafe_answer *list,
                         double start)
{
    oracle_pair moved = *pair;
    double wanted, end = -7;
    if (!isfinite(start) || graze_motion_restart(&pair->a, start, &moved.a) != GRAZE_OK)
        return true;
    const bool exists = end_in_list(list, start, &wanted);
    bool said = !exists;
    const graze_status status =
        slowly ? unsafe_end_slowly(~0U, &moved.body_a, &moved.a, &moved.body_b, &moved.b,
                                   moved.tolerance, ample_workspace(), &end, &said)
               : graze_unsafe_end(&moved.body_a, &moved.a, &moved.body_b, &moved.b,
                                  moved.tolerance, ample_workspace(), &end, &said);
    if (status == GRAZE_OK && said == exists && end == (exists ? wanted : -7))
        return true;
    printf("\n/* from %a: %s, %a, not %a */\n", start, graze_status_name(status), end, wanted);
    oracle_print(stdout, &moved);
    return false;
}

static bool is_as_listed_everywhere(bool slowly, const oracle_pair *pair)
{
    unsafe_answer list;
    if (!kernel_unsafe_starts(pair, &list))
        return false;
    bool holds = is_as_listed(slowly, pair, &list, pair->a.start) &&
                 is_as_listed(slowly, pair, &list, -0x1p90) &&
                 is_as_listed(slowly, pair, &list, 0x1p90);
    for (size_t i = 0; holds && i < list.count; i++) {
        const graze_interval *at = &list.intervals[i];
        const double starts[] = {at->lower,
                                 nextafter(at->lower, INFINITY),
                                 at->lower / 2 + at->upper / 2,
                                 nextafter(at->upper, -INFINITY),
                                 at->upper,
                                 nextafter(at->upper, INFINITY)};
        for (size_t k = 0; holds && k < sizeof starts / sizeof *starts; k++)
            holds = is_as_listed(slowly, pair, &list, starts[k]);
    }
    return holds;
}

static void every_end_is_in_the_list(void)
{
    for (oracle_family family = 0; family < FAMILY_COUNT; family++) {
        const size_t pairs = support_rounds(240, 480, 12000) / oracle_family_cost(family);
        size_t wrong = 0;
        for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
            oracle_pair pair;
            oracle_generate(family, test_seed() + 9, index, &pair);
            if (is_as_listed_everywhere(false, &pair) &&
                (index % 8 != 0 || is_as_listed_everywhere(true, &pair)))
                continue;
            printf("/* %s, seed %" PRIu64 ", index %zu */\n", oracle_family_name(family),
                   test_seed() + 9, index);
            wrong++;
        }
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

/* ---- beside decisions ----------------------------------------------------------------------- */

static bool conflicts_from(const oracle_pair *pair, double start)
{
    oracle_pair moved = *pair;
    bool exists = false;
    CU_ASSERT_EQUAL(graze_motion_restart(&pair->a, start, &moved.a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_conflict_exists(&moved.body_a, &moved.a, &moved.body_b, &moved.b,
                                          moved.tolerance, &exists),
                    GRAZE_OK);
    return exists;
}

/* Who is in conflict waits until the answer, and no double earlier. */
static void who_waits_until_the_end_is_free(void)
{
    const oracle_family families[] = {FAMILY_grid, FAMILY_grid_waypoint, FAMILY_random,
                                      FAMILY_accelerated};
    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        size_t waited = 0;
        for (size_t index = 0; index < support_rounds(300, 600, 6000); index++) {
            oracle_pair pair;
            double end = 0;
            bool exists = false;
            oracle_generate(families[f], test_seed() + 10, index, &pair);
            if (pair.a.start_tail != 0 || !conflicts_from(&pair, pair.a.start))
                continue;
            CU_ASSERT_EQUAL(graze_unsafe_end(&pair.body_a, &pair.a, &pair.body_b, &pair.b,
                                             pair.tolerance, ample_workspace(), &end, &exists),
                            GRAZE_OK);
            CU_ASSERT_TRUE(exists && end > pair.a.start);
            if (end == INFINITY)
                continue;
            CU_ASSERT_FALSE(conflicts_from(&pair, end));
            CU_ASSERT_TRUE(conflicts_from(&pair, nextafter(end, -INFINITY)));
            waited++;
        }
        CU_ASSERT_TRUE(SUPPORT_ENOUGH(waited > 10));
    }
}

/* ---- by hand -------------------------------------------------------------------------------- */

static const graze_body disc = {.radius = 0.5};

/* Head on along a line: a from (0, 0) to (4, 0), b from (4, 0) to (0, 0), one metre a second. */
static void head_on(double start, graze_motion *a, graze_motion *b)
{
    const graze_vector left = {0, 0, 0}, right = {4, 0, 0};
    CU_ASSERT_EQUAL(graze_motion_waypoint(left, right, start, start + 4, a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint(right, left, 0, 4, b), GRAZE_OK);
}

/* Unsafe from -4 to 4: each ends where the other begins. */
static void an_end_is_asked_from_the_present_start(void)
{
    static const double starts[] = {-9, -4, 0, 3.5, 4, 9};
    for (size_t i = 0; i < 6; i++) {
        graze_motion a, b;
        double end = 7;
        bool exists = i >= 4;
        head_on(starts[i], &a, &b);
        CU_ASSERT_EQUAL(graze_unsafe_end(&disc, &a, &disc, &b, 0, NULL, &end, &exists), GRAZE_OK);
        CU_ASSERT_EQUAL(exists, i < 4);
        CU_ASSERT_EQUAL(end, i < 4 ? 4 : 7);
    }
}

/* A start just before the end, by less than doubles tell apart. */
static void a_start_with_a_tail_is_asked_exactly(void)
{
    graze_motion a, b;
    double end = 7;
    bool exists = false;
    head_on(4, &a, &b);
    a.start_tail = -0x1p-60;
    CU_ASSERT_EQUAL(graze_unsafe_end(&disc, &a, &disc, &b, 0, NULL, &end, &exists), GRAZE_OK);
    CU_ASSERT_TRUE(exists && end == 4);
    a.start_tail = 0x1p-60;
    CU_ASSERT_EQUAL(graze_unsafe_end(&disc, &a, &disc, &b, 0, NULL, &end, &exists), GRAZE_OK);
    CU_ASSERT_FALSE(exists);
}

/* b stands in the way for ever. */
static void an_end_may_be_infinite(void)
{
    graze_motion a, b;
    double end = 7;
    bool exists = false;
    head_on(0, &a, &b);
    const graze_vector middle = {2, 0, 0};
    CU_ASSERT_EQUAL(graze_motion_waypoint(middle, middle, 0, INFINITY, &b), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_unsafe_end(&disc, &a, &disc, &b, 0, NULL, &end, &exists), GRAZE_OK);
    CU_ASSERT_TRUE(exists && end == INFINITY);
}

/* The twin above itself: (-1, 1) and (1, 3) share a safe start, at which a may begin. */
static void the_twin_tells_shared_ends_from_overlaps(void)
{
    const unsafe_answer list = {2, {{-1, 1}, {1, 3}}};
    const unsafe_answer by_an_ulp = {2, {{-1, nextafter(1, 2)}, {1, 3}}};
    double end;
    CU_ASSERT_TRUE(end_in_list(&list, 0, &end) && end == 1);
    CU_ASSERT_TRUE(end_in_list(&by_an_ulp, 0, &end) && end == 3);
    CU_ASSERT_TRUE(end_in_list(&list, 1, &end) && end == 3);
    CU_ASSERT_FALSE(end_in_list(&list, 3, &end));
}

CU_TestInfo unsafe_end_tests[] = {
    SUPPORT_TEST(every_end_is_in_the_list),
    SUPPORT_TEST(who_waits_until_the_end_is_free),
    SUPPORT_TEST(an_end_is_asked_from_the_present_start),
    SUPPORT_TEST(a_start_with_a_tail_is_asked_exactly),
    SUPPORT_TEST(an_end_may_be_infinite),
    SUPPORT_TEST(the_twin_tells_shared_ends_from_overlaps),
    CU_TEST_INFO_NULL,
};
