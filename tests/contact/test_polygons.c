/* SPDX-License-Identifier: MIT */
/* Bodies with corners by hand: the nearest instants of ways along edges and segments. */
#include <CUnit/CUnit.h>
#include <graze/conflict.h>
#include <math.h>

#include "support/run.h"

static graze_motion moving(double x, double y, double vx, double vy, double duration)
{
    return (graze_motion){.form = GRAZE_KINEMATIC, .position = {x, y, 0}, .velocity = {vx, vy, 0},
                          .duration = duration};
}

static void expect_nearest(const graze_body *body_a, graze_motion a, const graze_body *body_b,
                           graze_motion b, double distance, double time)
{
    graze_clearance found = {.common_life = false};
    CU_ASSERT_EQUAL(graze_conflict_clearance(body_a, &a, body_b, &b, &found), GRAZE_OK);
    CU_ASSERT_TRUE(found.common_life);
    CU_ASSERT_EQUAL(found.distance, distance);
    CU_ASSERT_EQUAL(found.depth, -distance);
    CU_ASSERT_EQUAL(found.time, time);
}

static const graze_point square_corners[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
static const graze_body square = {0, square_corners, 4};
static const graze_point origin = {0, 0};
static const graze_body point = {0, &origin, 1};

/*   . ------> . - - - > .      a point comes abreast of a corner, passes the edge at its distance,
 *            +---+             and leaves: the first instant counts. On all sides, both ways.   */
static void a_way_along_an_edge_is_nearest_from_its_first_corner_on(void)
{
    for (int side = -1; side <= 1; side += 2)
        for (int way = -1; way <= 1; way += 2) {
            expect_nearest(&point, moving(-3 * way, 2 * side, way, 0, 6), &square,
                           moving(0, 0, 0, 0, 9), 1.5, 2.5);
            expect_nearest(&point, moving(2 * side, -3 * way, 0, way, 6), &square,
                           moving(0, 0, 0, 0, 9), 1.5, 2.5);
            expect_nearest(&square, moving(-3 * way, 2 * side, way, 0, 6), &square,
                           moving(0, 0, 0, 0, 9), 1, 2);
            expect_nearest(&point, moving(-0.5 * way, 2 * side, way, 0, 6), &square,
                           moving(0, 0, 0, 0, 9), 1.5, 0);
        }
}

/* On the diagonal beyond a corner, at a right angle to it: nearest for one instant. */
static void a_way_round_a_corner_is_nearest_at_one_instant(void)
{
    for (int x = -1; x <= 1; x += 2)
        for (int y = -1; y <= 1; y += 2)
            for (int way = -1; way <= 1; way += 2)
                expect_nearest(&point,
                               moving(2 * x - way * y, 2 * y + way * x, way * y, -way * x, 2),
                               &square, moving(0, 0, 0, 0, 9), 0x1.0f876ccdf6cd9p+1, 1);
}

static void a_way_along_a_segment_touches_from_end_to_end(void)
{
    const graze_point ends[] = {{-1, 0}, {1, 0}};
    const graze_body segment = {0, ends, 2};
    for (int way = -1; way <= 1; way += 2) {
        expect_nearest(&point, moving(-3 * way, 0, way, 0, 8), &segment, moving(0, 0, 0, 0, 9), 0,
                       2);
        expect_nearest(&segment, moving(-3 * way, 0, way, 0, 8), &segment, moving(0, 0, 0, 0, 9), 0,
                       1);
        expect_nearest(&point, moving(0, -2 * way, 0, way, 8), &segment, moving(0, 0, 0, 0, 9), 0,
                       2);
        expect_nearest(&point, moving(-way, -2, way, 2, 8), &segment, moving(0, 0, 0, 0, 9), 0, 1);
        expect_nearest(&point, moving(-2 * way, 0, way, 0, 8), &point, moving(0, 0, 0, 0, 9), 0, 2);
        expect_nearest(&point, moving(way, -2, 0, 2, 8), &segment, moving(0, 0, 0, 0, 9), 0, 1);
    }
}

/* Abreast of each other after 7 s. */
static void endless_motion_has_a_nearest_instant(void)
{
    for (int way = -1; way <= 1; way += 2)
        expect_nearest(&square, moving(-8 * way, 2, way, 0, INFINITY), &square,
                       moving(0, 0, 0, 0, INFINITY), 1, 7);
}

/* 2 + (t - 1)^2 above one another, for ever: 1 apart after a second. */
static void endless_acceleration_has_a_nearest_instant(void)
{
    graze_motion bent = moving(0, 3, 0, -2, INFINITY);
    bent.acceleration.y = 2;
    expect_nearest(&square, bent, &square, moving(0, 0, 0, 0, INFINITY), 1, 1);
}

/* Two segments through each other, accelerated, with a tolerance above the radii. */
static void what_is_allowed_to_overlap_by_more_than_it_can_never_conflicts(void)
{
    const graze_point ends[] = {{-1, 0}, {1, 0}};
    const graze_body capsule = {0.25, ends, 2};
    graze_motion falling = moving(0, 4, 0, 0, 4);
    const graze_motion resting = moving(0, 0, 0, 0, 9);
    falling.acceleration.y = -2;
    bool exists = false;
    CU_ASSERT_EQUAL(graze_conflict_exists(&capsule, &falling, &capsule, &resting, 0.375, &exists),
                    GRAZE_OK);
    CU_ASSERT_TRUE(exists);
    CU_ASSERT_EQUAL(graze_conflict_exists(&capsule, &falling, &capsule, &resting, 0.75, &exists),
                    GRAZE_OK);
    CU_ASSERT_FALSE(exists);
}

/* Two wheels that pass each other at 1.99 m or at 2.01 m. */
static void expect_wheels_to_meet(const graze_body *wheel)
{
    const graze_motion resting = moving(0, 0, 0, 0, 9);
    for (int k = 0; k < 2; k++) {
        const graze_motion passing = moving(-4, k == 0 ? 1.99 : 2.01, 1, 0, 8);
        graze_interval when[2] = {{0, 0}, {0, 0}};
        size_t count = 99;
        CU_ASSERT_EQUAL(graze_conflict_intervals(wheel, &passing, wheel, &resting, 0, when, 2,
                                                 &count), GRAZE_OK);
        CU_ASSERT_EQUAL(count, (size_t)(k == 0));
        if (k == 0) /* 4 -+ sqrt(4 - 1.99^2), but for what the corners lack */
            CU_ASSERT(fabs(when[0].lower - 3.8) < 0.01 && fabs(when[0].upper - 4.2) < 0.01);
    }
}

/* More corners than the outline in doubles has room for, nearly as many, and more than its small
 * room takes. */
static void bodies_of_very_many_corners_are_answered(void)
{
    enum { MANY = 1100 };
    static const size_t counts[] = {MANY, 1000, 200};
    static graze_point round[MANY];
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        for (size_t i = 0; i < counts[k]; i++) {
            double angle = 6.283185307179586 * (double)i / (double)counts[k];
            round[i] = (graze_point){cos(angle), sin(angle)};
        }
        const graze_body wheel = {0, round, counts[k]};
        expect_wheels_to_meet(&wheel);
    }
}

CU_TestInfo polygon_tests[] = {
    SUPPORT_TEST(a_way_along_an_edge_is_nearest_from_its_first_corner_on),
    SUPPORT_TEST(a_way_round_a_corner_is_nearest_at_one_instant),
    SUPPORT_TEST(a_way_along_a_segment_touches_from_end_to_end),
    SUPPORT_TEST(endless_motion_has_a_nearest_instant),
    SUPPORT_TEST(endless_acceleration_has_a_nearest_instant),
    SUPPORT_TEST(what_is_allowed_to_overlap_by_more_than_it_can_never_conflicts),
    SUPPORT_TEST(bodies_of_very_many_corners_are_answered),
    CU_TEST_INFO_NULL,
};
