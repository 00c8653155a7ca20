/* SPDX-License-Identifier: MIT */
/* Groups of moves from one vertex, each with the starts that matter, kept once and named by a
 * number: what a constraint on more than one edge is about.
 */
#ifndef GRAZE_PLANNER_MOVE_GROUP_H
#define GRAZE_PLANNER_MOVE_GROUP_H

#include "planner/hash_table.h"
#include "planner/span.h"

/* A constraint with this number is about its own edge alone. */
enum { MOVE_GROUP_NONE = 0 };

/* Starts along an edge, strictly inside `when`. */
typedef struct group_move {
    uint32_t edge;
    span when;
} group_move;

typedef struct move_group {
    size_t first;
    uint32_t count;
    uint64_t hash;
} move_group;

typedef struct move_group_table {
    const graze_allocator *memory;
    group_move *moves; /* of all groups */
    size_t move_count, move_capacity;
    move_group *groups; /* number 1 is groups[0] */
    size_t count, capacity;
    hash_table numbers;
} move_group_table;

/* An empty table; the allocator must outlive it. */
void move_group_open(move_group_table *table, const graze_allocator *memory);
void move_group_close(move_group_table *table);

/* The number of a group of `count` moves in this order, at least 1. GRAZE_ERROR_MEMORY. */
graze_status move_group_keep(move_group_table *table, const group_move *moves, uint32_t count,
                             uint32_t *number);

/* The moves of a group. They stay where they are until the next one is kept. */
static inline const group_move *move_group_moves(const move_group_table *table, uint32_t number,
                                                 uint32_t *count)
{
    const move_group *group = &table->groups[number - 1];
    *count = group->count;
    return table->moves + group->first;
}

#endif
