/* SPDX-License-Identifier: MIT */
/* The search of GJK by itself, for tests and benchmarks: how the farthest vertices are
 * found can be chosen, and no quick check goes before it. */
#ifndef GRAZE_GEOMETRY_GJK_H
#define GRAZE_GEOMETRY_GJK_H

#include "geometry/placed.h"

/* Do the interiors of the hulls of the vertices overlap? Exact; radii play no part.
 * When not, *outer (may be null) is a corner of the difference that is farthest in a
 * direction in which no corner lies beyond the origin. */
bool gjk_interiors_meet(const placed_pair *pair, hull_way way, placed_point *outer);

/* Level 2 by search, radii included: the signed distance, and 0 when overlapping. */
graze_status gjk_distance_by(const placed_pair *pair, hull_way way, double *distance);

#endif
