/* SPDX-License-Identifier: MIT */
/* What the bodies of generated pairs look like. */
#ifndef TESTS_ORACLE_BODY_SHAPES_H
#define TESTS_ORACLE_BODY_SHAPES_H

#include <stdbool.h>
#include <stddef.h>

#include "oracle/body_pairs.h"

/* One body of a pair, and where its vertices live. */
typedef struct body_shape {
    graze_body *body;
    graze_point *vertex;
} body_shape;

body_shape body_shape_of(oracle_bodies *bodies, int which);

/* The hull of some points. */
void body_wrap(body_shape s, const graze_point *points, size_t count);
void body_box(body_shape s, double left, double bottom, double right, double top);

/* At most `most` vertices, within `size` of the body's middle; full mantissas. */
void body_real(recipe *r, body_shape s, int most, double size);

/* Of `least` to `most` points in short numbers: sums and products of a few are exact. */
void body_short(recipe *r, body_shape s, int least, int most);

/* One of these or a unit square; a thin polygon; a disc, a segment or a polygon. */
void body_some(recipe *r, body_shape s);
void body_needle(recipe *r, body_shape s);
void body_kind(recipe *r, body_shape s);

/* All vertices times 2^exponent; false when a number loses bits. */
bool body_scale(body_shape s, int exponent);

#endif
