/* SPDX-License-Identifier: MIT */
/* Every function of the library that takes an allocator: its n-th block is refused, once and from
 * then on. The answer is GRAZE_ERROR_MEMORY or the right one, and no block is lost. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <graze.h>

#include "support/run.h"

/* ---- an allocator that refuses ----------------------------------------------------------- */

typedef struct account {
    size_t asked, refused_at; /* 0: none is refused */
    bool for_ever;
    long blocks; /* that are not freed */
} account;

static void *resize(void *context, void *block, size_t size)
{
    account *kept = context;
    if (size == 0) {
        kept->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    kept->asked++;
    if (kept->asked == kept->refused_at ||
        (kept->for_ever && kept->refused_at > 0 && kept->asked > kept->refused_at))
        return NULL;
    void *made = realloc(block, size);
    kept->blocks += made != NULL && block == NULL;
    return made;
}

/* ---- the world of the questions ---------------------------------------------------------- */

enum { SIDE = 4, ROUTES = 3, ROWS = 4 };

static graze_body disc = {.radius = 0.25};
static graze_motion motions[ROUTES][ROWS];
static graze_trajectory routes[ROUTES];
static graze_body bodies[ROUTES];
static const uint8_t cells[SIDE * SIDE] = {0, 0, 0, 0, 0, 1, 0, 0};
static const double times[ROWS] = {0, 1, 2, 4};
static const graze_vector places[ROWS] = {{0.5, 0.5, 0}, {2, 1, 0}, {3, 3, 0}, {1, 3.5, 0}};
static graze_world *world;
static graze_roadmap roadmap;
static graze_index *others;
static graze_time_grid grid_of_time;

static graze_grid grid(void)
{
    graze_grid made = {.columns = SIDE, .rows = SIDE, .blocked = cells, .cell = 1};
    return made;
}

static int set_up(void)
{
    for (int r = 0; r < ROUTES; r++) {
        for (int i = 0; i + 1 < ROWS; i++)
            motions[r][i] = (graze_motion){.form = GRAZE_WAYPOINT,
                                           .position = {i, r, 0},
                                           .to = {i + 1, r + 0.5, 0},
                                           .start = i,
                                           .duration = 1};
        routes[r] = (graze_trajectory){.motions = motions[r], .count = ROWS - 1};
        bodies[r] = disc;
    }
    const graze_grid cell_map = grid();
    return graze_world_create(&cell_map, NULL, 0, NULL, &world) != GRAZE_OK ||
           graze_roadmap_from_grid(world, &disc, 2, 0, NULL, &roadmap) != GRAZE_OK ||
           graze_index_new(bodies, routes, ROUTES, NULL, NULL, &others) != GRAZE_OK ||
           graze_time_grid_of(routes, ROUTES, 2, &grid_of_time) != GRAZE_OK;
}

static void tear_down(void)
{
    graze_index_free(others);
    graze_roadmap_free(&roadmap, NULL);
    graze_world_free(world);
}

/* ---- the questions: each frees what it got ----------------------------------------------- */

static graze_status make_world(const graze_allocator *memory)
{
    const graze_grid cell_map = grid();
    const graze_obstacle stone = {disc, {2.5, 2.5}};
    graze_world *made = NULL;
    graze_status status = graze_world_create(&cell_map, &stone, 1, memory, &made);
    if (status == GRAZE_OK)
        graze_world_free(made);
    return status;
}

static graze_status free_roadmap(graze_status status, graze_roadmap *made,
                                 const graze_allocator *memory)
{
    if (status == GRAZE_OK)
        graze_roadmap_free(made, memory);
    return status;
}

static graze_status make_roadmap(const graze_allocator *memory)
{
    graze_roadmap made;
    return free_roadmap(graze_roadmap_from_grid(world, &disc, 3, 0, memory, &made), &made, memory);
}

static graze_status make_roadmap_any_angle(const graze_allocator *memory)
{
    graze_roadmap made;
    return free_roadmap(graze_roadmap_any_angle(world, &disc, 0, memory, &made), &made, memory);
}

static graze_status make_roadmap_of_edges(const graze_allocator *memory)
{
    static const graze_edge edges[] = {{0, 1}, {1, 2}, {2, 0}, {0, 1}};
    static const graze_point points[] = {{0, 0}, {1, 0}, {0, 1}};
    graze_roadmap made;
    return free_roadmap(graze_roadmap_from_edges(3, points, 4, edges, memory, &made, NULL), &made,
                        memory);
}

static graze_status make_roadmap_within(const graze_allocator *memory)
{
    graze_roadmap made;
    return free_roadmap(graze_roadmap_within(world, &disc, &roadmap, 0, memory, &made), &made,
                        memory);
}

/* With a change of an agent, in which the index must stay whole. */
static graze_status make_index(const graze_allocator *memory, graze_index_method method)
{
    const graze_index_options options = {.method = method};
    graze_index *made = NULL;
    graze_status status = graze_index_new(bodies, routes, ROUTES, &options, memory, &made);
    if (status != GRAZE_OK)
        return status;
    status = graze_index_insert(made, ROUTES + 70, &disc, &routes[0]);
    if (status == GRAZE_OK)
        status = graze_index_remove(made, 1);
    if (status == GRAZE_OK)
        status = graze_index_insert(made, 1, &disc, &routes[2]);
    graze_index_free(made);
    return status;
}

static graze_status scan(const graze_allocator *m) { return make_index(m, GRAZE_INDEX_SCAN); }
static graze_status sweep(const graze_allocator *m) { return make_index(m, GRAZE_INDEX_SWEEP); }
static graze_status cells_of(const graze_allocator *m) { return make_index(m, GRAZE_INDEX_GRID); }
static graze_status tree(const graze_allocator *m) { return make_index(m, GRAZE_INDEX_TREE); }
static graze_status masks(const graze_allocator *m) { return make_index(m, GRAZE_INDEX_MASKS); }

static graze_status make_boxes(const graze_allocator *memory)
{
    graze_boxes *made = NULL, *coarse = NULL;
    graze_time_grid slow = grid_of_time;
    slow.step *= 2;
    graze_status status = graze_boxes_of_trajectory(memory, &disc, &routes[0], &grid_of_time, 0,
                                                    GRAZE_FILTER_PYRAMID, &made);
    if (status == GRAZE_OK)
        status = graze_boxes_on_grid(memory, made, &slow, GRAZE_FILTER_BVH, &coarse);
    if (status == GRAZE_OK)
        graze_boxes_free(coarse);
    graze_boxes_free(made);
    return status;
}

static graze_status find_accelerations(const graze_allocator *memory)
{
    graze_vector accelerations[ROWS];
    return graze_spline_accelerations(memory, ROWS, times, places, accelerations);
}

static graze_status follow_spline(const graze_allocator *memory)
{
    graze_motion pieces[(ROWS - 1) * 2 + 1];
    size_t count = 0;
    double deviation = 0;
    return graze_trajectory_from_spline(memory, ROWS, times, places, 2, GRAZE_STAY, pieces, &count,
                                        &deviation, NULL);
}

static graze_status solve(const graze_allocator *memory, graze_method method)
{
    const graze_task tasks[] = {{.radius = 0.25, .speed = 1, .start = 0, .goal = 14},
                                {.radius = 0.25, .speed = 1, .start = 14, .goal = 0}};
    const graze_problem problem = {&roadmap, tasks, 2, 0};
    const graze_solve_options how = {.method = method, .node_limit = 20, .threads = 1};
    graze_solution solution;
    graze_status status = graze_solve(&problem, &how, memory, &solution);
    if (status == GRAZE_OK)
        graze_solution_free(&solution, memory);
    return status;
}

static graze_status search(const graze_allocator *m) { return solve(m, GRAZE_CCBS); }
static graze_status plan_in_turn(const graze_allocator *m) { return solve(m, GRAZE_PRIORITISED); }
static graze_status improve(const graze_allocator *m) { return solve(m, GRAZE_LNS); }

static graze_status plan_among(const graze_allocator *memory)
{
    const graze_task task = {.radius = 0.25, .speed = 1, .start = 0, .goal = 14};
    graze_solution solution;
    graze_status status = graze_plan_among(&roadmap, &task, others, 0, memory, &solution);
    if (status == GRAZE_OK)
        graze_solution_free(&solution, memory);
    return status;
}

/* Two agents, a goal each, and the window in which they pass each other. */
static graze_status plan_lifelong(const graze_allocator *memory)
{
    const graze_task tasks[] = {{.radius = 0.25, .speed = 1, .start = 0, .goal = 0},
                                {.radius = 0.25, .speed = 0.5, .start = 14, .goal = 0}};
    const graze_problem problem = {&roadmap, tasks, 2, 0};
    const graze_lifelong_options how = {.replan = 3, .horizon = 6, .neighbourhoods = 20};
    graze_lifelong *made = NULL;
    graze_solution solution;
    graze_status status = graze_lifelong_new(&problem, &how, memory, &made);
    if (status == GRAZE_OK)
        status = graze_lifelong_add_goal(made, 0, 14);
    if (status == GRAZE_OK)
        status = graze_lifelong_add_goal(made, 1, 0);
    for (int k = 0; k < 5 && status == GRAZE_OK; k++)
        status = graze_lifelong_advance(made);
    if (status == GRAZE_OK)
        status = graze_lifelong_finish(made, &solution);
    if (status == GRAZE_OK)
        graze_solution_free(&solution, memory);
    graze_lifelong_free(made);
    return status;
}

/* Four on the corners of a cell, in a circle and not. */
static graze_status retime(const graze_allocator *memory)
{
    static const graze_vector at[2][4][3] = {
        {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{1, 0, 0}, {1, 1, 0}, {1, 2, 0}},
         {{1, 1, 0}, {0, 1, 0}, {-1, 1, 0}}, {{0, 1, 0}, {0, 0, 0}, {0, -1, 0}}},
        {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{1, 0, 0}, {1, 1, 0}, {1, 2, 0}},
         {{1, 1, 0}, {0, 1, 0}, {-1, 1, 0}}, {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}}}};
    static const double steps[] = {0, 1, 2};
    graze_motion made[4][4];
    graze_trajectory plan[4];
    graze_body each[4];
    graze_drive_limits limits[4];
    graze_status status = GRAZE_OK;
    for (size_t k = 0; k < 2 && status == GRAZE_OK; k++) {
        for (size_t i = 0; i < 4; i++) {
            graze_trajectory_from_waypoints(3, steps, at[k][i], GRAZE_STAY, made[i],
                                            &plan[i].count, NULL);
            plan[i].motions = made[i];
            plan[i].bodies = NULL;
            each[i] = (graze_body){.radius = 0.35};
            limits[i] = (graze_drive_limits){1, 1 + (double)i, 1, HUGE_VAL, NULL, 0};
        }
        const graze_retime_options how = {.tolerance = 1e-9, .slack = k == 0 ? 0.3 : 0.05};
        graze_retiming answer;
        status = graze_retime(each, plan, 4, limits, &how, memory, &answer);
        if (status == GRAZE_OK)
            graze_retiming_free(&answer, memory);
    }
    return status;
}

