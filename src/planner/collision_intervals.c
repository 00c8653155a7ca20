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
    memory_free(&table->graph->memory, table->recent);
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

/* ---- answers that are kept ---------------------------------------------------------- */

enum { ABOUT_MOVES = 1, ABOUT_STAY = 2, ABOUT_PLACES = 3 };

/* Once so many answers are kept, the latest of each of 2^14 hashes has a place of its own: searches
 * ask the same again and again, and a look there spares the boxes, too. */
enum { RECENT_FROM = 1 << 10, RECENT_BITS = 14 };

typedef struct question {
    uint64_t what, who; /* who 0: so far from each other that they are apart */
    uint64_t hash;
} question;

/* Kinds in 12 bits each, what it is about in 2, and on a regular graph the offset of the places in
 * 16 each: it is no greater between those whose boxes are near (planning_graph.c). */
static question question_of(const planning_graph *graph, int about, uint32_t kind_a,
                            uint32_t kind_b, uint32_t vertex_a, uint32_t vertex_b, uint64_t what)
{
    uint64_t who = (uint64_t)about | (uint64_t)kind_a << 2 | (uint64_t)kind_b << 14;
    if (graph->regular) {
        graze_point a = graph_anchor(graph, vertex_a), b = graph_anchor(graph, vertex_b);
        int32_t x = (int32_t)(b.x - a.x), y = (int32_t)(b.y - a.y);
        bool is_small = x == (int16_t)x && y == (int16_t)y;
        who = is_small ? who | (uint64_t)(uint16_t)x << 32 | (uint64_t)(uint16_t)y << 48 : 0;
    }
    return (question){what, who, hash_of_pair(what, who)};
}

static bool is_answer(const collision_entry *entry, const question *asked)
{
    return entry->what == asked->what && entry->who == asked->who;
}

/* The kept answer; null: there is none. */
static const collision_entry *find(const collision_table *table, const question *asked)
{
    hash_probe probe = hash_table_probe(&table->numbers, asked->hash);
    while (hash_probe_next(&probe))
        if (is_answer(&table->entries[probe.item], asked))
            return &table->entries[probe.item];
    return NULL;
}

static collision_entry *recent_place(const collision_table *table, const question *asked)
{
    return &table->recent[asked->hash >> (64 - RECENT_BITS)];
}

static bool is_recent(const collision_table *table, const question *asked, span *when)
{
    if (table->recent == NULL || asked->who == 0)
        return false;
    const collision_entry *entry = recent_place(table, asked);
    *when = entry->when;
    return is_answer(entry, asked);
}

static span remember(collision_table *table, const question *asked, span when)
{
    if (table->recent != NULL && asked->who != 0 && table->status == GRAZE_OK)
        *recent_place(table, asked) = (collision_entry){asked->what, asked->who, when};
    return when;
}

static graze_status add_entry(collision_table *table, const question *asked, span when)
{
    const graze_allocator *memory = &table->graph->memory;
    if (!ARRAY_RESERVE(memory, table->entries, table->capacity, table->count + 1) ||
        !hash_table_add(&table->numbers, memory, asked->hash, table->count))
        return GRAZE_ERROR_MEMORY;
    table->entries[table->count++] = (collision_entry){asked->what, asked->who, when};
    if (table->count == RECENT_FROM)
        table->recent = memory_new(memory, (size_t)1 << RECENT_BITS, sizeof *table->recent);
    return table->count == RECENT_FROM && table->recent == NULL ? GRAZE_ERROR_MEMORY : GRAZE_OK;
}

/* Keeps a new answer and returns it; an empty one after a failure. */
static span keep(collision_table *table, const question *asked, span when, graze_status status)
{
    table->kernel_calls++;
    if (status == GRAZE_OK)
        status = add_entry(table, asked, when);
    table->status = status;
    return status == GRAZE_OK ? when : (span){0, 0};
}

/* What tells apart those who rest at one place of a regular graph: the body of a robot. */
static uint64_t rest_of(const planning_graph *graph, uint32_t vertex)
{
    if (!graph->regular)
        return vertex;
    return graph->robots == NULL ? 0 : graph->robots->resting[vertex];
}

/* Does a kind move along an edge? It may be one that it must not take; the answer is not kept then,
 * since edges of one shape, which it may take elsewhere, share theirs. */
