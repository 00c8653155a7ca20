/* SPDX-License-Identifier: MIT */
/* <graze/lifelong.h>: windows one after the other, and the plan of them all. */
#include <graze/lifelong.h>

#include <math.h>

#include "base/array.h"
#include "base/memory.h"
#include "numeric/float_mode.h"
#include "planner/plan.h"
#include "planner/window_fleet.h"

struct graze_lifelong {
    graze_allocator memory;
    graze_lifelong_options options;
    body_kind *kinds;
    route_agent *agents; /* at their starts, at time 0 */
    uint32_t agent_count, kind_count;
    planning_graph graph;
    collision_table collisions;
    window_fleet fleet;
    bool has_graph;
    tick now, replan, horizon;
};

/* ---- a fleet ------------------------------------------------------------------------ */

static graze_status check_options(const graze_lifelong_options *options)
{
    bool known = options->replan > 0 && options->horizon >= options->replan &&
                 isfinite(options->horizon);
    return known ? GRAZE_OK : GRAZE_ERROR_CHOICE;
}

static graze_status look_for_overlaps(graze_lifelong *l)
{
    for (uint32_t a = 0; a < l->agent_count; a++)
        for (uint32_t b = a + 1; b < l->agent_count; b++)
            if (collision_of_places(&l->collisions, l->agents[a].kind, l->agents[a].start,
                                    l->agents[b].kind, l->agents[b].start))
                return GRAZE_ERROR_CONFLICT;
    return l->collisions.status;
}

