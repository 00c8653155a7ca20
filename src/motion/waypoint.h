/* SPDX-License-Identifier: MIT */
/* A waypoint motion from numbers that are known to make one. */
#ifndef GRAZE_MOTION_WAYPOINT_H
#define GRAZE_MOTION_WAYPOINT_H

#include <graze/motion.h>
#include <math.h>

#include "numeric/eft.h"

/* end - start as a sum of two doubles. Where the rounded difference overflows
 * the two numbers themselves are that sum. */
static inline void waypoint_duration(double end, double start, double *duration, double *tail)
{
    double error;
    double rounded = eft_two_sum(end, -start, &error);
    bool fits = isfinite(rounded) && isfinite(error);
    *duration = fits ? rounded : end;
    *tail = fits ? error : -start;
}

/* graze_motion_waypoint without a look at the result; start is finite, end may be +infinity. */
static inline void waypoint_write(graze_vector from, graze_vector to, double start, double end,
                                  graze_motion *motion)
{
    motion->form = GRAZE_WAYPOINT; /* one by one: millions are made, and clearing costs more */
    motion->position = from;
    motion->to = to;
    motion->acceleration = (graze_vector){0, 0, 0};
    motion->start = start;
    motion->start_tail = 0;
    motion->duration = end;
    motion->duration_tail = 0;
    if (isfinite(end))
        waypoint_duration(end, start, &motion->duration, &motion->duration_tail);
}

#endif