static bool hear(void *context, const graze_check_answer *answer)
{
    (void)context, (void)answer;
    return true;
}

static graze_status check_plan(const graze_allocator *memory)
{
    const graze_check_options how = {.threads = 1, .filter = GRAZE_FILTER_BVI};
    const graze_check_listener listener = {.take = hear};
    graze_check_counts counts;
    return graze_check_plan(bodies, routes, ROUTES, &how, &listener, memory, &counts);
}

/* ---- all of them ------------------------------------------------------------------------- */

static const struct {
    const char *name;
    graze_status (*ask)(const graze_allocator *memory);
} questions[] = {
    {"a world", make_world},
    {"a roadmap of a grid", make_roadmap},
    {"a roadmap at any angle", make_roadmap_any_angle},
    {"a roadmap of edges", make_roadmap_of_edges},
    {"a roadmap within a world", make_roadmap_within},
    {"an index that scans", scan},
    {"an index that sweeps", sweep},
    {"an index of cells", cells_of},
    {"an index that is a tree", tree},
    {"an index of masks", masks},
    {"boxes", make_boxes},
    {"accelerations of a spline", find_accelerations},
    {"a trajectory along a spline", follow_spline},
    {"a search", search},
    {"plans in turn", plan_in_turn},
    {"plans better and better", improve},
    {"a plan among others", plan_among},
    {"a lifelong plan", plan_lifelong},
    {"a check", check_plan},
    {"a plan that is driven", retime},
};

