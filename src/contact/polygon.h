/* SPDX-License-Identifier: MIT */
/* Bodies with corners, exactly: a moving point against one convex polygon.
 *
 * With C the Minkowski difference of the two vertex sets (geometry/minkowski.h), D(tau)
 * the relative place of the two motions and R = ra + rb - tolerance, the bodies overlap
 * iff the signed distance from D to C (negative inside) is below R. Everything here is
 * multiplied by the scale of the relative motion (relative.inc), so that it is dyadic:
 * places, the corners of C, its edges, the reach.
 *
 * For the edge that leaves a corner p of C along e, counter-clockwise,
 *
 *     across(D) = (D - p) x e    > 0 outside the edge; |e| times the distance from its line
 *     ahead(D)  = (D - p) . e    from 0 at p to |e|^2 at the next corner
 *
 * and the set of overlap is
 *
 *     R <= 0   all D with across < R |e| for every edge (C must have interior)
 *     R > 0    the interior of C, for each edge the open rectangle across^2 < R^2 |e|^2,
 *              0 < ahead < |e|^2, and for each corner the open disc |D - p|^2 < R^2
 *
 * so that a stretch of time or a start is decided by the signs of polynomials.
 */
#ifndef GRAZE_CONTACT_POLYGON_H
#define GRAZE_CONTACT_POLYGON_H

#include "contact/with_exact.h"
#include "geometry/minkowski.h"
#include "numeric/polynomial.h"

/* What C is, by its corners. */
typedef enum polygon_kind { POLYGON_POINT = 1, POLYGON_SEGMENT, POLYGON_AREA } polygon_kind;

polygon_kind polygon_kind_of(const pair *question);

/* A corner of C and the edge that leaves it; a point has one corner and no edge
 * (along = 0), a segment two corners and the same edge both ways. */
typedef struct polygon_edge {
    dyadic from[2], along[2];
    dyadic square; /* |along|^2 */
} polygon_edge;

/* Goes round C, counter-clockwise. */
typedef struct polygon_walk {
    const pair *question;
    minkowski_walk corners;
    minkowski_corner first, here;
    bool ended;
} polygon_walk;

polygon_walk polygon_begin(const pair *question);

/* The next edge, times the scale of the relative motion; false after the last one. The
 * numbers are on the arena until it is released. */
bool polygon_next(dyadic_arena *arena, polygon_walk *walk, const exact_relative *relative,
                  polygon_edge *edge);

/* The same in doubles, without the scale: only the two ends of the edge. Not asked for after
 * the last one. */
void polygon_step(polygon_walk *walk, graze_point *from, graze_point *to);

/* across and ahead at a place. */
dyadic polygon_across(dyadic_arena *arena, const polygon_edge *edge, const dyadic *place);
dyadic polygon_ahead(dyadic_arena *arena, const polygon_edge *edge, const dyadic *place);

/* The relative motion seen from the corner: its quartic is |D - p|^2 - R^2. */
exact_relative polygon_from(dyadic_arena *arena, const polygon_edge *edge,
                            const exact_relative *relative);

/* across and ahead of D(tau) as polynomials in tau, of degree at most 2, and
 * across^2 - R^2 |e|^2. */
polynomial polygon_across_of(dyadic_arena *arena, const polygon_edge *edge,
                             const exact_relative *relative);
polynomial polygon_ahead_of(dyadic_arena *arena, const polygon_edge *edge,
                            const exact_relative *relative);
polynomial polygon_band_of(dyadic_arena *arena, const polygon_edge *edge,
                           const exact_relative *relative);

/* The sign of (signed distance - R) at a place; R >= 0 unless C has an interior. */
int polygon_sign_at(dyadic_arena *arena, const pair *question, const exact_relative *relative,
                    const dyadic *place);

#endif
