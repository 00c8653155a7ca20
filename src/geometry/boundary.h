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

/* The same when a point of the interior is known exactly (the middles of two bodies of
 * which at least one has an inner disc): the walk goes from the corner that is farthest
 * from there towards the origin to the edge that a ray through the origin leaves by.
 * That edge has the origin on its inner side, or not. -1 when it takes too many steps. */
int boundary_holds_origin_near(const placed_pair *pair, const placed_point *farthest,
                               minkowski_corner *outer);

/* On which side of the ray from the middle through the origin is a corner: 1 left, exactly. */
int boundary_side_of_ray(const placed_pair *pair, const placed_point *corner);

/* The part nearest to an origin that is not in the interior, found by walking from an
 * outer corner (see above) along edges that face the origin. Exactly the nearest. False
 * when the walk exceeds its bound. */
bool boundary_nearest(const placed_pair *pair, placed_point outer, boundary_part *nearest);

#endif
