/* SPDX-License-Identifier: MIT */
/* The conflict avoidance table (CAT): the routes of all agents of a node but one. It counts
 * how many of them a new route of that one would meet, which only serves to choose between
 * equally good routes.
 *
 * Source: T. Standley, "Finding Optimal Solutions to Cooperative Pathfinding Problems", 2010.
 */
#ifndef GRAZE_PLANNER_CONFLICT_AVOIDANCE_TABLE_H
#define GRAZE_PLANNER_CONFLICT_AVOIDANCE_TABLE_H

#include "planner/reservation_table.h"

typedef struct conflict_avoidance_table {
    route_table *known;
    reservation_table reservations;
    uint32_t agent_count;
    uint32_t agent;   /* that is to get a route */
    uint32_t *routes; /* by agent: in the table; ROUTE_NONE: not there */
    uint32_t *chains; /* by agent: where */
    uint32_t *seen;   /* by agent: the last question in which it was met */
    uint32_t question;
} conflict_avoidance_table;

graze_status cat_open(conflict_avoidance_table *cat, route_table *known, uint32_t agent_count);
void cat_close(conflict_avoidance_table *cat);

/* Enters the routes (by agent; ROUTE_NONE: not there) of all but one. Those that have not
 * changed since the last time stay where they are. */
graze_status cat_set_routes(conflict_avoidance_table *cat, const uint32_t *routes, uint32_t but);

/* The meets_... functions of a sipp_world; the context is a conflict_avoidance_table. */
uint32_t cat_meets_moving(void *context, uint32_t edge, tick start);
uint32_t cat_meets_resting(void *context, uint32_t vertex, tick from, tick until);

#endif