static bool takes_time(const planning_graph *graph, uint32_t of_kind, uint32_t edge)
{
    tick duration = graph_duration(graph, of_kind, edge);
    return duration > 0 && duration < TICK_NEVER;
}

static span find_moves(collision_table *table, uint32_t kind_a, uint32_t edge_a, uint32_t kind_b,
                       uint32_t edge_b, const question *asked)
{
    const planning_graph *graph = table->graph;
    span when = {0, 0};
    if (moves_are_apart(graph, kind_a, edge_a, kind_b, edge_b))
        return when;
    const collision_entry *kept = find(table, asked);
    if (kept != NULL || table->status != GRAZE_OK)
        return kept != NULL ? kept->when : when;
    graze_status status = ask_moves(table, kind_a, edge_a, kind_b, edge_b, &when);
    return keep(table, asked, when, status);
}

span collision_of_moves(collision_table *table, uint32_t kind_a, uint32_t edge_a, uint32_t kind_b,
                        uint32_t edge_b)
{
    const planning_graph *graph = table->graph;
    span when = {0, 0};
    if (!takes_time(graph, kind_a, edge_a) || !takes_time(graph, kind_b, edge_b))
        return when;
    if (table->recent == NULL && /* else a look there spares the boxes */
        are_apart(graph, kind_a, &graph->boxes[edge_a], kind_b, &graph->boxes[edge_b]))
        return when;
    const question asked =
        question_of(graph, ABOUT_MOVES, kind_a, kind_b, graph->from[edge_a], graph->from[edge_b],
                    (uint64_t)graph->shapes[edge_a] << 32 | graph->shapes[edge_b]);
    if (is_recent(table, &asked, &when))
        return when;
    return remember(table, &asked, find_moves(table, kind_a, edge_a, kind_b, edge_b, &asked));
}

static span find_stay(collision_table *table, uint32_t kind_resting, uint32_t vertex,
                      uint32_t kind_moving, uint32_t edge, const question *asked)
{
    const planning_graph *graph = table->graph;
    graph_box box = graph_box_at(graph, vertex);
    span when = {0, 0};
    if (are_apart(graph, kind_resting, &box, kind_moving, &graph->boxes[edge]))
        return when;
    const collision_entry *kept = find(table, asked);
    if (kept != NULL || table->status != GRAZE_OK)
        return kept != NULL ? kept->when : when;
    graze_status status = ask_stay(graph, kind_resting, vertex, kind_moving, edge, &when);
    return keep(table, asked, when, status);
}

span collision_of_stay(collision_table *table, uint32_t kind_resting, uint32_t vertex,
                       uint32_t kind_moving, uint32_t edge)
{
    const planning_graph *graph = table->graph;
    const graph_box box = graph_box_at(graph, vertex);
    span when = {0, 0};
    if (!takes_time(graph, kind_moving, edge))
        return when;
    if (table->recent == NULL && /* as above */
        are_apart(graph, kind_resting, &box, kind_moving, &graph->boxes[edge]))
        return when;
    const question asked =
        question_of(graph, ABOUT_STAY, kind_resting, kind_moving, vertex, graph->from[edge],
                    rest_of(graph, vertex) << 32 | graph->shapes[edge]);
    if (is_recent(table, &asked, &when))
        return when;
    return remember(table, &asked,
                    find_stay(table, kind_resting, vertex, kind_moving, edge, &asked));
}

bool collision_of_places(collision_table *table, uint32_t kind_a, uint32_t vertex_a,
                         uint32_t kind_b, uint32_t vertex_b)
{
    const planning_graph *graph = table->graph;
    graph_box box_a = graph_box_at(graph, vertex_a), box_b = graph_box_at(graph, vertex_b);
    if (are_apart(graph, kind_a, &box_a, kind_b, &box_b))
        return false;
    const question asked = question_of(graph, ABOUT_PLACES, kind_a, kind_b, vertex_a, vertex_b,
                                       rest_of(graph, vertex_a) << 32 | rest_of(graph, vertex_b));
    const collision_entry *kept = find(table, &asked);
    if (kept != NULL || table->status != GRAZE_OK)
        return kept != NULL && kept->when.upper > 0;
    bool overlap = false;
    graze_status status = ask_places(graph, kind_a, vertex_a, kind_b, vertex_b, &overlap);
    return keep(table, &asked, (span){0, overlap}, status).upper > 0;
}
