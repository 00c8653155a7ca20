/* SPDX-License-Identifier: MIT */
/* The ends of an overlap of bodies with corners at constant velocity, rounded by one Newton
 * step in doubles where that leaves one double.
 */
#ifndef GRAZE_CONTACT_POLYGON_ROUND_H
#define GRAZE_CONTACT_POLYGON_ROUND_H

#include "contact/polygon_crossings.h"

/* The corner whose disc is entered first, and the one whose disc is left last; its index is that of
 * the edge which begins there. */
typedef struct corner_crossings {
    int in, out; /* -1: none */
    double first, last;
} corner_crossings;

corner_crossings polygon_corner_crossings(const polygon_path *p, const outline *c);

/* Rounds the ends of an overlap outward; false where doubles cannot tell. Once without fused
 * multiply-adds, and once with them for processors that have them. */
bool polygon_round(const polygon_path *p, const outline *c, const path_crossings *w,
                   const corner_crossings *corners, graze_interval *when);
bool polygon_round_plain(const polygon_path *p, const outline *c, const path_crossings *w,
                         const corner_crossings *corners, graze_interval *when);
bool polygon_round_fused(const polygon_path *p, const outline *c, const path_crossings *w,
                         const corner_crossings *corners, graze_interval *when);

#endif
