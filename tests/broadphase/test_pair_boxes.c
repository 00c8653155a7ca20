/* SPDX-License-Identifier: MIT */
/* Sequences of boxes against the motions that they bound. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "broadphase/pair_boxes.h"
#include "broadphase/pair_cases.h"
#include "motion/box.h"
#include "support/run.h"

static const graze_time_grid seconds = {0, 1, {0, 0, 0}};
static const graze_body disc = {.radius = 0.5};

static graze_boxes *boxes_on(const graze_time_grid *grid, const graze_body *body,
                             const graze_trajectory *path, graze_pair_filter filter)
{
    graze_boxes *boxes = NULL;
    graze_status status = graze_boxes_of_trajectory(NULL, body, path, grid, 0, filter, &boxes);
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
    return boxes;
}

static graze_trajectory path_of(graze_at_end at_end, graze_motion *motions, size_t rows,
                                const double *times, const graze_vector *places)
{
    graze_trajectory path = {.motions = motions, .count = 0};
    graze_status status =
        graze_trajectory_from_waypoints(rows, times, places, at_end, motions, &path.count, NULL);
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
    return path;
}

static void a_step_unites_all_motions_in_it_and_only_their_parts(void)
{
    const double times[] = {0.5, 1.5, 2.5};
    const graze_vector places[] = {{0, 0, 0}, {4, 0, 0}, {4, 8, 0}};
    graze_motion motions[3];
    graze_trajectory path = path_of(GRAZE_VANISH, motions, 3, times, places);
    graze_boxes *boxes = boxes_on(&seconds, &disc, &path, GRAZE_FILTER_NONE);
    int64_t first;
    size_t count;
    graze_boxes_steps(boxes, &first, &count);
    CU_ASSERT_TRUE(first == 0 && count == 3);
    graze_box found;
    CU_ASSERT_TRUE(graze_boxes_at(boxes, 1, &found));
    CU_ASSERT_TRUE(found.begin == 1 && found.end == 2);
    CU_ASSERT_DOUBLE_EQUAL(found.lower[0], 1.5, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(found.upper[0], 4.5, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(found.upper[1], 4.5, 1e-6);
    CU_ASSERT_FALSE(graze_boxes_at(boxes, -1, &found));
    CU_ASSERT_FALSE(graze_boxes_at(boxes, 3, &found));
    graze_boxes_free(boxes);
}

static void a_life_that_ends_on_a_step_does_not_enter_the_next(void)
{
    const double times[] = {-2, 2};
    const graze_vector places[] = {{0, 0, 0}, {4, 0, 0}};
    graze_motion motions[3];
    graze_trajectory path = path_of(GRAZE_VANISH, motions, 2, times, places);
    graze_boxes *boxes = boxes_on(&seconds, &disc, &path, GRAZE_FILTER_NONE);
    int64_t first;
    size_t count;
    graze_boxes_steps(boxes, &first, &count);
    CU_ASSERT_TRUE(first == -2 && count == 4);
    graze_boxes_free(boxes);

    path = path_of(GRAZE_STAY, motions, 2, times, places);
    boxes = boxes_on(&seconds, &disc, &path, GRAZE_FILTER_NONE);
    graze_box found;
    CU_ASSERT_TRUE(graze_boxes_at(boxes, INT64_C(1) << 40, &found));
    CU_ASSERT_DOUBLE_EQUAL(found.lower[0], 3.5, 1e-6);
    graze_boxes_free(boxes);
}

static void a_path_of_nothing_has_no_boxes(void)
{
    const graze_trajectory nothing = {.motions = NULL, .count = 0};
    for (int filter = GRAZE_FILTER_NONE; filter <= GRAZE_FILTER_PYRAMID; filter++) {
        graze_boxes *boxes = boxes_on(&seconds, &disc, &nothing, (graze_pair_filter)filter);
        graze_box found;
        CU_ASSERT_FALSE(graze_boxes_at(boxes, 0, &found));
        bool meets;
        int64_t step;
        CU_ASSERT_EQUAL(graze_boxes_first_candidate(boxes, boxes, (graze_pair_filter)filter, 0, 0,
                                                    &meets, &step),
                        GRAZE_OK);
        CU_ASSERT_FALSE(meets);
        graze_boxes_free(boxes);
    }
    graze_boxes_free(NULL);
}

static void too_many_steps_and_nonsense_are_refused(void)
{
    const double times[] = {0, 1e10}, ages[] = {1e18, 1e18 + 256};
    const graze_vector places[] = {{0, 0, 0}, {4, 0, 0}};
    graze_motion motions[3];
    graze_trajectory path = path_of(GRAZE_VANISH, motions, 2, times, places);
    graze_boxes *boxes = NULL;
    graze_time_grid grid = seconds;
    graze_pair_filter none = GRAZE_FILTER_NONE;
    CU_ASSERT_EQUAL(graze_boxes_of_trajectory(NULL, &disc, &path, &grid, 0, none, &boxes),
                    GRAZE_ERROR_CAPACITY);
    graze_trajectory old = path_of(GRAZE_VANISH, motions, 2, ages, places);
    CU_ASSERT_EQUAL(graze_boxes_of_trajectory(NULL, &disc, &old, &grid, 0, none, &boxes),
                    GRAZE_ERROR_CAPACITY);
    grid.origin = 1e18; /* few steps away, but doubles there are 128 s apart */
    CU_ASSERT_EQUAL(graze_boxes_of_trajectory(NULL, &disc, &old, &grid, 0, none, &boxes),
                    GRAZE_ERROR_CAPACITY);
    grid = seconds;
    grid.step = 0;
    CU_ASSERT_EQUAL(graze_boxes_of_trajectory(NULL, &disc, &path, &grid, 0, none, &boxes),
                    GRAZE_ERROR_TIME_ORDER);
    grid.step = HUGE_VAL;
    CU_ASSERT_EQUAL(graze_boxes_of_trajectory(NULL, &disc, &path, &grid, 0, none, &boxes),
                    GRAZE_ERROR_NOT_FINITE);
    grid.step = 1e9;
    CU_ASSERT_EQUAL(graze_boxes_of_trajectory(NULL, &disc, &path, &grid, -1, none, &boxes),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(
        graze_boxes_of_trajectory(NULL, &disc, &path, &grid, 0, (graze_pair_filter)9, &boxes),
        GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(graze_boxes_of_trajectory(NULL, &disc, NULL, &grid, 0, none, &boxes),
                    GRAZE_ERROR_NULL);
    motions[0].duration = -1;
    CU_ASSERT_EQUAL(graze_boxes_of_trajectory(NULL, &disc, &path, &grid, 0, none, &boxes),
                    GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_PTR_NULL(boxes);
}

/* Counts what it is asked for, and has nothing. */
static void *give_nothing(void *context, void *block, size_t size)
{
    size_t *asked = context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    *asked = size > *asked ? size : *asked;
    return size < 4096 ? realloc(block, size) : NULL;
}

static void a_sequence_of_more_steps_than_any_plan_has_is_refused(void)
{
    const graze_vector places[] = {{0, 0, 0}, {4, 0, 0}};
    const double most = 0x1p22;
    for (int more = 0; more < 2; more++) {
        const double times[] = {0, most + more};
        size_t asked = 0;
        const graze_allocator nothing = {give_nothing, &asked};
        graze_motion motions[3];
        graze_trajectory path = path_of(GRAZE_VANISH, motions, 2, times, places);
        graze_boxes *boxes = NULL;
        CU_ASSERT_EQUAL(graze_boxes_of_trajectory(&nothing, &disc, &path, &seconds, 0,
                                                  GRAZE_FILTER_BVH, &boxes),
                        more ? GRAZE_ERROR_CAPACITY : GRAZE_ERROR_MEMORY);
        CU_ASSERT_TRUE(more ? asked < 4096 : asked > 4096);
        CU_ASSERT_PTR_NULL(boxes);
    }
}

/* ---- random paths -------------------------------------------------------------------------- */

/* Boxes round longer stretches are rounded outward by a little more. */
static bool box_holds(const graze_box *outer, const graze_box *inner, double rounding)
{
    for (int k = 0; k < 3; k++)
        if (!(outer->lower[k] <= inner->lower[k] + rounding &&
              outer->upper[k] >= inner->upper[k] - rounding))
            return false;
    return true;
}

/* Every part of every motion in every step: the box of the part is in the step's. */
static int holds_parts(const graze_boxes *boxes, const pair_agent *agent, double rounding)
{
    int64_t first;
    size_t count;
    graze_boxes_steps(boxes, &first, &count);
    int holds = 1;
    for (int64_t step = first - 2; step < first + (int64_t)count + 2; step++)
        for (size_t i = 0; i < agent->path.count; i++) {
            graze_box part, found;
            double begin = pair_time(&boxes->grid, step), end = pair_time(&boxes->grid, step + 1);
            if (box_of_part(&agent->body, &agent->path.motions[i], begin, end, &part))
                holds &= graze_boxes_at(boxes, step, &found) && box_holds(&found, &part, rounding);
        }
    return holds;
}

static graze_time_grid random_grid(uint64_t *state)
{
    static const double steps[] = {1, 0.5, 0.3, 7, 0.0625, 1000};
    const graze_vector centre = {pair_random_place(state, 9), pair_random_place(state, 9), 0.1};
    return (graze_time_grid){pair_random_place(state, 20), steps[pair_random_below(state, 6)],
                             centre};
}

static void random_steps_hold_the_parts_of_their_motions(void)
{
    uint64_t state = 21;
    for (size_t i = 0; i < support_rounds(150, 375, 20000); i++) {
        pair_agent agent;
        pair_random_agent(&state, 8, i % 2, &agent);
        graze_time_grid grid = random_grid(&state);
        graze_boxes *boxes = boxes_on(&grid, &agent.body, &agent.path, GRAZE_FILTER_NONE);
        CU_ASSERT_TRUE(holds_parts(boxes, &agent, 0));
        graze_time_grid other = random_grid(&state);
        graze_boxes *moved = NULL;
        CU_ASSERT_EQUAL_FATAL(
            graze_boxes_on_grid(NULL, boxes, &other, GRAZE_FILTER_PYRAMID, &moved), GRAZE_OK);
        CU_ASSERT_TRUE(holds_parts(moved, &agent, 1e-12));
        graze_boxes_free(boxes);
        graze_boxes_free(moved);
    }
}

static void a_margin_grows_every_box(void)
{
    uint64_t state = 22;
    for (int i = 0; i < 50; i++) {
        pair_agent agent;
        pair_random_agent(&state, 8, i % 2, &agent);
        graze_boxes *plain = boxes_on(&seconds, &agent.body, &agent.path, GRAZE_FILTER_NONE);
        graze_boxes *grown = NULL;
        CU_ASSERT_EQUAL_FATAL(graze_boxes_of_trajectory(NULL, &agent.body, &agent.path, &seconds,
                                                        0.75, GRAZE_FILTER_NONE, &grown),
                              GRAZE_OK);
        int64_t first;
        size_t count;
        graze_boxes_steps(plain, &first, &count);
        for (int64_t step = first; step < first + (int64_t)count + 1; step++) {
            graze_box inner, outer;
            if (!graze_boxes_at(plain, step, &inner))
                continue;
            CU_ASSERT_TRUE_FATAL(graze_boxes_at(grown, step, &outer));
            CU_ASSERT_TRUE(outer.lower[0] <= inner.lower[0] - 0.75 + 1e-5);
            CU_ASSERT_TRUE(outer.upper[2] >= inner.upper[2] + 0.75 - 1e-5);
        }
        graze_boxes_free(plain);
        graze_boxes_free(grown);
    }
}

static double count_boxes(const graze_time_grid *grid, const graze_trajectory *path)
{
    int64_t first;
    size_t count;
    graze_boxes *boxes = boxes_on(grid, &disc, path, GRAZE_FILTER_PYRAMID);
    graze_boxes_steps(boxes, &first, &count);
    graze_boxes_free(boxes);
    return (double)count;
}

static void a_grid_of_a_plan_has_about_as_many_boxes_as_are_asked_for(void)
{
    uint64_t state = 23;
    enum { AGENTS = 20 };
    static pair_agent agents[AGENTS];
    graze_trajectory paths[AGENTS];
    double motions = 0, boxes = 0;
    for (int i = 0; i < AGENTS; i++) {
        pair_random_agent(&state, 8, i % 2, &agents[i]);
        paths[i] = agents[i].path;
        motions += (double)paths[i].count;
    }
    graze_time_grid grid;
    CU_ASSERT_EQUAL(graze_time_grid_of(paths, AGENTS, 3, &grid), GRAZE_OK);
    for (int i = 0; i < AGENTS; i++)
        boxes += count_boxes(&grid, &paths[i]);
    CU_ASSERT_TRUE(boxes >= 2 * motions && boxes <= 7 * motions);
    CU_ASSERT_EQUAL(graze_time_grid_of(NULL, 0, 3, &grid), GRAZE_OK);
    CU_ASSERT_EQUAL(grid.step, 1);
    CU_ASSERT_EQUAL(graze_time_grid_of(paths, 1, 0, &grid), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(graze_time_grid_of(paths, 1, HUGE_VAL, &grid), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_time_grid_of(paths, 1, 1, NULL), GRAZE_ERROR_NULL);
}

/* Spans from 1e-300 to 1e300 s in one plan, or all of one size. */
static void a_grid_of_any_plan_gives_a_bounded_number_of_boxes(void)
{
    static const double scales[] = {1e-300, 1e-9, 1, 1, 1, 1e9, 1e300};
    uint64_t state = 25;
    enum { AGENTS = 6, ROWS = 9 };
    for (int round = 0; round < 300; round++) {
        graze_motion motions[AGENTS][ROWS];
        graze_trajectory paths[AGENTS];
        double motion_count = 0, boxes = 0;
        double scale = scales[pair_random_below(&state, 7)];
        bool mixed = pair_random_below(&state, 2);
        for (int i = 0; i < AGENTS; i++) {
            double times[ROWS] = {0};
            graze_vector places[ROWS] = {{0, 0, 0}};
            if (mixed)
                scale = scales[pair_random_below(&state, 7)];
            for (int row = 1; row < ROWS; row++)
                times[row] = times[row - 1] + scale * (1 + pair_random_below(&state, 5));
            paths[i] = path_of(GRAZE_STAY, motions[i], ROWS, times, places);
            motion_count += (double)paths[i].count;
        }
        graze_time_grid grid;
        CU_ASSERT_EQUAL_FATAL(graze_time_grid_of(paths, AGENTS, 2, &grid), GRAZE_OK);
        for (int i = 0; i < AGENTS; i++)
            boxes += count_boxes(&grid, &paths[i]);
        CU_ASSERT_TRUE(boxes <= 4 * motion_count + 2 * AGENTS);
    }
}

/* ---- memory -------------------------------------------------------------------------------- */

static void a_step_is_found_where_the_quotient_rounds_down(void)
{
    const graze_time_grid grid = {0.3, 0.01, {0, 0, 0}};
    int64_t step = 0;
    CU_ASSERT_TRUE((0.3 + 61 * 0.01 - 0.3) / 0.01 < 61);
    CU_ASSERT_TRUE(pair_step_at(&grid, 0.3 + 61 * 0.01, &step));
    CU_ASSERT_EQUAL(step, 61);
    CU_ASSERT_FALSE(pair_step_at(&seconds, 0x1p51, &step));
}

static void paths_that_fit_no_grid_are_refused(void)
{
    const graze_vector here = {0, 0, 0};
    const graze_body body = {.radius = 1};
    const graze_time_grid fine = {0, 0x1p-20, {0, 0, 0}}, second = {0, 1, {0, 0, 0}};
    graze_boxes *boxes = NULL, *again = NULL;
    graze_motion motion;
    graze_trajectory path = {.motions = &motion, .count = 1};
    CU_ASSERT_EQUAL(graze_motion_kinematic(here, here, here, 0, 1e300, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(
        graze_boxes_of_trajectory(NULL, &body, &path, &second, 0, GRAZE_FILTER_SI, &boxes),
        GRAZE_ERROR_CAPACITY);
    path.count = SIZE_MAX;
    CU_ASSERT_EQUAL(
        graze_boxes_of_trajectory(NULL, &body, &path, &second, 0, GRAZE_FILTER_SI, &boxes),
        GRAZE_ERROR_CAPACITY);
    path.count = 1;
    CU_ASSERT_EQUAL(graze_motion_kinematic(here, here, here, 0x1p45, 2, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_boxes_of_trajectory(NULL, &body, &path, &second, 0, GRAZE_FILTER_SI, &boxes),
        GRAZE_OK);
    CU_ASSERT_EQUAL(graze_boxes_on_grid(NULL, boxes, &fine, GRAZE_FILTER_SI, &again),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_PTR_NULL(again);
    graze_boxes_free(boxes);
}

/* Of two motions a minute apart nothing lies between, on another grid either. */
static void a_gap_stays_a_gap_on_another_grid(void)
{
    const graze_vector here = {0, 0, 0};
    const graze_body body = {.radius = 1};
    const graze_time_grid second = {0, 1, {0, 0, 0}}, two = {0, 2, {0, 0, 0}};
    graze_boxes *boxes = NULL, *again = NULL;
    graze_motion motions[2];
    graze_box found;
    const graze_trajectory path = {.motions = motions, .count = 2};
    CU_ASSERT_EQUAL(graze_motion_waypoint(here, here, 0, 2, &motions[0]), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint(here, here, 62, 64, &motions[1]), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_boxes_of_trajectory(NULL, &body, &path, &second, 0, GRAZE_FILTER_SI, &boxes),
        GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_boxes_on_grid(NULL, boxes, &two, GRAZE_FILTER_SI, &again),
                          GRAZE_OK);
    for (int64_t step = 0; step < 32; step++)
        CU_ASSERT_EQUAL(graze_boxes_at(again, step, &found), step == 0 || step == 31);
    graze_boxes_free(boxes);
    graze_boxes_free(again);
}

/* The steps are no finer than a 2^-40th of the greatest time, which is where a motion ends. */
static void a_grid_of_times_far_from_0_is_as_fine_as_they_allow(void)
{
    const graze_vector here = {0, 0, 0};
    const graze_body body = {.radius = 1};
    graze_motion motion;
    graze_boxes *boxes = NULL;
    const graze_trajectory path = {.motions = &motion, .count = 1};
    graze_time_grid grid;
    CU_ASSERT_EQUAL(graze_motion_kinematic(here, here, here, 0x1p52, 0.5, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_time_grid_of(&path, 1, 1, &grid), GRAZE_OK);
    CU_ASSERT_EQUAL(grid.step, 0x1p12);
    CU_ASSERT_EQUAL(
        graze_boxes_of_trajectory(NULL, &body, &path, &grid, 0, GRAZE_FILTER_SI, &boxes), GRAZE_OK);
    graze_boxes_free(boxes);
    CU_ASSERT_EQUAL(graze_motion_kinematic(here, here, here, 0x1p41, 0x1p41, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_time_grid_of(&path, 1, 0x1p60, &grid), GRAZE_OK);
    CU_ASSERT_EQUAL(grid.step, 4);
}

/* Refuses the nth request, and counts blocks that are held. */
typedef struct poor {
    int left, held;
} poor;

static void *poor_resize(void *context, void *block, size_t size)
{
    poor *purse = context;
    if (size == 0) {
        purse->held--;
        free(block);
        return NULL;
    }
    if (purse->left-- == 0)
        return NULL;
    purse->held += block == NULL;
    return realloc(block, size);
}

static void every_lack_of_memory_is_told_and_leaves_nothing_behind(void)
{
    uint64_t state = 24;
    pair_agent agent;
    do
        pair_random_agent(&state, 8, false, &agent);
    while (agent.path.count < 40 || agent.path.motions[agent.path.count - 1].duration != HUGE_VAL);
    for (int filter = GRAZE_FILTER_NONE; filter <= GRAZE_FILTER_PYRAMID; filter++) {
        graze_status status = GRAZE_ERROR_MEMORY;
        int attempts = 0;
        for (; status == GRAZE_ERROR_MEMORY; attempts++) {
            poor purse = {attempts, 0};
            const graze_allocator allocator = {poor_resize, &purse};
            graze_boxes *boxes = NULL;
            status = graze_boxes_of_trajectory(&allocator, &agent.body, &agent.path, &seconds, 0,
                                               (graze_pair_filter)filter, &boxes);
            CU_ASSERT_TRUE(status == GRAZE_OK || purse.held == 0);
            graze_boxes_free(boxes);
            CU_ASSERT_EQUAL(purse.held, 0);
        }
        CU_ASSERT_EQUAL(status, GRAZE_OK);
        CU_ASSERT_TRUE(attempts >= 4);
    }
}

/* ---- bodies that turn ------------------------------------------------------------------------ */

static const graze_point crate_corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
static const graze_body crate = {.radius = 0, .vertices = crate_corners, .vertex_count = 4};
static const double eighth_turn = 0x1.921fb54442d18p-1;

static graze_boxes *turning(const graze_trajectory *path, const graze_turn *turns,
                            graze_pair_filter filter)
{
    graze_boxes *boxes = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_boxes_of_turning(NULL, &crate, path, turns, &seconds, 0.5, filter,
                                                 &boxes),
                          GRAZE_OK);
    return boxes;
}

static void assert_half_width(const graze_boxes *boxes, int64_t step, double middle, double half)
{
    graze_box found;
    CU_ASSERT_TRUE(graze_boxes_at(boxes, step, &found));
    CU_ASSERT_DOUBLE_EQUAL(found.lower[0], middle - half - 0.5, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(found.upper[0], middle + half + 0.5, 1e-6);
}

static void the_boxes_of_a_turning_body_hold_its_sweep_step_by_step(void)
{
    const double times[] = {0, 4, 6}, root = sqrt(2);
    const graze_vector places[] = {{3, 0, 0}, {3, 0, 0}, {7, 0, 0}};
    const graze_turn turns[] = {{0, eighth_turn / 4}, {eighth_turn, 0}, {eighth_turn, 0}};
    graze_motion motions[4];
    graze_trajectory path = path_of(GRAZE_STAY, motions, 3, times, places);
    CU_ASSERT_EQUAL_FATAL(path.count, 3);
    graze_boxes *boxes = turning(&path, turns, GRAZE_FILTER_SI);
    for (int step = 0; step < 4; step++) {
        double turned = eighth_turn / 4 * (step + 1);
        assert_half_width(boxes, step, 3, cos(turned) + sin(turned));
    }
    assert_half_width(boxes, 4, 4, root + 1);
    assert_half_width(boxes, 1000, 7, root);
    graze_boxes_free(boxes);

    boxes = turning(&path, NULL, GRAZE_FILTER_SI);
    assert_half_width(boxes, 0, 3, root);
    assert_half_width(boxes, 1000, 7, root);
    graze_boxes_free(boxes);

    const graze_turn for_ever[] = {{0, 0}, {0, 0}, {0, 1e-9}};
    boxes = turning(&path, for_ever, GRAZE_FILTER_SI);
    assert_half_width(boxes, 0, 3, 1);
    assert_half_width(boxes, 1000, 7, root);
    graze_boxes_free(boxes);
}

/* Their sides never come nearer than 1.8 m - 1 m of margins; their corners do. */
static void every_filter_sees_robots_meet_that_only_turn(void)
{
    const double times[] = {0, 64};
    const graze_vector here[] = {{0, 0, 0}, {0, 0, 0}}, there[] = {{3.8, 0, 0}, {3.8, 0, 0}};
    const graze_turn turns[] = {{0, eighth_turn / 64}};
    graze_motion motions[2][3];
    graze_trajectory a = path_of(GRAZE_VANISH, motions[0], 2, times, here);
    graze_trajectory b = path_of(GRAZE_VANISH, motions[1], 2, times, there);
    for (int filter = GRAZE_FILTER_NONE; filter <= GRAZE_FILTER_PYRAMID; filter++) {
        graze_boxes *boxes_a = turning(&a, turns, (graze_pair_filter)filter);
        graze_boxes *boxes_b = turning(&b, turns, (graze_pair_filter)filter);
        bool found;
        int64_t step;
        CU_ASSERT_EQUAL(graze_boxes_first_candidate(boxes_a, boxes_b, (graze_pair_filter)filter, 0,
                                                    0, &found, &step),
                        GRAZE_OK);
        CU_ASSERT_TRUE_FATAL(found);
        double turned = eighth_turn / 64 * (double)step; /* cos + sin = 1.4 in the step */
        CU_ASSERT_TRUE(cos(turned) + sin(turned) <= 1.4);
        turned += eighth_turn / 64;
        CU_ASSERT_TRUE(cos(turned) + sin(turned) >= 1.4);
        graze_boxes_free(boxes_a);
        graze_boxes_free(boxes_b);
    }
}

static void a_turn_that_is_no_number_is_refused(void)
{
    const double times[] = {0, 4};
    const graze_vector places[] = {{0, 0, 0}, {1, 0, 0}};
    const graze_turn bad[] = {{(double)NAN, 0}, {0, HUGE_VAL}};
    graze_motion motions[3];
    graze_trajectory path = path_of(GRAZE_VANISH, motions, 2, times, places);
    for (int i = 0; i < 2; i++) {
        graze_boxes *boxes = NULL;
        CU_ASSERT_EQUAL(graze_boxes_of_turning(NULL, &crate, &path, &bad[i], &seconds, 0,
                                               GRAZE_FILTER_SI, &boxes),
                        GRAZE_ERROR_NOT_FINITE);
        CU_ASSERT_PTR_NULL(boxes);
    }
}

CU_TestInfo pair_boxes_tests[] = {
    SUPPORT_TEST(a_step_unites_all_motions_in_it_and_only_their_parts),
    SUPPORT_TEST(a_life_that_ends_on_a_step_does_not_enter_the_next),
    SUPPORT_TEST(a_path_of_nothing_has_no_boxes),
    SUPPORT_TEST(too_many_steps_and_nonsense_are_refused),
    SUPPORT_TEST(a_sequence_of_more_steps_than_any_plan_has_is_refused),
    SUPPORT_TEST(random_steps_hold_the_parts_of_their_motions),
    SUPPORT_TEST(a_margin_grows_every_box),
    SUPPORT_TEST(a_grid_of_a_plan_has_about_as_many_boxes_as_are_asked_for),
    SUPPORT_TEST(a_grid_of_any_plan_gives_a_bounded_number_of_boxes),
    SUPPORT_TEST(a_grid_of_times_far_from_0_is_as_fine_as_they_allow),
    SUPPORT_TEST(a_step_is_found_where_the_quotient_rounds_down),
    SUPPORT_TEST(paths_that_fit_no_grid_are_refused),
    SUPPORT_TEST(a_gap_stays_a_gap_on_another_grid),
    SUPPORT_TEST(every_lack_of_memory_is_told_and_leaves_nothing_behind),
    SUPPORT_TEST(the_boxes_of_a_turning_body_hold_its_sweep_step_by_step),
    SUPPORT_TEST(every_filter_sees_robots_meet_that_only_turn),
    SUPPORT_TEST(a_turn_that_is_no_number_is_refused),
    CU_TEST_INFO_NULL,
};
