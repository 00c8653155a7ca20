/* SPDX-License-Identifier: MIT */
/* The door of the planner: a problem is checked, made ready, solved, and its plan is
 * certified before anybody calls it one. */
#include <graze/check.h>
#include <graze/planner.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "numeric/float_mode.h"
#include "planner/ccbs.h"
#include "planner/incumbent.h"
#include "planner/lns.h"
#include "planner/order_feasibility.h"
#include "planner/plan.h"
#include "planner/prioritised.h"
#include "planner/used_vertices.h"

enum {
    ORDER_CONFIGURATIONS = 1 << 16, /* a tenth of a second at most, ... */
    ORDER_AGENTS = 8,               /* ... on maps where that can be enough */
    ORDER_VERTICES = 64,
    SEARCHES_PER_AGENT = 256 /* of prioritised planning */
};

typedef struct solver {
    const graze_problem *problem; /* without unused vertices, once it is checked */
    used_vertices used;
    graze_solve_options options;
    graze_allocator memory;
    graze_solution *solution;
    body_kind *kinds;
    robot_limits *limits; /* by kind */
    uint32_t kind_count;
    route_agent *agents;
    uint32_t agent_count;
    planning_graph graph;
    collision_table collisions;
    route_table routes;
    constraint_table constraints;
    bool stopped; /* by the caller */
} solver;

/* ---- is it a problem? --------------------------------------------------------------- */

static graze_status check_options(const graze_solve_options *options)
{
    bool known = options->method == GRAZE_CCBS || options->method == GRAZE_PRIORITISED ||
                 (options->method == GRAZE_LNS &&
                  (options->node_limit > 0 || options->progress != NULL));
    bool bounded = options->suboptimality == 0 ||
                   (options->suboptimality >= 1 && isfinite(options->suboptimality));
    return known && bounded ? GRAZE_OK : GRAZE_ERROR_CHOICE;
}

/* ---- making ready ------------------------------------------------------------------- */

