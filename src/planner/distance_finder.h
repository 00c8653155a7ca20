/* SPDX-License-Identifier: MIT */
/* How far it is from everywhere to one goal after another: Dijkstra's search from the goal back,
 * with the moves of one kind side by side in the order in which it looks at them.
 */
#ifndef GRAZE_PLANNER_DISTANCE_FINDER_H
#define GRAZE_PLANNER_DISTANCE_FINDER_H

#include "planner/planning_graph.h"

#define MOVES_NEVER UINT16_MAX

typedef struct distance_finder {
    const planning_graph *graph;
    struct way_back *ways; /* by graph->arriving, unless all moves last as long */
    tick *durations;       /* equal ones once, where there are few */
    uint32_t duration_count;
    tick width;            /* of a bucket */
    bool is_even;          /* all moves last as long */
    uint32_t *origins;     /* [vertex] where they do: by graph->arriving */
    uint32_t *queue;       /* [vertex] as well */
    bool is_too_far;       /* it was too many moves from somewhere to a goal */
    tick *scratch;         /* by vertex, for coarse_distances.h; null: not needed yet */
    struct bucket_entry *entries;
    size_t count, capacity;
    uint32_t vacant; /* entry + 1 */
} distance_finder;

/* For moves of a kind; the graph must outlive it. GRAZE_ERROR_MEMORY: nothing is to be closed. */
graze_status distance_finder_open(distance_finder *finder, const planning_graph *graph,
                                  uint32_t of_kind);
void distance_finder_close(distance_finder *finder);

/* The same as graph_distances. */
graze_status distance_finder_find(distance_finder *finder, uint32_t goal, tick *distances);

/* Counts moves instead, by vertex, where the finder is even and not too far yet: MOVES_NEVER where
 * there is no way. False, and too far from now on, when from somewhere to the goal they take as
 * long as `limit`, nearly so, or are too many for 16 bits; `moves` is not to be used then. */
bool distance_finder_count(distance_finder *finder, uint32_t goal, tick limit, uint16_t *moves);

#endif
