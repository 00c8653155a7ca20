/* SPDX-License-Identifier: MIT */
/* Tables of how long turns at rest take (graze_turn_time). */
#ifndef GRAZE_PLANNER_TURN_TIMES_H
#define GRAZE_PLANNER_TURN_TIMES_H

#include <graze/planner.h>

/* Do the angles ascend from 0, and does no turn take no time? GRAZE_OK, GRAZE_ERROR_NULL,
 * GRAZE_ERROR_NOT_FINITE, GRAZE_ERROR_LIMITS. */
graze_status turn_times_check(const graze_turn_time *times, size_t count);

/* [s] Of a turn by an angle [rad] >= 0: between the rows straight, behind the last one as fast as
 * up to there. count > 0. */
double turn_times_seconds(const graze_turn_time *times, size_t count, double angle);

#endif
