/* SPDX-License-Identifier: MIT */
/* The door of the planner: a problem is checked, made ready, solved, and its plan is
 * certified before anybody calls it one. */
#include <graze/planner.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "numeric/float_mode.h"
#include "planner/ccbs.h"
#include "planner/order_feasibility.h"
#include "planner/plan.h"
#include "planner/prioritised.h"

enum {
    ORDER_CONFIGURATIONS = 1 << 16, /* a tenth of a second at most, ... */
    ORDER_AGENTS = 8,               /* ... on maps where that can be enough */
    ORDER_VERTICES = 64,
    ROUNDS_PER_AGENT = 4 /* of prioritised planning */
};

typedef struct solver {
    const graze_problem *problem;
    graze_solve_options options;
    graze_allocator memory;
    graze_solution *solution;
    body_kind *kinds;
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
    bool known = options->method == GRAZE_CCBS || options->method == GRAZE_PRIORITISED;
    bool bounded = options->suboptimality == 0 ||
                   (options->suboptimality >= 1 && isfinite(options->suboptimality));
    return known && bounded ? GRAZE_OK : GRAZE_ERROR_CHOICE;
}

/* ---- making ready ------------------------------------------------------------------- */

static bool is_kind(const body_kind *kind, const graze_task *task)
{
    return kind->body.radius == task->radius && kind->speed == task->speed &&
           kind->moves == task->moves;
}

static graze_status sort_into_kinds(solver *s)
{
    for (uint32_t i = 0; i < s->agent_count; i++) {
        const graze_task *task = &s->problem->tasks[i];
        uint32_t k = 0;
        while (k < s->kind_count && !is_kind(&s->kinds[k], task))
            k++;
        if (k == s->kind_count) {
            if (k >= COLLISION_KINDS_MAX)
                return GRAZE_ERROR_CAPACITY;
            s->kinds[s->kind_count++] =
                (body_kind){{.radius = task->radius}, task->speed, task->moves};
        }
        s->agents[i] = (route_agent){k, task->start, task->goal};
    }
    return GRAZE_OK;
}

