/* SPDX-License-Identifier: MIT */
/* The first obstacle in the way of a motion, for the questions of this room. */
#ifndef GRAZE_WORLD_LINK_H
#define GRAZE_WORLD_LINK_H

#include "geometry/body.h"
#include "world/sweep.h"
#include "world/world.h"

/* Decides whether a swept disc stays out of all cells. */
graze_status world_sweep_is_free(const graze_world *world, const sweep *path, bool *free);

/* Asks the kernel whether a body on a motion overlaps a box that stands there. */
graze_status world_body_meets_box(const graze_body *body, const graze_motion *motion,
                                  double tolerance, const world_box *where, bool *meets);

/* Decides whether the body's motion, whose life is not empty, stays out of all cells. */
graze_status world_motion_is_free(const graze_world *world, const graze_body *body,
                                  const graze_motion *motion, double tolerance, bool *free);

/* Decides whether it stays out of all obstacles that are no cells. */
graze_status world_motion_passes(const graze_world *world, const graze_body *body,
                                 const graze_motion *motion, double tolerance, bool *free);

/* A motion that stands at a place from the start of `beside`, tail and all, for ever. */
graze_motion world_standing(graze_point place, const graze_motion *beside);

#endif
