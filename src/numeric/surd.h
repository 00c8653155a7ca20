/* SPDX-License-Identifier: MIT */
/* Numbers (rational + factor sqrt(radicand))/divisor, compared exactly: where a point
 * that moves uniformly crosses a line at a given distance from an edge.
 */
#ifndef GRAZE_NUMERIC_SURD_H
#define GRAZE_NUMERIC_SURD_H

#include "numeric/dyadic.h"

typedef struct surd {
    dyadic rational, factor, radicand; /* radicand >= 0 */
    dyadic divisor;                    /* > 0 */
} surd;

surd surd_of(dyadic_arena *arena, dyadic x);

/* The sign of rational + factor sqrt(radicand). */
int surd_sign(dyadic_arena *arena, const surd *x);

/* The sign of x - y; of a dyadic x - y. */
int surd_compare(dyadic_arena *arena, const surd *x, const surd *y);
int surd_compare_with(dyadic_arena *arena, dyadic x, const surd *y);

/* A double near it. */
double surd_guess(const surd *x);

#endif
