/* SPDX-License-Identifier: MIT */
/* Routes, and where two of them are in conflict.
 *
 * A route is the steps of one agent; between them it rests, and after the last one it
 * rests for ever. Equal routes of one agent are kept once, so that a number stands for
 * a route, and what was found out about two routes is kept.
 */
#ifndef GRAZE_PLANNER_ROUTE_H
#define GRAZE_PLANNER_ROUTE_H

#include "planner/sipp.h"

#define ROUTE_NONE UINT32_MAX
enum { CONFLICTS_KEPT = 6 };

typedef struct route_agent {
    uint32_t kind, start, goal;
    tick since; /* it is at its start from then on; 0 but in a lifelong plan */
} route_agent;

typedef struct kept_route {
    uint32_t agent;
    uint32_t step_count;
    size_t first_step;
} kept_route;

/* One agent's part in a conflict: a move, or a stay. */
typedef struct route_part {
    uint32_t edge;    /* EDGE_NONE: a stay */
    uint32_t vertex;  /* of a stay */
    tick from, until; /* of a stay, or of a move; TICK_NEVER: stays for good */
} route_part;

/* Are two parts that have an instant in common in conflict, and when (as in route_conflict)?
 * Two stays begin to overlap only while one of their agents moves, and count then. */
bool route_parts_collide(collision_table *collisions, uint32_t kind_a, const route_part *a,
                         uint32_t kind_b, const route_part *b, span *when);

typedef struct route_conflict {
    route_part parts[2]; /* of the first and of the second agent */
    /* Two moves: the conflicting differences (start of the first) - (start of the
     * second). A stay and a move: when the mover overlaps the place of the stay. */
    span when;
} route_conflict;

typedef struct route_table {
    collision_table *collisions;
    const route_agent *agents;
    kept_route *routes;
    size_t count, capacity;
    step *steps;
    size_t step_count, step_capacity;
    hash_table numbers; /* of routes */
    struct route_pair *pairs;
    size_t pair_count, pair_capacity;
    hash_table pair_numbers;
    route_conflict *conflicts;
    size_t conflict_count, conflict_capacity;
} route_table;

/* An empty table; collisions and agents must outlive it. */
void route_open(route_table *table, collision_table *collisions, const route_agent *agents);
void route_close(route_table *table);

/* The number of a route, kept if it is new. GRAZE_ERROR_MEMORY. */
graze_status route_keep(route_table *table, uint32_t agent, const step *steps, size_t count,
                        uint32_t *number);

static inline const step *route_steps(const route_table *table, uint32_t number)
{
    return table->steps + table->routes[number].first_step;
}

/* Conflicts conflicts[first] ... of the table. */
typedef struct conflict_range {
    uint32_t first, count;
} conflict_range;

/* The first conflicts of two routes of different agents, at most CONFLICTS_KEPT, in order
 * of time; looked for once. The order of routes matters. GRAZE_ERROR_MEMORY, or what the
 * kernel answers. */
graze_status route_conflicts(route_table *table, uint32_t first, uint32_t second,
                             conflict_range *found);

/* True when a route meets an agent of a kind that rests at a vertex from a time on. */
bool route_meets_rest(route_table *table, uint32_t number, uint32_t kind_resting, uint32_t vertex,
                      tick from);

#endif
