/* SPDX-License-Identifier: MIT */
/* What comes in and what goes out: problems, routes as trajectories, and the last word of
 * the kernel about them. */
#ifndef GRAZE_PLANNER_PLAN_H
#define GRAZE_PLANNER_PLAN_H

#include <graze/planner.h>

#include "planner/route.h"

/* GRAZE_OK, or why this is no problem: the statuses of graze_solve. */
graze_status plan_check(const graze_problem *problem);

/* The trajectories of routes, their motions and costs into a solution. */
graze_status plan_from_routes(const route_table *routes, const uint32_t *numbers, uint32_t count,
                              graze_solution *solution);

/* Asks the kernel about every pair of trajectories that could be near each other.
 * GRAZE_ERROR_CONFLICT if two are in conflict, which no plan of ours may be. */
graze_status plan_certify(const route_table *routes, uint32_t count,
                          const graze_solution *solution);

#endif