static graze_status make_ready(solver *s)
{
    s->agent_count = (uint32_t)s->problem->task_count;
    s->kinds = memory_new(&s->memory, s->agent_count, sizeof *s->kinds);
    s->limits = memory_new(&s->memory, s->agent_count, sizeof *s->limits);
    s->agents = memory_new(&s->memory, s->agent_count, sizeof *s->agents);
    if (s->kinds == NULL || s->limits == NULL || s->agents == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status = plan_kinds(s->problem, s->kinds, s->limits, &s->kind_count, s->agents);
    if (status == GRAZE_OK)
        status = plan_open_graph(&s->graph, &s->memory, s->problem, s->kinds, s->limits,
                                 s->kind_count, s->agents);
    if (status != GRAZE_OK)
        return status;
    collision_open(&s->collisions, &s->graph);
    route_open(&s->routes, &s->collisions, s->agents);
    status = constraint_table_open(&s->constraints, &s->routes, s->agent_count);
    if (status != GRAZE_OK) {
        route_close(&s->routes);
        collision_close(&s->collisions);
        graph_close(&s->graph);
    }
    return status;
}

static void put_away(solver *s)
{
    constraint_table_close(&s->constraints);
    route_close(&s->routes);
    collision_close(&s->collisions);
    graph_close(&s->graph);
}

/* ---- what is impossible from the outset --------------------------------------------- */

static void give_up(solver *s, graze_no_plan reason, size_t a, size_t b)
{
    s->solution->outcome = GRAZE_PLAN_IMPOSSIBLE;
    s->solution->reason = reason;
    s->solution->agent_a = a;
    s->solution->agent_b = b;
}

static bool is_impossible(const solver *s)
{
    return s->solution->outcome == GRAZE_PLAN_IMPOSSIBLE;
}

static graze_status look_for_overlaps(solver *s)
{
    for (uint32_t a = 0; a < s->agent_count && !is_impossible(s); a++)
        for (uint32_t b = a + 1; b < s->agent_count && !is_impossible(s); b++) {
            const route_agent *p = &s->agents[a], *q = &s->agents[b];
            if (collision_of_places(&s->collisions, p->kind, p->start, q->kind, q->start))
                give_up(s, GRAZE_NO_PLAN_STARTS_OVERLAP, a, b);
            else if (collision_of_places(&s->collisions, p->kind, p->goal, q->kind, q->goal))
                give_up(s, GRAZE_NO_PLAN_GOALS_OVERLAP, a, b);
        }
    return s->collisions.status;
}

/* Its distance is TICK_NEVER where an agent cannot reach its goal. */
static void look_at_distance(solver *s, uint32_t agent, tick distance)
{
    if (distance >= TICK_NEVER && !is_impossible(s))
        give_up(s, GRAZE_NO_PLAN_UNREACHABLE, agent, agent);
}

/* Two agents that exchange their places on a line are at one place in between: they are in
 * conflict then, unless their bodies lie beside their places. */
static bool meet_at_one_place(solver *s, collision_table *collisions)
{
    for (uint32_t a = 0; a < s->kind_count; a++)
        for (uint32_t b = a; b < s->kind_count; b++)
            if (!collision_of_places(collisions, a, 0, b, 0))
                return false;
    return true;
}

static graze_status search_orders(solver *s, collision_table *collisions, const route_agent *agents)
{
    order_feasibility answer = ORDER_UNKNOWN;
    if (!meet_at_one_place(s, collisions))
        return collisions->status;
    graze_status status = order_feasibility_search(collisions, agents, s->agent_count,
                                                   ORDER_CONFIGURATIONS, &answer);
    if (status == GRAZE_OK && answer == ORDER_INFEASIBLE)
        give_up(s, GRAZE_NO_PLAN_ORDER, 0, 0);
    return status;
}

/* Robots depart and arrive on the caller's roadmap, whatever their speeds are in between. */
static graze_status search_orders_of_robots(solver *s)
{
    planning_graph graph;
    collision_table collisions;
    route_agent agents[ORDER_AGENTS];
    graze_status status = graph_open(&graph, &s->memory, s->problem->roadmap, s->kinds,
                                     s->kind_count, s->problem->tolerance);
    if (status != GRAZE_OK)
        return status;
    for (uint32_t a = 0; a < s->agent_count; a++)
        agents[a] = (route_agent){.kind = s->agents[a].kind,
                                  .start = s->problem->tasks[a].start,
                                  .goal = s->problem->tasks[a].goal};
    collision_open(&collisions, &graph);
    status = search_orders(s, &collisions, agents);
    collision_close(&collisions);
    graph_close(&graph);
    return status;
}

static graze_status look_for_order(solver *s)
{
    if (s->agent_count > ORDER_AGENTS || s->problem->roadmap->vertex_count > ORDER_VERTICES ||
        (s->graph.robots != NULL && robot_states_turn(s->graph.robots)))
        return GRAZE_OK;
    return s->graph.robots != NULL ? search_orders_of_robots(s)
                                   : search_orders(s, &s->collisions, s->agents);
}

/* ---- the methods -------------------------------------------------------------------- */

static bool tell(solver *s)
{
    if (s->options.progress != NULL && !s->stopped)
        s->stopped = !s->options.progress(s->options.context, &s->solution->progress);
    return !s->stopped;
}

static void note_work(solver *s)
{
    graze_solve_progress *now = &s->solution->progress;
    now->searches = s->constraints.solved;
    now->states_expanded = s->constraints.search.expanded;
    now->kernel_calls = s->collisions.kernel_calls;
}

static bool long_search_goes_on(void *context)
{
    note_work(context);
    return tell(context);
}

static void note_nodes(solver *s, const ccbs *search)
{
    graze_solve_progress *now = &s->solution->progress;
    note_work(s);
    now->nodes_expanded = search->expanded;
    now->nodes_generated = search->generated;
    now->bypasses = search->bypassed;
    now->open_conflicts = search->open_conflicts;
    now->lower_bound = time_grid_seconds(&s->graph.grid, search->bound);
}

static bool ccbs_goes_on(void *context, const ccbs *search)
{
    solver *s = context;
    note_nodes(s, search);
    return tell(s) && (s->options.node_limit == 0 || search->expanded < s->options.node_limit);
}

/* A bound on the cost that is not the least lets a known plan do. */
static graze_status look_for_incumbent(solver *s, incumbent *known)
{
    const incumbent_options options = {.suboptimality = s->options.suboptimality,
                                       .seed = s->options.seed,
                                       .go_on = long_search_goes_on,
                                       .context = s};
    *known = (incumbent){.cost = TICK_NEVER};
    if (!(options.suboptimality > 1))
        return GRAZE_OK;
    graze_status status = incumbent_find(&s->routes, s->agent_count, &options, known);
    if (known->cost < TICK_NEVER)
        s->solution->progress.cost = time_grid_seconds(&s->graph.grid, known->cost);
    return status;
}

static graze_status search_conflicts(solver *s, tick known, ccbs *search, ccbs_outcome *outcome)
{
    unsigned without = s->options.without;
    ccbs_options options = {.cardinal = !(without & GRAZE_WITHOUT_CARDINAL),
                            .bypass = !(without & GRAZE_WITHOUT_BYPASS),
                            .heuristic = !(without & GRAZE_WITHOUT_HEURISTIC),
                            .avoidance = !(without & GRAZE_WITHOUT_AVOIDANCE_TABLE),
                            .split = {.targets = !(without & GRAZE_WITHOUT_TARGETS),
                                      .corridors = s->graph.robots == NULL &&
                                                   !(without & GRAZE_WITHOUT_CORRIDORS),
                                      .bicliques = s->graph.robots == NULL &&
                                                   !(without & GRAZE_WITHOUT_BICLIQUES),
                                      .disjoint = !(without & GRAZE_WITHOUT_DISJOINT)},
                            .suboptimality =
                                s->options.suboptimality == 0 ? 1 : s->options.suboptimality,
                            .incumbent = known,
                            .go_on = ccbs_goes_on,
                            .context = s};
    s->constraints.go_on = long_search_goes_on;
    s->constraints.context = s;
    graze_status status = ccbs_search(search, &s->constraints, s->agent_count, &options, outcome);
    note_nodes(s, search);
    return status;
}

static graze_status solve_by_ccbs(solver *s, uint32_t **routes)
{
    incumbent known;
    ccbs search = {.routes = NULL};
    ccbs_outcome outcome = CCBS_STOPPED;
    graze_status status = look_for_incumbent(s, &known);
    if (status == GRAZE_OK)
        status = search_conflicts(s, known.cost, &search, &outcome);
    bool is_known = outcome == CCBS_KNOWN;
    *routes = is_known ? known.routes : search.routes;
    memory_free(&s->memory, is_known ? search.routes : known.routes);
    if (status == GRAZE_OK && (is_known || outcome == CCBS_FOUND))
        s->solution->outcome = GRAZE_PLAN_FOUND;
    return status;
}

/* The shortest distances, without looking at others, bound every plan. */
static void bound_by(solver *s, tick least)
{
    s->solution->progress.lower_bound = time_grid_seconds(&s->graph.grid, least);
}

static graze_status begin_ccbs(solver *s)
{
    tick least = 0;
    graze_status status = GRAZE_OK;
    for (uint32_t a = 0; a < s->agent_count && status == GRAZE_OK && !is_impossible(s); a++) {
        const tick *distances;
        status = constraint_table_distances(&s->constraints, s->agents[a].kind, s->agents[a].goal,
                                            &distances);
        if (status != GRAZE_OK)
            return status;
        look_at_distance(s, a, distances[s->agents[a].start]);
        least += distances[s->agents[a].start];
    }
    if (status == GRAZE_OK && !is_impossible(s))
        status = look_for_order(s);
    bound_by(s, is_impossible(s) ? 0 : least);
    return status;
}

/* ---- methods for a whole fleet ------------------------------------------------------ */

typedef struct fleet_run {
    solver *s;
    fleet all;
    prioritised first;
    lns better;
} fleet_run;

static void note_fleet(fleet_run *run)
{
    graze_solve_progress *now = &run->s->solution->progress;
    now->nodes_expanded = run->better.nodes;
    now->nodes_generated = run->better.taken;
    now->searches = run->first.searches + run->better.searches;
    now->states_expanded = run->first.states_expanded + run->better.states_expanded;
    now->kernel_calls = run->s->collisions.kernel_calls + run->better.kernel_calls;
    now->evictions = run->first.evictions;
    now->cost = time_grid_seconds(&run->s->graph.grid, run->better.cost);
}

static bool fleet_goes_on(void *context)
{
    fleet_run *run = context;
    note_fleet(run);
    return tell(run->s);
}

static graze_status begin_fleet(fleet_run *run)
{
    solver *s = run->s;
    tick least = 0;
    graze_status status = fleet_open(&run->all, &s->collisions, s->agents, s->agent_count);
    for (uint32_t a = 0; a < s->agent_count && status == GRAZE_OK && !is_impossible(s); a++) {
        look_at_distance(s, a, run->all.distances.direct[a]);
        least += run->all.distances.direct[a];
    }
    if (status == GRAZE_OK && !is_impossible(s))
        status = look_for_order(s);
    bound_by(s, is_impossible(s) ? 0 : least);
    return status;
}

static graze_status plan_fleet(fleet_run *run)
{
    solver *s = run->s;
    const bool improves = s->options.method == GRAZE_LNS;
    const size_t threads = !improves ? 1
                           : s->options.threads > 0 ? s->options.threads
                                                    : graze_check_processors();
    run->first = (prioritised){.all = &run->all,
                               .threads = threads,
                               .search_limit = SEARCHES_PER_AGENT * (uint64_t)s->agent_count,
                               .go_on = fleet_goes_on,
                               .context = run};
    graze_status status = prioritised_search(&run->first);
    if (status != GRAZE_OK || !run->first.found || !improves)
        return status;
    run->better = (lns){.all = &run->all,
                        .seed = s->options.seed,
                        .threads = threads,
                        .node_limit = s->options.node_limit,
                        .go_on = fleet_goes_on,
                        .context = run};
    return s->stopped ? GRAZE_OK : lns_search(&run->better);
}

/* The routes of the fleet, kept like those of other methods. */
static graze_status keep_fleet(fleet_run *run, uint32_t *routes)
{
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < run->s->agent_count && status == GRAZE_OK; i++)
        status = route_keep(&run->s->routes, i, run->all.plan.routes[i].steps,
                            run->all.plan.routes[i].count, &routes[i]);
    return status;
}

