/* SPDX-License-Identifier: MIT */
/* Plans, tables and worlds of little work. Bodies touch exactly, so that the exact stage is asked.
 */
#include "refusal/jobs.h"

#include <math.h>

#include "refusal/answers.h"
#include "refusal/plans.h"
#include "refusal/refusal.h"

enum { EDGES = 24 };

static const graze_body disc = {.radius = 0.5};

/* ---- plans ------------------------------------------------------------------------------ */

/* One agent lets the other pass. */
static graze_status pass(const graze_solve_options *options)
{
    static const graze_task tasks[] = {{.radius = 0.5, .speed = 1, .start = 0, .goal = 4},
                                       {.radius = 0.5, .speed = 1, .start = 1, .goal = 3}};
    graze_roadmap map;
    graze_status status = plans_alcove(3, &map);
    return status == GRAZE_OK ? plans_solve(&map, tasks, 2, options) : status;
}

/* Who is at its goal stays there, and the other goes round, or steps aside. */
static graze_status rest_in_the_way(const scene *of)
{
    static const graze_task tasks[] = {{.radius = 0.5, .speed = 1, .start = 0, .goal = 2},
                                       {.radius = 0.5, .speed = 1, .start = 1, .goal = 1}};
    graze_roadmap map;
    (void)of;
    graze_status status = plans_field(&map);
    return status == GRAZE_OK
               ? plans_solve(&map, tasks, 2, &(graze_solve_options){.method = GRAZE_CCBS})
               : status;
}

/* Two change places, and a slower one crosses. */
static graze_status cross(const graze_solve_options *options)
{
    static const graze_task tasks[] = {{.radius = 0.5, .speed = 1, .start = 0, .goal = 8},
                                       {.radius = 0.5, .speed = 1, .start = 8, .goal = 0},
                                       {.radius = 0.25, .speed = 0.5, .start = 3, .goal = 5}};
    graze_roadmap map;
    graze_status status = plans_field(&map);
    return status == GRAZE_OK ? plans_solve(&map, tasks, 3, options) : status;
}

static graze_status pass_by_search(const scene *of)
{
    (void)of;
    return pass(&(graze_solve_options){.method = GRAZE_CCBS});
}

static graze_status pass_by_plain_search(const scene *of)
{
    const unsigned without = GRAZE_WITHOUT_HEURISTIC | GRAZE_WITHOUT_CORRIDORS;
    (void)of;
    return pass(&(graze_solve_options){.method = GRAZE_CCBS, .without = without});
}

static graze_status cross_by_search(const scene *of)
{
    (void)of;
    return cross(&(graze_solve_options){.method = GRAZE_CCBS});
}

static graze_status cross_by_bounded_search(const scene *of)
{
    (void)of;
    return cross(&(graze_solve_options){
        .method = GRAZE_CCBS, .suboptimality = 1.5, .without = GRAZE_WITHOUT_HEURISTIC});
}

static graze_status pass_in_turn(const scene *of)
{
    (void)of;
    return pass(&(graze_solve_options){.method = GRAZE_PRIORITISED});
}

static graze_status cross_in_turn(const scene *of)
{
    (void)of;
    return cross(&(graze_solve_options){.method = GRAZE_PRIORITISED});
}

static graze_status pass_better(const scene *of)
{
    (void)of;
    return pass(&(graze_solve_options){.method = GRAZE_LNS, .node_limit = 32, .threads = 1});
}

static graze_status cross_better(const scene *of)
{
    (void)of;
    return cross(&(graze_solve_options){.method = GRAZE_LNS, .node_limit = 32, .threads = 1});
}

/* Somebody speeds up for ever on a bent way across that of the only agent: only the exact stage
 * answers. */
static graze_status plan_among(const scene *of)
{
    static const graze_task task = {.radius = 0.5, .speed = 1, .start = 0, .goal = 4};
    graze_motion motion;
    const graze_trajectory path = {.motions = &motion, .count = 1};
    graze_index *others;
    graze_roadmap map;
    graze_solution solution;
    (void)of;
    graze_motion_kinematic((graze_vector){-2, 2, 0}, (graze_vector){0, 0.125, 0},
                           (graze_vector){0.5, 0, 0}, 0, INFINITY, &motion);
    graze_status status = graze_index_new(&disc, &path, 1, NULL, NULL, &others);
    if (status != GRAZE_OK || plans_alcove(1, &map) != GRAZE_OK)
        return GRAZE_ERROR_MEMORY;
    status = graze_plan_among(&map, &task, others, 0, &refusal_allocator, &solution);
    if (status == GRAZE_OK) {
        answers_add_bits(solution.outcome);
        answers_add(solution.sum_of_costs);
        graze_solution_free(&solution, &refusal_allocator);
    }
    graze_roadmap_free(&map, NULL);
    graze_index_free(others);
    return status;
}

