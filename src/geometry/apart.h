/* SPDX-License-Identifier: MIT */
/* Certainly apart, or look closer: a filter for bodies swept along hulls of places.
 *
 * A swept set is every point p + v with p in the convex hull of some places and v in
 * the hull of a body's vertices, and all that lies within a margin of those: the body's
 * radius, plus what the caller's places may be wrong by. A straight motion has the two
 * ends of its path as places; an accelerated one the three control points of its
 * parabola, whose hull holds the curve.
 *
 * The filter is barycode GJK that stops at the first separating direction, in doubles
 * with the bound of every rounding added: it may miss a gap that is as narrow as
 * those, and never sees one that is not there.
 */
#ifndef GRAZE_GEOMETRY_APART_H
#define GRAZE_GEOMETRY_APART_H

#include <graze/body.h>
#include <stdbool.h>
#include <stddef.h>

/* Borrowed from the caller; finite numbers. The body's own radius plays no part: it
 * goes into the margin. */
typedef struct swept_set {
    const graze_body *body;
    const graze_point *places;
    size_t place_count; /* at least 1 */
    double margin;      /* >= 0 */
} swept_set;

/* True: some line separates the two sets with room to spare, so no two points of theirs
 * are the same. False: unknown. O(vertices + places) a step, at most 16 steps. */
bool swept_sets_apart(const swept_set *a, const swept_set *b);

#endif
