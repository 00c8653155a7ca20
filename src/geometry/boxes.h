/* SPDX-License-Identifier: MIT */
/* The distance of two rectangles along the axes, told by their gaps alone: what robots in cells of
 * a grid are. */
#ifndef GRAZE_GEOMETRY_BOXES_H
#define GRAZE_GEOMETRY_BOXES_H

#include <graze/gjk.h>
#include <stdbool.h>

#include "geometry/hull.h"

/* Hulls for which hull_is_box(). The distance, 0 where they overlap; the same bits as by
 * measure.h. False where gaps or overlaps are all but 0 or places not near to each other, or not
 * finite. */
bool boxes_distance(const graze_hull *a, graze_point place_a, const graze_hull *b,
                    graze_point place_b, double *distance);

#endif
