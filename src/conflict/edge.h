/* SPDX-License-Identifier: MIT */
/* Unsafe starts of motions along straight edges that never reverse, accelerating or
 * not: one interval, and a quick way to it.
 *
 * Why one interval: in path coordinates x, y (how far each has come along its edge)
 * the blocked set { |A + d x - B - e y| < reach } inside the rectangle of both edges
 * is convex, so connected; local times are continuous monotone functions of the
 * path coordinates, and the shifts w(y) - u(x) of a connected set are an interval.
 */
#ifndef GRAZE_CONFLICT_EDGE_H
#define GRAZE_CONFLICT_EDGE_H

#include "conflict/pair.h"

/* The unsafe starts of such a pair, correctly rounded: true when *found tells
 * whether there are any; false when the pair is of another kind (decided exactly),
 * or when neither an unsafe start nor a proof that there is none was found. */
bool edge_starts(const pair *question, graze_interval *starts, bool *found);

#endif
