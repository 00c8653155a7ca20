/* SPDX-License-Identifier: MIT */
/* A roadmap made ready for planning. */
#include "planner/terrain.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "planner/heap.h"

/* Differences of places within this bound are exact, and so few that shapes of
 * edges can be told apart by one number. */
static const double regular_limit = 1 << 20;
enum { SHAPE_REACH = 15, SHAPE_SPAN = 2 * SHAPE_REACH + 1 };

static bool is_small_whole(double x)
{
    return fabs(x) < regular_limit && rint(x) == x;
}

/* Offsets between places within reach of each other must fit into 16 bits (clash.c). */
static const double radius_limit = 1 << 13;

static bool places_are_regular(const terrain *ground)
{
    const graze_roadmap *roadmap = ground->roadmap;
    for (uint32_t k = 0; k < ground->kind_count; k++)
        if (!(ground->kinds[k].body.radius < radius_limit))
            return false;
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        if (!is_small_whole(roadmap->places[v].x) || !is_small_whole(roadmap->places[v].y))
            return false;
    return true;
}

static void note_edge(terrain *ground, uint32_t edge, uint32_t from)
{
    graze_point a = terrain_place(ground, from);
    graze_point b = terrain_place(ground, terrain_to(ground, edge));
    ground->from[edge] = from;
    ground->boxes[edge] =
        (terrain_box){fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x, b.x), fmax(a.y, b.y)};
    double dx = b.x - a.x, dy = b.y - a.y;
    ground->shapes[edge] = edge;
    if (!ground->regular)
        return;
    if (fabs(dx) > SHAPE_REACH || fabs(dy) > SHAPE_REACH) {
        ground->regular = false; /* the shapes given so far are made anew */
        return;
    }
    ground->shapes[edge] =
        (uint32_t)(dx + SHAPE_REACH) * SHAPE_SPAN + (uint32_t)(dy + SHAPE_REACH);
}

static void note_edges(terrain *ground)
{
    const graze_roadmap *roadmap = ground->roadmap;
    ground->regular = places_are_regular(ground);
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        for (size_t e = roadmap->first[v]; e < roadmap->first[v + 1]; e++)
            note_edge(ground, (uint32_t)e, v);
    ground->shape_count = ground->regular ? SHAPE_SPAN * SHAPE_SPAN : ground->edge_count;
    if (!ground->regular)
        for (uint32_t e = 0; e < ground->edge_count; e++)
            ground->shapes[e] = e;
}

/* Edges sorted by where they end: counted, summed up, dealt out. */
static void sort_arrivals(terrain *ground)
{
    uint32_t vertices = ground->roadmap->vertex_count;
    uint32_t *first = ground->arriving_first;
    memset(first, 0, ((size_t)vertices + 1) * sizeof *first);
    for (uint32_t e = 0; e < ground->edge_count; e++)
        first[terrain_to(ground, e) + 1]++;
    for (uint32_t v = 0; v < vertices; v++)
        first[v + 1] += first[v];
    for (uint32_t e = 0; e < ground->edge_count; e++)
        ground->arriving[first[terrain_to(ground, e)]++] = e;
    for (uint32_t v = vertices; v > 0; v--)
        first[v] = first[v - 1];
    first[0] = 0;
}

static void edge_way(const terrain *ground, uint32_t edge, double *dx, double *dy)
{
    graze_point a = terrain_place(ground, ground->from[edge]);
    graze_point b = terrain_place(ground, terrain_to(ground, edge));
    *dx = b.x - a.x;
    *dy = b.y - a.y;
}

static double longest_move(const terrain *ground)
{
    double longest = 0;
    for (uint32_t k = 0; k < ground->kind_count; k++)
        for (uint32_t e = 0; e < ground->edge_count; e++) {
            double dx, dy;
            edge_way(ground, e, &dx, &dy);
            longest = fmax(longest, hypot(dx, dy) / ground->kinds[k].speed);
        }
    return longest > 0 ? longest : 1;
}

/* Targets of a vertex ascend. */
static bool may_take(const terrain *ground, const body_kind *who, uint32_t edge)
{
    if (who->moves == NULL)
        return true;
    size_t low = who->moves->first[ground->from[edge]];
    size_t high = who->moves->first[ground->from[edge] + 1];
    uint32_t target = terrain_to(ground, edge);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (who->moves->targets[middle] < target)
            low = middle + 1;
        else
            high = middle;
    }
    return low < who->moves->first[ground->from[edge] + 1] && who->moves->targets[low] == target;
}

