/* SPDX-License-Identifier: MIT */
/* The motions of an agent as the rows of a file: exactly, or not at all. */
#ifndef GRAZE_IO_PLAN_ROWS_H
#define GRAZE_IO_PLAN_ROWS_H

#include "io/plan.h"

typedef struct plan_waypoint {
    double time;
    graze_vector place;
    double share; /* of the motion that begins here: 1, but for a ramp */
    size_t motion; /* [index] that begins here; SIZE_MAX: the last one has begun */
} plan_waypoint;

/* Rows that graze_trajectory_from_ramps makes these motions of, under the agent's
 * at_end; rows has room for motions + 1. Returns null; or why motion *at is no pair of
 * waypoints. */
const char *plan_rows_waypoints(const plan_agent *agent, plan_waypoint *rows, size_t *count,
                                size_t *at);

/* Rows that graze_trajectory_from_motions makes these motions of, none of which is a ramp; rows has
 * room for as many as there are motions. Likewise. */
const char *plan_rows_motions(const plan_agent *agent, graze_motion *rows, size_t *count,
                              size_t *at);

#endif
