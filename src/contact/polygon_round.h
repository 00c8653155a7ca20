/* SPDX-License-Identifier: MIT */
/* The ends of an overlap of bodies with corners at constant velocity, rounded by one Newton
 * step in doubles where that leaves one double.
 */
#ifndef GRAZE_CONTACT_POLYGON_ROUND_H
#define GRAZE_CONTACT_POLYGON_ROUND_H

#include "contact/polygon_crossings.h"
#include "contact/polygon_sides.h"

/* The edges of C: side by side where there are few, else as its outline. The index of a corner
 * is that of the edge which begins there. */
typedef struct edges_of_c {
    const outline *outline;
    const polygon_sides *sides; /* null: the outline */
} edges_of_c;

/* The corner whose disc is entered first, and the one whose disc is left last. */
typedef struct corner_crossings {
    int in, out; /* -1: none */
    double first, last;
} corner_crossings;

corner_crossings polygon_corner_crossings(const polygon_path *p, const edges_of_c *c);

/* Rounds the ends of an overlap outward; false where doubles cannot tell. Once without fused
 * multiply-adds, and once with them for processors that have them. */
bool polygon_round(const polygon_path *p, const edges_of_c *c, const path_crossings *w,
                   const corner_crossings *corners, graze_interval *when);
bool polygon_round_plain(const polygon_path *p, const edges_of_c *c, const path_crossings *w,
                         const corner_crossings *corners, graze_interval *when);
bool polygon_round_fused(const polygon_path *p, const edges_of_c *c, const path_crossings *w,
                         const corner_crossings *corners, graze_interval *when);

#endif
