/* SPDX-License-Identifier: MIT */
/* Collision intervals: what the kernel says about moves and stays of a planning graph, asked
 * once.
 *
 * The unsafe starts of one move against another are an interval (one, of straight moves that do not
 * turn back) that moves with the other's start. So an answer is kept for a pair of
 * edges, as the open interval of start differences in ticks, and serves all starts
 * exactly (time_grid.h). On a regular graph it serves all pairs of edges that look
 * the same from each other: a translation by whole numbers changes no distance.
 * <graze/collision_table.h> gives callers the same table, in seconds.
 *
 * Two stays need no question in a search. An agent that does not overlap another at its
 * start comes too near a resting agent only by moving, and that move is in conflict then
 * (README.md). So there is only the question whether two places are too near.
 */
#ifndef GRAZE_PLANNER_COLLISION_INTERVALS_H
#define GRAZE_PLANNER_COLLISION_INTERVALS_H

#include <graze/workspace.h>

#include "planner/hash_table.h"
#include "planner/planning_graph.h"
#include "planner/span.h"

/* [count] of kinds that a table can tell apart. */
enum { COLLISION_KINDS_MAX = 4095 };

typedef struct collision_entry collision_entry;

typedef struct collision_table {
    const planning_graph *graph;
    collision_entry *entries;
    size_t count, capacity;
    hash_table numbers;  /* of entries */
    collision_entry *recent; /* by hash; null: there are few */
    graze_status status; /* the first failure; every answer after it is empty */
    uint64_t kernel_calls;
    graze_workspace kernel; /* what starts among accelerated moves are found in */
} collision_table;

/* An empty table; the graph must outlive it. */
void collision_open(collision_table *table, const planning_graph *graph);
void collision_close(collision_table *table);

/* The differences (start of a) - (start of b) at which edge a of kind_a and edge b of
 * kind_b conflict; none where a kind must not take its edge. */
span collision_of_moves(collision_table *table, uint32_t kind_a, uint32_t edge_a, uint32_t kind_b,
                        uint32_t edge_b);

/* The times, since the start of the move along `edge`, at which it overlaps a body
 * that rests at `vertex`. */
span collision_of_stay(collision_table *table, uint32_t kind_resting, uint32_t vertex,
                       uint32_t kind_moving, uint32_t edge);

/* True when bodies that rest at both vertices overlap. */
bool collision_of_places(collision_table *table, uint32_t kind_a, uint32_t vertex_a,
                         uint32_t kind_b, uint32_t vertex_b);

#endif
