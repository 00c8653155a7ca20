/* SPDX-License-Identifier: MIT */
/* Plans one agent round trajectories of any kind: the index answers when a vertex or an edge is
 * blocked. */
#include <graze/among.h>
#include <graze/planner.h>
#include <math.h>
#include <stdbool.h>

#include "base/array.h"
#include "base/memory.h"
#include "numeric/float_mode.h"
#include "planner/kernel_room.h"
#include "planner/plan.h"

/* The others, as the world of a search. */
typedef struct surroundings {
    const planning_graph *graph;
    const graze_index *others; /* may be null */
    graze_interval *intervals;
    size_t interval_capacity;
    span *spans;
    size_t span_capacity;
    graze_workspace kernel; /* what starts among accelerated motions are found in */
} surroundings;

/* The unsafe starts of a move in a window, with as much memory as the kernel needs: none
 * while nobody accelerates. */
static graze_status unsafe_starts(surroundings *around, const graze_body *body,
                                  const graze_motion *motion, graze_closed_interval window,
                                  graze_interval *intervals,
                                  size_t capacity, size_t *count)
{
    for (;;) {
        graze_status status = graze_index_unsafe_starts(
            around->others, body, motion, GRAZE_INDEX_NOBODY, window,
            around->graph->tolerance, &around->kernel, intervals, capacity, count);
        if (status == GRAZE_ERROR_WORKSPACE)
            status = kernel_room_grow(&around->kernel, &around->graph->memory);
        else
            return status;
        if (status != GRAZE_OK)
            return status;
    }
}

typedef graze_status question(surroundings *around, uint32_t place, size_t *count);

static graze_status ask_vertex(surroundings *around, uint32_t vertex, size_t *count)
{
    graze_point p = graph_place(around->graph, vertex);
    return graze_index_unsafe_times(around->others, graph_body_at(around->graph, 0, vertex),
                                    (graze_vector){p.x, p.y, 0}, GRAZE_INDEX_NOBODY,
                                    (graze_closed_interval){0, HUGE_VAL}, around->graph->tolerance,
                                    around->intervals, around->interval_capacity, count);
}

static graze_status ask_edge(surroundings *around, uint32_t edge, size_t *count)
{
    const planning_graph *graph = around->graph;
    graze_motion motion;
    const graze_closed_interval always = {0, HUGE_VAL};
    graze_status status = graph_motion(graph, 0, edge, &motion);
    return status != GRAZE_OK
               ? status
               : unsafe_starts(around, graph_body_along(graph, 0, edge), &motion, always,
                               around->intervals, around->interval_capacity, count);
}

/* Asks with more and more room, and turns the answer into ticks: a whole tick is unsafe
 * iff it lies between the floor and the ceiling of an interval (time_grid.h). */
static graze_status ask(surroundings *around, question *about, uint32_t place, span_list *blocked)
{
    const planning_graph *graph = around->graph;
    size_t count = 0;
    graze_status status = GRAZE_OK;
    *blocked = (span_list){NULL, 0};
    if (around->others == NULL)
        return GRAZE_OK;
    do {
        size_t room = status == GRAZE_ERROR_CAPACITY ? around->interval_capacity + 1 : 1;
        if (!ARRAY_RESERVE(&graph->memory, around->intervals, around->interval_capacity, room))
            return GRAZE_ERROR_MEMORY;
        status = about(around, place, &count);
    } while (status == GRAZE_ERROR_CAPACITY);
    if (status != GRAZE_OK || count == 0)
        return status;
    if (!ARRAY_RESERVE(&graph->memory, around->spans, around->span_capacity, count))
        return GRAZE_ERROR_MEMORY;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        span next = {time_grid_floor(&graph->grid, around->intervals[i].lower),
                     time_grid_ceil(&graph->grid, around->intervals[i].upper)};
        if (kept > 0 && next.lower < around->spans[kept - 1].upper)
            around->spans[kept - 1].upper = next.upper; /* no tick lies in between */
        else
            around->spans[kept++] = next;
    }
    *blocked = (span_list){around->spans, kept};
    return GRAZE_OK;
}

static graze_status vertex_blocked(void *context, uint32_t vertex, span_list *blocked,
                                   span_list *stays)
{
    *stays = (span_list){NULL, 0};
    return ask(context, ask_vertex, vertex, blocked);
}

static graze_status edge_blocked(void *context, uint32_t edge, span_list *blocked)
{
    return ask(context, ask_edge, edge, blocked);
}

/* ---- the search --------------------------------------------------------------------- */

