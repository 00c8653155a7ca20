/* SPDX-License-Identifier: MIT */
/* The timetable: where and when agents that have their routes keep others away, by places, in
 * open intervals that know whose they are.
 *
 * Where all agents are of one kind, each booking of a place holds the times (at a vertex) or the
 * starts (along an edge) that it takes from others: it is found once, when a route is added.
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

#include "planner/place_map.h"
#include "planner/route.h"

typedef struct booking {
    tick lower, upper; /* one kind: what is taken; several: from when till when the part lasts */
    uint32_t agent;
    uint32_t part; /* [place] several kinds: where the move or stay is */
} booking;

typedef struct booking_list {
    booking *items; /* by lower, upper, agent, part */
    uint32_t count, capacity;
    uint32_t endless; /* [count] that never end */
    uint32_t version; /* another one after each change */
    tick longest;     /* no other was ever longer */
} booking_list;

/* The first booking that may end after a time, unless it is endless. */
uint32_t booking_first_after(const booking_list *list, tick time);

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
    kept_steps *routes; /* by agent */
    uint32_t *near;     /* [place] which a part may concern */
    size_t near_count, near_capacity;
    uint32_t *seen; /* by place: the part that it was looked at for */
    uint32_t part;
} timetable;

/* An empty table; all that it is given must outlive it. GRAZE_ERROR_MEMORY. */
graze_status timetable_open(timetable *table, const place_map *map, collision_table *collisions,
                            const route_agent *agents, uint32_t agent_count);
void timetable_close(timetable *table);

/* Collects into table->near the places that a part of an agent of a kind may concern, each once. */
graze_status timetable_look_around(timetable *table, uint32_t kind, const route_part *part);

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

/* What a move or a stay takes from an agent of a kind at a place: an open interval of times, or
 * of starts along an edge. */
span timetable_taken(collision_table *collisions, uint32_t kind_of_part, const route_part *part,
                     uint32_t kind, uint32_t place);

/* The same for a booking. */
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
