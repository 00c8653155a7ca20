/* SPDX-License-Identifier: MIT */
/* Accelerated discs in double-doubles: ends beside doubles, signs that stay unknown, and lives at
 * the rim of what the bounds hold for, each against exact numbers. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/filter_dd.h"
#include "kernel/stages.h"
#include "oracle/random.h"
#include "support/motion.h"
#include "support/run.h"

static const graze_vector none = {0, 0, 0};

/* The intervals of a pair, which are those of exact numbers alone. */
static size_t intervals_of(const oracle_pair *p, graze_interval found[CONTACT_PARTS_MAX])
{
    pair question;
    graze_interval truth[CONTACT_PARTS_MAX];
    size_t count = 0, truly = 0;
    CU_ASSERT_EQUAL_FATAL(pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question),
                          GRAZE_OK);
    CU_ASSERT_EQUAL(contact_intervals(&question, CONTACT_UNKNOWN, found, CONTACT_PARTS_MAX, &count),
                    GRAZE_OK);
    question.without = ~0U;
    CU_ASSERT_EQUAL(contact_intervals(&question, CONTACT_UNKNOWN, truth, CONTACT_PARTS_MAX, &truly),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, truly);
    for (size_t i = 0; i < count && i < truly; i++)
        CU_ASSERT_TRUE(found[i].lower == truth[i].lower && found[i].upper == truth[i].upper);
    return count;
}

/* Do double-doubles tell them? */
static bool is_told(const oracle_pair *p)
{
    pair question;
    contact_part parts[CONTACT_PARTS_MAX];
    size_t count;
    CU_ASSERT_EQUAL_FATAL(pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question),
                          GRAZE_OK);
    return dd_overlaps(&question, parts, &count);
}

/* Places (t - 3)^2 beside a disc at 0, from 2 to 4 at a reach of 1; 2^-110 more or less move both
 * ends by half of that, beyond a double or not yet up to it. */
static void ends_beside_doubles_are_where_the_sign_there_says(void)
{
    const oracle_pair at = {.body_a = {.radius = 1},
                            .a = support_driven((graze_vector){9, 0, 0}, (graze_vector){-6, 0, 0},
                                                (graze_vector){2, 0, 0}, 0, 7),
                            .b = support_driven(none, none, none, 0, 8)};
    oracle_pair more = at, less = at;
    graze_interval found[CONTACT_PARTS_MAX];
    more.body_b.radius = less.tolerance = 0x1p-110;
    CU_ASSERT_EQUAL(intervals_of(&at, found), 1);
    CU_ASSERT_TRUE(found[0].lower == 2 && found[0].upper == 4);
    CU_ASSERT_EQUAL(intervals_of(&less, found), 1);
    CU_ASSERT_TRUE(found[0].lower == 2 && found[0].upper == 4);
    CU_ASSERT_EQUAL(intervals_of(&more, found), 1);
    CU_ASSERT_TRUE(found[0].lower == nextafter(2, 0) && found[0].upper == nextafter(4, 5));
    CU_ASSERT_TRUE(is_told(&at) && is_told(&less) && is_told(&more));
}

/* Ends that are off a double by less than double-doubles know of the end, though they know the sign
 * there: seconds from 50 million on, accelerations and tails of 2^-1074, a tolerance of 2^-30. */
static void ends_of_which_only_the_sign_beside_them_is_known_are_right(void)
{
    oracle_pair late = {.body_a = {.radius = 1.875}, .body_b = {.radius = 3.125}};
    late.a = support_driven((graze_vector){0x1.7d78402p+26, -0x1.7d783eb8p+26, -7.3125},
                            (graze_vector){1, -3, -3.5}, (graze_vector){0, -1.5, 2.25},
                            0x1.7d783f8p+26, 7.5);
    late.b = support_driven((graze_vector){0x1.7d783fcp+26, -0x1.7d783fcp+26, -2},
                            (graze_vector){1, 1.5, -0.5}, (graze_vector){0, -1, -0.5},
                            0x1.7d783f2p+26, 6.5);
    oracle_pair straight = {.body_a = {.radius = 10.5},
                            .body_b = {.radius = 0x1.6a09e667f3bcdp-323}};
    straight.a = support_driven(
        (graze_vector){0x1.08p-316, 0x1.4p-317, 0}, (graze_vector){0x1.c9f25c5bfedd9p-323, 7, 0},
        (graze_vector){-0x1p-1074, 0, 0}, 0x1.9cc8a99af5454p+3, 0x1.1e3779b97f4a8p+1);
    straight.b = support_driven((graze_vector){0x1p-316, 0x1.4p-317, 0}, none, none,
                                0x1.bcc8a99af5454p+3, INFINITY);
    oracle_pair beside = {.body_b = {.radius = 1.25}, .tolerance = 0x1p-29};
    beside.a = support_driven((graze_vector){-1, 0x1.3800000000001p+3, -7.046875},
                              (graze_vector){-5, 3.3125, -4.15625},
                              (graze_vector){-2, -0.125, -1.09375}, -1.25, 6.5);
    beside.a.start_tail = 0x1p-1074;
    beside.b = support_driven((graze_vector){5, 3, -2}, (graze_vector){-1, 3, -2},
                              (graze_vector){-2, 0, -1}, -3.25, 3.5);
    const oracle_pair *const pairs[] = {&late, &straight, &beside};
    graze_interval found[CONTACT_PARTS_MAX];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        CU_ASSERT_TRUE(intervals_of(pairs[i], found) > 0 && is_told(pairs[i]));
}

/* (t, 1 - t^2) leaves the unit circle's inside for an instant at 0, in the midst of the life, where
 * it is halved first, or beside that. In double-doubles the sign at the cut, the signs of a piece
 * and the slope at the root each are unknown, and one of them is enough. */
