/* SPDX-License-Identifier: MIT */
/* More stops where they let others go, fewer where nobody minds. */
#ifndef GRAZE_PLANNER_LEG_IMPROVE_H
#define GRAZE_PLANNER_LEG_IMPROVE_H

#include "planner/leg_schedule.h"

/* [s] The sum of the agents' arrivals. */
double schedule_cost(const schedule *s);

/* Changes the stops of a solved schedule as long as that makes it cheaper, and solves it.
 * GRAZE_ERROR_MEMORY, and those of schedule_solve, such as GRAZE_ERROR_STOPPED. */
graze_status schedule_improve(schedule *s);

#endif
