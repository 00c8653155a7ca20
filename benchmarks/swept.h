/* SPDX-License-Identifier: MIT */
/* Families of swept bodies: fresh pairs of polygons, rounded polygons and discs that move straight
 * for a second, the same ones at every run. Some pairs are natural, at several densities; others
 * are made to pass each other a millimetre deep or less, or a millimetre apart or less; and square
 * robots go from cell to cell of a grid, which touch, or meet at times that are doubles. */
#ifndef GRAZE_BENCHMARKS_SWEPT_H
#define GRAZE_BENCHMARKS_SWEPT_H

#include "benchmarks/families.h"

enum { SWEPT_CORNERS = 8 }; /* at most */

/* Bodies on ellipses of up to a metre, in a square, each moving up to `travel` along either axis.
 * Discs move as waypoints, the others by their velocity. */
typedef struct swept_family {
    const char *name;
    int corners;                   /* 0: discs */
    double radius, square, travel; /* [m] */
    bool grazing;
    double side; /* [m] of the robots; 0: they are no robots */
} swept_family;

/* All of them, closed by one without a name. */
extern const swept_family swept_families[];

/* Null when there is none of that name. */
const swept_family *swept_family_named(const char *name);

/* Fills pairs[0 .. count - 1]; corners has 2 count SWEPT_CORNERS places, those of body a of pair i
 * from 2 i SWEPT_CORNERS on. False when the library refuses a motion, a mistake of the maker. */
bool swept_fill(const swept_family *of, size_t count, specimen *pairs, graze_point *corners);

#endif