const job job_among = {"a plan among others", plan_among};

/* Discs on a floor, but for one of many, which no sample of them has: room for heights is made when
 * it is met. */
static graze_status index_of_a_floor(const scene *of)
{
    enum { DISCS = 256, ABOVE = 101 };
    graze_motion motions[DISCS];
    graze_trajectory paths[DISCS];
    graze_body bodies[DISCS];
    graze_index *index;
    graze_index_meeting first;
    bool any = false;
    (void)of;
    for (int i = 0; i < DISCS; i++) {
        const graze_vector place = {i / 2, i % 2, i == ABOVE};
        graze_motion_waypoint(place, place, 0, 1, &motions[i]);
        paths[i] = (graze_trajectory){.motions = &motions[i], .count = 1};
        bodies[i] = (graze_body){.radius = 0.5625};
    }
    graze_status status = graze_index_new(bodies, paths, DISCS, NULL, &refusal_allocator, &index);
    if (status != GRAZE_OK)
        return status;
    status = graze_index_first_conflict(index, 0, GRAZE_TOUCH, &first, &any);
    answers_add_bits(any);
    graze_index_free(index);
    return status;
}

/* ---- tables ----------------------------------------------------------------------------- */

static graze_status ask_table(graze_collision_table *table, size_t edges)
{
    graze_status status = GRAZE_OK;
    graze_interval when = {0, 0};
    bool any = false;
    for (uint32_t a = 0; a < edges; a++)
        for (uint32_t b = 0; b < edges && status == GRAZE_OK; b++) {
            status = graze_collision_table_moves(table, 0, a, 1, b, &when, &any);
            answers_add(any ? when.upper - when.lower : 0);
            if (status == GRAZE_OK)
                status = graze_collision_table_stay(table, 1, b % 6, 0, a, &when, &any);
            answers_add(any ? when.upper - when.lower : 0);
            if (status == GRAZE_OK)
                status = graze_collision_table_places(table, 0, a % 6, 1, b % 6, &any);
            answers_add_bits(any);
        }
    return status;
}

static graze_status ask_bicliques(graze_collision_table *table, uint32_t edges)
{
    const graze_interval throughout = {-0.0625, 0.0625};
    uint32_t first[EDGES], second[EDGES];
    graze_status status = GRAZE_OK;
    for (uint32_t a = 0; a < edges && status == GRAZE_OK; a++) {
        graze_interval common = {0, 0};
        size_t count = 0, own = 0;
        status = graze_collision_table_partners(table, 0, a, &throughout, 1, second, EDGES, &count);
        for (uint32_t e = a; e < edges; e++)
            first[own++] = e;
        if (status == GRAZE_OK && count > 0)
            status = graze_collision_table_biclique(table, &throughout, 0, first, &own, 1, second,
                                                    &count, &common);
        answers_add_bits(own + count);
        answers_add(common.lower);
    }
    return status;
}

static graze_status tables(const scene *of)
{
    static const graze_body_kind kinds[] = {{{.radius = 0.5}, 1, NULL},
                                            {{.radius = 0.5}, 0.5, NULL}};
    graze_collision_table *table;
    graze_roadmap map;
    (void)of;
    if (plans_alcove(1, &map) != GRAZE_OK)
        return GRAZE_ERROR_MEMORY;
    graze_status status = graze_collision_table_new(&map, kinds, 2, 0, &refusal_allocator, &table);
    if (status == GRAZE_OK) {
        const uint32_t edges = (uint32_t)map.first[map.vertex_count];
        status = ask_table(table, edges);
        if (status == GRAZE_OK)
            status = ask_bicliques(table, edges);
        graze_collision_table_free(table);
    }
    graze_roadmap_free(&map, NULL);
    return status;
}

/* ---- worlds ----------------------------------------------------------------------------- */

static bool take_obstacle(void *context, size_t obstacle, const graze_meeting *meeting)
{
    (void)context;
    answers_add_bits(obstacle);
    answers_add(meeting->when.lower);
    return true;
}

