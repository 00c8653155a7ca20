/* SPDX-License-Identifier: MIT */
/* What the questions about one path (graze/path.h) share. */
#ifndef GRAZE_CHECK_PATH_MOTION_H
#define GRAZE_CHECK_PATH_MOTION_H

#include <graze/body.h>
#include <graze/trajectory.h>
#include <stdbool.h>

/* GRAZE_ERROR_NULL, or what graze_motion_validate says of the first bad motion. */
graze_status path_validate(const graze_trajectory *path);

/* A waypoint motion or a ramp: it never leaves the segment from `position` to `to`. */
static inline bool path_motion_is_between(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
}

/* True when the motion stays in its place, an empty life included. */
bool path_motion_is_still(const graze_motion *motion);

/* The nearest doubles to the ends of its life. */
double path_motion_begin(const graze_motion *motion);
double path_motion_end(const graze_motion *motion);

/* True when the place lies on the closed segment. */
bool path_segment_holds(graze_point from, graze_point to, graze_point place);

/* True when three points lie on one line. */
bool path_points_align(graze_point a, graze_point b, graze_point c);

#endif
