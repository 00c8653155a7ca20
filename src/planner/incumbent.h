/* SPDX-License-Identifier: MIT */
/* A plan to begin with: what bounded suboptimal search (-w) holds before it looks at any conflict.
 *
 * Prioritised planning finds it in the time of a few nodes, and a few neighbourhoods make it
 * cheaper. If it costs no more than the bound allows the search is over; if not it is an upper
 * bound: nodes that cannot be cheaper are dropped, and the search ends as soon as its lower bound
 * has come so near that the plan is good enough.
 */
#ifndef GRAZE_PLANNER_INCUMBENT_H
#define GRAZE_PLANNER_INCUMBENT_H

#include "planner/route.h"

typedef struct incumbent_options {
    double suboptimality; /* > 1: at most so many times the sum of the shortest ways is enough */
    uint64_t seed;
    /* Called now and then; false stops. May be null. */
    bool (*go_on)(void *context);
    void *context;
} incumbent_options;

typedef struct incumbent {
    uint32_t *routes; /* by agent; null: no plan was found. The caller frees it */
    tick cost;        /* TICK_NEVER: none */
} incumbent;

/* Looks for a plan of agents who can reach their goals; one thread, the same answer everywhere.
 * GRAZE_ERROR_MEMORY and the statuses of the kernel; there is nothing to free then. */
graze_status incumbent_find(route_table *routes, uint32_t agent_count,
                            const incumbent_options *options, incumbent *found);

#endif