/* Places from which two obstacles are as near as each other, and one as near as a double tells. */
static graze_status ask_nearest(const graze_world *world)
{
    static const graze_point places[] = {{3, 4.5}, {0x1p60, 0x1p-60}, {2.5, 2.5}, {-0x1p70, 3}};
    graze_status status = GRAZE_OK;
    for (int i = 0; i < 4 && status == GRAZE_OK; i++) {
        graze_nearest nearest = {.found = false};
        graze_tangents tangents;
        status = graze_world_nearest(world, places[i], &nearest);
        answers_add_bits(nearest.obstacle);
        answers_add(nearest.distance);
        if (status == GRAZE_OK && nearest.distance > 0)
            status = graze_world_tangents(world, places[i], nearest.obstacle, &tangents);
    }
    return status;
}

static graze_status ask_world(const graze_world *world)
{
    static const graze_point wedge[] = {{0, 0}, {1, 0}, {0.5, 0.75}};
    const graze_body corners = {.vertices = wedge, .vertex_count = 3};
    graze_motion motions[2];
    const graze_trajectory path = {.motions = motions, .count = 2};
    graze_roadmap grid, within;
    graze_motion_waypoint((graze_vector){-1, 0, 0}, (graze_vector){4, 1, 0}, 0, 3, &motions[0]);
    graze_motion_kinematic((graze_vector){4, 1, 0}, (graze_vector){-1, 1, 0},
                           (graze_vector){0, -0.5, 0}, 3, 3, &motions[1]);
    graze_status status =
        graze_world_meetings(world, &disc, &path, 0, take_obstacle, take_obstacle, NULL);
    if (status == GRAZE_OK)
        status = ask_nearest(world);
    for (int k = 0; k < 2 && status == GRAZE_OK; k++) {
        const graze_body *body = k == 0 ? &disc : &corners;
        status = graze_roadmap_from_grid(world, body, 3, 0, &refusal_allocator, &grid);
        if (status != GRAZE_OK)
            return status;
        answers_add_bits(grid.first[grid.vertex_count]);
        status = graze_roadmap_any_angle(world, body, 0, &refusal_allocator, &within);
        if (status == GRAZE_OK) {
            answers_add_bits(within.first[within.vertex_count]);
            graze_roadmap_free(&within, &refusal_allocator);
        } else {
            graze_roadmap_free(&grid, &refusal_allocator);
            return status;
        }
        status = graze_roadmap_within(world, body, &grid, 0x1p-30, &refusal_allocator, &within);
        if (status == GRAZE_OK) {
            answers_add_bits(within.first[within.vertex_count]);
            graze_roadmap_free(&within, &refusal_allocator);
        }
        graze_roadmap_free(&grid, &refusal_allocator);
    }
    return status;
}

static graze_status worlds(const scene *of)
{
    static const unsigned char cells[] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0};
    static const graze_point wedge[] = {{0, 0}, {1, 0}, {0.5, 0.75}};
    static const graze_obstacle obstacles[] = {{{0.125, wedge, 3}, {2, 3}},
                                               {{.radius = 0.5}, {4, 1}}};
    const graze_grid grid = {4, 3, cells, 1};
    graze_world *world;
    (void)of;
    graze_status status = graze_world_create(&grid, obstacles, 2, &refusal_allocator, &world);
    if (status != GRAZE_OK)
        return status;
    status = ask_world(world);
    graze_world_free(world);
    return status;
}

/* Far away, and so large that doubles do not tell: the kernel is asked for each distance. */
static graze_status obstacles_alone(const scene *of)
{
    static const graze_point huge[] = {{0, 0}, {0x1p500, 0}, {0x1p499, 0x1p500}};
    const graze_obstacle obstacles[] = {{{0.125, huge, 3}, {0x1p501, 3}},
                                        {{.radius = 0.5}, {4, 1}}};
    graze_motion motion;
    const graze_trajectory path = {.motions = &motion, .count = 1};
    graze_world *world;
    (void)of;
    graze_motion_waypoint((graze_vector){3, 0, 0}, (graze_vector){3, 2, 0}, 0, 3, &motion);
    graze_status status = graze_world_create(NULL, obstacles, 2, &refusal_allocator, &world);
    if (status != GRAZE_OK)
        return status;
    status = graze_world_meetings(world, &disc, &path, 0, take_obstacle, take_obstacle, NULL);
    if (status == GRAZE_OK)
        status = ask_nearest(world);
    graze_world_free(world);
    return status;
}

