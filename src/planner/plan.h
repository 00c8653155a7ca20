/* SPDX-License-Identifier: MIT */
/* Checks problems, turns routes into trajectories, and certifies them by the kernel. */
#ifndef GRAZE_PLANNER_PLAN_H
#define GRAZE_PLANNER_PLAN_H

#include <graze/planner.h>

#include "planner/route.h"

/* Returns GRAZE_OK, or what is wrong with the problem: the statuses of graze_solve. */
graze_status plan_check(const graze_problem *problem);

/* Sorts the tasks' agents by kinds, with their limits; the arrays have room for as many as there
 * are tasks. GRAZE_ERROR_CAPACITY. */
graze_status plan_kinds(const graze_problem *problem, body_kind *kinds, robot_limits *limits,
                        uint32_t *kind_count, route_agent *agents);

/* Is there a kind of robots that cannot start, stop or turn at once? */
bool plan_has_limits(const robot_limits *limits, uint32_t kind_count);

/* Makes the graph of kinds: of robots, if one of them has limits. The agents' vertices, which were
 * those of the tasks, become those of the graph. Statuses of graph_open and graph_open_robots. */
graze_status plan_open_graph(planning_graph *graph, const graze_allocator *memory,
                             const graze_problem *problem, const body_kind *kinds,
                             const robot_limits *limits, uint32_t kind_count, route_agent *agents);

/* Writes the trajectories of routes, their motions and their costs into a solution. */
graze_status plan_from_routes(const route_table *routes, const uint32_t *numbers, uint32_t count,
                              graze_solution *solution);

/* Asks whether a motion of robots keeps within their limits; GRAZE_ERROR_CONFLICT if one does not,
 * which a plan's never does. */
graze_status plan_certify_limits(const route_table *routes, uint32_t count,
                                 const robot_limits *limits, const graze_solution *solution);

/* Asks the kernel about every pair of motions that may meet, as an index finds them.
 * GRAZE_ERROR_CONFLICT if two are in conflict, which a plan never is. */
graze_status plan_certify(const route_table *routes, uint32_t count,
                          const graze_solution *solution);

#endif
