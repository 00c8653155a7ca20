/* SPDX-License-Identifier: MIT */
/* Each door refuses each pointer that may not be null, and each number that may not be infinite
 * or no number, one at a time. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "refusal/scene.h"
#include "support/run.h"

static scene of;
enum { ROOM = 64 };
static graze_interval list[ROOM];
static graze_closed_interval safe[ROOM];
static size_t count;
static bool is;

#define REFUSES(wanted, call) CU_ASSERT_EQUAL(call, GRAZE_ERROR_##wanted)

static bool take_pair(void *context, const graze_index_pair *pair)
{
    (void)context, (void)pair;
    return true;
}

static bool take_entry(void *context, const graze_index_entry *entry)
{
    (void)context, (void)entry;
    return true;
}

static bool take_numbers(void *context, size_t a, size_t b)
{
    (void)context, (void)a, (void)b;
    return true;
}

static bool take_excess(void *context, const graze_path_excess *excess)
{
    (void)context, (void)excess;
    return true;
}

static const graze_closed_interval always = {-INFINITY, INFINITY};

static void doors_of_the_index_refuse_each_missing_pointer(void)
{
    scene_open(&of, false);
    const graze_body *body = &of.bodies[0];
    const graze_trajectory *path = &of.trajectories[0];
    graze_index *index = NULL;
    graze_trajectory kept;
    graze_body kept_body;
    graze_index_size size;
    graze_index_region region = graze_index_round((graze_vector){0, 0, 0}, 1, 0, 1);
    graze_index_meeting first;
    const graze_prepared *lists[SCENE_AGENTS];
    scene_lists(&of, lists);
    const graze_trajectory endless = {.motions = of.motions[0], .count = SIZE_MAX};
    REFUSES(NULL, graze_index_new(NULL, of.trajectories, 1, NULL, NULL, &index));
    REFUSES(NULL, graze_index_new(of.bodies, NULL, 1, NULL, NULL, &index));
    REFUSES(NULL, graze_index_new(of.bodies, of.trajectories, 1, NULL, NULL, NULL));
    REFUSES(INDEX, graze_index_new(of.bodies, of.trajectories, SIZE_MAX, NULL, NULL, &index));
    REFUSES(NULL, graze_index_insert(NULL, 0, body, path));
    REFUSES(NULL, graze_index_insert(of.index, 0, NULL, path));
    REFUSES(NULL, graze_index_insert(of.index, 0, body, NULL));
    REFUSES(INDEX, graze_index_insert(of.index, 0, body, &endless));
    REFUSES(NULL, graze_index_remove(NULL, 0));
    REFUSES(NULL, graze_index_agent(NULL, 0, &kept_body, &kept));
    REFUSES(NULL, graze_index_agent(of.index, 0, NULL, &kept));
    REFUSES(NULL, graze_index_agent(of.index, 0, &kept_body, NULL));
    REFUSES(NULL, graze_index_measure(NULL, &size));
    REFUSES(NULL, graze_index_measure(of.index, NULL));
    REFUSES(NULL, graze_index_pairs(NULL, 0, 1, NULL, take_pair, NULL));
    REFUSES(NULL, graze_index_pairs(of.index, 0, 1, NULL, NULL, NULL));
    REFUSES(INDEX, graze_index_pairs(of.index, 0, SIZE_MAX, NULL, take_pair, NULL));
    REFUSES(NULL, graze_index_agent_pairs(of.index, 0, GRAZE_INDEX_OTHERS, NULL, NULL, NULL));
    REFUSES(NULL, graze_index_what_if(NULL, body, path, 0, 0, NULL, take_pair, NULL));
    REFUSES(NULL, graze_index_what_if(of.index, NULL, path, 0, 0, NULL, take_pair, NULL));
    REFUSES(NULL, graze_index_what_if(of.index, body, NULL, 0, 0, NULL, take_pair, NULL));
    REFUSES(NULL, graze_index_what_if(of.index, body, path, 0, 0, NULL, NULL, NULL));
    REFUSES(NULL, graze_index_near(NULL, &region, NULL, take_entry, NULL));
    REFUSES(NULL, graze_index_near(of.index, NULL, NULL, take_entry, NULL));
    REFUSES(NULL, graze_index_near(of.index, &region, NULL, NULL, NULL));
    REFUSES(NULL, graze_index_conflicts(NULL, body, path, 0, 0, NULL, NULL, &is));
    REFUSES(NULL, graze_index_conflicts(of.index, NULL, path, 0, 0, NULL, NULL, &is));
    REFUSES(NULL, graze_index_conflicts(of.index, body, NULL, 0, 0, NULL, NULL, &is));
    REFUSES(NULL, graze_index_all_conflicts(NULL, 0, 1, lists, 0, take_pair, NULL));
    REFUSES(NULL, graze_index_all_conflicts(of.index, 0, 1, NULL, 0, take_pair, NULL));
    REFUSES(NULL, graze_index_all_conflicts(of.index, 0, 1, lists, 0, NULL, NULL));
    REFUSES(INDEX, graze_index_all_conflicts(of.index, 1, 1, lists, 0, take_pair, NULL));
    REFUSES(NEGATIVE_TOLERANCE,
            graze_index_all_conflicts(of.index, 0, 1, lists, -1, take_pair, NULL));
    REFUSES(NULL, graze_index_first_conflict(NULL, 0, GRAZE_TOUCH, &first, &is));
    REFUSES(NULL, graze_index_first_conflict(of.index, 0, GRAZE_TOUCH, NULL, &is));
    REFUSES(NULL, graze_index_first_conflict(of.index, 0, GRAZE_TOUCH, &first, NULL));
    scene_close(&of);
}

static void doors_among_agents_refuse_each_missing_pointer(void)
{
    scene_open(&of, false);
    const graze_body *body = &of.bodies[0];
    const graze_motion *motion = &of.motions[0][0];
    const graze_vector place = {0, 0, 0};
    const graze_closed_interval never = {NAN, 1}, no_end = {0, NAN}, horizon = {0, 20};
    REFUSES(NULL,
            graze_index_unsafe_starts(NULL, body, motion, 0, always, 0, NULL, list, ROOM, &count));
    REFUSES(NULL, graze_index_unsafe_starts(of.index, NULL, motion, 0, always, 0, NULL, list, ROOM,
                                            &count));
    REFUSES(NULL, graze_index_unsafe_starts(of.index, body, NULL, 0, always, 0, NULL, list, ROOM,
                                            &count));
    REFUSES(NULL, graze_index_unsafe_starts(of.index, body, motion, 0, always, 0, NULL, NULL, ROOM,
                                            &count));
    REFUSES(NULL, graze_index_unsafe_starts(of.index, body, motion, 0, always, 0, NULL, list, ROOM,
                                            NULL));
    REFUSES(NULL, graze_index_unsafe_times(of.index, body, place, 0, always, 0, list, ROOM, NULL));
    REFUSES(NULL,
            graze_index_unsafe_times(of.index, body, place, 0, always, 0, NULL, ROOM, &count));
    REFUSES(NULL, graze_index_safe_intervals(of.index, body, place, 0, horizon, 0, list, ROOM, safe,
                                             ROOM, NULL));
    CU_ASSERT_NOT_EQUAL(
        graze_index_unsafe_times(of.index, body, place, 0, never, 0, list, ROOM, &count), GRAZE_OK);
    CU_ASSERT_NOT_EQUAL(
        graze_index_unsafe_times(of.index, body, place, 0, no_end, 0, list, ROOM, &count),
        GRAZE_OK);
    scene_close(&of);
}

static void doors_of_boxes_refuse_each_missing_pointer_and_number(void)
{
    scene_open(&of, false);
    const graze_body *body = &of.bodies[0];
    const graze_trajectory *path = &of.trajectories[0];
    graze_time_grid grid;
    graze_boxes *boxes = NULL, *again = NULL;
    int64_t step;
    CU_ASSERT_EQUAL_FATAL(graze_time_grid_of(of.trajectories, SCENE_AGENTS, 4, &grid), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_boxes_of_trajectory(NULL, body, path, &grid, 0, GRAZE_FILTER_BVH, &boxes), GRAZE_OK);
    REFUSES(NULL, graze_boxes_of_trajectory(NULL, body, path, &grid, 0, GRAZE_FILTER_BVH, NULL));
    REFUSES(NULL, graze_boxes_of_trajectory(NULL, body, NULL, &grid, 0, GRAZE_FILTER_BVH, &again));
    REFUSES(NULL, graze_boxes_of_trajectory(NULL, body, path, NULL, 0, GRAZE_FILTER_BVH, &again));
    REFUSES(NULL, graze_boxes_on_grid(NULL, NULL, &grid, GRAZE_FILTER_BVH, &again));
    REFUSES(NULL, graze_boxes_on_grid(NULL, boxes, NULL, GRAZE_FILTER_BVH, &again));
    REFUSES(NULL, graze_boxes_on_grid(NULL, boxes, &grid, GRAZE_FILTER_BVH, NULL));
    REFUSES(NULL, graze_boxes_first_candidate(boxes, boxes, GRAZE_FILTER_BVH, 0, 0, NULL, &step));
    REFUSES(NULL, graze_boxes_first_candidate(boxes, boxes, GRAZE_FILTER_BVH, 0, 0, &is, NULL));
    for (int i = 0; i < 5; i++) {
        graze_time_grid wrong = grid;
        double *const numbers[] = {&wrong.origin, &wrong.step, &wrong.centre.x, &wrong.centre.y,
                                   &wrong.centre.z};
        *numbers[i] = i % 2 == 0 ? INFINITY : NAN;
        CU_ASSERT_NOT_EQUAL(
            graze_boxes_of_trajectory(NULL, body, path, &wrong, 0, GRAZE_FILTER_BVH, &again),
            GRAZE_OK);
    }
    graze_boxes_free(boxes);
    scene_close(&of);
}

static void doors_of_two_motions_refuse_each_missing_pointer(void)
{
    scene_open(&of, false);
    const graze_body *body = &of.bodies[0];
    const graze_motion *m = &of.motions[0][0];
    const graze_prepared *p = &of.prepared[0][0];
    bool alive;
    graze_vector place;
    REFUSES(NULL, graze_conflict_exists_prepared(NULL, body, m, p, body, m, 0, &is));
    REFUSES(NULL, graze_conflict_exists_prepared(p, NULL, m, p, body, m, 0, &is));
    REFUSES(NULL, graze_conflict_exists_prepared(p, body, NULL, p, body, m, 0, &is));
    REFUSES(NULL, graze_conflict_exists_prepared(p, body, m, NULL, body, m, 0, &is));
    REFUSES(NULL, graze_conflict_exists_prepared(p, body, m, p, NULL, m, 0, &is));
    REFUSES(NULL, graze_conflict_exists_prepared(p, body, m, p, body, NULL, 0, &is));
    REFUSES(NULL, graze_conflict_exists_prepared(p, body, m, p, body, m, 0, NULL));
    for (int missing = 0; missing < 8; missing++)
        REFUSES(NULL,
                graze_conflict_intervals_prepared(
                    missing == 0 ? NULL : p, missing == 1 ? NULL : body, missing == 2 ? NULL : m,
                    missing == 3 ? NULL : p, missing == 4 ? NULL : body, missing == 5 ? NULL : m, 0,
                    missing == 6 ? NULL : list, 4, missing == 7 ? NULL : &count));
    REFUSES(NULL, graze_motion_position(NULL, 0, &alive, &place));
    REFUSES(NULL, graze_motion_position(m, 0, NULL, &place));
    REFUSES(NULL, graze_motion_position(m, 0, &alive, NULL));
    scene_close(&of);
}

static void doors_of_batches_refuse_each_missing_pointer(void)
{
    static uint64_t memory[4096];
    scene_open(&of, false);
    graze_batch batch;
    graze_batch_interval found[4];
    CU_ASSERT_EQUAL_FATAL(
        graze_batch_fill(of.bodies, of.motions[0], 1, memory, sizeof memory, &batch), GRAZE_OK);
    const graze_motion *m = &of.motions[1][0];
    REFUSES(NULL, graze_batch_intervals(of.bodies, m, 0, NULL, found, 4, &count));
    REFUSES(NULL, graze_batch_intervals(of.bodies, m, 0, &batch, NULL, 4, &count));
    REFUSES(NULL, graze_batch_intervals(of.bodies, m, 0, &batch, found, 4, NULL));
    REFUSES(NULL, graze_batch_unsafe_starts(of.bodies, m, 0, NULL, NULL, found, 4, &count));
    REFUSES(NULL, graze_batch_conflicts_between(NULL, &batch, 0, take_numbers, NULL));
    REFUSES(NULL, graze_batch_conflicts_between(&batch, NULL, 0, take_numbers, NULL));
    REFUSES(NULL, graze_batch_conflicts_between(&batch, &batch, 0, NULL, NULL));
    scene_close(&of);
}

static void doors_of_paths_refuse_each_missing_pointer_and_number(void)
{
    scene_open(&of, false);
    const graze_trajectory *path = &of.trajectories[0];
    const graze_trajectory empty = {.motions = NULL, .count = 1};
    const graze_prepared_trajectory *prepared = &of.prepared_trajectories[0];
    graze_prepared_trajectory into;
    graze_prepared room[SCENE_MOTIONS];
    graze_motion_pair pair;
    graze_path_visit visit = {.any = false};
    REFUSES(NULL, graze_trajectory_prepare(NULL, path, room, &into));
    REFUSES(NULL, graze_trajectory_prepare(of.bodies, NULL, room, &into));
    REFUSES(NULL, graze_trajectory_prepare(of.bodies, path, NULL, &into));
    REFUSES(NULL, graze_trajectory_prepare(of.bodies, path, room, NULL));
    REFUSES(NULL, graze_trajectory_first_conflict(NULL, prepared, 0, &pair, &is));
    REFUSES(NULL, graze_trajectory_first_conflict(prepared, NULL, 0, &pair, &is));
    REFUSES(NULL, graze_trajectory_first_conflict(prepared, prepared, 0, &pair, NULL));
    REFUSES(NULL, graze_path_visits(NULL, (graze_point){0, 0}, &visit, &is));
    REFUSES(NULL, graze_path_visits(&empty, (graze_point){0, 0}, &visit, &is));
    REFUSES(NULL, graze_path_visits(path, (graze_point){0, 0}, NULL, &is));
    REFUSES(NULL, graze_path_visits(path, (graze_point){0, 0}, &visit, NULL));
    REFUSES(NOT_FINITE, graze_path_visits(path, (graze_point){INFINITY, 0}, &visit, &is));
    REFUSES(NOT_FINITE, graze_path_visits(path, (graze_point){0, NAN}, &visit, &is));
    REFUSES(NOT_FINITE, graze_path_ends_at(path, (graze_vector){INFINITY, 0, 0}, &is));
    REFUSES(NOT_FINITE, graze_path_ends_at(path, (graze_vector){0, NAN, 0}, &is));
    REFUSES(NOT_FINITE, graze_path_ends_at(path, (graze_vector){0, 0, NAN}, &is));
    REFUSES(NULL, graze_path_strays(NULL, 1, &of.roadmap, NULL, take_numbers, NULL));
    REFUSES(NULL, graze_path_strays(path, 1, NULL, NULL, take_numbers, NULL));
    REFUSES(NULL, graze_path_strays(path, 1, &of.roadmap, NULL, NULL, NULL));
    CU_ASSERT_EQUAL(graze_path_strays(NULL, 0, &of.roadmap, NULL, take_numbers, NULL), GRAZE_OK);
    for (int i = 0; i < 7; i++) {
        double numbers[7] = {1, 1, 1, 0, 0, 5, 5};
        numbers[i] = NAN;
        const graze_path_limits limits = {
            numbers[0], numbers[1], numbers[2], {numbers[3], numbers[4]}, {numbers[5], numbers[6]}};
        REFUSES(NOT_FINITE, graze_path_excesses(path, &limits, take_excess, NULL));
    }
    scene_close(&of);
}

static void doors_of_a_world_refuse_each_missing_pointer_and_number(void)
{
    scene_open(&of, false);
    graze_grid grid = {SCENE_CELLS, SCENE_CELLS, NULL, 1};
    graze_world *world;
    graze_point corners[4], place;
    graze_obstacle obstacle;
    graze_nearest nearest;
    graze_tangents tangents;
    graze_roadmap roadmap;
    REFUSES(NULL, graze_world_create(&grid, NULL, 0, NULL, &world));
    REFUSES(NULL, graze_world_grid(NULL, &grid));
    REFUSES(NULL, graze_world_grid(of.world, NULL));
    REFUSES(NULL, graze_world_place(NULL, 0, 0, &place));
    REFUSES(NULL, graze_world_place(of.world, 0, 0, NULL));
    REFUSES(NULL, graze_world_obstacle(NULL, 0, corners, &obstacle));
    REFUSES(NULL, graze_world_obstacle(of.world, 0, NULL, &obstacle));
    REFUSES(NULL, graze_world_obstacle(of.world, 0, corners, NULL));
    REFUSES(NULL, graze_world_nearest(NULL, (graze_point){0, 0}, &nearest));
    REFUSES(NULL, graze_world_nearest(of.world, (graze_point){0, 0}, NULL));
    REFUSES(NULL, graze_roadmap_within(of.world, of.bodies, NULL, 0, NULL, &roadmap));
    REFUSES(NULL, graze_roadmap_within(of.world, of.bodies, &of.roadmap, 0, NULL, NULL));
    REFUSES(NULL, graze_roadmap_within(NULL, of.bodies, &of.roadmap, 0, NULL, &roadmap));
    REFUSES(NULL, graze_world_meetings(NULL, of.bodies, of.trajectories, 0, NULL, NULL, NULL));
    graze_point nowhere[SCENE_CELLS * SCENE_CELLS];
    graze_roadmap lost = of.roadmap;
    for (size_t v = 0; v < SCENE_CELLS * SCENE_CELLS; v++)
        nowhere[v] = (graze_point){INFINITY, 0};
    lost.places = nowhere;
    REFUSES(NOT_FINITE, graze_roadmap_within(of.world, of.bodies, &lost, 0, NULL, &roadmap));
    for (int i = 0; i < 4; i++) {
        const graze_point wrong = {i == 0   ? INFINITY
                                   : i == 1 ? NAN
                                            : 0,
                                   i == 2   ? INFINITY
                                   : i == 3 ? NAN
                                            : 0};
        const graze_obstacle there = {{.radius = 1}, wrong};
        size_t bad;
        REFUSES(NOT_FINITE, graze_world_create(NULL, &there, 1, NULL, &world));
        REFUSES(NOT_FINITE, graze_world_nearest(of.world, wrong, &nearest));
        REFUSES(NOT_FINITE, graze_world_tangents(of.world, wrong, 0, &tangents));
        REFUSES(NOT_FINITE, graze_roadmap_from_edges(1, &wrong, 0, NULL, NULL, &roadmap, &bad));
    }
    scene_close(&of);
}

static void doors_of_splines_refuse_each_missing_pointer_and_number(void)
{
    const double times[] = {0, 1, 2}, late[] = {0, 1, INFINITY};
    const graze_vector places[] = {{0, 0, 0}, {1, 1, 0}, {2, 0, 0}};
    graze_vector accelerations[3];
    graze_motion motions[16];
    double deviation;
    size_t bad;
    REFUSES(NULL, graze_spline_accelerations(NULL, 3, NULL, places, accelerations));
    REFUSES(NULL, graze_spline_accelerations(NULL, 3, times, NULL, accelerations));
    REFUSES(NULL, graze_spline_accelerations(NULL, 3, times, places, NULL));
    REFUSES(NOT_FINITE, graze_spline_accelerations(NULL, 3, late, places, accelerations));
    for (int missing = 0; missing < 5; missing++) {
        count = 16;
        REFUSES(NULL, graze_trajectory_from_spline(
                          NULL, 3, missing == 0 ? NULL : times, missing == 1 ? NULL : places, 2,
                          GRAZE_STAY, missing == 2 ? NULL : motions, missing == 3 ? NULL : &count,
                          missing == 4 ? NULL : &deviation, &bad));
    }
    for (int number = 0; number < 9; number++) {
        graze_vector wrong[] = {places[0], places[1], places[2]};
        graze_vector *at = &wrong[number / 3];
        *(number % 3 == 0 ? &at->x : number % 3 == 1 ? &at->y : &at->z) = NAN;
        REFUSES(NOT_FINITE, graze_spline_accelerations(NULL, 3, times, wrong, accelerations));
        count = 16;
        REFUSES(NOT_FINITE, graze_trajectory_from_waypoints(3, times, wrong, GRAZE_STAY, motions,
                                                            &count, &bad));
        CU_ASSERT_EQUAL(bad, (size_t)number / 3);
    }
    count = 16;
    REFUSES(NOT_FINITE,
            graze_trajectory_from_waypoints(3, late, places, GRAZE_STAY, motions, &count, &bad));
}

static void doors_of_planning_refuse_each_missing_pointer_and_number(void)
{
    scene_open(&of, false);
    const graze_task task = {.radius = 0.375, .speed = 1, .start = 0, .goal = 1};
    graze_solution solution;
    graze_lattice lattice;
    graze_roadmap broken = of.roadmap;
    CU_ASSERT_EQUAL(graze_lattice_for(64, &lattice), GRAZE_OK);
    REFUSES(NULL, graze_plan_among(NULL, &task, of.index, 0, NULL, &solution));
    REFUSES(NULL, graze_plan_among(&of.roadmap, NULL, of.index, 0, NULL, &solution));
    REFUSES(NULL, graze_plan_among(&of.roadmap, &task, of.index, 0, NULL, NULL));
    REFUSES(NULL, graze_solve(NULL, NULL, NULL, &solution));
    for (int i = 0; i < 9; i++) {
        graze_task wrong = task;
        graze_problem problem = {&of.roadmap, &wrong, 1, 0};
        graze_status wanted = i < 4 ? GRAZE_ERROR_NOT_FINITE : GRAZE_ERROR_INDEX;
        *(i % 2 == 0 ? &wrong.radius : &wrong.speed) = i == 0 || i == 1   ? INFINITY
                                                       : i == 2 || i == 3 ? NAN
                                                                          : 1;
        if (i == 4)
            wrong.start = UINT32_MAX;
        if (i == 5)
            wrong.goal = UINT32_MAX;
        if (i == 6)
            problem.roadmap = NULL, wanted = GRAZE_ERROR_NULL;
        if (i == 7)
            problem.tolerance = NAN, wanted = GRAZE_ERROR_NOT_FINITE;
        if (i == 8)
            problem.task_count = SIZE_MAX, wanted = GRAZE_ERROR_CAPACITY;
        CU_ASSERT_EQUAL(graze_solve(&problem, NULL, NULL, &solution), wanted);
    }
    const graze_problem problem = {&of.roadmap, &task, 1, 0};
    REFUSES(NULL, graze_solve(&problem, NULL, NULL, NULL));
    graze_solution_free(NULL, NULL);
    broken.first = NULL;
    REFUSES(NULL, graze_lattice_for_roadmap(&broken, 1, &lattice));
    broken = of.roadmap;
    broken.targets = NULL;
    REFUSES(NULL, graze_lattice_for_roadmap(&broken, 1, &lattice));
    REFUSES(NULL, graze_lattice_for_roadmap(&of.roadmap, 1, NULL));
    REFUSES(NOT_FINITE, graze_lattice_for_roadmap(&of.roadmap, INFINITY, &lattice));
    scene_close(&of);
}

static void doors_of_trajectories_look_at_each_of_them(void)
{
    static const graze_point corners[] = {{0, 0}, {1, 0}, {0, 1}};
    scene_open(&of, false);
    const graze_motion *motion = &of.motions[0][0];
    graze_body bodies[2] = {of.bodies[1], of.bodies[2]};
    for (int wrong = 0; wrong < 2; wrong++) {
        bodies[wrong].radius = -1;
        REFUSES(NEGATIVE_RADIUS,
                graze_trajectories_unsafe_starts(of.bodies, motion, bodies, of.trajectories + 1, 2,
                                                 0, NULL, list, ROOM, &count));
        bodies[wrong].radius = 0.5;
    }
    const graze_body wedge = {0, corners, 3};
    for (size_t high = 0; high + 1 < of.trajectories[1].count; high++) {
        graze_motion motions[SCENE_MOTIONS];
        graze_verdict verdict;
        for (size_t i = 0; i < of.trajectories[1].count; i++)
            motions[i] = of.motions[1][i];
        motions[high].position.z = 1;
        const graze_trajectory path = {.motions = motions, .count = of.trajectories[1].count};
        REFUSES(SPATIAL_CORNERS, graze_trajectory_verdict(&wedge, &of.trajectories[0], of.bodies,
                                                          &path, 0, &verdict));
    }
    scene_close(&of);
}

/* A body with corners in any motion keeps the other agent in the plane. */
static void each_body_of_a_trajectory_is_looked_at_for_corners(void)
{
    static const graze_point corners[] = {{0, 0}, {1, 0}, {0, 1}};
    scene_open(&of, false);
    graze_motion high[SCENE_MOTIONS];
    graze_verdict verdict;
    for (size_t i = 0; i < of.trajectories[1].count; i++)
        high[i] = of.motions[1][i];
    high[0].position.z = 1;
    const graze_trajectory above = {.motions = high, .count = of.trajectories[1].count};
    for (size_t at = 0; at < of.trajectories[0].count; at++) {
        graze_body bodies[SCENE_MOTIONS];
        for (size_t i = 0; i < SCENE_MOTIONS; i++)
            bodies[i] = i == at ? (graze_body){0, corners, 3} : of.bodies[0];
        graze_trajectory named = of.trajectories[0];
        named.bodies = bodies;
        REFUSES(SPATIAL_CORNERS, graze_trajectory_verdict(of.bodies, &named, of.bodies, &above, 0,
                                                          &verdict));
    }
    scene_close(&of);
}

