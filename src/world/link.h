/* SPDX-License-Identifier: MIT */
/* The first obstacle in the way of a motion, for the questions of this room. */
#ifndef GRAZE_WORLD_LINK_H
#define GRAZE_WORLD_LINK_H

#include "geometry/body.h"
#include "world/sweep.h"
#include "world/world.h"

/* Does a swept disc stay out of all cells? */
graze_status world_sweep_is_free(const graze_world *world, const sweep *path, bool *free);

/* Does a body on a motion overlap a box that stands there? A question to the kernel. */
graze_status world_body_meets_box(const graze_body *body, const graze_motion *motion,
                                  double tolerance, const world_box *where, bool *meets);

/* Does the body's motion, whose life is not empty, stay out of all cells? */
graze_status world_motion_is_free(const graze_world *world, const graze_body *body,
                                  const graze_motion *motion, double tolerance, bool *free);

/* Does it stay out of all obstacles that are no cells? */
graze_status world_motion_passes(const graze_world *world, const graze_body *body,
                                 const graze_motion *motion, double tolerance, bool *free);

/* A motion that stands at a place while `beside` lives, and longer. */
graze_motion world_standing(graze_point place, const graze_motion *beside);

#endif
