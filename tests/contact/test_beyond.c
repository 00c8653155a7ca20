/* SPDX-License-Identifier: MIT */
/* Depths and distances beyond the largest double: they round to infinity, and the time at
 * which they are reached is a number like any other. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <graze/conflict.h>
#include <math.h>

#include "support/run.h"

/* A disc comes as near as 6e307 m at time 4 and turns back. */
static const graze_motion turning = {.form = GRAZE_KINEMATIC,
                                     .position = {5e307, 3e307, 0},
                                     .velocity = {-2e307, 0, 0},
                                     .acceleration = {0.5e307, 0, 0},
                                     .duration = 10};
static const graze_motion resting = {.form = GRAZE_KINEMATIC, .duration = 10};

static graze_clearance clearance_of(const graze_body *body_a, const graze_motion *a,
                                    const graze_body *body_b, const graze_motion *b)
{
    graze_clearance answer = {.common_life = false};
    CU_ASSERT_EQUAL(graze_conflict_clearance(body_a, a, body_b, b, &answer), GRAZE_OK);
    CU_ASSERT(answer.common_life);
    return answer;
}

/* The same disc as one vertex that is not at the moving point. */
static void a_depth_beyond_doubles_is_reached_in_time(void)
{
    static const graze_point aside = {1, 0};
    const graze_body disc = {.radius = DBL_MAX}, other = {.radius = 9e307};
    const graze_body vertex = {.radius = DBL_MAX, .vertices = &aside, .vertex_count = 1};
    const graze_clearance round = clearance_of(&disc, &resting, &other, &turning);
    const graze_clearance cornered = clearance_of(&vertex, &resting, &other, &turning);
    CU_ASSERT(isinf(round.depth) && isinf(cornered.depth));
    CU_ASSERT(round.depth > 0 && cornered.depth > 0);
    CU_ASSERT(round.distance == -INFINITY && cornered.distance == -INFINITY);
    CU_ASSERT_EQUAL(round.time, 4);
    CU_ASSERT_EQUAL(cornered.time, 4);
}

/* Nearest at time 2, when they are 3.4e308 m from each other. */
static void a_distance_beyond_doubles_is_reached_in_time(void)
{
    static const graze_point corners[] = {{0, 0}, {1, 0}, {0, 1}};
    const graze_body disc = {.radius = 1},
                     triangle = {.radius = 1, .vertices = corners, .vertex_count = 3};
    graze_motion near = resting, far = resting;
    near.position.x = -1.7e308;
    far.position.x = 1.72e308;
    far.velocity.x = -2e306;
    far.acceleration.x = 1e306;
    const graze_clearance round = clearance_of(&disc, &near, &disc, &far);
    const graze_clearance cornered = clearance_of(&triangle, &near, &triangle, &far);
    CU_ASSERT(round.depth == -INFINITY && cornered.depth == -INFINITY);
    CU_ASSERT(round.distance == DBL_MAX && cornered.distance == DBL_MAX);
    CU_ASSERT_EQUAL(round.time, 2);
    CU_ASSERT_EQUAL(cornered.time, 2);
}

CU_TestInfo beyond_tests[] = {
    SUPPORT_TEST(a_depth_beyond_doubles_is_reached_in_time),
    SUPPORT_TEST(a_distance_beyond_doubles_is_reached_in_time),
    CU_TEST_INFO_NULL,
};
