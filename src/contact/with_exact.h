/* SPDX-License-Identifier: MIT */
/* The kernel's formula in dyadic numbers, for the files that decide exactly.
 *
 * Lengths. With l the limbs of one sum of doubles (at most 34 of 64 bits: from 2^-1074 to
 * 2^1025), places and reaches have at most 3l + 2 limbs (two scales and a coordinate),
 * velocities 2l + 2, and the largest product, in the comparison of a depth, 10l. The scale of a
 * ramp is as long as two; such numbers live in memory that grows (numeric/scratch.h).
 */
#ifndef GRAZE_CONTACT_WITH_EXACT_H
#define GRAZE_CONTACT_WITH_EXACT_H

#include <math.h>

#include "contact/question.h"
#include "numeric/dyadic.h"
#include "numeric/rounding.h"

#define LINKAGE static inline
#define CONTEXT dyadic_arena
#define NAME(x) exact_##x
#define NUMBER dyadic
#define FROM(x) dyadic_from(context, x)
#define ADD(x, y) dyadic_add(context, x, y)
#define SUB(x, y) dyadic_sub(context, x, y)
#define SUM(x, y) dyadic_sum(context, x, y) /* of doubles */
#define MUL(x, y) dyadic_mul(context, x, y)
#define SQUARE(x) dyadic_square(context, x)
#define NEGATIVE(x) dyadic_negative(x)
#define SIGN(x) dyadic_sign(x)
#include "contact/relative.inc"

#endif
