/* SPDX-License-Identifier: MIT */
/* Makes a roadmap ready for planning. */
#include "planner/planning_graph.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "planner/hash_table.h"

/* Differences of places within this bound are exact, and so few that shapes of
 * edges can be told apart by one number. */
static const double regular_limit = 1 << 20;
enum { SHAPE_REACH = 2047, SHAPE_SPAN = 2 * SHAPE_REACH + 1 };

static bool is_small_whole(double x)
{
    return fabs(x) < regular_limit && rint(x) == x;
}

/* Offsets between places within reach of each other must fit into 16 bits
 * (collision_intervals.c). */
static const double reach_limit = 1 << 13;

static bool places_are_regular(const planning_graph *graph)
{
    const graze_roadmap *roadmap =
        graph->robots == NULL ? graph->roadmap : graph->robots->base;
    for (uint32_t k = 0; k < graph->kind_count; k++)
        if (!(graph_reach(&graph->kinds[k].body) < reach_limit))
            return false;
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        if (!is_small_whole(roadmap->places[v].x) || !is_small_whole(roadmap->places[v].y))
            return false;
    return true;
}

static void note_edge(planning_graph *graph, uint32_t edge, uint32_t from)
{
    graze_point a = graph_place(graph, from);
    graze_point b = graph_place(graph, graph_to(graph, edge));
    graph->from[edge] = from;
    graph->boxes[edge] =
        (graph_box){fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x, b.x), fmax(a.y, b.y)};
    double dx = b.x - a.x, dy = b.y - a.y;
    graph->shapes[edge] = edge;
    if (!graph->regular || graph->robots != NULL)
        return;
    if (fabs(dx) > SHAPE_REACH || fabs(dy) > SHAPE_REACH) {
        graph->regular = false; /* the shapes given so far are made anew */
        return;
    }
    graph->shapes[edge] = (uint32_t)(dx + SHAPE_REACH) * SHAPE_SPAN + (uint32_t)(dy + SHAPE_REACH);
}

static void note_edges(planning_graph *graph)
{
    const graze_roadmap *roadmap = graph->roadmap;
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        for (size_t e = roadmap->first[v]; e < roadmap->first[v + 1]; e++)
            note_edge(graph, (uint32_t)e, v);
    if (!graph->regular)
        for (uint32_t e = 0; e < graph->edge_count; e++)
            graph->shapes[e] = e;
}

/* Edges sorted by where they end: counted, summed up, dealt out. */
static void sort_arrivals(planning_graph *graph)
{
    uint32_t vertices = graph->roadmap->vertex_count;
    uint32_t *first = graph->arriving_first;
    memset(first, 0, ((size_t)vertices + 1) * sizeof *first);
    for (uint32_t e = 0; e < graph->edge_count; e++)
        first[graph_to(graph, e) + 1]++;
    for (uint32_t v = 0; v < vertices; v++)
        first[v + 1] += first[v];
    for (uint32_t e = 0; e < graph->edge_count; e++)
        graph->arriving[first[graph_to(graph, e)]++] = e;
    for (uint32_t v = vertices; v > 0; v--)
        first[v] = first[v - 1];
    first[0] = 0;
}

static void edge_way(const planning_graph *graph, uint32_t edge, double *dx, double *dy)
{
    graze_point a = graph_place(graph, graph->from[edge]);
    graze_point b = graph_place(graph, graph_to(graph, edge));
    *dx = b.x - a.x;
    *dy = b.y - a.y;
}

static double longest_move(const planning_graph *graph)
{
    double longest = 0;
    for (uint32_t k = 0; k < graph->kind_count; k++)
        longest = fmax(longest, time_grid_longest_move(graph->roadmap, graph->kinds[k].speed));
    return longest > 0 ? longest : 1;
}

/* Targets of a vertex ascend. */
static bool may_take(const planning_graph *graph, const body_kind *who, uint32_t edge)
{
    if (who->moves == NULL)
        return true;
    size_t low = who->moves->first[graph->from[edge]];
    size_t high = who->moves->first[graph->from[edge] + 1];
    uint32_t target = graph_to(graph, edge);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (who->moves->targets[middle] < target)
            low = middle + 1;
        else
            high = middle;
    }
    return low < who->moves->first[graph->from[edge] + 1] && who->moves->targets[low] == target;
}

static void time_edges(planning_graph *graph)
{
    graph->grid = time_grid_for(longest_move(graph));
    for (uint32_t k = 0; k < graph->kind_count; k++)
        for (uint32_t e = 0; e < graph->edge_count; e++) {
            double dx, dy;
            edge_way(graph, e, &dx, &dy);
            tick duration = time_grid_duration(&graph->grid, dx, dy, graph->kinds[k].speed);
            if (!may_take(graph, &graph->kinds[k], e))
                duration = TICK_NEVER;
            graph->durations[(size_t)k * graph->edge_count + e] = duration > 0 ? duration : 1;
        }
}