static graze_status solve_by_fleet(solver *s, uint32_t **routes)
{
    fleet_run run = {.s = s};
    graze_status status = begin_fleet(&run);
    if (status == GRAZE_OK && !is_impossible(s))
        status = plan_fleet(&run);
    note_fleet(&run);
    if (status == GRAZE_OK && run.first.found) {
        *routes = memory_new(&s->memory, s->agent_count, sizeof **routes);
        status = *routes != NULL ? keep_fleet(&run, *routes) : GRAZE_ERROR_MEMORY;
        s->solution->outcome = GRAZE_PLAN_FOUND;
    }
    fleet_close(&run.all);
    return status;
}

/* ---- a whole problem ---------------------------------------------------------------- */

static graze_status solve_ready(solver *s)
{
    uint32_t *routes = NULL;
    graze_status status = look_for_overlaps(s);
    bool is_ccbs = s->options.method == GRAZE_CCBS;
    s->solution->tick = s->graph.grid.tick;
    if (status == GRAZE_OK && !is_impossible(s))
        status = is_ccbs ? begin_ccbs(s) : solve_by_fleet(s, &routes);
    if (status == GRAZE_OK && !is_impossible(s) && is_ccbs)
        status = solve_by_ccbs(s, &routes);
    if (status == GRAZE_OK && s->solution->outcome == GRAZE_PLAN_FOUND)
        status = plan_from_routes(&s->routes, routes, s->agent_count, s->solution);
    if (status == GRAZE_OK && s->solution->outcome == GRAZE_PLAN_FOUND)
        status = plan_certify(&s->routes, s->agent_count, s->solution);
    if (status == GRAZE_OK && s->graph.robots != NULL &&
        s->solution->outcome == GRAZE_PLAN_FOUND)
        status = plan_certify_limits(&s->routes, s->agent_count, s->limits, s->solution);
    memory_free(&s->memory, routes);
    return status;
}

