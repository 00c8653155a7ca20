/* SPDX-License-Identifier: MIT */
/* What every question about whole trajectories asks first. */
#ifndef GRAZE_PATHS_VALIDATE_H
#define GRAZE_PATHS_VALIDATE_H

#include <graze/body.h>
#include <graze/trajectory.h>
#include <stdbool.h>

/* Whether the agent's body is valid by itself, and that of each motion. */
graze_status trajectory_validate_bodies(const graze_body *body, const graze_trajectory *trajectory);

/* Has it, or any of its motions, a body with corners? The bodies are valid. */
bool trajectory_has_corners(const graze_body *body, const graze_trajectory *trajectory);

/* Whether every motion is valid by itself, and the bodies too. motion/walk.h and
 * motion/life.h ask for that. */
graze_status trajectory_validate(const graze_body *body, const graze_trajectory *trajectory);

/* Whether both are valid, and the tolerance, and all motions stay in the plane where a body has
 * corners. */
graze_status trajectory_validate_pair(const graze_body *body_a, const graze_trajectory *a,
                                      const graze_body *body_b, const graze_trajectory *b,
                                      double tolerance);

#endif