/* The plan is held against the index once more, as a whole. */
static graze_status certify(surroundings *around, const graze_solution *solution)
{
    for (size_t i = 0; around->others != NULL && i < solution->trajectories[0].count; i++) {
        const graze_motion *motion = &solution->motions[i];
        const graze_body *body =
            solution->bodies == NULL ? &around->graph->kinds[0].body : &solution->bodies[i];
        const graze_closed_interval now = {motion->start, motion->start};
        graze_interval unsafe;
        size_t count = 0;
        graze_status status = unsafe_starts(around, body, motion, now, &unsafe, 1, &count);
        /* UNREACHED: the search has asked the same index about the same moves. */
        if (status == GRAZE_ERROR_CAPACITY || count > 0)
            return GRAZE_ERROR_CONFLICT;
        if (status != GRAZE_OK)
            return status;
    }
    return GRAZE_OK;
}

static graze_status take_plan(const sipp *search, const route_agent *agent,
                              const robot_limits *limits, collision_table *collisions,
                              graze_solution *solution)
{
    route_table routes;
    uint32_t number = 0;
    route_open(&routes, collisions, agent);
    graze_status status = route_keep(&routes, 0, search->steps, search->step_count, &number);
    if (status == GRAZE_OK)
        status = plan_from_routes(&routes, &number, 1, solution);
    if (status == GRAZE_OK && collisions->graph->robots != NULL)
        status = plan_certify_limits(&routes, 1, limits, solution);
    route_close(&routes);
    return status;
}

static graze_status plan_on(const planning_graph *graph, const route_agent *agent,
                            const robot_limits *limits, const graze_index *others,
                            graze_solution *solution)
{
    surroundings around = {.graph = graph, .others = others};
    sipp search;
    collision_table collisions;
    tick *distances = memory_new(&graph->memory, graph->roadmap->vertex_count, sizeof *distances);
    sipp_question asked = {.start = agent->start,
                           .goal = agent->goal,
                           .distances = distances,
                           .latest_final = TICK_NEVER};
    sipp_world world = {.context = &around, .vertex = vertex_blocked, .edge = edge_blocked};
    collision_open(&collisions, graph);
    graze_status status = sipp_open(&search, graph);
    if (status == GRAZE_OK && distances == NULL)
        status = GRAZE_ERROR_MEMORY;
    if (status == GRAZE_OK)
        status = graph_distances(graph, 0, agent->goal, distances);
    if (status == GRAZE_OK && distances[agent->start] >= TICK_NEVER)
        solution->outcome = GRAZE_PLAN_IMPOSSIBLE;
    else if (status == GRAZE_OK)
        status = sipp_find(&search, &asked, &world);
    solution->progress.states_expanded = search.expanded;
    solution->progress.searches = 1;
    if (status == GRAZE_OK && search.found) {
        solution->outcome = GRAZE_PLAN_FOUND;
        status = take_plan(&search, agent, limits, &collisions, solution);
    }
    if (status == GRAZE_OK && search.found)
        status = certify(&around, solution);
    sipp_close(&search);
    collision_close(&collisions);
    memory_free(&graph->memory, distances);
    memory_free(&graph->memory, around.intervals);
    memory_free(&graph->memory, around.spans);
    memory_free(&graph->memory, around.kernel.memory);
    return status;
}

graze_status graze_plan_among(const graze_roadmap *roadmap, const graze_task *task,
                              const graze_index *others, double tolerance,
                              const graze_allocator *allocator, graze_solution *solution)
{
    FLOAT_MODE_DEFAULT;
    if (roadmap == NULL || task == NULL || solution == NULL)
        return GRAZE_ERROR_NULL;
    graze_problem problem = {roadmap, task, 1, tolerance};
    graze_status status = plan_check(&problem);
    if (status != GRAZE_OK)
        return status;
    graze_allocator memory = memory_allocator(allocator);
    graze_solution answer = {.outcome = GRAZE_PLAN_UNFINISHED, .reason = GRAZE_NO_PLAN_UNREACHABLE};
    body_kind kind;
    robot_limits limits;
    uint32_t kinds;
    route_agent agent;
    planning_graph graph;
    plan_kinds(&problem, &kind, &limits, &kinds, &agent); /* one */
    status = plan_open_graph(&graph, &memory, &problem, &kind, &limits, 1, &agent);
    if (status != GRAZE_OK)
        return status;
    answer.tick = graph.grid.tick;
    status = plan_on(&graph, &agent, &limits, others, &answer);
    graph_close(&graph);
    if (status == GRAZE_OK)
        *solution = answer;
    else
        graze_solution_free(&answer, allocator);
    return status;
}
