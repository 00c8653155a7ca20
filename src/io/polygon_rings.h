/* SPDX-License-Identifier: MIT */
/* The rings of a polygon: what is one, and how its holes become part of its outline.
 *
 * A polygon is one ring, with as many rings inside of it as it has holes. Rings do not cross or
 * touch themselves or each other, and no hole lies in another one. Each hole is tied to the rest by
 * a bridge, a segment that meets nothing else; the outline goes along it there and back:
 *
 *     +-----------------+
 *     |     +-----+     |
 *     |     |     M=====V       M, V: there twice
 *     |     +-----+     |
 *     +-----------------+
 *
 * Corners are indices of points, so those that are there twice have one index. Every turn is
 * decided exactly, by the library.
 *
 * Source of the bridges: D. Eberly, "Triangulation by Ear Clipping", 2002: the corner M of the
 * hole that reaches farthest in x has a corner V in sight, to its right. */
#ifndef GRAZE_IO_POLYGON_RINGS_H
#define GRAZE_IO_POLYGON_RINGS_H

#include "io/polygon.h"

/* A closed outline. */
typedef struct polygon_ring {
    const graze_point *points;
    size_t *corners; /* [index] of points */
    size_t count;
} polygon_ring;

/* A cut between two corners, gone in both directions. */
typedef struct polygon_edge {
    size_t from, to; /* [index] of points */
} polygon_edge;

/* The place of a corner; it counts on round the ring. */
graze_point polygon_corner(const polygon_ring *of, size_t at);

/* The turn at a corner, as graze_orientation() tells it: 0 also where the ring goes back. */
int polygon_turn_at(const polygon_ring *of, size_t at);

/* Are c and d both below, or both above, what lies between a and b? */
bool polygon_are_apart(double a, double b, double c, double d);

void polygon_drop(polygon_ring *of, size_t at);

/* Makes one outline of all rings, counter-clockwise, without flat corners: `whole` has room for
 * all points and two more for each hole, `bridges` for one of each hole. IO_BAD_INPUT: *report
 * tells why. */
io_result polygon_unite(const graze_point *points, const size_t *ends, size_t ring_count,
                        polygon_ring *whole, polygon_edge *bridges, polygon_report *report);

#endif