static graze_status make_ready(graze_lifelong *l, const graze_problem *problem)
{
    l->kinds = memory_new(&l->memory, l->agent_count, sizeof *l->kinds);
    l->agents = memory_new(&l->memory, l->agent_count, sizeof *l->agents);
    if (l->kinds == NULL || l->agents == NULL)
        return GRAZE_ERROR_MEMORY;
    robot_limits *limits = memory_new(&l->memory, l->agent_count, sizeof *limits);
    if (limits == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status = plan_kinds(problem, l->kinds, limits, &l->kind_count, l->agents);
    if (status == GRAZE_OK && plan_has_limits(limits, l->kind_count))
        status = GRAZE_ERROR_UNSUPPORTED; /* a window would end while robots are under way */
    memory_free(&l->memory, limits);
    if (status == GRAZE_OK)
        status = graph_open(&l->graph, &l->memory, problem->roadmap, l->kinds, l->kind_count,
                            problem->tolerance);
    if (status != GRAZE_OK)
        return status;
    l->has_graph = true;
    collision_open(&l->collisions, &l->graph);
    l->replan = time_grid_ceil(&l->graph.grid, l->options.replan);
    l->horizon = time_grid_ceil(&l->graph.grid, l->options.horizon);
    if (l->horizon > TICK_HORIZON)
        return GRAZE_ERROR_CHOICE;
    status = look_for_overlaps(l);
    if (status == GRAZE_OK)
        status = window_fleet_open(&l->fleet, &l->collisions, l->agents, l->agent_count);
    l->fleet.source.state = l->options.seed;
    l->fleet.go_on = l->options.go_on;
    l->fleet.context = l->options.context;
    return status;
}

graze_status graze_lifelong_new(const graze_problem *problem,
                                const graze_lifelong_options *options,
                                const graze_allocator *allocator, graze_lifelong **lifelong)
{
    FLOAT_MODE_DEFAULT;
    if (problem == NULL || options == NULL || lifelong == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = plan_check(problem);
    if (status == GRAZE_OK)
        status = check_options(options);
    if (status != GRAZE_OK)
        return status;
    graze_allocator memory = memory_allocator(allocator);
    graze_lifelong *l = memory_new(&memory, 1, sizeof *l);
    if (l == NULL)
        return GRAZE_ERROR_MEMORY;
    *l = (graze_lifelong){.memory = memory,
                          .options = *options,
                          .agent_count = (uint32_t)problem->task_count};
    status = make_ready(l, problem);
    if (status == GRAZE_OK)
        *lifelong = l;
    else
        graze_lifelong_free(l);
    return status;
}

void graze_lifelong_free(graze_lifelong *lifelong)
{
    if (lifelong == NULL)
        return;
    graze_allocator memory = lifelong->memory;
    window_fleet_close(&lifelong->fleet);
    if (lifelong->has_graph) {
        collision_close(&lifelong->collisions);
        graph_close(&lifelong->graph);
    }
    memory_free(&memory, lifelong->kinds);
    memory_free(&memory, lifelong->agents);
    memory_free(&memory, lifelong);
}

/* ---- goals -------------------------------------------------------------------------- */

graze_status graze_lifelong_add_goal(graze_lifelong *lifelong, size_t agent, uint32_t vertex)
{
    if (lifelong == NULL)
        return GRAZE_ERROR_NULL;
    if (agent >= lifelong->agent_count || vertex >= lifelong->graph.roadmap->vertex_count)
        return GRAZE_ERROR_INDEX;
    traveller *t = &lifelong->fleet.travellers[agent];
    if (!ARRAY_RESERVE(&lifelong->memory, t->goals, t->goal_capacity, t->goal_count + 1))
        return GRAZE_ERROR_MEMORY;
    t->goals[t->goal_count++] = vertex;
    return GRAZE_OK;
}

graze_status graze_lifelong_look(const graze_lifelong *lifelong, size_t agent,
                                 graze_lifelong_agent *seen)
{
    if (lifelong == NULL || seen == NULL)
        return GRAZE_ERROR_NULL;
    if (agent >= lifelong->agent_count)
        return GRAZE_ERROR_INDEX;
    const route_agent *a = &lifelong->fleet.agents[agent];
    const traveller *t = &lifelong->fleet.travellers[agent];
    const tick left = window_fleet_left(&lifelong->fleet, (uint32_t)agent);
    *seen = (graze_lifelong_agent){a->start, time_grid_seconds(&lifelong->graph.grid, a->since),
                                   t->goal_count, t->made, t->made_at,
                                   time_grid_seconds(&lifelong->graph.grid, left)};
    return GRAZE_OK;
}

double graze_lifelong_now(const graze_lifelong *lifelong)
{
    return lifelong != NULL ? time_grid_seconds(&lifelong->graph.grid, lifelong->now) : NAN;
}

/* ---- windows ------------------------------------------------------------------------ */

graze_status graze_lifelong_advance(graze_lifelong *lifelong)
{
    FLOAT_MODE_DEFAULT;
    if (lifelong == NULL)
        return GRAZE_ERROR_NULL;
    if (lifelong->now + lifelong->horizon > TICK_HORIZON)
        return GRAZE_ERROR_CAPACITY;
    const tick now = lifelong->now;
    uint64_t groups = lifelong->options.neighbourhoods;
    window_fleet *window = &lifelong->fleet;
    graze_status status = window_fleet_begin(window, now, now + lifelong->horizon);
    if (status == GRAZE_OK && !window->stopped)
        status = window_fleet_improve(window,
                                      groups > 0 ? groups : 2 * (uint64_t)lifelong->agent_count);
    if (status == GRAZE_OK && window->stopped)
        return GRAZE_ERROR_STOPPED;
    if (status == GRAZE_OK)
        status = window_fleet_commit(window, now + lifelong->replan);
    lifelong->now += lifelong->replan;
    return status;
}

/* What an agent was committed to, and its way to rest behind it. */
static graze_status keep_route(graze_lifelong *l, route_table *routes, uint32_t agent,
                               uint32_t *number)
{
    const traveller *t = &l->fleet.travellers[agent];
    const kept_steps *held = &l->fleet.plan.routes[agent];
    graze_status status = GRAZE_OK;
    l->fleet.step_count = 0;
    if (t->committed_count > 0)
        status = window_fleet_keep(&l->fleet, t->committed, t->committed_count);
    if (status == GRAZE_OK && held->count > t->cut)
        status = window_fleet_keep(&l->fleet, held->steps + t->cut, held->count - t->cut);
    return status == GRAZE_OK
               ? route_keep(routes, agent, l->fleet.steps, l->fleet.step_count, number)
               : status;
}

graze_status graze_lifelong_finish(graze_lifelong *lifelong, graze_solution *solution)
{
    FLOAT_MODE_DEFAULT;
    if (lifelong == NULL || solution == NULL)
        return GRAZE_ERROR_NULL;
    graze_solution answer = {.outcome = GRAZE_PLAN_FOUND, .tick = lifelong->graph.grid.tick};
    uint32_t *numbers = memory_new(&lifelong->memory, lifelong->agent_count, sizeof *numbers);
    route_table routes;
    route_open(&routes, &lifelong->collisions, lifelong->agents);
    graze_status status = numbers != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
    for (uint32_t a = 0; a < lifelong->agent_count && status == GRAZE_OK; a++)
        status = keep_route(lifelong, &routes, a, &numbers[a]);
    if (status == GRAZE_OK)
        status = plan_from_routes(&routes, numbers, lifelong->agent_count, &answer);
    if (status == GRAZE_OK)
        status = plan_certify(&routes, lifelong->agent_count, &answer);
    route_close(&routes);
    memory_free(&lifelong->memory, numbers);
    answer.progress.searches = lifelong->fleet.searches;
    answer.progress.states_expanded = lifelong->fleet.search.expanded;
    answer.progress.kernel_calls = lifelong->collisions.kernel_calls;
    if (status == GRAZE_OK)
        *solution = answer;
    else
        graze_solution_free(&answer, &lifelong->memory);
    return status;
}
