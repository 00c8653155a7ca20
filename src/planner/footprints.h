/* SPDX-License-Identifier: MIT */
/* Footprints: what a move along an edge, or a stay at a vertex, takes of the places about it. It is
 * the same whenever the move is made, so it is found once, as offsets of time. For graphs of one
 * kind of agents.
 */
#ifndef GRAZE_PLANNER_FOOTPRINTS_H
#define GRAZE_PLANNER_FOOTPRINTS_H

#include "planner/place_map.h"
#include "planner/route.h"

/* A part that lasts from a time until another one takes (from + offset.lower, end + offset.upper),
 * where a move's end is `from`, too, and a stay's is its end. */
typedef struct footprint {
    const uint32_t *items; /* pairs: a place, and the number of an offset */
    uint32_t count;        /* [count] of pairs */
} footprint;

typedef struct footprints {
    const place_map *map;
    collision_table *collisions;
    uint32_t *first; /* by place: where it begins among the items, + 1; 0: not found yet */
    uint32_t *items; /* count, pairs */
    size_t item_count, item_capacity;
    span *offsets;
    size_t offset_count, offset_capacity;
    uint32_t *near; /* [place] which a part may concern */
    size_t near_count, near_capacity;
    uint32_t *seen; /* by place: the part that it was looked at for */
    uint32_t part;
} footprints;

/* GRAZE_ERROR_MEMORY. What it is given must outlive it. */
graze_status footprints_open(footprints *all, const place_map *map, collision_table *collisions);
void footprints_close(footprints *all);

/* Collects into all->near the places that a part of an agent of a kind may concern, each once. */
graze_status footprints_look_around(footprints *all, uint32_t kind, const route_part *part);

/* The footprint of a move along an edge, or of a stay; it holds until the next question. */
graze_status footprints_of(footprints *all, uint32_t place, footprint *found);

/* What a part takes of a place, by its offset. */
static inline span footprint_taken(const footprints *all, const route_part *part, uint32_t offset)
{
    tick end = part->edge != EDGE_NONE ? part->from : part->until;
    span by = all->offsets[offset];
    return (span){part->from + by.lower, end >= TICK_NEVER ? TICK_NEVER : end + by.upper};
}

/* What a move or a stay takes from an agent of a kind at a place: an open interval of times, or
 * of starts along an edge. */
span footprint_asked(collision_table *collisions, uint32_t kind_of_part, const route_part *part,
                     uint32_t kind, uint32_t place);

#endif
