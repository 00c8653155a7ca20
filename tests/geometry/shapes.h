/* SPDX-License-Identifier: MIT */
/* Random convex polygons, valid by construction: in whole numbers by sorted edges, or
 * on a circle with all bits of the doubles in use. */
#ifndef GRAZE_TESTS_GEOMETRY_SHAPES_H
#define GRAZE_TESTS_GEOMETRY_SHAPES_H

#include <graze/body.h>
#include <stddef.h>

#include "oracle/random.h"

enum { SHAPE_VERTICES = 24 };

typedef struct convex_shape {
    graze_point vertices[SHAPE_VERTICES];
    graze_body body; /* valid until the shape is moved; see shape_body */
} convex_shape;

/* The shape as a body, wherever the shape lies now. */
graze_body shape_body(const convex_shape *shape);

/* A polygon with whole coordinates of about `reach`, of at most `count` vertices (3 or
 * more; fewer when random edges were parallel). Exactly convex.
 * Source: P. Valtr, "Probability that n random points are in convex position", 1995. */
void shape_lattice(convex_shape *shape, oracle_random *random, size_t count, int reach);

/* `count` vertices on a circle about the centre, nowhere closer than a tenth of the
 * even spacing; all bits random. */
void shape_round(convex_shape *shape, oracle_random *random, size_t count, graze_point centre,
                 double radius);

/* x and y of all vertices times a power of two each (exact), then moved by whole
 * numbers: exact as long as the numbers stay short. */
void shape_scale(convex_shape *shape, int exponent_x, int exponent_y);
void shape_move(convex_shape *shape, double x, double y);

#endif
