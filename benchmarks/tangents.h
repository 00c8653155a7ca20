/* SPDX-License-Identifier: MIT */
/* Pairs that touch, exactly or nearly. Makers for families.h. */
#ifndef GRAZE_BENCHMARKS_TANGENTS_H
#define GRAZE_BENCHMARKS_TANGENTS_H

#include "benchmarks/families.h"

/* Paths that pass at (1 -+ e) of the reach, e from 1e-12 to 1e-17: half of them in
 * any direction, where the rounding of the places adds some 1e-15 of its own,
 * half along an axis, where e is exact. */
bool make_near_tangent(randomness *source, const void *context, specimen *made);

/* Integer places, velocities and times with an exact touch: in passing, at the
 * first common instant or at the last. In half of them one radius is an ulp
 * larger or smaller. */
bool make_tangent(randomness *source, const void *context, specimen *made);

#endif
