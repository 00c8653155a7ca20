/* SPDX-License-Identifier: MIT */
/* Prioritised planning: each agent in turn gets the earliest route round those who have
 * theirs.
 *
 * Agents with long distances come first. One that finds no route moves to the head of the
 * queue, and all agents are planned again; after some rounds of that the method gives up. It
 * promises nothing about cost, but its plans have no conflicts, and hundreds of agents take
 * seconds.
 *
 * Source: M. Erdmann and T. Lozano-Perez, "On Multiple Moving Objects", 1987; M. Bennewitz,
 * W. Burgard, S. Thrun, "Optimizing Schedules for Prioritized Path Planning of Multi-Robot
 * Systems", 2001, for new orders.
 */
#ifndef GRAZE_PLANNER_PRIORITISED_H
#define GRAZE_PLANNER_PRIORITISED_H

#include "planner/constraint.h"
#include "planner/reservation_table.h"

typedef struct prioritised {
    constraint_table *constraints; /* its searcher and its distances are used */
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