static graze_status make_ready(solver *s)
{
    s->agent_count = (uint32_t)s->problem->task_count;
    s->kinds = memory_new(&s->memory, s->agent_count, sizeof *s->kinds);
    s->agents = memory_new(&s->memory, s->agent_count, sizeof *s->agents);
    if (s->kinds == NULL || s->agents == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status = sort_into_kinds(s);
    if (status == GRAZE_OK)
        status = graph_open(&s->graph, &s->memory, s->problem->roadmap, s->kinds, s->kind_count,
                            s->problem->tolerance);
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

static graze_status look_for_unreachable(solver *s)
{
    graze_status status = GRAZE_OK;
    for (uint32_t a = 0; a < s->agent_count && status == GRAZE_OK && !is_impossible(s); a++) {
        const tick *distances;
        status = constraint_table_distances(&s->constraints, s->agents[a].kind, s->agents[a].goal,
                                            &distances);
        if (status == GRAZE_OK && distances[s->agents[a].start] >= TICK_NEVER)
            give_up(s, GRAZE_NO_PLAN_UNREACHABLE, a, a);
    }
    return status;
}

static graze_status look_for_order(solver *s)
{
    order_feasibility answer = ORDER_UNKNOWN;
    if (s->agent_count > ORDER_AGENTS || s->problem->roadmap->vertex_count > ORDER_VERTICES)
        return GRAZE_OK;
    graze_status status = order_feasibility_search(&s->collisions, s->agents, s->agent_count,
                                                   ORDER_CONFIGURATIONS, &answer);
    if (status == GRAZE_OK && answer == ORDER_INFEASIBLE)
        give_up(s, GRAZE_NO_PLAN_ORDER, 0, 0);
    return status;
}

/* ---- the methods -------------------------------------------------------------------- */

static void note_work(solver *s)
{
    graze_solve_progress *now = &s->solution->progress;
    now->searches = s->constraints.solved;
    now->states_expanded = s->constraints.search.expanded;
    now->kernel_calls = s->collisions.kernel_calls;
}

static bool tell(solver *s)
{
    note_work(s);
    if (s->options.progress != NULL && !s->stopped)
        s->stopped = !s->options.progress(s->options.context, &s->solution->progress);
    return !s->stopped;
}

static bool caller_goes_on(void *context)
{
    return tell(context);
}

static void note_nodes(solver *s, const ccbs *search)
{
    graze_solve_progress *now = &s->solution->progress;
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

static graze_status solve_by_ccbs(solver *s, uint32_t **routes)
{
    unsigned without = s->options.without;
    ccbs_options options = {.cardinal = !(without & GRAZE_WITHOUT_CARDINAL),
                            .bypass = !(without & GRAZE_WITHOUT_BYPASS),
                            .heuristic = !(without & GRAZE_WITHOUT_HEURISTIC),
                            .avoidance = !(without & GRAZE_WITHOUT_AVOIDANCE_TABLE),
                            .split = {.targets = !(without & GRAZE_WITHOUT_TARGETS),
                                      .corridors = !(without & GRAZE_WITHOUT_CORRIDORS),
                                      .disjoint = !(without & GRAZE_WITHOUT_DISJOINT)},
                            .suboptimality =
                                s->options.suboptimality == 0 ? 1 : s->options.suboptimality,
                            .go_on = ccbs_goes_on,
                            .context = s};
    ccbs search;
    ccbs_outcome outcome = CCBS_STOPPED;
    s->constraints.go_on = caller_goes_on;
    s->constraints.context = s;
    graze_status status = ccbs_search(&search, &s->constraints, s->agent_count, &options, &outcome);
    note_nodes(s, &search);
    note_work(s);
    *routes = search.routes;
    if (status == GRAZE_OK && outcome == CCBS_FOUND)
        s->solution->outcome = GRAZE_PLAN_FOUND;
    return status;
}

static graze_status solve_by_priority(solver *s, uint32_t **routes)
{
    prioritised search = {.constraints = &s->constraints,
                          .agent_count = s->agent_count,
                          .round_limit = ROUNDS_PER_AGENT * (size_t)s->agent_count + 1,
                          .go_on = caller_goes_on,
                          .context = s};
    graze_status status = prioritised_search(&search);
    note_work(s);
    *routes = search.routes;
    if (status == GRAZE_OK && search.found)
        s->solution->outcome = GRAZE_PLAN_FOUND;
    return status;
}

/* The shortest distances, without looking at others, bound every plan. */
static void bound_by_distances(solver *s)
{
    tick least = 0;
    for (uint32_t a = 0; a < s->agent_count; a++) {
        const tick *distances;
        if (constraint_table_distances(&s->constraints, s->agents[a].kind, s->agents[a].goal,
                                       &distances) == GRAZE_OK)
            least += distances[s->agents[a].start];
    }
    s->solution->progress.lower_bound = time_grid_seconds(&s->graph.grid, least);
}

static graze_status solve_ready(solver *s)
{
    uint32_t *routes = NULL;
    graze_status status = look_for_overlaps(s);
    if (status == GRAZE_OK && !is_impossible(s))
        status = look_for_unreachable(s);
    if (status == GRAZE_OK && !is_impossible(s))
        status = look_for_order(s);
    s->solution->tick = s->graph.grid.tick;
    if (status != GRAZE_OK || is_impossible(s))
        return status;
    bound_by_distances(s);
    if (s->options.method == GRAZE_PRIORITISED)
        status = solve_by_priority(s, &routes);
    else
        status = solve_by_ccbs(s, &routes);
    if (status == GRAZE_OK && s->solution->outcome == GRAZE_PLAN_FOUND)
        status = plan_from_routes(&s->routes, routes, s->agent_count, s->solution);
    if (status == GRAZE_OK && s->solution->outcome == GRAZE_PLAN_FOUND)
        status = plan_certify(&s->routes, s->agent_count, s->solution);
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
    solver s = {.problem = problem, .memory = memory_allocator(allocator), .solution = &answer};
    if (options != NULL)
        s.options = *options;
    graze_status status = plan_check(problem);
    if (status == GRAZE_OK)
        status = check_options(&s.options);
    if (status == GRAZE_OK)
        status = make_ready(&s);
    if (status == GRAZE_OK) {
        status = solve_ready(&s);
        put_away(&s);
    }
    memory_free(&s.memory, s.kinds);
    memory_free(&s.memory, s.agents);
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
    *solution = (graze_solution){.outcome = GRAZE_PLAN_UNFINISHED};
}