static void an_overlap_that_is_pinched_is_two_for_exact_numbers_alone(void)
{
    for (int beside = 0; beside < 2; beside++) {
        const oracle_pair p = {.body_a = {.radius = 1},
                               .a = support_driven((graze_vector){-2, -3, 0},
                                                   (graze_vector){1, 4, 0},
                                                   (graze_vector){0, -2, 0}, 0, 4 + beside),
                               .b = support_driven(none, none, none, 0, 5)};
        graze_interval found[CONTACT_PARTS_MAX];
        CU_ASSERT_EQUAL(intervals_of(&p, found), 2);
        CU_ASSERT_TRUE(found[0].lower == 1 && found[0].upper == 2);
        CU_ASSERT_TRUE(found[1].lower == 2 && found[1].upper == 3);
        CU_ASSERT_FALSE(is_told(&p));
    }
}

/* At (3, 4) and a reach of 5 one slides past, along (4, -3), for an instant, and is drawn in: at
 * the begin of the common life or at its end. Places there are short, but velocities times the
 * duration of the waypoint motion have more bits than double-doubles, so that which way F leaves 0
 * is left to exact numbers. */
static void an_overlap_may_begin_and_end_along_the_rim(void)
{
    const double duration = 0x1.b7e151628ap+0, w = 0x1.62e42fefa39p-1;
    const graze_vector rim = {3, 4, 0}, along = {4 * w, -3 * w, 0}, in = {6, 8, 0};
    oracle_pair p = {.body_a = {.radius = 2}, .body_b = {.radius = 3}};
    graze_interval found[CONTACT_PARTS_MAX];
    CU_ASSERT_EQUAL(graze_motion_waypoint(rim, (graze_vector){7, 1, 0}, 0, duration, &p.a),
                    GRAZE_OK);
    p.b = support_driven(none, along, in, 0, 1);
    CU_ASSERT_EQUAL(intervals_of(&p, found), 1);
    CU_ASSERT_EQUAL(found[0].lower, 0);
    CU_ASSERT_FALSE(is_told(&p));
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){-1, 7, 0}, rim, 1 - duration, 1, &p.a),
                    GRAZE_OK);
    p.b = support_driven((graze_vector){3 - along.x, 4 - along.y, 0},
                         (graze_vector){along.x - 6, along.y - 8, 0}, in, 0, 1);
    CU_ASSERT_EQUAL(intervals_of(&p, found), 1);
    CU_ASSERT_EQUAL(found[0].upper, 1);
    CU_ASSERT_FALSE(is_told(&p));
}

/* ---- units at the rim --------------------------------------------------------------------- */

static bool is_accelerated(const pair *question)
{
    return !stages_uniform(question);
}

/* Lives of some 2^-400 s, in metres and at 2^48 of them: parts of a life are shorter than the
 * bounds take, and slopes or second derivatives larger. */
static void shrink_lives(oracle_pair *generated, size_t index)
{
    oracle_random random;
    oracle_pair scaled = *generated;
    int shortest;
    random_begin(&random, STAGES_SEED, 97, index);
    frexp(fmin(scaled.a.duration, scaled.b.duration), &shortest);
    const int lengths = random_once_in(&random, 2) ? 0 : random_whole(&random, 44, 52);
    if (oracle_scale_lengths(&scaled, lengths) &&
        oracle_scale_times(&scaled, random_whole(&random, -400, -392) - shortest))
        *generated = scaled;
}

static outcome contact_stage_in_double_doubles(const pair *question)
{
    const contact answer = dd_contact(question), truth = exact_contact(question);
    if (answer == CONTACT_UNKNOWN)
        return SILENT;
    return answer == truth || (truth == CONTACT_NO_LIFE && answer == CONTACT_APART) ? RIGHT : WRONG;
}

static outcome overlap_stage_in_double_doubles(const pair *question)
{
    contact_part parts[CONTACT_PARTS_MAX], truth[CONTACT_PARTS_MAX];
    size_t count = 0, truly = 0;
    if (exact_contact(question) != CONTACT_OVERLAP || !dd_overlaps(question, parts, &count))
        return SILENT;
    CU_ASSERT_EQUAL(
        exact_parts(question, CONTACT_OVERLAP, false, 0, CONTACT_PARTS_MAX, truth, &truly),
        GRAZE_OK);
    bool same = count == truly;
    for (size_t i = 0; same && i < count; i++)
        same = parts[i].interval.when.lower == truth[i].interval.when.lower &&
               parts[i].interval.when.upper == truth[i].interval.when.upper;
    return same ? RIGHT : WRONG;
}

static void the_shortest_lives_are_decided_right_or_not_at_all(void)
{
    stages_compare(contact_stage_in_double_doubles, support_rounds(8000, 20000, 200000),
                   is_accelerated, 30, shrink_lives);
}

static void ends_in_the_shortest_lives_are_right_or_not_told(void)
{
    stages_compare(overlap_stage_in_double_doubles, support_rounds(8000, 20000, 200000),
                   is_accelerated, 0, shrink_lives);
}

CU_TestInfo accelerated_tests[] = {
    SUPPORT_TEST(ends_beside_doubles_are_where_the_sign_there_says),
    SUPPORT_TEST(ends_of_which_only_the_sign_beside_them_is_known_are_right),
    SUPPORT_TEST(an_overlap_that_is_pinched_is_two_for_exact_numbers_alone),
    SUPPORT_TEST(an_overlap_may_begin_and_end_along_the_rim),
    SUPPORT_TEST(the_shortest_lives_are_decided_right_or_not_at_all),
    SUPPORT_TEST(ends_in_the_shortest_lives_are_right_or_not_told),
    CU_TEST_INFO_NULL,
};
