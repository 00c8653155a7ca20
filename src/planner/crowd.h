/* SPDX-License-Identifier: MIT */
/* The other agents of a node, as company for a new route: how many of them would it
 * meet? Only a hint, so nothing here needs to be complete; it is, though. */
#ifndef GRAZE_PLANNER_CROWD_H
#define GRAZE_PLANNER_CROWD_H

#include "planner/route.h"

typedef struct crowd {
    route_book *book;
    const uint32_t *routes; /* by agent; ROUTE_NONE: not there */
    uint32_t agent_count;
    uint32_t self; /* the agent that is to get a route */
} crowd;

/* The meets_... functions of a sipp_world; the context is a crowd. */
uint32_t crowd_meets_moving(void *context, uint32_t edge, tick start);
uint32_t crowd_meets_resting(void *context, uint32_t vertex, tick from, tick until);

#endif
