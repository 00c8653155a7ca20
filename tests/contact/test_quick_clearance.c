/* SPDX-License-Identifier: MIT */
/* Clearances in double words: each term of their bounds, by depths that are doubles and times
 * half-way between two, and what the stage leaves to others. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "contact/exact.h"
#include "contact/uniform_disc_clearance.h"
#include "kernel/stages.h"
#include "support/motion.h"
#include "support/run.h"

static const graze_vector none = {0, 0, 0};

static graze_motion driven_to(double x, double y, double to_x, double to_y, double start,
                              double duration)
{
    graze_motion motion = {.form = GRAZE_PARKED};
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){x, y, 0}, (graze_vector){to_x, to_y, 0},
                                          start, duration, &motion),
                    GRAZE_OK);
    return motion;
}

/* Does the stage answer, for both orders? Where it does, it must be right. */
static bool answers(double radius, const graze_motion *a, const graze_motion *b)
{
    const graze_body body = {.radius = radius};
    bool all = true;
    for (int turn = 0; turn < 2; turn++) {
        pair question;
        graze_clearance found, truth;
        CU_ASSERT_EQUAL_FATAL(
            pair_of(&body, turn == 0 ? a : b, &body, turn == 0 ? b : a, 0, &question), GRAZE_OK);
        CU_ASSERT_EQUAL(exact_clearance(&question, &truth), GRAZE_OK);
        if (!uniform_disc_clearance(&question, &found)) {
            all = false;
            continue;
        }
        CU_ASSERT_TRUE(truth.common_life && found.common_life);
        CU_ASSERT_TRUE(found.time == truth.time && found.depth == truth.depth &&
                       found.distance == truth.distance);
    }
    return all;
}

/* At the end of the other's life, k parts of n, whoever moves a metre a second by n parts is at a
 * whole metre, of which quotient and product know some 2^-106 less; the other is near there. */
static void a_distance_at_an_end_may_be_a_double(void)
{
    const double part = 0x1p20 + 1;
    for (int n = 3; n < 100; n += 2)
        for (int k = 1; k < n; k++) {
            const graze_motion a = driven_to(0, 0, n * part, 0, 0, n * part);
            const graze_motion b =
                support_driven((graze_vector){k * part + 3, 0, 0}, none, none, 0, k * part);
            CU_ASSERT_FALSE(answers(0.5, &a, &b));
        }
}

/* Two go the same way, one of them by 2 p more in 6 s, and are abreast after 3 s, which begun at
 * 2^-52 s is half-way between two doubles. Their speeds are up to 2^18 times their difference. */
static void a_time_at_a_vertex_may_be_between_doubles(void)
{
    for (int p = 1; p < 8; p++)
        for (int far = 1; far < 1 << 18; far = 3 * far + 1) {
            const graze_motion a = driven_to(-p, 1.1, far + p, 1.1, 0x1p-52, 6);
            const graze_motion b = driven_to(0, 0, far, 0, 0x1p-52, 6);
            CU_ASSERT_FALSE(answers(0.5, &a, &b));
        }
}

/* Who has been moving for 2^39 s stops at 8 + 2^-15 + 2^-50 s, half-way between two doubles, after
 * 8 + 2^-14 + 2^-50 - 2^-68 s together with the other, which has a bit more than two doubles. */
static void a_time_at_an_end_may_be_between_doubles(void)
{
    graze_motion a = support_driven((graze_vector){-0x1p41, 0, 0}, (graze_vector){1, 0, 0}, none,
                                    -0x1p39, 0x1p39 + 8);
    a.duration_tail = 0x1p-15 + 0x1p-50;
    const graze_motion b = support_driven(none, none, none, -(0x1p-15 - 0x1p-68), INFINITY);
    CU_ASSERT_FALSE(answers(0.5, &a, &b));
    a.duration_tail = 0x1p-15 + 0x1.8p-50;
    CU_ASSERT_TRUE(answers(0.5, &a, &b));
}

/* Two of radius 2^59 are 64 + 2^-59 m apart: by that their depth is beyond the middle between two
 * doubles, and its two leading doubles are that middle. */
static void a_depth_may_be_between_doubles(void)
{
    const graze_motion a =
        support_driven((graze_vector){64, 0x1p-26, 0}, (graze_vector){1, 0, 0}, none, 0, 4);
    const graze_motion b = support_driven(none, none, none, 0, 4);
    CU_ASSERT_FALSE(answers(0x1p59, &a, &b));
    CU_ASSERT_TRUE(answers(0x1p40, &a, &b));
}

