/* SPDX-License-Identifier: MIT */
/* The kernel's formula in dyadic numbers, for the files that decide exactly.
 *
 * Workspace. With l the limbs of one sum of doubles (at most 34 of 64 bits: from
 * 2^-1074 to 2^1025), places and reaches have at most 3l + 2 limbs (two scales and
 * a coordinate), velocities 2l + 2, and the largest product, in the comparison of
 * a depth, 10l.
 * Measured, not proven: 64 waypoint pairs in space that mix DBL_MAX/8 with 2^-1074 in
 * places, times and tails were all answered with 16384 limbs of 64 bits; with 8192,
 * 42 of them ran out. Running out is a status, never a wrong answer.
 */
#ifndef GRAZE_CONFLICT_EXACT_H
#define GRAZE_CONFLICT_EXACT_H

#include <math.h>

#include "conflict/pair.h"
#include "numeric/dyadic.h"
#include "numeric/rounding.h"

enum { EXACT_LIMBS = 16384 * 64 / GMP_NUMB_BITS };

#define LINKAGE static inline
#define CONTEXT dyadic_arena
#define NAME(x) exact_##x
#define NUMBER dyadic
#define FROM(x) dyadic_from(context, x)
#define ADD(x, y) dyadic_add(context, x, y)
#define SUB(x, y) dyadic_sub(context, x, y)
#define MUL(x, y) dyadic_mul(context, x, y)
#define SQUARE(x) dyadic_square(context, x)
#define NEGATIVE(x) dyadic_negative(x)
#define SIGN(x) dyadic_sign(x)
#include "conflict/relative.inc"

#endif
