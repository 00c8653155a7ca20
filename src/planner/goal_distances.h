/* SPDX-License-Identifier: MIT */
/* How far it is to each agent's goal. (No two agents have one goal, where their bodies would
 * overlap, so no table is shared.)
 */
#ifndef GRAZE_PLANNER_GOAL_DISTANCES_H
#define GRAZE_PLANNER_GOAL_DISTANCES_H

#include "planner/coarse_distances.h"
#include "planner/route.h"

typedef struct goal_distances {
    const planning_graph *graph;
    coarse_distances *of; /* by agent */
    tick *direct;    /* by agent: from its start, in ticks, not rounded; TICK_NEVER: no way */
    uint32_t *order; /* agents, the shortest way first; equal ones keep their order */
    uint32_t agent_count;
} goal_distances;

/* Finds all distances; there is nothing to free after a failure, which is GRAZE_ERROR_MEMORY. */
graze_status goal_distances_open(goal_distances *distances, const planning_graph *graph,
                                 const route_agent *agents, uint32_t agent_count);
void goal_distances_close(goal_distances *distances);

#endif
