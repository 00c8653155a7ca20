/* SPDX-License-Identifier: MIT */
/* Two polygons by one walk: the ray from the middle of their difference through the origin
 * leaves the difference by one edge, and on which side of that edge the origin lies tells
 * whether they overlap. Where they do not, the nearest part is a few edges from there.
 *
 * The walks run in doubles and may err; what they end at is certified. A walk that ends at
 * what is not certain answers so, and others (gjk.c) look closer.
 */
#ifndef GRAZE_GEOMETRY_RAY_H
#define GRAZE_GEOMETRY_RAY_H

#include "geometry/boundary.h"
#include "geometry/fan.h"

typedef enum ray_answer { RAY_INSIDE, RAY_OUTSIDE, RAY_UNKNOWN } ray_answer;

/* Ordinary pairs of two polygons of which one has an inner disc, so that a point inside the
 * difference is known exactly. */
static inline bool ray_applies(const placed_pair *pair)
{
    const graze_hull *a = pair->a, *b = pair->b;
    return a->body.vertex_count > 2 && b->body.vertex_count > 2 && a->inner_radius >= 0 &&
           b->inner_radius >= 0 && a->inner_radius + b->inner_radius > 0 &&
           placed_is_ordinary(pair);
}

/* The corner that is far in the direction of the origin from the middle, where walks begin. Does it
 * not reach as far as the origin, up to rounding? Then ray_nearest is quicker than ray_tells. */
bool ray_begin(const placed_pair *pair, minkowski_corner *near);

/* The edge by which the ray leaves, and where the origin is seen from there: -1 beyond it, 0 on its
 * line; with no edge of the other body parallel to it, it is alone. */
typedef struct ray_exit {
    ray_edge edge;
    int side;
    bool alone;
} ray_exit;

/* Is the origin strictly inside? `near` is the corner of ray_begin; where the answer is that it is
 * not, exit is told, and ray_nearest may begin at either end of it. */
ray_answer ray_tells(const placed_pair *pair, minkowski_corner near, ray_exit *exit);

/* The same of an edge that is alone, and of which it is known that the origin is inside or beyond
 * it. */
ray_answer ray_leaves_by(const placed_pair *pair, const ray_edge *edge, ray_exit *exit);

/* Is the exit of an origin outside surely the part nearest to it? Where bodies touch it is. */
bool ray_exit_is_nearest(const placed_pair *pair, const ray_exit *exit);

/* The part nearest to an origin that is not inside, found by walking from a corner; any two
 * vertices do for one. False where it is not certain. */
bool ray_nearest(const placed_pair *pair, minkowski_corner from, boundary_part *nearest);

/* Where the origin is, seen from what a walk (fan.h) ended at: -1 beyond it, 0 on its line, and it
 * is the nearest part, exactly; else 1. An edge of one body becomes the longer one that it is a
 * part of. */
int ray_side(const placed_pair *pair, walk_end end, ray_edge *part);

#endif
