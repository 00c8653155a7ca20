/* SPDX-License-Identifier: MIT */
/* The kernel's answers in a hash table. */
#include "planner/collision_intervals.h"

#include <graze/unsafe.h>
#include <math.h>

#include "base/array.h"
#include "base/memory.h"
#include "planner/kernel_room.h"

struct collision_entry {
    uint64_t what, who; /* who_of */
    span when;
};

void collision_open(collision_table *table, const planning_graph *graph)
{
    *table = (collision_table){.graph = graph};
}

void collision_close(collision_table *table)
{
    memory_free(&table->graph->memory, table->entries);
    memory_free(&table->graph->memory, table->kernel.memory);
    hash_table_free(&table->numbers, &table->graph->memory);
    collision_open(table, table->graph);
}

static graze_status motion_at(const planning_graph *graph, uint32_t vertex, graze_motion *motion)
{
    graze_point a = graph_place(graph, vertex);
    graze_vector place = {a.x, a.y, 0};
    return graze_motion_waypoint(place, place, 0, HUGE_VAL, motion);
}

/* The ticks of an open interval of seconds, if there is one. */
static span in_ticks(const planning_graph *graph, const graze_interval *interval, size_t count)
{
    if (count == 0)
        return (span){0, 0};
    return (span){time_grid_floor(&graph->grid, interval->lower),
                  time_grid_ceil(&graph->grid, interval->upper)};
}

static graze_status ask_moves(collision_table *table, uint32_t kind_a, uint32_t edge_a,
                              uint32_t kind_b, uint32_t edge_b, span *when)
{
    const planning_graph *graph = table->graph;
    graze_workspace *room = &table->kernel;
    graze_motion a, b;
    graze_interval unsafe = {0, 0};
    size_t count = 0;
    graze_status status = graph_motion(graph, kind_a, edge_a, &a);
    if (status == GRAZE_OK)
        status = graph_motion(graph, kind_b, edge_b, &b);
    const graze_status ready = status;
    do {
        status = ready;
        if (status == GRAZE_OK)
            status = graze_unsafe_starts(graph_body_along(graph, kind_a, edge_a), &a,
                                         graph_body_along(graph, kind_b, edge_b), &b,
                                         graph->tolerance, room->size > 0 ? room : NULL, &unsafe,
                                         1, &count);
    } while (status == GRAZE_ERROR_WORKSPACE &&
             (status = kernel_room_grow(room, &graph->memory)) == GRAZE_OK);
    if (status == GRAZE_OK)
        *when = in_ticks(graph, &unsafe, count);
    return status;
}

static graze_status ask_stay(const planning_graph *graph, uint32_t kind_resting, uint32_t vertex,
                             uint32_t kind_moving, uint32_t edge, span *when)
{
    graze_motion rest, move;
    graze_interval overlap = {0, 0};
    size_t count = 0;
    graze_status status = motion_at(graph, vertex, &rest);
    if (status == GRAZE_OK)
        status = graph_motion(graph, kind_moving, edge, &move);
    if (status == GRAZE_OK)
        status = graze_conflict_intervals(graph_body_at(graph, kind_resting, vertex), &rest,
                                          graph_body_along(graph, kind_moving, edge), &move,
                                          graph->tolerance, &overlap, 1, &count);
    if (status == GRAZE_OK)
        *when = in_ticks(graph, &overlap, count);
    return status;
}

static graze_status ask_places(const planning_graph *graph, uint32_t kind_a, uint32_t vertex_a,
                               uint32_t kind_b, uint32_t vertex_b, bool *overlap)
{
    graze_motion a, b;
    graze_status status = motion_at(graph, vertex_a, &a);
    if (status == GRAZE_OK)
        status = motion_at(graph, vertex_b, &b);
    if (status == GRAZE_OK)
        status = graze_conflict_exists(graph_body_at(graph, kind_a, vertex_a), &a,
                                       graph_body_at(graph, kind_b, vertex_b), &b,
                                       graph->tolerance, overlap);
    return status;
}

static bool are_apart(const planning_graph *graph, uint32_t kind_a, const graph_box *a,
                      uint32_t kind_b, const graph_box *b)
{
    return graph_boxes_are_apart(a, b, graph_reach(&graph->kinds[kind_a].body),
                                 graph_reach(&graph->kinds[kind_b].body));
}

/* Are both places of an edge certainly farther than `reach` on one side of the line of another? Of
 * small whole numbers: the products are exact, and only their squares are rounded. */
static bool is_beside(const planning_graph *graph, uint32_t line, uint32_t edge, double reach)
{
    graze_point p = graph_place(graph, graph->from[line]);
    graze_point q = graph_place(graph, graph_to(graph, line));
    graze_point a = graph_place(graph, graph->from[edge]);
    graze_point b = graph_place(graph, graph_to(graph, edge));
    double x = q.x - p.x, y = q.y - p.y;
    double of_a = x * (a.y - p.y) - y * (a.x - p.x), of_b = x * (b.y - p.y) - y * (b.x - p.x);
    double least = fmin(fabs(of_a), fabs(of_b));
    return (of_a > 0) == (of_b > 0) &&
           least * least > reach * reach * (x * x + y * y) * (1 + 0x1p-48);
}

static bool is_disc(const planning_graph *graph, uint32_t kind)
{
    return graph->kinds[kind].body.vertex_count == 0;
}

