/* SPDX-License-Identifier: MIT */
/* A lower bound from pairs of agents: if agents a and b together cost at least w(a, b)
 * more than their routes do now, then all agents together cost at least as much more as
 * the cheapest x >= 0 with x(a) + x(b) >= w(a, b) for all pairs.
 *
 * By duality of linear programs that is the heaviest fractional matching of the graph of
 * pairs, and half the heaviest matching of its bipartite double cover, which the
 * Hungarian method finds. Costs are not whole time steps here, so the fractional bound
 * is all that the pairs say.
 */
#ifndef GRAZE_PLANNER_MATCHING_H
#define GRAZE_PLANNER_MATCHING_H

#include "planner/time_grid.h"

#include <graze/allocator.h>
#include <graze/status.h>
#include <stddef.h>

typedef struct matching_edge {
    uint32_t first, second; /* numbers of agents, first != second */
    tick weight;            /* > 0 */
} matching_edge;

typedef struct matching {
    tick *numbers; /* workspace */
    size_t capacity;
} matching; /* all zeros: new */

/* The bound for `count` pairs, each named at most once, rounded down to whole ticks;
 * the sum of the weights must not overflow. GRAZE_ERROR_MEMORY. */
graze_status matching_bound(matching *work, const graze_allocator *memory,
                            const matching_edge *pairs, size_t count, tick *bound);

void matching_free(matching *work, const graze_allocator *memory);

#endif
