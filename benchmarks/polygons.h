/* SPDX-License-Identifier: MIT */
/* Fresh pairs of convex polygons, distant, touching or overlapping: the protocol of the
 * barycode paper, and the separating axis test to compare with. */
#ifndef GRAZE_BENCHMARKS_POLYGONS_H
#define GRAZE_BENCHMARKS_POLYGONS_H

#include <graze/gjk.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POLYGON_VERTICES = 24 };

typedef enum nearness {
    NEARNESS_DISTANT,
    NEARNESS_TOUCHING,
    NEARNESS_OVERLAPPING,
    NEARNESS_SQUARES
} nearness;

typedef struct polygon {
    graze_hull hull;
    graze_point *vertices;
    size_t count;
} polygon;

typedef struct polygon_pair {
    graze_point place_a, place_b;
    polygon a, b;
} polygon_pair;

/* `count` pairs of polygons with `vertices` vertices each, on ellipses of random size,
 * shape and angle, at random places; vertices at random angles. Touching ones are moved
 * together until the next double of the distance would overlap; overlapping ones lie 0
 * to 0.95 of that distance apart, distant ones 1.05 to 2 times. Squares, of four vertices, stand
 * in cells of a grid, up to five cells apart, so that edges are parallel. The vertices
 * of all pairs lie one after the other in *pool; both are freed by the caller. False
 * without memory. */
bool polygon_pairs_make(polygon_pair **pairs, graze_point **pool, size_t count, size_t vertices,
                        nearness kind, uint64_t seed);

/* Have the interiors no common point? All edges' normals, in plain doubles, starting
 * with the edge of a. */
bool polygons_overlap_by_axes(const polygon_pair *pair);

#endif
