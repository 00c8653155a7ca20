/* SPDX-License-Identifier: MIT */
/* The timetable: where and when agents that have their routes keep others away, by places, in
 * open intervals that know whose they are.
 *
 * Where all agents are of one kind, each booking of a place holds the times (at a vertex) or the
 * starts (along an edge) that it takes from others: it is found once, when a route is added, and
 * what all of them take is kept united.
 * Elsewhere it holds the move or the stay that is near, and a search asks the collision intervals
 * for its own kind. The bookings of a place are in an order that depends on them alone, so a table
 * does not remember how it came about.
 *
 * Several threads may read a table; each needs collision intervals of its own.
 *
 * Source: D. Silver, "Cooperative Pathfinding", 2005, for reservations in whole time steps; J. Li,
 * Z. Chen, D. Harabor, P. Stuckey, S. Koenig, "MAPF-LNS2: Fast Repairing for Multi-Agent Path
 * Finding via Large Neighborhood Search", 2022, for those that know whose they are.
 */
#ifndef GRAZE_PLANNER_TIMETABLE_H
#define GRAZE_PLANNER_TIMETABLE_H

#include "planner/footprints.h"

typedef struct booking {
    tick lower, upper; /* one kind: what is taken; several: from when till when the part lasts */
    uint32_t agent;
    uint32_t part; /* [place] several kinds: where the move or stay is */
} booking;

typedef struct booking_list {
    booking *items; /* those that end by lower, upper, agent, part; then those that never end */
    uint32_t count, capacity;
    uint32_t endless; /* [count] that never end */
    tick longest;     /* no other was ever longer */
} booking_list;

/* Spans in ascending order: those that overlap are one, those that share an end are two. */
typedef struct united_spans {
    span *spans;
    uint32_t count, capacity;
} united_spans;

/* Those that share an instant with an interval; until one changes. */
span_list united_during(const united_spans *united, span when);

/* Those that end after a time; until one changes. */
span_list united_from(const united_spans *united, tick time);

/* Sets of places, a bit for each, in so many words. */
static inline size_t place_words(uint32_t place_count)
{
    return (size_t)place_count / 64 + 1;
}

static inline bool place_is_in(const uint64_t *set, uint32_t place)
{
    return set[place / 64] >> place % 64 & 1;
}

static inline void place_put(uint64_t *set, uint32_t place, bool in)
{
    const uint64_t bit = UINT64_C(1) << place % 64;
    set[place / 64] = in ? set[place / 64] | bit : set[place / 64] & ~bit;
}

/* Goes through the bookings that may share an instant with an open interval. */
typedef struct booking_walk {
    const booking_list *list;
    uint32_t next;
    span when;
} booking_walk;

booking_walk booking_walk_begin(const booking_list *list, span when);

/* The next one; null: there is none. Those that end before the interval are passed over, those that
 * never end come last. */
static inline const booking *booking_walk_next(booking_walk *walk)
{
    const booking_list *list = walk->list;
    const uint32_t finite = list->count - list->endless;
    for (; walk->next < finite; walk->next++) {
        const booking *b = &list->items[walk->next];
        if (b->lower >= walk->when.upper) {
            walk->next = finite;
            break;
        }
        if (b->upper > walk->when.lower)
            return walk->next++, b;
    }
    if (walk->next >= list->count || list->items[walk->next].lower >= walk->when.upper)
        return NULL;
    return &list->items[walk->next++];
}

/* An agent's route; equal to no route where there is none. */
typedef struct kept_steps {
    step *steps;
    uint32_t count, capacity;
    bool is_there;
} kept_steps;

typedef struct timetable {
    const place_map *map;
    collision_table *collisions;
    const route_agent *agents;
    uint32_t agent_count;
    booking_list *places;
    uint64_t *booked;     /* a bit for each place: is anything booked there? */
    united_spans *united; /* by place, where there is one kind: all that is taken */
    kept_steps *routes; /* by agent */
    footprints prints;
} timetable;

/* An empty table; all that it is given must outlive it. GRAZE_ERROR_MEMORY. */
graze_status timetable_open(timetable *table, const place_map *map, collision_table *collisions,
                            const route_agent *agents, uint32_t agent_count);
void timetable_close(timetable *table);

/* Gives an agent that has none a route. After a failure it has none. */
graze_status timetable_add(timetable *table, uint32_t agent, const step *steps, size_t count);

/* Takes the route of an agent away, if it has one. */
graze_status timetable_remove(timetable *table, uint32_t agent);

/* Books a single part of an agent, which no route of its own brings and timetable_remove leaves
 * there. After a failure the table is only good to be closed. */
graze_status timetable_add_part(timetable *table, uint32_t agent, const route_part *part);

/* Takes all routes and parts away. */
void timetable_clear(timetable *table);

/* When the agent has arrived for good; it has a route. */
tick timetable_arrival(const timetable *table, uint32_t agent);

static inline bool timetable_has_one_kind(const timetable *table)
{
    return table->map->graph->kind_count == 1;
}

/* What a booking takes from an agent of a kind at its place. */
span timetable_booked(const timetable *table, collision_table *collisions, const booking *taken,
                      uint32_t kind, uint32_t place);

/* The parts of a route: moves, and stays between them that last; the last stay never ends. */
typedef struct route_walk {
    const planning_graph *graph;
    const route_agent *agent;
    const step *steps;
    size_t count, next;
    bool moves; /* the next part is a move */
    uint32_t at;
    tick now;
} route_walk;

route_walk route_walk_begin(const planning_graph *graph, const route_agent *agent,
                            const step *steps, size_t count);

/* The next part; false: there is none. */
bool route_walk_next(route_walk *walk, route_part *part);

#endif
