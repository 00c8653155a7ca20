/* SPDX-License-Identifier: MIT */
/* The distance from a point to an obstacle, by a filter: double-doubles with error bounds.
 * Both write the largest double not above the exact signed distance to the surface (negative
 * inside), which is what graze_conflict_clearance writes, and return true; or return false
 * where the bounds leave a choice. Then the kernel has to be asked. */
#ifndef GRAZE_WORLD_DISTANCE_H
#define GRAZE_WORLD_DISTANCE_H

#include <stdbool.h>

#include <graze/world.h>

#include "world/box_tree.h"

/* Where that distance is certainly greater than `above`, infinity may be written instead. */
bool distance_to_obstacle(const graze_obstacle *obstacle, graze_point place, double above,
                          double *distance);

bool distance_to_box(const world_box *box, graze_point place, double *distance);

#endif