static bool get_memory(planning_graph *graph)
{
    const graze_allocator *memory = &graph->memory;
    size_t edges = graph->edge_count, vertices = graph->roadmap->vertex_count;
    graph->from = memory_new(memory, edges, sizeof *graph->from);
    graph->boxes = memory_new(memory, edges, sizeof *graph->boxes);
    graph->arriving = memory_new(memory, edges, sizeof *graph->arriving);
    graph->arriving_first = memory_new(memory, vertices + 1, sizeof *graph->arriving_first);
    graph->shapes = memory_new(memory, edges, sizeof *graph->shapes);
    graph->kinds = memory_new(memory, graph->kind_count, sizeof *graph->kinds);
    graph->durations = memory_new(
        memory, graph->robots == NULL ? edges * graph->kind_count : edges,
        sizeof *graph->durations);
    return graph->from != NULL && graph->boxes != NULL && graph->arriving != NULL &&
           graph->arriving_first != NULL && graph->shapes != NULL && graph->kinds != NULL &&
           graph->durations != NULL;
}

graze_status graph_open(planning_graph *graph, const graze_allocator *memory,
                        const graze_roadmap *roadmap, const body_kind *kinds, uint32_t kind_count,
                        double tolerance)
{
    size_t edges = roadmap->first[roadmap->vertex_count];
    if (edges >= EDGE_NONE)
        return GRAZE_ERROR_CAPACITY;
    *graph = (planning_graph){.memory = *memory,
                              .roadmap = roadmap,
                              .tolerance = tolerance,
                              .edge_count = (uint32_t)edges,
                              .duration_stride = edges,
                              .kind_count = kind_count};
    if (!get_memory(graph)) {
        graph_close(graph);
        return GRAZE_ERROR_MEMORY;
    }
    memcpy(graph->kinds, kinds, kind_count * sizeof *kinds);
    graph->regular = places_are_regular(graph);
    note_edges(graph);
    sort_arrivals(graph);
    time_edges(graph);
    return GRAZE_OK;
}

/* ---- robots ------------------------------------------------------------------------- */

/* No move takes longer than it takes at its speed, or as it says. */
static double longest_of_robots(const planning_graph *graph)
{
    double longest = 0;
    for (uint32_t e = 0; e < graph->edge_count; e++)
        longest = fmax(longest, graph->robots->moves[e].seconds);
    return longest > DBL_MIN ? longest : 1;
}

/* [s] So long a tick may be that no drive of whole ticks begins or ends 2^-31 m/s beside its speed:
 * it does by that speed times the share of a tick in its duration. */
static double tick_of_small_jumps(const planning_graph *graph)
{
    double least = HUGE_VAL;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        const robot_move *move = &graph->robots->moves[e];
        double dx, dy;
        edge_way(graph, e, &dx, &dy);
        double greatest = fmax(move->share, 2 - move->share) * hypot(dx, dy) / move->seconds;
        if (greatest > 0)
            least = fmin(least, move->seconds / greatest);
    }
    return ldexp(least, -31);
}

static void time_moves_of_robots(planning_graph *graph)
{
    graph->grid = time_grid_fine(longest_of_robots(graph), tick_of_small_jumps(graph));
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        const robot_move *move = &graph->robots->moves[e];
        double dx, dy;
        edge_way(graph, e, &dx, &dy);
        graph->durations[e] = move->speed > 0
                                  ? time_grid_duration(&graph->grid, dx, dy, move->speed)
                                  : time_grid_ceil(&graph->grid, move->seconds);
    }
}

/* What two moves that look alike have in common. */
typedef struct move_look {
    double from_x, from_y, to_x, to_y; /* [m] from the anchor */
    double share;
    tick duration;
    uint64_t body;
} move_look;

static move_look look_of(const planning_graph *graph, uint32_t edge)
{
    graze_point o = graph_anchor(graph, graph->from[edge]);
    graze_point a = graph_place(graph, graph->from[edge]);
    graze_point b = graph_place(graph, graph_to(graph, edge));
    const robot_move *move = &graph->robots->moves[edge];
    return (move_look){a.x - o.x,   a.y - o.y,   b.x - o.x, b.y - o.y,
                       move->share, graph->durations[edge], move->body};
}

