/* SPDX-License-Identifier: MIT */
/* Agents that have to stop between their places, since their plan has them wait there. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "paths/validate.h"
#include "planner/plan_cut.h"
#include "planner/step_plans.h"
#include "support/run.h"

enum { RING = 7, POINTS = 4 };

/* One point of a way: when, and where. */
typedef struct point {
    double time, x, y;
} point;

static step_plan w;

/* Round two cells of three corners each, in a row: those in the middle begin when those before them
 * are on their way already, and the last one leaves the ring where the first one began. */
static void make_ring(double radius)
{
    static const point ways[RING][POINTS] = {
        {{0, 3, 1}, {1, 2, 1}, {2, 2, 2}, {3, 2, 2}},
        {{0, 2, 0}, {0.7072, 2, 0}, {1.7072, 2, 1}, {3, 2, 1}},
        {{0, 2, 1}, {0.1213, 2, 1}, {1.1213, 1, 1}, {3, 1, 1}},
        {{0, 1, 0}, {0.7072, 1, 0}, {1.7072, 2, 0}, {3, 2, 0}},
        {{0, 0, 0}, {0.4143, 0, 0}, {1.4143, 1, 0}, {3, 1, 0}},
        {{0, 1, 1}, {0.4143, 1, 1}, {1.4143, 0, 1}, {3, 0, 1}},
        {{0, 0, 1}, {0.4143, 0, 1}, {1.4143, 0, 0}, {3, 0, 0}},
    };
    step_plan_set_up(&w, RING, 1, radius);
    for (size_t i = 0; i < RING; i++) {
        for (size_t k = 0; k < POINTS; k++) {
            const point *p = &ways[i][k], *next = &ways[i][k + 1 < POINTS ? k + 1 : k];
            const graze_vector from = {p->x, p->y, 0}, to = {next->x, next->y, 0};
            CU_ASSERT_EQUAL(graze_motion_waypoint(from, to, p->time,
                                                  k + 1 < POINTS ? next->time : HUGE_VAL,
                                                  &w.motions[i][k]),
                            GRAZE_OK);
        }
        w.plan[i] = (graze_trajectory){.motions = w.motions[i], .count = POINTS};
    }
    CU_ASSERT_EQUAL(step_plan_conflicts(&w, w.plan, 0), 0);
}

static graze_status retime_ring(const graze_retime_options *how, const graze_allocator *memory,
                                graze_retiming *answer)
{
    return graze_retime(w.bodies, w.plan, RING, w.limits, how, memory, answer);
}

