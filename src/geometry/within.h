/* SPDX-License-Identifier: MIT */
/* Decides whether a point of a placed difference, or a segment between two of its corners, is
 * nearer to the origin than the two radii reach. Exact: in double-doubles, and where they
 * cannot tell in dyadic numbers. */
#ifndef GRAZE_GEOMETRY_WITHIN_H
#define GRAZE_GEOMETRY_WITHIN_H

#include "geometry/placed.h"

/* The sign of |corner| - (radius_a + radius_b). */
int within_point(const placed_pair *pair, minkowski_corner corner);

/* The sign of the distance from the origin to the segment between two corners, less
 * radius_a + radius_b. */
int within_segment(const placed_pair *pair, minkowski_corner from, minkowski_corner to);

#endif
