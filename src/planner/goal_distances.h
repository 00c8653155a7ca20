/* SPDX-License-Identifier: MIT */
/* How far it is to each agent's goal, in half the memory: tables of 32 bits. (No two agents
 * have one goal, where their bodies would overlap, so none is shared.)
 *
 * An entry counts 2^20 ticks, rounded down. No distance up to the horizon overflows it; an entry
 * is too small by less than a millionth of the longest move, and exact where moves last whole
 * seconds or simple fractions of one. Lower bounds are all that a search asks for.
 */
#ifndef GRAZE_PLANNER_GOAL_DISTANCES_H
#define GRAZE_PLANNER_GOAL_DISTANCES_H

#include "planner/distance_finder.h"
#include "planner/route.h"

typedef struct goal_distances {
    const planning_graph *graph;
    uint32_t **of;   /* by agent, then by vertex */
    tick *direct;    /* by agent: from its start, in ticks, not rounded; TICK_NEVER: no way */
    uint32_t *order; /* agents, the shortest way first; equal ones keep their order */
    uint32_t agent_count;
} goal_distances;

/* The table of one goal, which the caller frees whatever is answered; `scratch`, a tick for each
 * vertex, gets the distances that are not rounded. GRAZE_ERROR_MEMORY. */
graze_status coarse_distances(distance_finder *finder, uint32_t goal, tick *scratch,
                              uint32_t **made);

/* Finds all distances; there is nothing to free after a failure, which is GRAZE_ERROR_MEMORY. */
graze_status goal_distances_open(goal_distances *distances, const planning_graph *graph,
                                 const route_agent *agents, uint32_t agent_count);
void goal_distances_close(goal_distances *distances);

#endif
