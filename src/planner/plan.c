/* SPDX-License-Identifier: MIT */
/* Checks problems and writes plans in ticks as motions in seconds. */
#include "planner/plan.h"

#include <math.h>

#include "base/memory.h"

enum { TASKS_MAX = 65535 };

static graze_status check_task(const graze_problem *problem, const graze_task *task)
{
    uint32_t vertices = problem->roadmap->vertex_count;
    if (!isfinite(task->radius) || !isfinite(task->speed))
        return GRAZE_ERROR_NOT_FINITE;
    if (!(task->radius > 0))
        return GRAZE_ERROR_NEGATIVE_RADIUS;
    if (!(task->speed > 0))
        return GRAZE_ERROR_SPEED;
    if (task->start >= vertices || task->goal >= vertices ||
        (task->moves != NULL && !graph_has_vertices(task->moves, vertices)))
        return GRAZE_ERROR_INDEX;
    return GRAZE_OK;
}

graze_status plan_check(const graze_problem *problem)
{
    if (problem->roadmap == NULL || problem->tasks == NULL)
        return GRAZE_ERROR_NULL;
    if (!graph_has_vertices(problem->roadmap, problem->roadmap->vertex_count))
        return GRAZE_ERROR_NULL;
    if (problem->task_count == 0)
        return GRAZE_ERROR_EMPTY;
    if (problem->task_count > TASKS_MAX)
        return GRAZE_ERROR_CAPACITY;
    if (!isfinite(problem->tolerance))
        return GRAZE_ERROR_NOT_FINITE;
    if (problem->tolerance < 0)
        return GRAZE_ERROR_NEGATIVE_TOLERANCE;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < problem->task_count && status == GRAZE_OK; i++)
        status = check_task(problem, &problem->tasks[i]);
    return status;
}

static bool is_kind(const body_kind *kind, const graze_task *task)
{
    return kind->body.radius == task->radius && kind->speed == task->speed &&
           kind->moves == task->moves;
}

graze_status plan_kinds(const graze_problem *problem, body_kind *kinds, uint32_t *kind_count,
                        route_agent *agents)
{
    *kind_count = 0;
    for (size_t i = 0; i < problem->task_count; i++) {
        const graze_task *task = &problem->tasks[i];
        uint32_t k = 0;
        while (k < *kind_count && !is_kind(&kinds[k], task))
            k++;
        if (k == *kind_count) {
            if (k >= COLLISION_KINDS_MAX)
                return GRAZE_ERROR_CAPACITY;
            kinds[(*kind_count)++] =
                (body_kind){{.radius = task->radius}, task->speed, task->moves};
        }
        agents[i] = (route_agent){.kind = k, .start = task->start, .goal = task->goal};
    }
    return GRAZE_OK;
}

static graze_vector place_of(const planning_graph *graph, uint32_t vertex)
{
    graze_point p = graph_place(graph, vertex);
    return (graze_vector){p.x, p.y, 0};
}

/* Motions of one trajectory as they are written. */
typedef struct writer {
    const planning_graph *graph;
    graze_motion *next;
    graze_status status;
} writer;

static void write_motion(writer *w, uint32_t from, uint32_t to, tick start, tick end)
{
    const time_grid *grid = &w->graph->grid;
    if (w->status == GRAZE_OK && start < end)
        w->status = graze_motion_waypoint(place_of(w->graph, from), place_of(w->graph, to),
                                          time_grid_seconds(grid, start),
                                          time_grid_seconds(grid, end), w->next++);
}

/* Writes a route, with an endless stay at its end; the arrival there is the answer. */
static tick write_route(writer *w, const route_table *routes, uint32_t number)
{
    const kept_route *r = &routes->routes[number];
    const route_agent *agent = &routes->agents[r->agent];
    const step *steps = route_steps(routes, number);
    uint32_t at = agent->start;
    tick now = 0;
    for (size_t i = 0; i < r->step_count; i++) {
        uint32_t to = graph_to(w->graph, steps[i].edge);
        tick end = steps[i].start + graph_duration(w->graph, agent->kind, steps[i].edge);
        write_motion(w, at, at, now, steps[i].start);
        write_motion(w, at, to, steps[i].start, end);
        at = to;
        now = end;
    }
    write_motion(w, at, at, now, TICK_NEVER);
    return now;
}

graze_status plan_from_routes(const route_table *routes, const uint32_t *numbers, uint32_t count,
                              graze_solution *solution)
{
    const planning_graph *graph = routes->collisions->graph;
    size_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most += 2 * (size_t)routes->routes[numbers[i]].step_count + 1;
    solution->motions = memory_new(&graph->memory, most, sizeof *solution->motions);
    solution->trajectories = memory_new(&graph->memory, count, sizeof *solution->trajectories);
    if (solution->motions == NULL || solution->trajectories == NULL)
        return GRAZE_ERROR_MEMORY;
    writer w = {graph, solution->motions, GRAZE_OK};
    tick total = 0, latest = 0;
    for (uint32_t i = 0; i < count; i++) {
        graze_motion *first = w.next;
        tick arrival = write_route(&w, routes, numbers[i]);
        solution->trajectories[i] =
            (graze_trajectory){.motions = first, .count = (size_t)(w.next - first)};
        total += arrival;
        latest = arrival > latest ? arrival : latest;
    }
    solution->sum_of_costs = time_grid_seconds(&graph->grid, total);
    solution->makespan = time_grid_seconds(&graph->grid, latest);
    return w.status;
}

/* Pairs of motions that the index finds, decided one by one: motions that it does not find
 * together never meet. */
typedef struct certifier {
    const graze_body *bodies;
    const graze_trajectory *trajectories;
    double tolerance;
    graze_status status;
} certifier;

static bool certify_pair(void *context, const graze_index_pair *pair)
{
    certifier *c = context;
    bool conflict = false;
    c->status = graze_conflict_exists(
        &c->bodies[pair->agent_a], &c->trajectories[pair->agent_a].motions[pair->motion_a],
        &c->bodies[pair->agent_b], &c->trajectories[pair->agent_b].motions[pair->motion_b],
        c->tolerance, &conflict);
    /* UNREACHED: the search has asked the same kernel about the same moves. */
    if (conflict)
        c->status = GRAZE_ERROR_CONFLICT;
    return c->status == GRAZE_OK;
}

graze_status plan_certify(const route_table *routes, uint32_t count, const graze_solution *solution)
{
    const planning_graph *graph = routes->collisions->graph;
    graze_body *bodies = memory_new(&graph->memory, count, sizeof *bodies);
    graze_index *index = NULL;
    if (bodies == NULL)
        return GRAZE_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        bodies[i] = graph->kinds[routes->agents[i].kind].body;
    certifier c = {bodies, solution->trajectories, graph->tolerance, GRAZE_OK};
    graze_status status = graze_index_new(bodies, solution->trajectories, count, NULL,
                                          &graph->memory, &index);
    if (status == GRAZE_OK)
        status = graze_index_pairs_as_found(index, 0, 1, certify_pair, &c);
    graze_index_free(index);
    memory_free(&graph->memory, bodies);
    return status == GRAZE_OK ? c.status : status;
}