enum { QUESTIONS = sizeof questions / sizeof questions[0] };

static size_t ask(size_t question, size_t refused_at, bool for_ever, graze_status *status)
{
    account kept = {.refused_at = refused_at, .for_ever = for_ever};
    const graze_allocator memory = {resize, &kept};
    *status = questions[question].ask(&memory);
    if (kept.blocks != 0 || (*status != GRAZE_OK && *status != GRAZE_ERROR_MEMORY))
        printf("\n  %s, block %zu %s: %s, %ld blocks are lost", questions[question].name,
               refused_at, for_ever ? "ever" : "once", graze_status_name(*status), kept.blocks);
    CU_ASSERT_EQUAL(kept.blocks, 0);
    CU_ASSERT_TRUE(*status == GRAZE_OK || *status == GRAZE_ERROR_MEMORY);
    return kept.asked;
}

static void a_block_that_is_refused_is_told_and_no_other_is_lost(void)
{
    CU_ASSERT_EQUAL_FATAL(set_up(), 0);
    for (size_t i = 0; i < QUESTIONS; i++) {
        graze_status status;
        size_t total = ask(i, 0, false, &status);
        if (status != GRAZE_OK)
            printf("\n  %s: %s", questions[i].name, graze_status_name(status));
        CU_ASSERT_EQUAL(status, GRAZE_OK);
        CU_ASSERT_TRUE(total > 0);
        size_t step = total / support_rounds(2000, 100000, 100000) + 1, told = 0;
        for (size_t at = 1; at <= total; at += step)
            for (int for_ever = 0; for_ever <= 1; for_ever++) {
                ask(i, at, for_ever, &status);
                told += status == GRAZE_ERROR_MEMORY;
            }
        CU_ASSERT_TRUE(told > 0);
    }
    tear_down();
}

CU_TestInfo allocator_tests[] = {
    SUPPORT_TEST(a_block_that_is_refused_is_told_and_no_other_is_lost),
    CU_TEST_INFO_NULL,
};
