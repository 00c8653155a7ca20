/* SPDX-License-Identifier: MIT */
/* What lattices have: ends of an overlap that are doubles, and bodies that only touch. Exactly, but
 * without exact numbers of any length.
 */
#ifndef GRAZE_CONTACT_POLYGON_TIES_H
#define GRAZE_CONTACT_POLYGON_TIES_H

#include "contact/polygon_sides.h"

/* Where a path crosses the outline of C, grown by R. */
typedef struct outline_part {
    graze_point a, b;     /* a corner of C, b - a: on the edge, or the arc is round it */
    graze_point from, to; /* the edge, with the direction that it has in C */
    bool round;           /* it is an arc */
} outline_part;

/* Is the path of two motions with exact velocities at this time [s] exactly on the edge's line, or
 * at distance R of the corner? False, too, where doubles do not tell. */
bool polygon_ties_at(const straight_pair *q, const outline_part *part, double time);

/* Of a valid question about bodies with corners and its path: is that at each instant on the line
 * of an edge, or outside of it? Then they touch at most. False, too, where doubles do not tell. */
bool polygon_only_touches(const polygon_path *p);

#endif
