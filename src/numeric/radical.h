/* SPDX-License-Identifier: MIT */
/* Numbers with two square roots over the polynomials in one unknown,
 *
 *     p0 + p1 sqrt(a) + p2 sqrt(b) + p3 sqrt(a) sqrt(b),
 *
 * as the lines at a given distance from two edges need them: a, b >= 0 are the squares
 * of the edges' lengths. Signs are exact at any root of a polynomial. Nothing asks a and
 * b to be independent: the roots may be rational, or multiples of each other.
 */
#ifndef GRAZE_NUMERIC_RADICAL_H
#define GRAZE_NUMERIC_RADICAL_H

#include "numeric/roots.h"

typedef struct radical {
    polynomial part[4];
} radical;

typedef struct radical_field {
    dyadic a, b;
} radical_field;

radical radical_from(const polynomial *p);

radical radical_add(dyadic_arena *arena, const radical *x, const radical *y);
radical radical_sub(dyadic_arena *arena, const radical *x, const radical *y);
radical radical_scale(dyadic_arena *arena, const radical *x, const polynomial *factor);
radical radical_mul(dyadic_arena *arena, const radical_field *field, const radical *x,
                    const radical *y);

/* A polynomial that vanishes wherever x does: the product of x and its conjugates, as
 * many as there are. Of four its degree is four times that of x. */
polynomial radical_norm(dyadic_arena *arena, const radical_field *field, const radical *x);

/* The sign of x where the unknown is the root `at`. */
int radical_sign(dyadic_arena *arena, const radical_field *field, const radical *x, root *at);

#endif
