/* SPDX-License-Identifier: MIT */
/* The ends of an overlap of bodies with corners at constant velocity, rounded by one Newton
 * step in doubles where that leaves one double.
 */
#ifndef GRAZE_CONTACT_POLYGON_ROUND_H
#define GRAZE_CONTACT_POLYGON_ROUND_H

#include "contact/polygon_crossings.h"

/* The corner whose disc is entered first, and the one whose disc is left last. */
typedef struct quick_corners {
    int in, out; /* index into the outline; -1: none */
    double first, last;
} quick_corners;

quick_corners quick_way_round_corners(const quick_path *p, const outline *c);

/* The rounded ends of an overlap; false where doubles cannot tell. */
bool quick_round_begin(const quick_path *p, const outline *c, const quick_way *w,
                       const quick_corners *corners, double *lower);
bool quick_round_end(const quick_path *p, const outline *c, const quick_way *w,
                     const quick_corners *corners, double *upper);

#endif
