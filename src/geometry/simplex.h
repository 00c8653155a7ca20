/* SPDX-License-Identifier: MIT */
/* Which part of a point, a segment or a triangle is nearest to the origin: the inner
 * step of GJK, chosen by the code of barycentric signs.
 *
 * The barycentric coordinates of the origin in the triangle p0 p1 p2 have the signs of
 * the areas of origin p1 p2, origin p2 p0 and origin p0 p1, divided by that of the
 * whole. One bit each, set where positive, makes the *barycode*:
 *
 *     7        inside
 *     6 5 3    one coordinate is not positive: beyond one edge. That edge is nearest,
 *              or one of its two ends, which the tests on the segment find out.
 *     4 2 1    two are not positive: in the cone beyond one vertex. That vertex is
 *              nearest unless the origin's projection falls into one of its two edges
 *              (the orthogonality test).
 *
 * In plain doubles: the result steers a search and proves nothing.
 *
 * Source: Y. Zhang, Y. Wu, X. Wang, X. Zhou, "Barycode-based GJK Algorithm", 2020,
 * arXiv:2011.09117 (the sub-distance by signs, and its reduced form).
 */
#ifndef GRAZE_GEOMETRY_SIMPLEX_H
#define GRAZE_GEOMETRY_SIMPLEX_H

#include <graze/body.h>
#include <stdbool.h>

#include "geometry/minkowski.h"

/* One point of a Minkowski difference, rounded, and which vertices made it. */
typedef struct simplex_point {
    graze_point at;
    minkowski_corner corner;
} simplex_point;

/* 1 to 3 points, the newest one last. */
typedef struct simplex {
    simplex_point point[3];
    int count;
} simplex;

enum { BARYCODE_INSIDE = 7 };

static inline double point_dot(graze_point p, graze_point q) { return p.x * q.x + p.y * q.y; }
static inline double point_cross(graze_point p, graze_point q) { return p.x * q.y - p.y * q.x; }
static inline graze_point point_minus(graze_point p, graze_point q)
{
    return (graze_point){p.x - q.x, p.y - q.y};
}

static inline simplex simplex_vertex(simplex_point p) { return (simplex){{p}, 1}; }

/* The way from the segment's line to the origin, at a right angle. */
static inline graze_point simplex_edge_direction(graze_point p, graze_point q)
{
    graze_point edge = point_minus(q, p);
    double area = point_cross(p, q); /* positive: the origin is on the left of p -> q */
    return area < 0 ? (graze_point){edge.y, -edge.x} : (graze_point){-edge.y, edge.x};
}

/* The segment, or the end of it beyond which the origin lies; *direction from there
 * towards the origin. */
static inline simplex simplex_segment(simplex_point p, simplex_point q, graze_point *direction)
{
    graze_point edge = point_minus(q.at, p.at);
    if (point_dot(q.at, edge) <= 0) {
        *direction = (graze_point){-q.at.x, -q.at.y};
        return simplex_vertex(q);
    }
    if (point_dot(p.at, edge) >= 0) {
        *direction = (graze_point){-p.at.x, -p.at.y};
        return simplex_vertex(p);
    }
    *direction = simplex_edge_direction(p.at, q.at);
    return (simplex){{p, q}, 2};
}

/* In the cone beyond a vertex: one of its two edges if the origin falls into it. */
static inline simplex simplex_cone(simplex_point tip, simplex_point p, simplex_point q,
                                   graze_point *direction)
{
    if (point_dot(tip.at, point_minus(p.at, tip.at)) < 0)
        return simplex_segment(p, tip, direction);
    return simplex_segment(q, tip, direction);
}

/* The barycode of the origin in the triangle; a flat triangle has no positive signs. */
static inline int barycode(graze_point p0, graze_point p1, graze_point p2)
{
    double part0 = point_cross(p1, p2), part1 = point_cross(p2, p0), part2 = point_cross(p0, p1);
    double area = point_cross(point_minus(p1, p0), point_minus(p2, p0));
    if (area < 0)
        return (part0 < 0) | (part1 < 0) << 1 | (part2 < 0) << 2;
    return (part0 > 0 && area > 0) | (part1 > 0 && area > 0) << 1 | (part2 > 0 && area > 0) << 2;
}

/* The part of the triangle nearest to the origin. With the code 7 it is the triangle,
 * and *direction is untouched. */
static inline simplex simplex_triangle(const simplex *s, graze_point *direction)
{
    simplex_point p0 = s->point[0], p1 = s->point[1], p2 = s->point[2];
    switch (barycode(p0.at, p1.at, p2.at)) {
    case BARYCODE_INSIDE:
        return *s;
    case 6:
        return simplex_segment(p1, p2, direction);
    case 5:
        return simplex_segment(p0, p2, direction);
    case 3:
        return simplex_segment(p0, p1, direction);
    case 1:
        return simplex_cone(p0, p1, p2, direction);
    case 2:
        return simplex_cone(p1, p0, p2, direction);
    default: /* 4, and 0: a flat triangle, whose newest vertex has led here */
        return simplex_cone(p2, p0, p1, direction);
    }
}

/* The same when the newest vertex was found by searching from the segment p0 p1 towards
 * the origin: its coordinate is positive and four of the eight codes remain. */
static inline simplex simplex_triangle_newest(const simplex *s, graze_point *direction)
{
    simplex_point p0 = s->point[0], p1 = s->point[1], p2 = s->point[2];
    bool left = point_cross(p0.at, p1.at) > 0; /* the origin, of p0 -> p1, and so p2 */
    double part0 = point_cross(p1.at, p2.at), part1 = point_cross(p2.at, p0.at);
    bool in0 = left ? part0 > 0 : part0 < 0, in1 = left ? part1 > 0 : part1 < 0;
    if (in0 && in1)
        return *s;
    if (in0)
        return simplex_segment(p0, p2, direction);
    if (in1)
        return simplex_segment(p1, p2, direction);
    return simplex_cone(p2, p0, p1, direction);
}

/* Is it one of the simplex's points? A search that finds one again has come to its end;
 * going on could cycle. */
static inline bool simplex_has(const simplex *s, minkowski_corner corner)
{
    for (int i = 0; i < s->count; i++)
        if (s->point[i].corner.a == corner.a && s->point[i].corner.b == corner.b)
            return true;
    return false;
}

#endif
