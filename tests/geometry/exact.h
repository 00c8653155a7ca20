/* SPDX-License-Identifier: MIT */
/* The plain twin of this room: planar geometry in GMP rationals, without filters,
 * without cleverness. Shares no formula with src/geometry. */
#ifndef GRAZE_TESTS_GEOMETRY_EXACT_H
#define GRAZE_TESTS_GEOMETRY_EXACT_H

#include <gmp.h>
#include <graze/body.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct exact_point {
    mpq_t x, y;
} exact_point;

void exact_point_init(exact_point *point);
void exact_point_clear(exact_point *point);
bool exact_points_equal(const exact_point *p, const exact_point *q);

/* *points := every b - a of two vertices, (b count) x (a count), row b after row;
 * initialised here. Free with exact_points_free. */
exact_point *exact_differences(const graze_body *a, const graze_body *b);
void exact_points_free(exact_point *points, size_t count);

/* The sign of twice the area of the triangle p, q, r: 1 when counter-clockwise. */
int exact_area_sign(const exact_point *p, const exact_point *q, const exact_point *r);

/* The corners of the convex hull, without points on its edges, counter-clockwise from
 * the lowest (of those the leftmost) on, by walking from corner to corner. Writes
 * indices into points; hull has room for `count`. Answers how many. */
size_t exact_hull(const exact_point *points, size_t count, size_t *hull);

/* How the origin lies to the convex polygon, segment or point of these corners (from
 * exact_hull): 1 in its interior, 0 on its boundary, -1 outside. *squared, initialised,
 * becomes the square of its distance to the boundary. By a vertical cut and by
 * projection on each edge. */
int exact_origin(const exact_point *points, const size_t *hull, size_t corners, mpq_t squared);

/* The sign of the sum of products p[i] q[i]. */
int exact_product_sum_sign(const double (*p)[4], const double (*q)[4], size_t count);

#endif