static graze_status cells_from_afar(const scene *of)
{
    static const unsigned char cells[] = {1, 1, 1, 1, 1, 1, 1, 1};
    static const graze_point places[] = {{0.3, 0x1p55}, {2.7, -0x1p60}, {-0x1p58, 0.1}};
    const graze_grid grid = {8, 1, cells, 0.1};
    graze_world *world;
    (void)of;
    graze_status status = graze_world_create(&grid, NULL, 0, &refusal_allocator, &world);
    if (status != GRAZE_OK)
        return status;
    for (int i = 0; i < 3 && status == GRAZE_OK; i++) {
        graze_nearest nearest = {.found = false};
        status = graze_world_nearest(world, places[i], &nearest);
        answers_add_bits(nearest.obstacle);
        answers_add(nearest.distance);
    }
    graze_world_free(world);
    return status;
}

/* So far above a run of cells that those beside each other are equally near: the first of them is
 * searched for, and the kernel asked about each. */
static graze_status cells_from_above(const scene *of)
{
    static const unsigned char cells[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const graze_grid grid = {16, 1, cells, 1024};
    graze_world *world;
    (void)of;
    graze_status status = graze_world_create(&grid, NULL, 0, &refusal_allocator, &world);
    if (status != GRAZE_OK)
        return status;
    graze_nearest nearest = {.found = false};
    status = graze_world_nearest(world, (graze_point){15 * 1024, 0x1p80}, &nearest);
    answers_add_bits(nearest.obstacle);
    answers_add(nearest.distance);
    graze_world_free(world);
    return status;
}

static bool take_stray(void *context, size_t path, size_t motion)
{
    (void)context;
    answers_add_bits(path << 8 | motion);
    return true;
}

/* Stops on edges, and leaves one. */
static graze_status along_edges(const scene *of)
{
    static const double times[] = {0, 1, 2, 3, 4, 5};
    static const graze_vector places[] = {{0, 0, 0},    {0, 0.5, 0}, {0, 1.5, 0},
                                          {0, 1.25, 0}, {0, 3, 0},   {0.5, 3, 0}};
    graze_motion motions[6];
    graze_trajectory path = {.motions = motions};
    graze_roadmap map;
    (void)of;
    graze_status status = plans_alcove(1, &map);
    if (status != GRAZE_OK)
        return status;
    status = graze_trajectory_from_waypoints(6, times, places, GRAZE_VANISH, motions, &path.count,
                                             NULL);
    if (status == GRAZE_OK)
        status = graze_path_strays(&path, 1, &map, &refusal_allocator, take_stray, NULL);
    graze_roadmap_free(&map, NULL);
    return status;
}

/* ---- threads ---------------------------------------------------------------------------- */

static bool take_answer(void *context, const graze_check_answer *answer)
{
    (void)context;
    answers_add_bits(answer->agent_a << 8 | answer->agent_b);
    return true;
}

static graze_status by_threads(const scene *of)
{
    const graze_check_listener listener = {.take = take_answer};
    graze_check_counts counts = {.pairs = 0};
    graze_status status =
        graze_check_plan(of->bodies, of->trajectories, SCENE_AGENTS,
                         &(graze_check_options){.threads = 4}, &listener, NULL, &counts);
    answers_add_bits(counts.pairs_done);
    return status == GRAZE_OK
               ? cross(&(graze_solve_options){.method = GRAZE_LNS, .node_limit = 32, .threads = 4})
               : status;
}

const job job_of_threads = {"by threads", by_threads};

/* ---- all of them ------------------------------------------------------------------------ */

const job jobs_small[] = {
    {"passing by search", pass_by_search},
    {"resting in the way", rest_in_the_way},
    {"passing by a plain search", pass_by_plain_search},
    {"crossing by search", cross_by_search},
    {"crossing by a bounded search", cross_by_bounded_search},
    {"passing in turn", pass_in_turn},
    {"crossing in turn", cross_in_turn},
    {"passing better", pass_better},
    {"crossing better", cross_better},
    {"a plan among others", plan_among},
    {"tables", tables},
    {"worlds", worlds},
    {"a world of obstacles alone", obstacles_alone},
    {"cells from afar", cells_from_afar},
    {"cells from above", cells_from_above},
    {"along edges", along_edges},
    {"index of a floor", index_of_a_floor},
};
const size_t job_count_small = sizeof jobs_small / sizeof *jobs_small;
