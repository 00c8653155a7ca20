/* SPDX-License-Identifier: MIT */
/* What a resting agent stands in the way of: the vertices at which a body of another kind
 * would overlap it, and the edges along which one would, asked of the collision intervals
 * once for each place.
 */
#ifndef GRAZE_PLANNER_OVERLAP_LISTS_H
#define GRAZE_PLANNER_OVERLAP_LISTS_H

#include "planner/collision_intervals.h"

/* Until when, since its start, a move along `edge` overlaps the resting body, rounded up. */
typedef struct overlap_edge {
    uint32_t edge;
    tick upper;
} overlap_edge;

typedef struct overlap_list {
    uint32_t kind_resting, place, kind_moving;
    size_t first_edge, edge_count;     /* of all edges */
    size_t first_vertex, vertex_count; /* of all vertices */
} overlap_list;

typedef struct overlap_lists {
    collision_table *collisions;
    overlap_list *places;
    size_t count, capacity;
    overlap_edge *edges;
    size_t edge_count, edge_capacity;
    uint32_t *vertices;
    size_t vertex_count, vertex_capacity;
} overlap_lists;

void overlap_lists_open(overlap_lists *lists, collision_table *collisions);
void overlap_lists_close(overlap_lists *lists);

/* What a body of a kind overlaps that rests at a place; *found holds until the next
 * question. GRAZE_ERROR_MEMORY, or what the kernel answers. */
graze_status overlap_lists_find(overlap_lists *lists, uint32_t kind_resting, uint32_t place,
                                uint32_t kind_moving, const overlap_list **found);

#endif
