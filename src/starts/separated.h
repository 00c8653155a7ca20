/* SPDX-License-Identifier: MIT */
/* No start is unsafe where the two bodies cannot meet whatever the time: the sets that they
 * sweep are apart, or one of them never lives.
 *
 * A motion stays inside the convex hull of its *control points*: the place where it stands,
 * the two ends of a waypoint motion, the three control points of a kinematic one's parabola.
 */
#ifndef GRAZE_STARTS_SEPARATED_H
#define GRAZE_STARTS_SEPARATED_H

#include "contact/question.h"
#include "numeric/dd.h"

enum { SEPARATED_PLACES = 3 };

/* The control points, the first of them where the motion begins, the last where it ends. */
typedef struct swept_path {
    dd place[SEPARATED_PLACES][3];
    int count;
} swept_path;

/* False when the motion goes on for ever. */
bool separated_path(const graze_motion *motion, swept_path *path);

/* The fractions of two paths' chords at which these are nearest to each other, in doubles. */
void separated_nearest(const swept_path *a, const swept_path *b, double *x, double *y);

/* True: certainly no start is unsafe. False: unknown. */
bool separated_for_ever(const pair *question);

#endif
