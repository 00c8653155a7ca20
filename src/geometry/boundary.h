/* SPDX-License-Identifier: MIT */
/* The boundary of a placed difference, walked with exact steps: where it is nearest to
 * the origin, and on which side of it the origin lies. */
#ifndef GRAZE_GEOMETRY_BOUNDARY_H
#define GRAZE_GEOMETRY_BOUNDARY_H

#include <stdbool.h>

#include "geometry/placed.h"

/* An edge, or a single corner (from == to). */
typedef struct boundary_part {
    placed_point from, to;
} boundary_part;

static inline bool boundary_is_edge(const boundary_part *part)
{
    return part->from.corner.a != part->to.corner.a || part->from.corner.b != part->to.corner.b;
}

/* Is the origin in the interior? O(vertices). If not, *outer is a corner that is
 * farthest in a direction in which none lies beyond the origin. */
bool boundary_holds_origin(const placed_pair *pair, minkowski_corner *outer);

/* Does the origin lie outside, or on, one of the two edges that meet at this corner?
 * Then it is certainly not in the interior. */
bool boundary_excludes_origin(const placed_pair *pair, const placed_point *corner);

/* The part nearest to an origin that is not in the interior, found by walking from an
 * outer corner (see above) along edges that face the origin. Which of two parts is
 * nearer is decided in doubles, or, when `exact`, without any rounding. False when the
 * walk exceeds its bound. */
bool boundary_nearest(const placed_pair *pair, placed_point outer, bool exact,
                      boundary_part *nearest);

#endif
