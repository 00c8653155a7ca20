/* SPDX-License-Identifier: MIT */
/* The Minkowski difference of two bodies' vertices, walked round.
 *
 * C = { b - a : a in hull(A), b in hull(B) } is convex, and with A placed at p1, B at
 * p2 the hulls share a point iff p1 - p2 lies in C, interior points iff it lies in the
 * interior of C. Each corner of C is the difference of two vertices, never rounded
 * here: the walk answers with their indices.
 *
 *     minkowski_walk walk = minkowski_begin(&a, &b);
 *     minkowski_corner corner;
 *     while (minkowski_next(&walk, &corner))
 *         … b.vertices[corner.b] - a.vertices[corner.a] …
 *
 * The corners come counter-clockwise, from the lowest one (of those the leftmost)
 * on, each once. Parallel edges of A and B become one edge: all corners are true
 * corners, no three of them lie on one line, and two are never the same point. So
 * there are at most as many corners as vertices in all, and
 *
 *     1 corner    C is a point (both bodies have one vertex)
 *     2 corners   C is a segment (one or two parallel segments)
 *     3 …         C is a polygon with interior
 *
 * Radii play no part. The bodies are valid; their vertices must outlive the walk.
 * Cost: one exact comparison of two directions a corner.
 */
#ifndef GRAZE_GEOMETRY_MINKOWSKI_H
#define GRAZE_GEOMETRY_MINKOWSKI_H

#include <graze/body.h>
#include <stdbool.h>
#include <stddef.h>

/* The corner b.vertices[b] - a.vertices[a] of C; index 0 where a body has no vertices
 * (body_vertex() in geometry/body.h reads those, too). */
typedef struct minkowski_corner {
    size_t a, b;
} minkowski_corner;

/* Where the walk stands. Its members are the walk's own business. */
typedef struct minkowski_walk {
    const graze_body *a, *b;
    minkowski_corner at;
    size_t edges_left_a, edges_left_b; /* still to be passed */
    bool begun;
} minkowski_walk;

minkowski_walk minkowski_begin(const graze_body *a, const graze_body *b);

/* The next corner; false, and *corner untouched, after the last one. */
bool minkowski_next(minkowski_walk *walk, minkowski_corner *corner);

/* The corner after this one, and the one before, going counter-clockwise. The corner
 * may be any two vertices that are farthest in one direction (b) and its opposite (a);
 * between parallel edges these may make a point within an edge of C. When C is a point
 * it stays. */
minkowski_corner minkowski_after(const graze_body *a, const graze_body *b,
                                 minkowski_corner corner);
minkowski_corner minkowski_before(const graze_body *a, const graze_body *b,
                                  minkowski_corner corner);

#endif
