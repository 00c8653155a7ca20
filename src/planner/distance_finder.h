/* SPDX-License-Identifier: MIT */
/* How far it is from everywhere to one goal after another: Dijkstra's search from the goal back,
 * with the moves of one kind side by side in the order in which it looks at them.
 */
#ifndef GRAZE_PLANNER_DISTANCE_FINDER_H
#define GRAZE_PLANNER_DISTANCE_FINDER_H

#include "planner/planning_graph.h"

typedef struct distance_finder {
    const planning_graph *graph;
    struct way_back *ways; /* by graph->arriving */
    tick *durations;       /* equal ones once, where there are few */
    uint32_t duration_count;
    tick width;            /* of a bucket */
    bool is_even;          /* all moves last as long */
    uint32_t *queue;       /* [vertex] where they do */
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

#endif
