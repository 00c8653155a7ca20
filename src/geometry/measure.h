/* SPDX-License-Identifier: MIT */
/* A part of a placed difference's boundary in numbers: how far the origin is from it,
 * which way, and where along it.
 */
#ifndef GRAZE_GEOMETRY_MEASURE_H
#define GRAZE_GEOMETRY_MEASURE_H

#include "geometry/boundary.h"

/* The distance errs by at most 2 ulp of the largest coordinate or of itself: points and
 * edges are summed with their rests, which leaves the roundings of one product, sum,
 * root and quotient. */
typedef struct measured {
    double distance;       /* of the hulls of the vertices; below 0 inside */
    int unit;              /* the distance is in units of 2^unit: it may be beyond the doubles */
    graze_point direction; /* unit, from a to b */
    double along;          /* 0 … 1 from part.from to part.to, where it is nearest */
} measured;

/* Answers are written in place: a copy would wait for the numbers that were just written. */
void measure(const placed_pair *pair, const boundary_part *part, measured *found);

/* The edge whose line is nearest to an origin in the interior. O(vertices). */
void measure_depth(const placed_pair *pair, boundary_part *shallowest, measured *found);

#endif
