/* SPDX-License-Identifier: MIT */
/* The counters of the table of mistakes, and who stands behind its truth. */
#include <math.h>

#include "benchmarks/exact.h"
#include "benchmarks/methods.h"
#include "benchmarks/score.h"
#include "support/run.h"

enum { PAIRS = 400 };

static double ulps_above(double value, int ulps)
{
    while (ulps-- > 0)
        value = nextafter(value, INFINITY);
    return value;
}

static void a_missed_and_an_invented_conflict_are_counted_apart(void)
{
    const graze_interval one = {1, 2};
    score of = {0};
    score_answer(&of, &one, 1, NULL, 0, SCORE_BOTH_ENDS);
    score_answer(&of, NULL, 0, &one, 1, SCORE_BOTH_ENDS);
    score_answer(&of, NULL, 0, NULL, 0, SCORE_BOTH_ENDS);
    CU_ASSERT_EQUAL(of.asked, 3);
    CU_ASSERT_EQUAL(of.hits, 1);
    CU_ASSERT_EQUAL(of.missed, 1);
    CU_ASSERT_EQUAL(of.invented, 1);
    CU_ASSERT_EQUAL(of.miscounted + of.ends + of.off + of.far_off, 0);
}

static void an_end_is_off_from_two_ulps_and_far_off_from_a_thousand_and_one(void)
{
    const graze_interval truth = {1, 2};
    static const struct {
        int lower, upper;
        size_t off, far_off;
    } cases[] = {{0, 0, 0, 0}, {1, 1, 0, 0}, {2, 1, 1, 0}, {2, 2, 2, 0}, {1000, 1001, 2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        graze_interval said = {ulps_above(1, cases[i].lower), ulps_above(2, cases[i].upper)};
        score of = {0};
        score_answer(&of, &truth, 1, &said, 1, SCORE_BOTH_ENDS);
        CU_ASSERT_EQUAL(of.ends, 2);
        CU_ASSERT_EQUAL(of.off, cases[i].off);
        CU_ASSERT_EQUAL(of.far_off, cases[i].far_off);
    }
}

static void an_end_that_is_no_number_is_far_off(void)
{
    const graze_interval truth = {1, 2}, said = {1, (double)NAN};
    score of = {0};
    score_answer(&of, &truth, 1, &said, 1, SCORE_BOTH_ENDS);
    CU_ASSERT_EQUAL(of.off, 1);
    CU_ASSERT_EQUAL(of.far_off, 1);
}

static void who_answers_with_one_end_or_none_is_not_blamed_for_the_other(void)
{
    const graze_interval truth = {1, 2}, said = {0, 2};
    score upper = {0}, none = {0};
    score_answer(&upper, &truth, 1, &said, 1, SCORE_UPPER_END);
    score_answer(&none, &truth, 1, &said, 1, SCORE_NO_END);
    CU_ASSERT_EQUAL(upper.ends, 1);
    CU_ASSERT_EQUAL(upper.off, 0);
    CU_ASSERT_EQUAL(none.ends, 0);
}

static void another_number_of_intervals_is_counted_and_no_end_compared(void)
{
    const graze_interval truth[] = {{1, 2}, {3, 4}};
    score of = {0};
    score_answer(&of, truth, 2, truth, 1, SCORE_BOTH_ENDS);
    score_answer(&of, truth, 2, truth, 2, SCORE_BOTH_ENDS);
    CU_ASSERT_EQUAL(of.miscounted, 1);
    CU_ASSERT_EQUAL(of.ends, 4);
    CU_ASSERT_EQUAL(of.off + of.missed + of.invented, 0);
}

static void a_failed_recheck_is_one_that_is_still_in_conflict(void)
{
    score of = {0};
    score_recheck(&of, true);
    score_recheck(&of, false);
    score_recheck(&of, false);
    CU_ASSERT_EQUAL(of.rechecks, 3);
    CU_ASSERT_EQUAL(of.failed, 1);
}

/* ---- the truth ------------------------------------------------------------------------- */

static specimen pairs[PAIRS];

static void fill(const char *name)
{
    CU_ASSERT_EQUAL_FATAL(family_fill(family_named(name), PAIRS, pairs), FAMILY_FILLED);
}

/* From claims that are off on purpose. */
static void true_starts_do_not_depend_on_what_was_claimed(void)
{
    size_t found = 0, differing = 0;
    fill("grid-1");
    for (size_t i = 0; i < PAIRS / 4; i++) {
        graze_interval claims[METHOD_INTERVALS], truth, again;
        if (graze_says_starts(&pairs[i], claims) == 0 ||
            !exact_unsafe_starts(&pairs[i], claims, 1, &truth))
            continue;
        claims[0].lower -= 0.125;
        claims[0].upper += 0.125;
        found++;
        differing += !exact_unsafe_starts(&pairs[i], claims, 1, &again) ||
                     again.lower != truth.lower || again.upper != truth.upper;
    }
    CU_ASSERT(found > 10);
    CU_ASSERT_EQUAL(differing, 0);
}

static void the_doubles_at_true_starts_are_safe_and_the_next_ones_inside_are_not(void)
{
    size_t found = 0, wrong = 0;
    fill("grid-1-waypoint");
    for (size_t i = 0; i < PAIRS; i++) {
        graze_interval claims[METHOD_INTERVALS], truth;
        if (graze_says_starts(&pairs[i], claims) == 0 ||
            !exact_unsafe_starts(&pairs[i], claims, 1, &truth))
            continue;
        found++;
        wrong += exact_conflict_from(&pairs[i], truth.lower);
        wrong += exact_conflict_from(&pairs[i], truth.upper);
        wrong += !exact_conflict_from(&pairs[i], nextafter(truth.lower, INFINITY));
        wrong += !exact_conflict_from(&pairs[i], nextafter(truth.upper, -INFINITY));
    }
    CU_ASSERT(found > 40);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* The last method of both lists is judged like the others, and makes none. */
static void graze_makes_no_mistake_on_pairs_that_hurt(void)
{
    static const char *const names[] = {"tangent", "near-tangent", "far", "drive-1", "twice"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        score of = {0}, plain = {0};
        fill(names[k]);
        for (size_t i = 0; i < PAIRS; i++) {
            graze_interval truth[METHOD_INTERVALS], said[METHOD_INTERVALS];
            size_t count = exact_intervals(&pairs[i], truth);
            score_answer(&of, truth, count, said, graze_says_conflicts(&pairs[i], said),
                         SCORE_BOTH_ENDS);
            score_answer(&plain, truth, count, said, conflict_methods[0].ask(&pairs[i], said),
                         SCORE_BOTH_ENDS);
        }
        CU_ASSERT(of.hits > 0);
        CU_ASSERT_EQUAL(of.missed + of.invented + of.miscounted + of.off, 0);
        CU_ASSERT(plain.missed + plain.invented + plain.miscounted + plain.off > 0);
    }
}

CU_TestInfo score_tests[] = {
    SUPPORT_TEST(a_missed_and_an_invented_conflict_are_counted_apart),
    SUPPORT_TEST(an_end_is_off_from_two_ulps_and_far_off_from_a_thousand_and_one),
    SUPPORT_TEST(an_end_that_is_no_number_is_far_off),
    SUPPORT_TEST(who_answers_with_one_end_or_none_is_not_blamed_for_the_other),
    SUPPORT_TEST(another_number_of_intervals_is_counted_and_no_end_compared),
    SUPPORT_TEST(a_failed_recheck_is_one_that_is_still_in_conflict),
    SUPPORT_TEST(true_starts_do_not_depend_on_what_was_claimed),
    SUPPORT_TEST(the_doubles_at_true_starts_are_safe_and_the_next_ones_inside_are_not),
    SUPPORT_TEST(graze_makes_no_mistake_on_pairs_that_hurt),
    CU_TEST_INFO_NULL,
};
