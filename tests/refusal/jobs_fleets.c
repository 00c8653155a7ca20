/* SPDX-License-Identifier: MIT */
/* Robots with limits, fleets that get goal after goal, and splits on many moves. */
#include "refusal/jobs.h"

#include "refusal/answers.h"
#include "refusal/plans.h"
#include "refusal/refusal.h"

static const graze_point box[] = {{-0.25, -0.125}, {0.25, -0.125}, {0.25, 0.125}, {-0.25, 0.125}};

/* ---- robots ----------------------------------------------------------------------------- */

/* It turns its footprint on its way round a corner. */
static const graze_task turning = {.radius = 0.0625,
                                   .speed = 1,
                                   .start = 0,
                                   .goal = 4,
                                   .acceleration = 0.5,
                                   .turn_rate = 1,
                                   .turns = true,
                                   .vertices = box,
                                   .vertex_count = 4};

/* It and a disc that brakes harder than it speeds up cross. */
static graze_status robots(const graze_solve_options *options)
{
    static const graze_turn_time turns[] = {{1, 1}, {2, 1.5}};
    const graze_task tasks[] = {turning,
                                {.radius = 0.25,
                                 .speed = 1.25,
                                 .start = 3,
                                 .goal = 2,
                                 .acceleration = 0.5,
                                 .deceleration = 1,
                                 .has_heading = true,
                                 .heading = 0.5,
                                 .turn_times = turns,
                                 .turn_time_count = 2}};
    graze_roadmap map;
    graze_status status = plans_crossing(&map);
    return status == GRAZE_OK ? plans_solve(&map, tasks, 2, options) : status;
}

static graze_status robots_by_search(const scene *of)
{
    (void)of;
    return robots(&(graze_solve_options){.method = GRAZE_CCBS});
}

static graze_status robots_by_bounded_search(const scene *of)
{
    (void)of;
    return robots(&(graze_solve_options){.method = GRAZE_CCBS, .suboptimality = 1.25});
}

static graze_status robots_in_turn(const scene *of)
{
    (void)of;
    return robots(&(graze_solve_options){.method = GRAZE_PRIORITISED});
}

static graze_status robots_better(const scene *of)
{
    (void)of;
    return robots(&(graze_solve_options){.method = GRAZE_LNS, .node_limit = 8, .threads = 1});
}

/* Somebody walks across the way of a robot that turns. */
static graze_status robot_among(const scene *of)
{
    static const graze_body disc = {.radius = 0.25};
    graze_motion motion;
    const graze_trajectory path = {.motions = &motion, .count = 1};
    graze_index *others;
    graze_roadmap map;
    graze_solution solution;
    (void)of;
    graze_motion_waypoint((graze_vector){2, 1, 0}, (graze_vector){-2, -1, 0}, 0, 4, &motion);
    graze_status status = graze_index_new(&disc, &path, 1, NULL, NULL, &others);
    if (status != GRAZE_OK || plans_crossing(&map) != GRAZE_OK)
        return GRAZE_ERROR_MEMORY;
    status = graze_plan_among(&map, &turning, others, 0, &refusal_allocator, &solution);
    if (status == GRAZE_OK)
        plans_add(&solution);
    graze_roadmap_free(&map, NULL);
    graze_index_free(others);
    return status;
}

/* ---- goal after goal -------------------------------------------------------------------- */

static graze_status add_goals(graze_lifelong *fleet)
{
    static const uint32_t goals[2][3] = {{4, 0, 0}, {0, 4, 3}};
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < 2; a++)
        for (size_t i = 0; i < 3 && status == GRAZE_OK; i++)
            status = graze_lifelong_add_goal(fleet, a, goals[a][i]);
    return status;
}

/* Two change places in windows, one of them so slowly that its moves last beyond them. */
static graze_status windows(const scene *of)
{
    static const graze_task tasks[] = {{.radius = 0.25, .speed = 1, .start = 0},
                                       {.radius = 0.25, .speed = 0.375, .start = 4}};
    const graze_lifelong_options options = {.replan = 2, .horizon = 8, .neighbourhoods = 4};
    graze_lifelong *fleet = NULL;
    graze_solution solution;
    graze_roadmap map;
    (void)of;
    if (plans_alcove(1, &map) != GRAZE_OK)
        return GRAZE_ERROR_MEMORY;
    graze_status status = graze_lifelong_new(&(graze_problem){&map, tasks, 2, 0}, &options,
                                             &refusal_allocator, &fleet);
    if (status == GRAZE_OK)
        status = add_goals(fleet);
    for (int k = 0; k < 5 && status == GRAZE_OK; k++)
        status = graze_lifelong_advance(fleet);
    if (status == GRAZE_OK)
        status = graze_lifelong_finish(fleet, &solution);
    if (status == GRAZE_OK)
        plans_add(&solution);
    graze_lifelong_free(fleet);
    graze_roadmap_free(&map, NULL);
    return status;
}

/* ---- many moves from a vertex ----------------------------------------------------------- */

/* Three cross in the middle, from which ten moves lead. */
static graze_status dense(const graze_solve_options *options)
{
    static const graze_task tasks[] = {{.radius = 0.375, .speed = 1, .start = 0, .goal = 8},
                                       {.radius = 0.375, .speed = 1, .start = 8, .goal = 0},
                                       {.radius = 0.25, .speed = 1, .start = 3, .goal = 5}};
    graze_roadmap map;
    graze_status status = plans_dense_field(&map);
    return status == GRAZE_OK ? plans_solve(&map, tasks, 3, options) : status;
}

static graze_status dense_by_search(const scene *of)
{
    (void)of;
    return dense(&(graze_solve_options){.method = GRAZE_CCBS});
}

/* Without disjoint splits the children forbid whole bicliques more often. */
static graze_status dense_by_plain_search(const scene *of)
{
    const unsigned without = GRAZE_WITHOUT_DISJOINT | GRAZE_WITHOUT_HEURISTIC;
    (void)of;
    return dense(&(graze_solve_options){.method = GRAZE_CCBS, .without = without});
}

/* The first plan is too dear, and bounds the search. */
static graze_status dense_by_bounded_search(const scene *of)
{
    (void)of;
    return dense(&(graze_solve_options){.method = GRAZE_CCBS, .suboptimality = 1.0625});
}

const job jobs_fleets[] = {
    {"robots by search", robots_by_search},
    {"robots by a bounded search", robots_by_bounded_search},
    {"robots in turn", robots_in_turn},
    {"robots better", robots_better},
    {"a robot among others", robot_among},
    {"windows", windows},
    {"dense by search", dense_by_search},
    {"dense by a plain search", dense_by_plain_search},
    {"dense by a bounded search", dense_by_bounded_search},
};
const size_t job_count_fleets = sizeof jobs_fleets / sizeof *jobs_fleets;