static uint64_t hash_of_look(const move_look *look)
{
    uint64_t words[sizeof *look / sizeof(uint64_t)], hash = 0;
    memcpy(words, look, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = hash_mixed(hash ^ words[i]);
    return hash;
}

/* Moves that look alike have the number of the first of them. */
static graze_status find_shapes_of_robots(planning_graph *graph)
{
    hash_table known = {NULL, 0, 0};
    bool room = true;
    for (uint32_t e = 0; e < graph->edge_count && graph->regular && room; e++) {
        move_look look = look_of(graph, e);
        const uint64_t hash = hash_of_look(&look);
        hash_probe probe = hash_table_probe(&known, hash);
        graph->shapes[e] = e;
        while (graph->shapes[e] == e && hash_probe_next(&probe)) {
            move_look other = look_of(graph, probe.item);
            if (memcmp(&look, &other, sizeof look) == 0)
                graph->shapes[e] = probe.item;
        }
        if (graph->shapes[e] == e)
            room = hash_table_add(&known, &graph->memory, hash, e);
    }
    hash_table_free(&known, &graph->memory);
    return room ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

/* Numbers what has been allocated. */
static graze_status take_robots(planning_graph *graph, const body_kind *kinds)
{
    for (uint32_t k = 0; k < graph->kind_count; k++) {
        graph->kinds[k] = kinds[k];
        graph->kinds[k].body = *robot_states_hull(graph->robots, k);
    }
    graph->regular = places_are_regular(graph);
    note_edges(graph);
    sort_arrivals(graph);
    time_moves_of_robots(graph);
    return find_shapes_of_robots(graph);
}

graze_status graph_open_robots(planning_graph *graph, const graze_allocator *memory,
                               const graze_roadmap *roadmap, const body_kind *kinds,
                               const robot_limits *limits, uint32_t kind_count,
                               const robot_start *starts, size_t start_count, double tolerance)
{
    *graph = (planning_graph){.memory = *memory, .tolerance = tolerance, .kind_count = kind_count};
    robot_states *robots = memory_new(memory, 1, sizeof *robots);
    if (robots == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status = robot_states_open(robots, memory, roadmap, kinds, limits, kind_count,
                                            starts, start_count);
    if (status != GRAZE_OK) {
        memory_free(memory, robots);
        return status;
    }
    graph->robots = robots;
    graph->roadmap = &robots->roadmap;
    size_t edges = robots->roadmap.first[robots->roadmap.vertex_count];
    graph->edge_count = (uint32_t)edges;
    status = edges >= EDGE_NONE ? GRAZE_ERROR_CAPACITY
             : !get_memory(graph) ? GRAZE_ERROR_MEMORY
                                  : take_robots(graph, kinds);
    if (status != GRAZE_OK)
        graph_close(graph);
    return status;
}

void graph_close(planning_graph *graph)
{
    const graze_allocator *memory = &graph->memory;
    memory_free(memory, graph->from);
    memory_free(memory, graph->boxes);
    memory_free(memory, graph->arriving);
    memory_free(memory, graph->arriving_first);
    memory_free(memory, graph->shapes);
    memory_free(memory, graph->kinds);
    memory_free(memory, graph->durations);
    if (graph->robots != NULL)
        robot_states_close(graph->robots);
    memory_free(memory, graph->robots);
    *graph = (planning_graph){.memory = *memory};
}

/* Of six roundings each errs by 2^-53 of itself at most, those under the root by half as
 * much; what underflows only makes the way shorter. */
tick graph_straight(const planning_graph *graph, uint32_t of_kind, uint32_t from, uint32_t to)
{
    graze_point a = graph_place(graph, from), b = graph_place(graph, to);
    double dx = b.x - a.x, dy = b.y - a.y;
    double tick_way = graph->kinds[of_kind].speed * graph->grid.tick;
    double ticks = sqrt(dx * dx + dy * dy) / tick_way * (1 - 0x1p-50);
    return ticks < (double)TICK_HORIZON ? (tick)ticks : TICK_HORIZON;
}

bool graph_boxes_are_apart(const graph_box *a, const graph_box *b, double reach_a, double reach_b)
{
    double reach = (reach_a + reach_b) * (1 + 0x1p-50);
    return b->left - a->right > reach || a->left - b->right > reach || b->bottom - a->top > reach ||
           a->bottom - b->top > reach;
}

graze_status graph_motion_between(const planning_graph *graph, uint32_t edge, double start,
                                  double end, graze_motion *motion)
{
    graze_point a = graph_place(graph, graph->from[edge]);
    graze_point b = graph_place(graph, graph_to(graph, edge));
    double share = graph->robots == NULL ? 1 : graph->robots->moves[edge].share;
    return graze_motion_ramp((graze_vector){a.x, a.y, 0}, (graze_vector){b.x, b.y, 0}, start, end,
                             share, motion);
}

graze_status graph_motion(const planning_graph *graph, uint32_t of_kind, uint32_t edge,
                          graze_motion *motion)
{
    double end = time_grid_seconds(&graph->grid, graph_duration(graph, of_kind, edge));
    return graph_motion_between(graph, edge, 0, end, motion);
}
