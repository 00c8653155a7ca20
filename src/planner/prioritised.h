/* SPDX-License-Identifier: MIT */
/* Prioritised planning with evictions: each agent in turn gets the earliest route round those who
 * have theirs.
 *
 * Agents with short distances come first. One that finds no route takes the one that is cheapest
 * where everybody who is in its way asks a price (soft_sipp.h); they lose their routes and come
 * again, behind all others. Each time an agent loses its route its price grows, so that the same
 * few do not drive each other out for ever. Nothing is promised about cost, nor that a plan is
 * found where there is one; but plans have no conflicts, and a thousand agents take seconds.
 *
 * Source: M. Erdmann and T. Lozano-Perez, "On Multiple Moving Objects", 1987; L. McMurchie and
 * C. Ebeling, "PathFinder: A Negotiation-Based Performance-Driven Router for FPGAs", 1995, for
 * prices that grow.
 */
#ifndef GRAZE_PLANNER_PRIORITISED_H
#define GRAZE_PLANNER_PRIORITISED_H

#include "planner/fleet.h"

typedef struct prioritised {
    fleet *all;            /* without routes; afterwards with those that were found */
    uint64_t search_limit; /* [count] of agents planned */
    /* Called after each agent; false stops. May be null. */
    bool (*go_on)(void *context);
    void *context;
    bool found; /* all agents have routes */
    uint64_t searches, evictions, states_expanded;
} prioritised;

graze_status prioritised_search(prioritised *search);

#endif
