/* SPDX-License-Identifier: MIT */
/* One agent after the other: each gets the earliest route round those who have theirs.
 *
 * Long ways come first. Where an agent finds no way left it goes to the front of the
 * queue and all begin anew; after some rounds of that the method gives up. It promises
 * nothing about cost, but its plans have no conflicts, and hundreds of agents take
 * seconds.
 *
 * Source: M. Erdmann and T. Lozano-Perez, "On Multiple Moving Objects", 1987; M. Bennewitz,
 * W. Burgard, S. Thrun, "Optimizing Schedules for Prioritized Path Planning of Multi-Robot
 * Systems", 2001, for new orders.
 */
#ifndef GRAZE_PLANNER_PRIORITISED_H
#define GRAZE_PLANNER_PRIORITISED_H

#include "planner/demand.h"
#include "planner/timetable.h"

typedef struct prioritised {
    demand_book *demands; /* its searcher and its distances are used */
    uint32_t agent_count;
    size_t round_limit; /* [count] */
    /* Called after each agent; false stops. May be null. */
    bool (*go_on)(void *context);
    void *context;
    uint32_t *routes; /* the plan, where `found`; by agent */
    bool found;
} prioritised;

/* `routes` needs memory_free by the caller in any case. */
graze_status prioritised_search(prioritised *search);

#endif