/* The same of two moves of discs, whose boxes are near where they are long and aslant. */
static bool moves_are_apart(const planning_graph *graph, uint32_t kind_a, uint32_t edge_a,
                            uint32_t kind_b, uint32_t edge_b)
{
    if (are_apart(graph, kind_a, &graph->boxes[edge_a], kind_b, &graph->boxes[edge_b]))
        return true;
    if (!graph->regular || !is_disc(graph, kind_a) || !is_disc(graph, kind_b))
        return false;
    double reach = graph->kinds[kind_a].body.radius + graph->kinds[kind_b].body.radius;
    return is_beside(graph, edge_a, edge_b, reach) || is_beside(graph, edge_b, edge_a, reach);
}

/* The kept answer; null: there is none. */
static const collision_entry *find(const collision_table *table, uint64_t what, uint64_t who)
{
    hash_probe probe = hash_table_probe(&table->numbers, hash_of_pair(what, who));
    while (hash_probe_next(&probe)) {
        const collision_entry *entry = &table->entries[probe.item];
        if (entry->what == what && entry->who == who)
            return entry;
    }
    return NULL;
}

/* Keeps a new answer and returns it; an empty one after a failure. */
static span keep(collision_table *table, uint64_t what, uint64_t who, span when,
                 graze_status status)
{
    const graze_allocator *memory = &table->graph->memory;
    table->kernel_calls++;
    if (status == GRAZE_OK &&
        (!ARRAY_RESERVE(memory, table->entries, table->capacity, table->count + 1) ||
         !hash_table_add(&table->numbers, memory, hash_of_pair(what, who), table->count)))
        status = GRAZE_ERROR_MEMORY;
    table->status = status;
    if (status != GRAZE_OK)
        return (span){0, 0};
    table->entries[table->count++] = (collision_entry){what, who, when};
    return when;
}

enum { ABOUT_MOVES = 1, ABOUT_STAY = 2, ABOUT_PLACES = 3 };

/* Kinds in 12 bits each, what it is about in 2, and on a regular graph the offset
 * of the places, which the boxes have shown to be small. */
static uint64_t who_of(const planning_graph *graph, int about, uint32_t kind_a, uint32_t kind_b,
                       uint32_t vertex_a, uint32_t vertex_b)
{
    uint64_t who = (uint64_t)about | (uint64_t)kind_a << 2 | (uint64_t)kind_b << 14;
    if (!graph->regular)
        return who;
    graze_point a = graph_anchor(graph, vertex_a), b = graph_anchor(graph, vertex_b);
    uint64_t x = (uint16_t)(int)(b.x - a.x), y = (uint16_t)(int)(b.y - a.y);
    return who | x << 32 | y << 48;
}

/* What tells apart those who rest at one place of a regular graph: the body of a robot. */
static uint64_t rest_of(const planning_graph *graph, uint32_t vertex)
{
    if (!graph->regular)
        return vertex;
    return graph->robots == NULL ? 0 : graph->robots->resting[vertex];
}

span collision_of_moves(collision_table *table, uint32_t kind_a, uint32_t edge_a, uint32_t kind_b,
                        uint32_t edge_b)
{
    const planning_graph *graph = table->graph;
    if (graph_duration(graph, kind_a, edge_a) == 0 || graph_duration(graph, kind_b, edge_b) == 0 ||
        moves_are_apart(graph, kind_a, edge_a, kind_b, edge_b))
        return (span){0, 0};
    uint64_t what = (uint64_t)graph->shapes[edge_a] << 32 | graph->shapes[edge_b];
    uint64_t who =
        who_of(graph, ABOUT_MOVES, kind_a, kind_b, graph->from[edge_a], graph->from[edge_b]);
    const collision_entry *kept = find(table, what, who);
    span when = {0, 0};
    if (kept != NULL || table->status != GRAZE_OK)
        return kept != NULL ? kept->when : when;
    graze_status status = ask_moves(table, kind_a, edge_a, kind_b, edge_b, &when);
    return keep(table, what, who, when, status);
}

span collision_of_stay(collision_table *table, uint32_t kind_resting, uint32_t vertex,
                       uint32_t kind_moving, uint32_t edge)
{
    const planning_graph *graph = table->graph;
    graph_box box = graph_box_at(graph, vertex);
    if (graph_duration(graph, kind_moving, edge) == 0 ||
        are_apart(graph, kind_resting, &box, kind_moving, &graph->boxes[edge]))
        return (span){0, 0};
    uint64_t what = rest_of(graph, vertex) << 32 | graph->shapes[edge];
    uint64_t who = who_of(graph, ABOUT_STAY, kind_resting, kind_moving, vertex, graph->from[edge]);
    const collision_entry *kept = find(table, what, who);
    span when = {0, 0};
    if (kept != NULL || table->status != GRAZE_OK)
        return kept != NULL ? kept->when : when;
    graze_status status = ask_stay(graph, kind_resting, vertex, kind_moving, edge, &when);
    return keep(table, what, who, when, status);
}

bool collision_of_places(collision_table *table, uint32_t kind_a, uint32_t vertex_a,
                         uint32_t kind_b, uint32_t vertex_b)
{
    const planning_graph *graph = table->graph;
    graph_box box_a = graph_box_at(graph, vertex_a), box_b = graph_box_at(graph, vertex_b);
    if (are_apart(graph, kind_a, &box_a, kind_b, &box_b))
        return false;
    uint64_t what = rest_of(graph, vertex_a) << 32 | rest_of(graph, vertex_b);
    uint64_t who = who_of(graph, ABOUT_PLACES, kind_a, kind_b, vertex_a, vertex_b);
    const collision_entry *kept = find(table, what, who);
    if (kept != NULL || table->status != GRAZE_OK)
        return kept != NULL && kept->when.upper > 0;
    bool overlap = false;
    graze_status status = ask_places(graph, kind_a, vertex_a, kind_b, vertex_b, &overlap);
    return keep(table, what, who, (span){0, overlap}, status).upper > 0;
}
