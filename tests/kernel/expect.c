/* SPDX-License-Identifier: MIT */
/* Expectations of single pairs. See expect.h. */
#include "kernel/expect.h"

#include <CUnit/CUnit.h>

#include "kernel/ask.h"

graze_motion drive(double x, double y, double vx, double vy, double start, double duration)
{
    return fly((graze_vector){x, y, 0}, (graze_vector){vx, vy, 0}, start, duration);
}

graze_motion rest(double x, double y, double start, double duration)
{
    return drive(x, y, 0, 0, start, duration);
}

graze_motion pass(double x, double y, double to_x, double to_y, double start, double end)
{
    graze_motion motion = {.start = 0};
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){x, y, 0}, (graze_vector){to_x, to_y, 0},
                                          start, end, &motion),
                    GRAZE_OK);
    return motion;
}

graze_motion fly(graze_vector place, graze_vector velocity, double start, double duration)
{
    graze_motion motion = {.start = 0};
    const graze_vector none = {0, 0, 0};
    CU_ASSERT_EQUAL(graze_motion_kinematic(place, velocity, none, start, duration, &motion),
                    GRAZE_OK);
    return motion;
}

oracle_pair discs(double radius_a, graze_motion a, double radius_b, graze_motion b)
{
    return (oracle_pair){{.radius = radius_a}, {.radius = radius_b}, a, b, 0};
}

oracle_pair within(oracle_pair pair, double tolerance)
{
    pair.tolerance = tolerance;
    return pair;
}

/* Asks kernel and oracle, and the kernel again with the agents swapped. */
static oracle_answer ask(const oracle_pair *pair)
{
    const oracle_pair swapped = {pair->body_b, pair->body_a, pair->b, pair->a, pair->tolerance};
    oracle_answer answer;
    CU_ASSERT(kernel_agrees(pair));
    CU_ASSERT(kernel_agrees(&swapped));
    CU_ASSERT(kernel_ask(pair, &answer));
    return answer;
}

void expect_part(oracle_pair pair, double lower, double upper)
{
    oracle_answer answer = ask(&pair);
    CU_ASSERT(answer.exists);
    CU_ASSERT_EQUAL(answer.count, 1);
    CU_ASSERT_EQUAL(answer.intervals[0].lower, lower);
    CU_ASSERT_EQUAL(answer.intervals[0].upper, upper);
    CU_ASSERT_EQUAL(answer.verdict, GRAZE_CONFLICT);
}

void expect_no_part(oracle_pair pair)
{
    oracle_answer answer = ask(&pair);
    CU_ASSERT_FALSE(answer.exists);
    CU_ASSERT_EQUAL(answer.count, 0);
    CU_ASSERT_NOT_EQUAL(answer.verdict, GRAZE_CONFLICT);
}

void expect_verdict(oracle_pair pair, graze_verdict verdict)
{
    oracle_answer answer = ask(&pair);
    CU_ASSERT_EQUAL(answer.verdict, verdict);
    CU_ASSERT_EQUAL(answer.exists, verdict == GRAZE_CONFLICT);
}

void expect_clearance(oracle_pair pair, double distance, double depth, double time)
{
    oracle_answer answer = ask(&pair);
    CU_ASSERT(answer.clearance.common_life);
    CU_ASSERT_EQUAL(answer.clearance.distance, distance);
    CU_ASSERT_EQUAL(answer.clearance.depth, depth);
    CU_ASSERT_EQUAL(answer.clearance.time, time);
}

void expect_no_common_life(oracle_pair pair)
{
    oracle_answer answer = ask(&pair);
    CU_ASSERT_FALSE(answer.clearance.common_life);
    CU_ASSERT_FALSE(answer.exists);
    CU_ASSERT_EQUAL(answer.verdict, GRAZE_CLEAR);
}
