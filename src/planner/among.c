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
#include "planner/both_ends.h"
#include "planner/kernel_room.h"
#include "planner/plan.h"

/* What is blocked along an edge for starts from one time to another, once it has been asked: so
 * many of the kept spans. */
typedef struct kept_edge {
    size_t first;
    uint32_t count;
    bool known;
    tick from, until;
} kept_edge;

/* The others, as the world of a search. */
typedef struct surroundings {
    const planning_graph *graph;
    const graze_index *others; /* may be null */
    graze_interval *intervals;
    size_t interval_capacity;
    span *spans;
    size_t span_capacity;
    graze_workspace kernel; /* what starts among accelerated motions are found in */
    kept_edge *edges;       /* of the graph */
    span *kept;
    size_t kept_count, kept_capacity;
    graze_closed_interval window; /* [s] of the starts that are asked for */
    bool cut;               /* something is blocked until beyond the horizon, but not for ever */
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
    graze_status status = graph_motion(graph, 0, edge, &motion);
    return status != GRAZE_OK
               ? status
               : unsafe_starts(around, graph_body_along(graph, 0, edge), &motion,
                               around->window, around->intervals, around->interval_capacity, count);
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
        around->cut |= next.upper >= TICK_NEVER && isfinite(around->intervals[i].upper);
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

/* Adds spans to the last kept list; two that meet round a time at which the question was cut are
 * one. */
static graze_status keep_spans(surroundings *around, kept_edge *list, span_list spans)
{
    if (!ARRAY_RESERVE(&around->graph->memory, around->kept, around->kept_capacity,
                       around->kept_count + spans.count))
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < spans.count; i++) {
        span *last = list->count > 0 ? &around->kept[around->kept_count - 1] : NULL;
        if (last == NULL || spans.spans[i].lower >= last->upper) {
            around->kept[around->kept_count++] = spans.spans[i];
            list->count++;
        } else if (spans.spans[i].upper > last->upper) {
            last->upper = spans.spans[i].upper;
        }
    }
    return GRAZE_OK;
}

/* Asks about starts from one time to another. */
static graze_status keep_part(surroundings *around, uint32_t edge, tick first, tick last,
                              kept_edge *list)
{
    const time_grid *grid = &around->graph->grid;
    span_list blocked;
    around->window =
        (graze_closed_interval){time_grid_seconds(grid, first), time_grid_seconds(grid, last)};
    graze_status status = ask(around, ask_edge, edge, &blocked);
    return status == GRAZE_OK ? keep_spans(around, list, blocked) : status;
}

/* None lie nowhere. */
static span_list kept_spans(const surroundings *around, const kept_edge *known)
{
    return (span_list){known->count > 0 ? around->kept + known->first : NULL, known->count};
}

/* Copies the spans that were known to the last list. */
static graze_status keep_known(surroundings *around, const kept_edge *known, kept_edge *list)
{
    if (!ARRAY_RESERVE(&around->graph->memory, around->kept, around->kept_capacity,
                       around->kept_count + known->count))
        return GRAZE_ERROR_MEMORY; /* and nothing moves below */
    return keep_spans(around, list, kept_spans(around, known));
}

/* Asks about each start along each edge once, and only where it is looked for: the kernel's answers
 * about accelerated motions are dear. */
static graze_status edge_blocked_between(void *context, uint32_t edge, tick first, tick last,
                                         span_list *blocked)
{
    surroundings *around = context;
    kept_edge *known = &around->edges[edge];
    graze_status status = GRAZE_OK;
    if (!known->known || first < known->from || last > known->until) {
        kept_edge list = {.first = around->kept_count, .known = true, .from = first, .until = last};
        if (!known->known) {
            status = keep_part(around, edge, first, last, &list);
        } else {
            list.from = first < known->from ? first : known->from;
            list.until = last > known->until ? last : known->until;
            if (first < known->from)
                status = keep_part(around, edge, first, known->from, &list);
            if (status == GRAZE_OK)
                status = keep_known(around, known, &list);
            if (status == GRAZE_OK && last > known->until)
                status = keep_part(around, edge, known->until, last, &list);
        }
        if (status != GRAZE_OK)
            return status;
        *known = list;
    }
    *blocked = kept_spans(around, known);
    return GRAZE_OK;
}

static graze_status edge_blocked(void *context, uint32_t edge, span_list *blocked)
{
    return edge_blocked_between(context, edge, 0, TICK_NEVER, blocked);
}

/* ---- the search --------------------------------------------------------------------- */

/* [ticks] How long a robot waits before what else it could do is looked at. */
static const tick one_longest_move = (tick)1 << 40;

/* [count] States that are looked at from the start, before it is done from the goal as well. */
enum { one_turn = 2000 };

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

/* A robot's plans are those on its lattice of ticks, headings and levels, and a search that has run
 * empty has looked at all of them. What a disc does between ticks is not looked at. */
static void take_proof(const sipp *search, const surroundings *around, graze_solution *solution)
{
    if (around->graph->robots == NULL || search->cut || around->cut)
        return;
    solution->outcome = GRAZE_PLAN_IMPOSSIBLE;
    solution->reason = GRAZE_NO_PLAN_ON_LATTICE;
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
    if (graph->robots != NULL) {
        world.edge_between = edge_blocked_between;
        world.patience = one_longest_move;
    }
    collision_open(&collisions, graph);
    around.edges = memory_new(&graph->memory, graph->edge_count, sizeof *around.edges);
    graze_status status = sipp_open(&search, graph);
    if (status == GRAZE_OK && (distances == NULL || around.edges == NULL))
        status = GRAZE_ERROR_MEMORY;
    if (status == GRAZE_OK)
        status = graph_distances(graph, 0, agent->goal, distances);
    if (status == GRAZE_OK && distances[agent->start] >= TICK_NEVER) {
        solution->outcome = GRAZE_PLAN_IMPOSSIBLE;
    } else if (status == GRAZE_OK) {
        status = graph->robots != NULL && graph_can_wait(graph, agent->start)
                     ? both_ends_find(&search, &asked, &world, one_turn)
                     : sipp_find(&search, &asked, &world);
        if (status == GRAZE_OK && !search.found)
            take_proof(&search, &around, solution);
    }
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
    memory_free(&graph->memory, around.edges);
    memory_free(&graph->memory, around.kept);
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
