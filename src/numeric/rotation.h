/* SPDX-License-Identifier: MIT */
/* Cosine and sine of a double, as near as anybody asks.
 */
#ifndef GRAZE_NUMERIC_ROTATION_H
#define GRAZE_NUMERIC_ROTATION_H

#include "numeric/dyadic.h"

/* A point near (cos, sin) of an angle. */
typedef struct rotation {
    dyadic cosine, sine;
} rotation;

/* The rotation by a finite angle [rad]; each part errs by less than 2^-bits. At most 2^15 bits.
 * Angle 0 is exact. */
rotation rotation_by(dyadic_arena *arena, double angle, int bits);

#endif
