/* SPDX-License-Identifier: MIT */
/* A whole fleet, as the methods for hundreds and thousands of agents see it: where everybody is
 * to go, how far that is, and the routes that are held.
 */
#ifndef GRAZE_PLANNER_FLEET_H
#define GRAZE_PLANNER_FLEET_H

#include "planner/goal_distances.h"
#include "planner/lanes.h"
#include "planner/timetable_view.h"

typedef struct fleet {
    const planning_graph *graph;
    const route_agent *agents;
    uint32_t agent_count;
    goal_distances distances;
    place_map map;
    timetable plan;
    uint8_t *against; /* by edge (lanes.h); null where there are several kinds: 500 agents of mixed
                         speeds in a warehouse took 4 % more states with lanes, for no less */
} fleet;

/* A fleet without routes. Collision intervals and agents must outlive it. GRAZE_ERROR_MEMORY. */
graze_status fleet_open(fleet *all, collision_table *collisions, const route_agent *agents,
                        uint32_t agent_count);
void fleet_close(fleet *all);

/* [tick] The sum of the final arrivals of all agents, who have their routes. */
tick fleet_cost(const fleet *all);

/* The longest move of an agent of kind 0. */
tick fleet_longest_move(const fleet *all);

/* The question about an agent. */
static inline sipp_question fleet_question(const fleet *all, uint32_t agent, tick latest)
{
    const route_agent *a = &all->agents[agent];
    return (sipp_question){.kind = a->kind,
                           .start = a->start,
                           .goal = a->goal,
                           .coarse = &all->distances.of[agent],
                           .latest_final = latest,
                           .against = all->against};
}

/* The same, asked cheaply: `share` eighths of what the agent may lose until `latest` must not be
 * lost early, but as it goes on (sipp.h, surcharge). */
sipp_question fleet_cheap_question(const fleet *all, uint32_t agent, tick latest, uint32_t share);

/* Asks among those that a view shows. */
graze_status fleet_find_route(timetable_view *view, sipp *search, const sipp_question *question);

#endif