static void doors_of_pairwise_questions_refuse_each_missing_array(void)
{
    static const double zeros[] = {0, 0}, ones[] = {1, 1};
    const graze_moves whole = {.count = 2,
                               .form = GRAZE_WAYPOINT,
                               .radius = ones,
                               .place = {zeros, zeros},
                               .to = {ones, ones},
                               .start = zeros,
                               .end = ones};
    uint64_t hits[1];
    size_t first[3], bad;
    CU_ASSERT_EQUAL(graze_pairwise_conflicts(&whole, &whole, 0, hits, &count, &bad), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_pairwise_conflicts(&whole, &whole, 0, hits, NULL, NULL), GRAZE_OK);
    for (int missing = 0; missing < 3; missing++) {
        graze_moves part = whole;
        const double **const arrays[] = {&part.radius, &part.start, &part.end};
        *arrays[missing] = NULL;
        REFUSES(NULL, graze_pairwise_conflicts(&part, &whole, 0, hits, &count, &bad));
        REFUSES(NULL, graze_pairwise_conflicts(&whole, &part, 0, hits, &count, &bad));
    }
    REFUSES(NULL, graze_pairwise_conflicts(NULL, &whole, 0, hits, &count, &bad));
    REFUSES(NULL, graze_pairwise_conflicts(&whole, NULL, 0, hits, &count, &bad));
    REFUSES(NULL, graze_pairwise_conflicts(&whole, &whole, 0, NULL, &count, &bad));
    REFUSES(NULL, graze_pairwise_intervals(&whole, &whole, 0, NULL, list, ROOM, &bad));
    REFUSES(NULL, graze_pairwise_intervals(&whole, &whole, 0, first, NULL, ROOM, &bad));
    REFUSES(NULL, graze_pairwise_unsafe_starts(&whole, &whole, 0, NULL, NULL, list, ROOM, &bad));
    const graze_moves none = {.form = GRAZE_WAYPOINT};
    CU_ASSERT_EQUAL(graze_pairwise_conflicts(&none, &none, 0, NULL, &count, &bad), GRAZE_OK);
    CU_ASSERT_EQUAL(count, 0);
}

CU_TestInfo door_tests[] = {
    SUPPORT_TEST(doors_of_the_index_refuse_each_missing_pointer),
    SUPPORT_TEST(doors_among_agents_refuse_each_missing_pointer),
    SUPPORT_TEST(doors_of_boxes_refuse_each_missing_pointer_and_number),
    SUPPORT_TEST(doors_of_two_motions_refuse_each_missing_pointer),
    SUPPORT_TEST(doors_of_batches_refuse_each_missing_pointer),
    SUPPORT_TEST(doors_of_paths_refuse_each_missing_pointer_and_number),
    SUPPORT_TEST(doors_of_a_world_refuse_each_missing_pointer_and_number),
    SUPPORT_TEST(doors_of_splines_refuse_each_missing_pointer_and_number),
    SUPPORT_TEST(doors_of_planning_refuse_each_missing_pointer_and_number),
    SUPPORT_TEST(doors_of_trajectories_look_at_each_of_them),
    SUPPORT_TEST(each_body_of_a_trajectory_is_looked_at_for_corners),
    SUPPORT_TEST(doors_of_pairwise_questions_refuse_each_missing_array),
    CU_TEST_INFO_NULL,
};
