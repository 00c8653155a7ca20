/* SPDX-License-Identifier: MIT */
/* The other agents of a node, as company for a new route: how many of them would it
 * meet? Only a hint for the choice between equally good routes. */
#ifndef GRAZE_PLANNER_CROWD_H
#define GRAZE_PLANNER_CROWD_H

#include "planner/timetable.h"

typedef struct crowd {
    route_book *book;
    timetable table;
    uint32_t agent_count;
    uint32_t agent;   /* that is to get a route */
    uint32_t *routes; /* by agent: in the table; ROUTE_NONE: not there */
    uint32_t *chains; /* by agent: where */
    uint32_t *seen;   /* by agent: the last question in which it was met */
    uint32_t question;
} crowd;

graze_status crowd_open(crowd *others, route_book *book, uint32_t agent_count);
void crowd_close(crowd *others);

/* Gathers the routes (by agent; ROUTE_NONE: not there) of all but one. Those that have not
 * changed since the last time stay where they are. */
graze_status crowd_gather(crowd *others, const uint32_t *routes, uint32_t but);

/* The meets_... functions of a sipp_world; the context is a crowd. */
uint32_t crowd_meets_moving(void *context, uint32_t edge, tick start);
uint32_t crowd_meets_resting(void *context, uint32_t vertex, tick from, tick until);

#endif
