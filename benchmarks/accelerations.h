/* SPDX-License-Identifier: MIT */
/* Pairs of which at least one usually accelerates. Makers for families.h. */
#ifndef GRAZE_BENCHMARKS_ACCELERATIONS_H
#define GRAZE_BENCHMARKS_ACCELERATIONS_H

#include "benchmarks/families.h"

/* What a family of accelerating grid moves holds. */
typedef struct driveway {
    int apart; /* [cells] between the cells that the two moves leave, at most */
} driveway;

/* Moves of one cell, axis or diagonal, from rest to unit speed or from unit speed
 * to rest, or a wait; lives that overlap. The touches are those of a plan. */
bool make_driving(randomness *source, const void *context, specimen *made);

/* Places, velocities, accelerations and times without structure. */
bool make_accelerated(randomness *source, const void *context, specimen *made);

/* B turns back in front of A, so that it enters and leaves twice (unless a life is
 * too short for both): in any direction, both driving and accelerating. */
bool make_entering_twice(randomness *source, const void *context, specimen *made);

#endif
