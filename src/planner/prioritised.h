/* SPDX-License-Identifier: MIT */
/* Prioritised planning with evictions: each agent in turn gets the earliest route round those who
 * have theirs.
 *
 * Agents with short distances come first. One that finds no route takes the one that is cheapest
 * where everybody who is in its way asks a price (soft_sipp.h); they lose their routes and come
 * again, behind all others. Each time an agent loses its route its price grows, so that the same
 * few do not drive each other out for ever.
 *
 * Work goes in rounds. The next few agents look for routes round the same plan, on any thread; then
 * their routes are taken over in their order. One that meets a route of its round is looked for
 * again in the next, which is shorter then. So the plan does not depend on the number of threads.
 *
 * Nothing is promised about cost, nor that a plan is
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
    size_t threads;        /* [count] at least 1; more than a round has work for are not started */
    uint64_t search_limit; /* [count] of agents planned */
    /* Called by the thread that called prioritised_search, after each agent that it plans; false
     * stops. May be null. */
    bool (*go_on)(void *context);
    void *context;
    bool found; /* all agents have routes */
    uint64_t searches, evictions, states_expanded;
} prioritised;

graze_status prioritised_search(prioritised *search);

#endif
