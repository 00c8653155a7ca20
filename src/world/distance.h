/* SPDX-License-Identifier: MIT */
/* The distance from a point to an obstacle, by filters: bounds in doubles, and double-doubles
 * with error bounds, which write the largest double not above the exact signed distance to the
 * surface (negative inside), which is what graze_conflict_clearance writes. All return false
 * where that is not certain. Then the next dearer one has to be asked, at last the kernel. */
#ifndef GRAZE_WORLD_DISTANCE_H
#define GRAZE_WORLD_DISTANCE_H

#include <stdbool.h>

#include <graze/world.h>

#include "world/box_tree.h"

/* The exact signed distance is from lower to upper [m]. False also where the point may be
 * inside. */
bool distance_bounds(const graze_obstacle *obstacle, graze_point place, double *lower,
                     double *upper);

bool distance_to_obstacle(const graze_obstacle *obstacle, graze_point place, double *distance);

bool distance_to_box(const world_box *box, graze_point place, double *distance);

#endif
