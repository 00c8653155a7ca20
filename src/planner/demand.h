/* SPDX-License-Identifier: MIT */
/* What a search over conflicts demands of an agent, and the best route under it.
 *
 * Demands come in sets that grow by one demand at a time. Equal sets of one agent are
 * kept once, whatever the order in which they grew, and each is solved once: nodes of
 * the search that differ in other agents share all of that work.
 */
#ifndef GRAZE_PLANNER_DEMAND_H
#define GRAZE_PLANNER_DEMAND_H

#include "planner/route.h"

typedef enum demand_form {
    DEMAND_ABSENT,   /* not be at vertex `place` during the open interval `when` */
    DEMAND_NO_STAY,  /* not rest at vertex `place` throughout the closed interval `when` */
    DEMAND_NO_START, /* not start along edge `place` inside `when` */
    DEMAND_FINAL,    /* arrive for good not before when.lower */
    DEMAND_START,    /* start along edge `place` inside `when` (demand_can_start) */
    DEMAND_YIELD     /* meet no agent of `kind` that rests at `place` from when.lower on */
} demand_form;

typedef struct demand {
    demand_form form;
    uint32_t place, kind;
    span when;
} demand;

typedef struct demand_set {
    uint32_t agent;
    uint32_t smaller; /* the set without `last`; itself for the empty set */
    uint32_t size;
    uint32_t route; /* the best, once solved; ROUTE_NONE: there is none */
    demand last;
    uint64_t hash;
    tick cost; /* of the best route, TICK_NEVER: there is none */
    bool solved;
} demand_set;

typedef struct demand_book {
    route_book *routes;
    const terrain *ground;
    tick **distances; /* by kind and vertex: the ways there; null as long as not needed */
    size_t table_vertices; /* on larger maps only goals have such tables */
    uint32_t agent_count;
    demand_set *sets; /* set i is the empty one of agent i */
    size_t count, capacity;
    uint32_t *places; /* open addressing: set + 1 */
    size_t place_capacity;
    sipp search;
    struct demand_view *view; /* the demands of the set at hand, sorted out */
    uint64_t solved;          /* [count] searches */
    struct demand_visit *visits; /* open addressing */
    size_t visit_count, visit_capacity;
    /* Who uses the book at length asks now and then whether to go on; may be null. */
    bool (*go_on)(void *context);
    void *context;
} demand_book;

graze_status demand_open(demand_book *book, route_book *routes, uint32_t agent_count);
void demand_close(demand_book *book);

/* The set that has one demand more; solved. */
graze_status demand_add(demand_book *book, uint32_t set, const demand *more, uint32_t *larger);

/* The same, if the set's best route `route` does what is demanded: it stays the best. */
graze_status demand_add_done(demand_book *book, uint32_t set, const demand *more, uint32_t route,
                             uint32_t *larger);

/* May DEMAND_START be demanded? What an agent must start must have an order: no other such
 * demand of the set shares a tick with it, or both can only mean the same start. */
bool demand_can_start(const demand_book *book, uint32_t set, const demand *more);

/* Solves a set, if it is not solved yet: its best route, without looking at others. */
graze_status demand_solve(demand_book *book, uint32_t set);

static inline tick demand_cost(const demand_book *book, uint32_t set)
{
    return book->sets[set].cost;
}

static inline uint32_t demand_route(const demand_book *book, uint32_t set)
{
    return book->sets[set].route;
}

/* A best route of a solved set that has one, which meets few of the others, as `crowd`
 * counts them (its meets_... functions and context; the rest of it is not looked at). */
graze_status demand_route_among(demand_book *book, uint32_t set, const sipp_world *crowd,
                                uint32_t *best);

/* How long the ways to a vertex take when nobody is about. */
graze_status demand_distances(demand_book *book, uint32_t kind, uint32_t vertex,
                              const tick **distances);

/* The earliest time at which the agent of a set can be at a vertex, if it does not take
 * the edges of a lane one after the other; TICK_NEVER: never. Looked for once. */
graze_status demand_earliest_visit(demand_book *book, uint32_t set, uint32_t vertex,
                                   const uint32_t *lane, size_t lane_count, tick *time);

#endif
