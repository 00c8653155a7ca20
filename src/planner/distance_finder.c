/* SPDX-License-Identifier: MIT */
#include "planner/distance_finder.h"

#include <string.h>

#include "base/array.h"
#include "base/cpu.h"
#include "base/memory.h"

/* Vertices by distance, in buckets that are all no wider than the shortest move, or a thousandth of
 * the longest; a circle of them holds whatever one vertex leads to. */
enum { BUCKETS = 1024 };

typedef struct bucket_entry {
    uint32_t vertex, next; /* entry + 1 */
} bucket_entry;

typedef struct way_back {
    uint32_t from, duration; /* of finder->durations */
} way_back;

/* Durations are looked for among those before them while they are so few, as on grids. */
enum { SHARED_DURATIONS = 64 };

/* So many vertices ahead of the one that is looked at: that is worth a quarter of the time. */
enum { AHEAD = 8 };

typedef struct run {
    distance_finder *finder;
    tick *distances;
    uint32_t heads[BUCKETS]; /* entry + 1 */
    size_t waiting;
} run;

static tick bucket_width(const planning_graph *graph, uint32_t of_kind)
{
    tick shortest = TICK_NEVER, longest = 0;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        tick duration = graph_duration(graph, of_kind, e);
        if (duration >= TICK_NEVER)
            continue;
        shortest = duration < shortest ? duration : shortest;
        longest = duration > longest ? duration : longest;
    }
    tick least = longest / (BUCKETS - 2) + 1;
    return longest > 0 && shortest > least ? shortest : least;
}

/* The number of a duration; TICK_NEVER is one: the kind must not take that edge. */
static uint32_t number_of(distance_finder *finder, tick duration)
{
    const uint32_t among = finder->duration_count > SHARED_DURATIONS ? 0 : finder->duration_count;
    for (uint32_t i = 0; i < among; i++)
        if (finder->durations[i] == duration)
            return i;
    finder->durations[finder->duration_count] = duration;
    return finder->duration_count++;
}

/* Where all moves last as long it is enough to know where they begin. False: no memory. */
static bool keep_origins(distance_finder *finder)
{
    const planning_graph *graph = finder->graph;
    finder->origins = memory_new(&graph->memory, graph->edge_count, sizeof *finder->origins);
    finder->queue = memory_new(&graph->memory, (size_t)graph->roadmap->vertex_count + AHEAD,
                               sizeof *finder->queue);
    if (finder->origins == NULL || finder->queue == NULL)
        return false;
    for (uint32_t i = 0; i < graph->edge_count; i++)
        finder->origins[i] = finder->ways[i].from;
    memory_free(&graph->memory, finder->ways);
    finder->ways = NULL;
    return true;
}

graze_status distance_finder_open(distance_finder *finder, const planning_graph *graph,
                                  uint32_t of_kind)
{
    *finder = (distance_finder){.graph = graph, .width = bucket_width(graph, of_kind)};
    const size_t edges = (size_t)graph->edge_count + 1;
    finder->ways = memory_new(&graph->memory, edges, sizeof *finder->ways);
    finder->durations = memory_new(&graph->memory, edges, sizeof *finder->durations);
    if (finder->ways == NULL || finder->durations == NULL) {
        distance_finder_close(finder);
        return GRAZE_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        uint32_t edge = graph->arriving[i];
        tick duration = graph_duration(graph, of_kind, edge);
        finder->ways[i] = (way_back){graph->from[edge], number_of(finder, duration)};
    }
    finder->is_even = finder->duration_count == 1 && finder->durations[0] < TICK_NEVER;
    if (!finder->is_even || keep_origins(finder))
        return GRAZE_OK;
    distance_finder_close(finder);
    return GRAZE_ERROR_MEMORY;
}

void distance_finder_close(distance_finder *finder)
{
    if (finder->graph == NULL)
        return;
    memory_free(&finder->graph->memory, finder->ways);
    memory_free(&finder->graph->memory, finder->durations);
    memory_free(&finder->graph->memory, finder->entries);
    memory_free(&finder->graph->memory, finder->origins);
    memory_free(&finder->graph->memory, finder->queue);
    memory_free(&finder->graph->memory, finder->scratch);
    *finder = (distance_finder){.graph = NULL};
}

static graze_status push(run *now, uint32_t vertex, tick distance)
{
    distance_finder *finder = now->finder;
    uint32_t entry = finder->vacant;
    if (entry != 0)
        finder->vacant = finder->entries[entry - 1].next;
    else if (ARRAY_RESERVE(&finder->graph->memory, finder->entries, finder->capacity,
                           finder->count + 1))
        entry = (uint32_t)++finder->count;
    else
        return GRAZE_ERROR_MEMORY;
    uint32_t *head = &now->heads[distance / finder->width % BUCKETS];
    finder->entries[entry - 1] = (bucket_entry){vertex, *head};
    *head = entry;
    now->waiting++;
    return GRAZE_OK;
}

