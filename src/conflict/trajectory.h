/* SPDX-License-Identifier: MIT */
/* What every question about whole trajectories asks first. */
#ifndef GRAZE_CONFLICT_TRAJECTORY_H
#define GRAZE_CONFLICT_TRAJECTORY_H

#include <graze/body.h>
#include <graze/trajectory.h>

/* Is every motion valid by itself, and the body too? motion/walk.h and
 * motion/life.h ask for that. */
graze_status trajectory_validate(const graze_body *body, const graze_trajectory *trajectory);

/* Two valid trajectories: GRAZE_ERROR_SPATIAL_CORNERS when a body has corners and a motion
 * leaves the plane. */
graze_status trajectory_validate_plane(const graze_body *body_a, const graze_trajectory *a,
                                       const graze_body *body_b, const graze_trajectory *b);

#endif
