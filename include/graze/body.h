/* SPDX-License-Identifier: MIT */
/* Bodies: the shape that an agent sweeps.
 *
 * A body is a *rounded convex polygon*: all points within `radius` of the convex
 * hull of its vertices. It is fixed in its own frame, which is carried by the
 * motion, and translates; it never rotates.
 *
 *     vertices   radius   is a
 *     0 or 1     >= 0     disc (in space a sphere); 0 vertices: round the moving point
 *     2          >= 0     capsule (radius 0: a segment)
 *     n >= 3     0        convex polygon
 *     n >= 3     > 0      rounded convex polygon
 *
 * All numbers are doubles taken as exact numbers. Two bodies overlap when only a move of
 * positive length parts them; bodies that share boundary points alone touch. A point or a
 * segment overlaps a body if part of it lies in the body's interior; two segments overlap
 * where they cross.
 */
#ifndef GRAZE_BODY_H
#define GRAZE_BODY_H

#include <stddef.h>

#include <graze/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A place in the plane, or in a body's frame. */
typedef struct graze_point {
    double x, y; /* [m] */
} graze_point;

/* Tells on which side of the line from a to b the point c lies, exactly and for all finite
 * coordinates: 1 on the left, so that a, b, c go round counter-clockwise; -1 on the right; 0 on
 * the line, where two points are one, or where a coordinate is no finite number. The answer is that
 * of the predicate Orient2D in J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and
 * Fast Robust Geometric Predicates", 1997. */
GRAZE_API int graze_orientation(graze_point a, graze_point b, graze_point c);

/* The library never keeps, changes or frees the vertices. A body made with a radius
 * alone, `graze_body disc = {.radius = r};`, is a disc round the moving point. A
 * body with corners (two vertices and more, or one off the moving point) moves in
 * the plane z = 0. */
typedef struct graze_body {
    double radius;               /* [m], finite, >= 0 */
    const graze_point *vertices; /* [m] body frame, counter-clockwise; may be null if none */
    size_t vertex_count;         /* [count] any number; 0 stands for one vertex at (0, 0) */
} graze_body;

/* Validates a body. Returns GRAZE_OK, or the first of
 * GRAZE_ERROR_NULL               the body, or the vertices of a positive count
 * GRAZE_ERROR_NOT_FINITE         the radius, or a coordinate
 * GRAZE_ERROR_NEGATIVE_RADIUS
 * GRAZE_ERROR_VERTEX_REPEATED    two neighbouring vertices are the same point
 * GRAZE_ERROR_VERTEX_COLLINEAR   a vertex lies on the line through its neighbours
 * GRAZE_ERROR_VERTEX_CLOCKWISE   they are those of a convex polygon the other way round
 * GRAZE_ERROR_VERTEX_CONCAVE     they turn both ways, or round more than once
 * All of this is decided exactly. */
GRAZE_API graze_status graze_body_validate(const graze_body *body);

/* Returns the same status; *bad_vertex (may be null) receives the index of the first vertex
 * at fault when the status is about one vertex or coordinate, and is untouched otherwise. */
GRAZE_API graze_status graze_body_find_fault(const graze_body *body, size_t *bad_vertex);

/* Writes the same body without the vertices that lie exactly between their neighbours on one
 * line, which do not change its shape. Polygons in files may have such vertices; all other
 * functions refuse them.
 *
 * The corners are written to the caller's memory, which has room for `capacity` of them
 * [count] and must outlive *corners; it may be the memory of the body's own vertices.
 *
 * Statuses: GRAZE_ERROR_NULL (the result, or the memory of a positive capacity),
 * GRAZE_ERROR_CAPACITY (fewer than the body has vertices), GRAZE_ERROR_VERTEX_COLLINEAR
 * also when all vertices lie on one line; else those of graze_body_validate() for the
 * result. On an error *corners is untouched, but the memory may have been written. O(n). */
GRAZE_API graze_status graze_body_corners(const graze_body *body, graze_point *vertices,
                                          size_t capacity, graze_body *corners);

/* Writes the body turned by an angle [rad], counter-clockwise about its frame's origin, for
 * questions at rest and for motions that keep that heading (a body for each motion:
 * trajectory.h).
 *
 * The result holds the truly turned body: it is the convex hull of the turned vertices, each
 * coordinate rounded down and up to the doubles next to it, with the same radius. No coordinate
 * moves by more than one ulp of itself, so nowhere does the result reach farther in x or in y
 * than the truth by more than one ulp of the largest coordinate. Sine and cosine are computed to
 * as many bits as that takes, for every finite angle, alike on all machines. Angle 0, and a disc
 * round the moving point, change nothing; else a body of n vertices becomes one of at most 4 n,
 * mostly n to n + 4.
 *
 * vertices: the caller's memory for the result and for work, which must outlive *turned; it may
 * be the memory of the body's own vertices, from the same place on. capacity: at least
 * GRAZE_TURNED_CAPACITY(body->vertex_count) of them [count]. On an error *turned is untouched,
 * but the memory may have been written.
 *
 * Statuses: GRAZE_ERROR_NULL (the body, the result, or the memory of a positive
 * capacity), those of graze_body_validate() for the body, GRAZE_ERROR_NOT_FINITE (also the
 * angle, and a result beyond the range of doubles), GRAZE_ERROR_CAPACITY, GRAZE_ERROR_MEMORY. */
#define GRAZE_TURNED_CAPACITY(vertices) ((vertices) == 0 ? 0 : 8 * (vertices) + 1)
GRAZE_API graze_status graze_body_turned(const graze_body *body, double angle,
                                         graze_point *vertices, size_t capacity,
                                         graze_body *turned);

/* Tells readers of plans whether a motion may have this angular velocity [rad/s]. Returns
 * GRAZE_OK for 0, GRAZE_ERROR_NOT_FINITE for NaN and infinities, and GRAZE_ERROR_ROTATION for
 * all other numbers: bodies translate, and no function has an exact answer for a body that
 * turns while it moves (its contact times are roots of equations with sines). A caller can
 * turn the body between motions with graze_body_turned(), or take a disc that holds it. */
GRAZE_API graze_status graze_body_check_rotation(double angular_velocity);

#ifdef __cplusplus
}
#endif
#endif