static uint32_t pop(run *now, uint32_t *head)
{
    distance_finder *finder = now->finder;
    uint32_t entry = *head, vertex = finder->entries[entry - 1].vertex;
    *head = finder->entries[entry - 1].next;
    finder->entries[entry - 1].next = finder->vacant;
    finder->vacant = entry;
    now->waiting--;
    return vertex;
}

/* No distance is greater than TICK_NEVER, so none becomes less by a move that lasts so long. */
static graze_status reach_back(run *now, uint32_t vertex)
{
    const uint32_t *first = now->finder->graph->arriving_first;
    const tick *durations = now->finder->durations;
    const tick here = now->distances[vertex];
    graze_status status = GRAZE_OK;
    for (uint32_t i = first[vertex]; i < first[vertex + 1] && status == GRAZE_OK; i++) {
        const way_back *way = &now->finder->ways[i];
        tick distance = here + durations[way->duration];
        if (distance >= now->distances[way->from])
            continue;
        now->distances[way->from] = distance;
        status = push(now, way->from, distance);
    }
    return status;
}

/* Asks the memory for what begins at a vertex that the queue comes to soon. Behind its end there
 * are vertices of an earlier goal, or 0. */
static inline void fetch_ahead(const distance_finder *finder, size_t next)
{
    const uint32_t vertex = finder->queue[next + AHEAD];
    CPU_PREFETCH(&finder->origins[finder->graph->arriving_first[vertex]]);
}

/* Where all moves last as long, the first way to a vertex is one of the shortest. */
static void find_evenly(const distance_finder *finder, uint32_t goal, tick *distances)
{
    const uint32_t *first = finder->graph->arriving_first;
    uint32_t *queue = finder->queue;
    size_t count = 0;
    queue[count++] = goal;
    for (size_t next = 0; next < count; next++) {
        const uint32_t vertex = queue[next];
        const tick distance = distances[vertex] + finder->durations[0];
        if (distance >= TICK_NEVER)
            return;
        fetch_ahead(finder, next);
        for (uint32_t i = first[vertex]; i < first[vertex + 1]; i++) {
            const uint32_t from = finder->origins[i];
            if (distances[from] < TICK_NEVER)
                continue;
            distances[from] = distance;
            queue[count++] = from;
        }
    }
}

/* The same in moves; false: there are too many. */
static bool count_evenly(const distance_finder *finder, uint32_t goal, tick limit, uint16_t *moves)
{
    const uint32_t *first = finder->graph->arriving_first;
    const tick below = (limit - 1) / finder->durations[0];
    const uint32_t most = below < MOVES_NEVER ? (uint32_t)below : MOVES_NEVER - 1;
    const uint32_t *origins = finder->origins;
    uint32_t *queue = finder->queue;
    size_t count = 0;
    queue[count++] = goal;
    for (size_t next = 0; next < count; next++) {
        const uint32_t vertex = queue[next], farther = moves[vertex] + 1u;
        if (farther > most)
            return false;
        fetch_ahead(finder, next);
        for (uint32_t i = first[vertex]; i < first[vertex + 1]; i++) {
            const uint32_t from = origins[i];
            if (moves[from] != MOVES_NEVER)
                continue;
            moves[from] = (uint16_t)farther;
            queue[count++] = from;
        }
    }
    return true;
}

bool distance_finder_count(distance_finder *finder, uint32_t goal, tick limit, uint16_t *moves)
{
    memset(moves, 0xff, finder->graph->roadmap->vertex_count * sizeof *moves);
    moves[goal] = 0;
    finder->is_too_far = !count_evenly(finder, goal, limit, moves);
    return !finder->is_too_far;
}

/* Backward, bucket by bucket. A vertex whose distance has become less since it was entered is
 * passed over; one whose distance becomes less within its bucket is looked at again. */
graze_status distance_finder_find(distance_finder *finder, uint32_t goal, tick *distances)
{
    run now = {.finder = finder, .distances = distances};
    finder->count = finder->vacant = 0;
    for (uint32_t v = 0; v < finder->graph->roadmap->vertex_count; v++)
        distances[v] = TICK_NEVER;
    distances[goal] = 0;
    if (finder->is_even) {
        find_evenly(finder, goal, distances);
        return GRAZE_OK;
    }
    graze_status status = push(&now, goal, 0);
    for (tick bucket = 0; status == GRAZE_OK && now.waiting > 0; bucket++) {
        uint32_t *head = &now.heads[bucket % BUCKETS];
        while (*head != 0 && status == GRAZE_OK) {
            uint32_t vertex = pop(&now, head);
            if (distances[vertex] >= bucket * finder->width)
                status = reach_back(&now, vertex);
        }
    }
    return status;
}

graze_status graph_distances(const planning_graph *graph, uint32_t of_kind, uint32_t goal,
                             tick *distances)
{
    distance_finder finder;
    graze_status status = distance_finder_open(&finder, graph, of_kind);
    if (status == GRAZE_OK)
        status = distance_finder_find(&finder, goal, distances);
    distance_finder_close(&finder);
    return status;
}