static void time_edges(terrain *ground)
{
    ground->clock = lattice_for(longest_move(ground));
    for (uint32_t k = 0; k < ground->kind_count; k++)
        for (uint32_t e = 0; e < ground->edge_count; e++) {
            double dx, dy;
            edge_way(ground, e, &dx, &dy);
            tick duration = lattice_duration(&ground->clock, dx, dy, ground->kinds[k].speed);
            if (!may_take(ground, &ground->kinds[k], e))
                duration = TICK_NEVER;
            ground->durations[(size_t)k * ground->edge_count + e] = duration > 0 ? duration : 1;
        }
}

static bool get_memory(terrain *ground)
{
    const graze_allocator *memory = &ground->memory;
    size_t edges = ground->edge_count, vertices = ground->roadmap->vertex_count;
    ground->from = memory_new(memory, edges, sizeof *ground->from);
    ground->boxes = memory_new(memory, edges, sizeof *ground->boxes);
    ground->arriving = memory_new(memory, edges, sizeof *ground->arriving);
    ground->arriving_first = memory_new(memory, vertices + 1, sizeof *ground->arriving_first);
    ground->shapes = memory_new(memory, edges, sizeof *ground->shapes);
    ground->kinds = memory_new(memory, ground->kind_count, sizeof *ground->kinds);
    ground->durations = memory_new(memory, edges * ground->kind_count, sizeof *ground->durations);
    return ground->from != NULL && ground->boxes != NULL && ground->arriving != NULL &&
           ground->arriving_first != NULL && ground->shapes != NULL && ground->kinds != NULL &&
           ground->durations != NULL;
}

graze_status terrain_open(terrain *ground, const graze_allocator *memory,
                          const graze_roadmap *roadmap, const body_kind *kinds, uint32_t kind_count,
                          double tolerance)
{
    size_t edges = roadmap->first[roadmap->vertex_count];
    if (edges >= EDGE_NONE)
        return GRAZE_ERROR_CAPACITY;
    *ground = (terrain){.memory = *memory,
                        .roadmap = roadmap,
                        .tolerance = tolerance,
                        .edge_count = (uint32_t)edges,
                        .kind_count = kind_count};
    if (!get_memory(ground)) {
        terrain_close(ground);
        return GRAZE_ERROR_MEMORY;
    }
    memcpy(ground->kinds, kinds, kind_count * sizeof *kinds);
    note_edges(ground);
    sort_arrivals(ground);
    time_edges(ground);
    return GRAZE_OK;
}

void terrain_close(terrain *ground)
{
    const graze_allocator *memory = &ground->memory;
    memory_free(memory, ground->from);
    memory_free(memory, ground->boxes);
    memory_free(memory, ground->arriving);
    memory_free(memory, ground->arriving_first);
    memory_free(memory, ground->shapes);
    memory_free(memory, ground->kinds);
    memory_free(memory, ground->durations);
    *ground = (terrain){.memory = *memory};
}

/* Backward Dijkstra; stale heap entries are passed over. */
graze_status terrain_distances(const terrain *ground, uint32_t of_kind, uint32_t goal,
                               tick *distances)
{
    heap open = {0};
    for (uint32_t v = 0; v < ground->roadmap->vertex_count; v++)
        distances[v] = TICK_NEVER;
    distances[goal] = 0;
    graze_status status = heap_push(&open, &ground->memory, (heap_entry){.item = goal});
    while (status == GRAZE_OK && open.count > 0) {
        heap_entry nearest = heap_pop(&open);
        uint32_t v = nearest.item;
        if (nearest.first > distances[v])
            continue;
        for (uint32_t i = ground->arriving_first[v];
             i < ground->arriving_first[v + 1] && status == GRAZE_OK; i++) {
            uint32_t edge = ground->arriving[i], u = ground->from[edge];
            tick duration = terrain_duration(ground, of_kind, edge);
            tick distance = distances[v] + duration;
            if (duration >= TICK_NEVER || distance >= distances[u])
                continue;
            distances[u] = distance;
            status = heap_push(&open, &ground->memory,
                               (heap_entry){.first = distance, .item = u});
        }
    }
    heap_free(&open, &ground->memory);
    return status;
}

/* Of six roundings each errs by 2^-53 of itself at most, those under the root by half as
 * much; what underflows only makes the way shorter. */
tick terrain_straight(const terrain *ground, uint32_t of_kind, uint32_t from, uint32_t to)
{
    graze_point a = terrain_place(ground, from), b = terrain_place(ground, to);
    double dx = b.x - a.x, dy = b.y - a.y;
    double tick_way = ground->kinds[of_kind].speed * ground->clock.quantum;
    double ticks = sqrt(dx * dx + dy * dy) / tick_way * (1 - 0x1p-50);
    return ticks < (double)TICK_HORIZON ? (tick)ticks : TICK_HORIZON;
}
