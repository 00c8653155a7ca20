/* SPDX-License-Identifier: MIT */
/* A slow planner that shares nothing with the library's but the kernel: a search over
 * joint states in which agents wait in steps of a given length. */
#ifndef GRAZE_TESTS_PLANNER_SLOW_H
#define GRAZE_TESTS_PLANNER_SLOW_H

#include "instance.h"

typedef enum slow_answer { SLOW_FOUND, SLOW_NONE, SLOW_GAVE_UP } slow_answer;

/* The least sum of costs up to `most` [s] of plans whose waits are multiples of `step` [s];
 * gives up after so many states. SLOW_NONE: there is none up to `most`. At most 3 agents. */
slow_answer slow_solve(const graze_problem *problem, double step, double most, size_t states,
                       double *cost);

#endif