graze_status graze_solve(const graze_problem *problem, const graze_solve_options *options,
                         const graze_allocator *allocator, graze_solution *solution)
{
    FLOAT_MODE_DEFAULT;
    if (problem == NULL || solution == NULL)
        return GRAZE_ERROR_NULL;
    graze_solution answer = {.outcome = GRAZE_PLAN_UNFINISHED};
    solver s = {.memory = memory_allocator(allocator), .solution = &answer};
    if (options != NULL)
        s.options = *options;
    graze_status status = plan_check(problem);
    if (status == GRAZE_OK)
        status = check_options(&s.options);
    if (status == GRAZE_OK)
        status = used_vertices_open(&s.used, &s.memory, problem);
    s.problem = &s.used.problem;
    if (status == GRAZE_OK)
        status = make_ready(&s);
    if (status == GRAZE_OK) {
        status = solve_ready(&s);
        put_away(&s);
    }
    memory_free(&s.memory, s.kinds);
    memory_free(&s.memory, s.limits);
    memory_free(&s.memory, s.agents);
    used_vertices_close(&s.used, &s.memory);
    if (status == GRAZE_OK)
        *solution = answer;
    else
        graze_solution_free(&answer, allocator);
    return status;
}

void graze_solution_free(graze_solution *solution, const graze_allocator *allocator)
{
    if (solution == NULL)
        return;
    graze_allocator memory = memory_allocator(allocator);
    memory_free(&memory, solution->trajectories);
    memory_free(&memory, solution->motions);
    memory_free(&memory, solution->bodies);
    memory_free(&memory, solution->corners);
    *solution = (graze_solution){.outcome = GRAZE_PLAN_UNFINISHED};
}