/* One's life ends 2^-55 s before that of the other, which two doubles of a length show in the
 * second alone. */
static void a_life_may_end_less_than_a_double_before_the_other(void)
{
    graze_motion a =
        support_driven((graze_vector){-0.90625, -0.984375, 0}, (graze_vector){-0.25, -0.46875, 0},
                       none, 0x1.0000000000001p-3, 3.875);
    graze_motion b = support_driven((graze_vector){-13.796875, 44.28125, 0},
                                    (graze_vector){3.625, -7.0625, 0}, none, -0.375, 4.375);
    CU_ASSERT_TRUE(answers(0x1.1f00000000001p+3, &a, &b));
    a.start = 0x1.ffffffffffffep-4;
    CU_ASSERT_TRUE(answers(0x1.1f00000000001p+3, &a, &b));
}

static void lives_that_do_not_meet_are_left_to_others(void)
{
    const graze_motion a =
        support_driven((graze_vector){-4, 1, 0}, (graze_vector){1, 0.25, 0}, none, 0, 3);
    graze_motion b = support_driven(none, none, none, 0, INFINITY);
    CU_ASSERT_TRUE(answers(0.5, &a, &b));
    static const double starts[] = {3, 4, 2.9999999999999996};
    for (int i = 0; i < 3; i++) {
        b.start = starts[i];
        CU_ASSERT_FALSE(answers(0.5, &a, &b));
    }
    b.start = 2.5;
    CU_ASSERT_TRUE(answers(0.5, &a, &b));
    b.start_tail = 0x1p-53;
    CU_ASSERT_FALSE(answers(0.5, &a, &b));
}

/* One of them may stand for ever; nobody may move for ever. */
static void one_life_may_be_endless(void)
{
    graze_motion a =
        support_driven((graze_vector){-4, 1.1, 0}, (graze_vector){1, 0.25, 0}, none, 1, 2);
    graze_motion b = support_driven(none, none, none, 0, INFINITY);
    CU_ASSERT_TRUE(answers(0.5, &a, &b));
    b.start = 2;
    CU_ASSERT_TRUE(answers(0.5, &a, &b));
    b.velocity.x = 0.125;
    CU_ASSERT_FALSE(answers(0.5, &a, &b));
    a.duration = INFINITY;
    CU_ASSERT_FALSE(answers(0.5, &a, &b));
    a.velocity = b.velocity = none;
    CU_ASSERT_FALSE(answers(0.5, &a, &b));
}

/* A place of which no root can be taken, and the plane of a motion in space. */
static void places_that_are_one_are_left_to_others(void)
{
    const graze_motion a = support_driven(none, (graze_vector){1, 0, 0}, none, 0, 4);
    const graze_motion b = support_driven((graze_vector){-0x1p-310, 0, 0}, none, none, 0, 4);
    const graze_motion above = support_driven((graze_vector){-1, 0, 0.1}, none, none, 0, 4);
    CU_ASSERT_FALSE(answers(0.5, &a, &b));
    CU_ASSERT_FALSE(answers(0.5, &a, &above));
}

static outcome any_clearance(const pair *question)
{
    graze_clearance found, truth;
    if (!uniform_disc_clearance(question, &found))
        return SILENT;
    CU_ASSERT_EQUAL(exact_clearance(question, &truth), GRAZE_OK);
    return truth.common_life && found.distance == truth.distance && found.depth == truth.depth &&
                   found.time == truth.time
               ? RIGHT
               : WRONG;
}

/* Also bodies with corners, motions that are accelerated or in space, and those that never meet. */
static void other_pairs_are_left_to_others(void)
{
    stages_compare(any_clearance, support_rounds(3000, 6000, 60000), stages_any, 0, NULL);
    stages_compare(any_clearance, support_rounds(3000, 6000, 60000), stages_any, 0,
                   stages_stretch);
}

CU_TestInfo quick_clearance_tests[] = {
    SUPPORT_TEST(a_distance_at_an_end_may_be_a_double),
    SUPPORT_TEST(a_time_at_a_vertex_may_be_between_doubles),
    SUPPORT_TEST(a_time_at_an_end_may_be_between_doubles),
    SUPPORT_TEST(a_depth_may_be_between_doubles),
    SUPPORT_TEST(a_life_may_end_less_than_a_double_before_the_other),
    SUPPORT_TEST(lives_that_do_not_meet_are_left_to_others),
    SUPPORT_TEST(one_life_may_be_endless),
    SUPPORT_TEST(places_that_are_one_are_left_to_others),
    SUPPORT_TEST(other_pairs_are_left_to_others),
    CU_TEST_INFO_NULL,
};
