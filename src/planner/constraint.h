/* SPDX-License-Identifier: MIT */
/* What the search over conflicts forbids an agent or asks of it, and the best route under it.
 *
 * Constraints come in sets that grow by one constraint at a time. Equal sets of one agent are
 * kept once, whatever the order in which they grew, and each is solved once: nodes of the
 * search that differ in other agents share all of that work.
 *
 * The names are those of the literature, with actions in place of time steps: a *vertex*
 * constraint forbids a place, a *motion* constraint forbids starts along an edge (an edge
 * constraint in continuous time), a *length* constraint asks for a late final arrival, a
 * *target* constraint gives way to an agent that has arrived for good, and a *positive*
 * constraint asks for a move. A *wait* constraint forbids a long wait.
 */
#ifndef GRAZE_PLANNER_CONSTRAINT_H
#define GRAZE_PLANNER_CONSTRAINT_H

#include "planner/move_group.h"
#include "planner/route.h"

typedef enum constraint_type {
    CONSTRAINT_VERTEX,   /* not be at vertex `place` during the open interval `when` */
    CONSTRAINT_WAIT,     /* not rest at vertex `place` throughout the closed interval `when` */
    CONSTRAINT_MOTION,   /* not start along edge `place` inside `when`; or, of a group of moves,
                            none of them at its starts */
    CONSTRAINT_LENGTH,   /* arrive for good not before when.lower */
    CONSTRAINT_POSITIVE, /* start along edge `place` inside `when`; or one of a group, all inside
                            `when`, at its starts */
    CONSTRAINT_TARGET    /* meet no agent of `kind` that rests at `place` from when.lower on */
} constraint_type;

typedef struct constraint {
    constraint_type type;
    uint32_t place;
    uint32_t kind; /* of a body; for moves a group (move_group.h), of which `place` is the first */
    span when;
} constraint;

typedef struct constraint_set {
    uint32_t agent;
    uint32_t smaller; /* the set without `last`; itself for the empty set */
    uint32_t size;
    uint32_t route; /* the best, once solved; ROUTE_NONE: there is none */
    constraint last;
    uint64_t hash;
    tick cost; /* of the best route, TICK_NEVER: there is none */
    bool solved;
} constraint_set;

typedef struct constraint_table {
    route_table *routes;
    const planning_graph *graph;
    tick **distances;      /* by kind and vertex: to there; null until needed */
    size_t table_vertices; /* on larger maps only goals have such tables */
    uint32_t agent_count;
    constraint_set *sets; /* set i is the empty one of agent i */
    size_t count, capacity;
    hash_table numbers; /* of sets, but for the empty ones */
    move_group_table groups;
    sipp search;
    struct constraint_view *view; /* the constraints of the set at hand, sorted out */
    uint64_t solved;              /* [count] searches */
    struct earliest_visit *visits;
    size_t visit_count, visit_capacity;
    hash_table visit_numbers;
    uint32_t *corridors; /* of the visits: edges */
    size_t corridor_count, corridor_capacity;
    /* Called now and then by long searches; false stops them. May be null. */
    bool (*go_on)(void *context);
    void *context;
} constraint_table;

graze_status constraint_table_open(constraint_table *table, route_table *routes,
                                   uint32_t agent_count);
void constraint_table_close(constraint_table *table);

/* The set that has one constraint more; solved. */
graze_status constraint_add(constraint_table *table, uint32_t set, const constraint *added,
                            uint32_t *larger);

/* The same, if the set's best route `route` satisfies the constraint: it stays the best. */
graze_status constraint_add_satisfied(constraint_table *table, uint32_t set,
                                      const constraint *added, uint32_t route, uint32_t *larger);

/* May a positive constraint be added? The moves that an agent must make have an order: no
 * other positive constraint of the set shares a tick with it, or both can only mean the
 * same start. */
bool constraint_can_be_positive(const constraint_table *table, uint32_t set,
                                const constraint *added);

/* Solves a set, if it is not solved yet: its best route, without looking at others. */
graze_status constraint_set_solve(constraint_table *table, uint32_t set);

static inline tick constraint_set_cost(const constraint_table *table, uint32_t set)
{
    return table->sets[set].cost;
}

static inline uint32_t constraint_set_route(const constraint_table *table, uint32_t set)
{
    return table->sets[set].route;
}

/* A best route of a solved set that has one, of those the one that meets few agents as
 * `others` counts them (its meets_... functions and context; nothing else of it is used). */
graze_status constraint_set_route_among(constraint_table *table, uint32_t set,
                                        const sipp_world *others, uint32_t *best);

/* graph_distances to a vertex, found once. */
graze_status constraint_table_distances(constraint_table *table, uint32_t kind, uint32_t vertex,
                                        const tick **distances);

/* The earliest time at which the agent of a set can be at a vertex, if it does not take
 * the edges of a corridor one after the other; TICK_NEVER: never. Looked for once. */
graze_status constraint_set_earliest_visit(constraint_table *table, uint32_t set, uint32_t vertex,
                                           const uint32_t *corridor, size_t corridor_count,
                                           tick *time);

#endif
