/* SPDX-License-Identifier: MIT */
/* Turns, exactly: the sign of the cross and the dot product of two vectors whose
 * coordinates are sums of a few doubles.
 *
 * A vertex is one double a coordinate, an edge is a difference of two, a vertex of
 * a placed Minkowski difference a sum of four: `exact_vector` holds all of them
 * unrounded. Each question is answered in three steps: doubles with an error bound,
 * sums of two doubles, dyadic numbers (dyadic.h); the last one always knows.
 *
 * Source: the order of the steps as in J. R. Shewchuk, "Adaptive Precision
 * Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.
 */
#ifndef GRAZE_GEOMETRY_ORIENTATION_H
#define GRAZE_GEOMETRY_ORIENTATION_H

#include <graze/body.h>
#include <math.h>
#include <stdbool.h>

/* The vector (x[0] + x[1] + x[2] + x[3], y[0] + …), taken exactly. Unused terms are 0. */
typedef struct exact_vector {
    double x[4], y[4];
} exact_vector;

static inline exact_vector exact_vector_of(graze_point point)
{
    return (exact_vector){{point.x}, {point.y}};
}

/* to - from */
static inline exact_vector exact_vector_between(graze_point from, graze_point to)
{
    return (exact_vector){{to.x, -from.x}, {to.y, -from.y}};
}

/* The sign of u x v = u.x v.y - u.y v.x: 1 when v lies counter-clockwise of u (by
 * less than half a turn), 0 when they are parallel or one is zero, else -1. For all
 * finite terms; underflow and overflow do not matter. */
int exact_vector_cross_sign(const exact_vector *u, const exact_vector *v);

/* The sign of u x (to - from), the same for less. */
int exact_vector_cross_edge_sign(const exact_vector *u, graze_point from, graze_point to);

/* The sign of u . v = u.x v.x + u.y v.y. */
int exact_vector_dot_sign(const exact_vector *u, const exact_vector *v);

/* The double nearest to the exact sum of four (ties to even). */
double exact_sum_nearest(const double terms[4]);

/* (b - a) x (d - c) in plain doubles, with U = 2^-53. Each difference errs by a factor
 * within 1 +- U and each product by one more, so a computed product is off by at most
 * ((1 + U)^3 - 1)/(1 - U)^3 < 3U + 13U^2 of itself; the last subtraction adds U of its
 * result: together below (4U + 14U^2) (|left| + |right|). The bound itself is rounded
 * three times, which 5U covers. */
#define ORIENTATION_ERROR (5 * 0x1p-53)

/* Products that underflow are wrong by at most 2^-1075 each. */
#define ORIENTATION_UNDERFLOW 0x1p-1070

/* The sign of (b - a) x (d - c). Along the axes, as robots on grids have edges, no exact numbers
 * are needed. */
static inline int orientation_of_edges(graze_point a, graze_point b, graze_point c, graze_point d)
{
    double left = (b.x - a.x) * (d.y - c.y), right = (b.y - a.y) * (d.x - c.x);
    double cross = left - right;
    double bound = ORIENTATION_ERROR * (fabs(left) + fabs(right)) + ORIENTATION_UNDERFLOW;
    if (fabs(cross) > bound) /* false, too, for a NaN and for an infinite bound */
        return cross > 0 ? 1 : -1;
    if ((a.x == b.x && c.x == d.x) || (a.y == b.y && c.y == d.y))
        return 0;
    exact_vector u = exact_vector_between(a, b), v = exact_vector_between(c, d);
    return exact_vector_cross_sign(&u, &v);
}

/* The turn at b on the way from a over b to c: 1 left, -1 right, 0 straight on or back. */
static inline int orientation_turn(graze_point a, graze_point b, graze_point c)
{
    return orientation_of_edges(a, b, b, c);
}

#endif
