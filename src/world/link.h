/* SPDX-License-Identifier: MIT */
/* The first obstacle in the way of a motion, for the questions of this room. */
#ifndef GRAZE_WORLD_LINK_H
#define GRAZE_WORLD_LINK_H

#include "world/sweep.h"
#include "world/world.h"

/* Is the body, without corners, a disc round the moving point? */
static inline bool world_is_disc(const graze_body *body)
{
    return body->vertex_count == 0 || (body->vertex_count == 1 && body->vertices[0].x == 0 &&
                                       body->vertices[0].y == 0);
}

/* Does a swept disc stay out of all cells? */
graze_status world_sweep_is_free(const graze_world *world, const sweep *path, bool *free);

/* Does the body's motion stay out of all obstacles that are no cells? */
graze_status world_motion_passes(const graze_world *world, const graze_body *body,
                                 const graze_motion *motion, double tolerance, bool *free);

/* A motion that stands at a place while `beside` lives, and longer. */
graze_motion world_standing(graze_point place, const graze_motion *beside);

#endif
