/* SPDX-License-Identifier: MIT */
/* Two robots by a search over joint states, which shares their states and moves with the library,
 * and the kernel, and nothing else: robots at rest wait in steps of a given length. */
#ifndef GRAZE_TESTS_PLANNER_SLOW_ROBOTS_H
#define GRAZE_TESTS_PLANNER_SLOW_ROBOTS_H

#include "instance.h"
#include "planner/planning_graph.h"

/* The least sum of costs [s] of plans whose waits are multiples of 2^-n s; infinite when there is
 * none among so many joint states (*gave_up). */
double slow_robots(const graze_problem *problem, int n, size_t states, bool *gave_up);

#endif