static void a_ring_that_begins_piece_by_piece_goes(void)
{
    const double radii[] = {0.3535, 0.35, 0.34, 0.2};
    for (size_t k = 0; k < sizeof radii / sizeof *radii; k++) {
        graze_retiming answer;
        make_ring(radii[k]);
        CU_ASSERT_EQUAL_FATAL(retime_ring(&(graze_retime_options){.tolerance = 0}, NULL, &answer),
                              GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(answer.outcome, GRAZE_RETIMED);
        CU_ASSERT_EQUAL(step_plan_conflicts(&w, answer.trajectories, 0), 0);
        CU_ASSERT_EQUAL(step_plan_excesses(&w, &answer), 0);
        for (size_t i = 0; i < RING; i++) {
            const graze_trajectory *path = &answer.trajectories[i];
            const graze_motion *last = &path->motions[path->count - 1];
            CU_ASSERT_EQUAL(last->position.x, w.motions[i][POINTS - 1].position.x);
            CU_ASSERT_EQUAL(last->position.y, w.motions[i][POINTS - 1].position.y);
        }
        graze_retiming_free(&answer, NULL);
    }
}

static void no_piece_of_it_has_slack(void)
{
    graze_retiming answer;
    make_ring(0.3535);
    const graze_retime_options how = {.tolerance = 0, .slack = 0.25};
    CU_ASSERT_EQUAL_FATAL(retime_ring(&how, NULL, &answer), GRAZE_OK);
    CU_ASSERT_EQUAL(answer.outcome, GRAZE_RETIME_CIRCLE);
    CU_ASSERT_EQUAL(answer.agent_count, RING);
    CU_ASSERT_PTR_NULL(answer.trajectories);
    graze_retiming_free(&answer, NULL);
}

typedef struct refusing {
    long held, calls, last; /* blocks; the last-th is refused; 0: none */
} refusing;

static void *refuse_block(void *context, void *block, size_t size)
{
    refusing *r = context;
    if (size == 0) {
        r->held -= block != NULL;
        free(block);
        return NULL;
    }
    if (++r->calls == r->last)
        return NULL;
    r->held += block == NULL;
    return realloc(block, size);
}

static void a_block_that_is_refused_leaves_nothing(void)
{
    make_ring(0.3535);
    const graze_retime_options how = {.tolerance = 0};
    for (refusing r = {.last = 1};; r = (refusing){.last = r.last + 1}) {
        graze_retiming answer;
        const graze_allocator memory = {refuse_block, &r};
        const graze_status status = retime_ring(&how, &memory, &answer);
        const bool whole = r.calls < r.last;
        CU_ASSERT_EQUAL(status, whole ? GRAZE_OK : GRAZE_ERROR_MEMORY);
        if (status == GRAZE_OK)
            graze_retiming_free(&answer, &memory);
        CU_ASSERT_EQUAL(r.held, 0);
        if (whole)
            break;
    }
}

/* ---- the pieces ------------------------------------------------------------------------------ */

static void pieces_meet_and_are_the_motion(void)
{
    const graze_allocator memory = {refuse_block, &(refusing){.last = 0}};
    const graze_vector a = {0.1, 0, 0}, b = {3.3, -1, 0.7}, c = {5, 5, 5};
    graze_motion motions[3], other[1];
    CU_ASSERT_EQUAL(graze_motion_waypoint(a, b, 0.1, 0.7, &motions[0]), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_ramp(b, a, 0.7, 0.9, 0.5, &motions[1]), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint(a, a, 0.9, HUGE_VAL, &motions[2]), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint(c, a, 0.3, 0.8, &other[0]), GRAZE_OK);
    const graze_trajectory plan[] = {{.motions = motions, .count = 3},
                                     {.motions = other, .count = 1}};
    plan_cut cut = {.memory = &memory, .given = plan, .count = 2};
    const plan_cut_motion these[] = {{0, 0}, {0, 1}, {1, 0}};
    bool any = false;
    CU_ASSERT_EQUAL_FATAL(plan_cut_at_events(&cut, these, 3, &any), GRAZE_OK);
    CU_ASSERT_TRUE(any);
    const graze_trajectory *paths = plan_cut_paths(&cut);
    CU_ASSERT_EQUAL_FATAL(paths[0].count, 4); /* at 0.3; a ramp and a stay are not cut */
    CU_ASSERT_EQUAL_FATAL(paths[1].count, 2); /* at 0.7 */
    for (size_t i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(trajectory_validate(&(graze_body){.radius = 1}, &paths[i]), GRAZE_OK);
        CU_ASSERT_EQUAL(paths[i].motions[0].start, plan[i].motions[0].start);
        CU_ASSERT_EQUAL(paths[i].motions[1].to.x, plan[i].motions[0].to.x);
    }
    CU_ASSERT_EQUAL(paths[0].motions[1].start, 0.3);
    CU_ASSERT_EQUAL(paths[1].motions[1].start, 0.7);
    const plan_cut_motion pieces[] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    CU_ASSERT_EQUAL(plan_cut_at_events(&cut, pieces, 2, &any), GRAZE_OK);
    CU_ASSERT_FALSE(any); /* nothing begins within */
    plan_cut_free(&cut);
}

/* From one end of the doubles to the other: the difference is none, nor is a place between them. */
static void a_way_beyond_doubles_is_not_cut(void)
{
    const graze_vector first = {-DBL_MAX, 0, 0}, last = {DBL_MAX, 0, 0}, here = {0, 0, 0};
    graze_motion far, waits;
    CU_ASSERT_EQUAL(graze_motion_waypoint(first, last, 0, 1, &far), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint(here, here, 0.5, 2, &waits), GRAZE_OK);
    const graze_allocator memory = {refuse_block, &(refusing){.last = 0}};
    const graze_trajectory plan[] = {{.motions = &far, .count = 1},
                                     {.motions = &waits, .count = 1}};
    plan_cut cut = {.memory = &memory, .given = plan, .count = 2};
    const plan_cut_motion these[] = {{0, 0}, {1, 0}};
    bool any = true;
    CU_ASSERT_EQUAL(plan_cut_at_events(&cut, these, 2, &any), GRAZE_OK);
    CU_ASSERT_FALSE(any);
    plan_cut_free(&cut);
}

CU_TestInfo plan_cut_tests[] = {
    SUPPORT_TEST(a_ring_that_begins_piece_by_piece_goes),
    SUPPORT_TEST(no_piece_of_it_has_slack),
    SUPPORT_TEST(a_block_that_is_refused_leaves_nothing),
    SUPPORT_TEST(pieces_meet_and_are_the_motion),
    SUPPORT_TEST(a_way_beyond_doubles_is_not_cut),
    CU_TEST_INFO_NULL,
};
