/* SPDX-License-Identifier: MIT */
/* The agents of a lifelong plan in one window: where each is free from when on, its next goals, and
 * the plan that is held, which is made better (lifelong.h).
 *
 * Moves that were committed and still last are booked for agents of their own, agent + agent_count:
 * nobody can take them out.
 */
#ifndef GRAZE_PLANNER_WINDOW_FLEET_H
#define GRAZE_PLANNER_WINDOW_FLEET_H

#include "planner/distance_finder.h"
#include "planner/lns_neighbourhood.h"
#include "planner/window_search.h"

typedef struct traveller {
    uint32_t *goals; /* [vertex] all, in order */
    double *made_at; /* [s] */
    size_t goal_count, goal_capacity, made_capacity;
    size_t made;
    window_goal *ahead; /* of goals[made] ... */
    uint32_t ahead_count;
    size_t ahead_capacity;
    step *committed;
    size_t committed_count, committed_capacity;
    size_t cut; /* of the route in the plan, so many steps are committed */
    tick worth, ideal; /* of its route, and of the best one if nobody were about */
} traveller;

typedef struct window_fleet {
    const planning_graph *graph;
    route_agent *agents; /* twice agent_count */
    uint32_t agent_count;
    traveller *travellers;
    collision_table *collisions;
    place_map map;
    timetable plan, anew;
    timetable_view view;
    window_search search;
    tick now, end; /* of the window */
    distance_finder *finders; /* by kind; without a graph: not needed yet */
    uint32_t *order; /* of agents, some */
    step *steps;   /* of routes that are tried */
    size_t step_count, step_capacity;
    lns_random source;
    bool (*go_on)(void *context); /* may be null */
    void *context;
    bool stopped;
    uint64_t searches;
} window_fleet;

/* A fleet whose agents, which it copies, rest at their starts. GRAZE_ERROR_MEMORY, or what the
 * kernel answers; close it whatever is answered. */
graze_status window_fleet_open(window_fleet *all, collision_table *collisions,
                               const route_agent *agents, uint32_t agent_count);
void window_fleet_close(window_fleet *all);

/* The question about an agent. */
window_question window_fleet_question(const window_fleet *all, uint32_t agent);

/* Asks go_on; `stopped` when it has said so. */
void window_fleet_ask(window_fleet *all);

/* Begins the window from `now` to `end`: books what is left of the plan, and finds the goals that
 * an agent may make by the end. It may be stopped, and then begun again. */
graze_status window_fleet_begin(window_fleet *all, tick now, tick end);

/* Puts steps behind all->steps[0 ... step_count - 1]. GRAZE_ERROR_MEMORY. */
graze_status window_fleet_keep(window_fleet *all, const step *steps, size_t count);

/* Makes the plan better: each agent alone, then so many neighbourhoods
 * (window_groups.c). It may be stopped. */
graze_status window_fleet_improve(window_fleet *all, uint64_t neighbourhoods);

/* How far it is from where an agent goes on to its next goal; TICK_NEVER: it cannot be reached, or
 * no window has looked at it. */
tick window_fleet_left(const window_fleet *all, uint32_t agent);

/* Commits the moves that start before a time. */
graze_status window_fleet_commit(window_fleet *all, tick until);

#endif
