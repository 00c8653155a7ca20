/* SPDX-License-Identifier: MIT */
/* The plain twin of this room: a disc swept along a segment against a box, in GMP
 * rationals. The squared distance of segment and box is computed as such: 0 where they
 * meet, else the least of those between the ends of one and the other. */
#ifndef GRAZE_TESTS_WORLD_ORACLE_H
#define GRAZE_TESTS_WORLD_ORACLE_H

#include <gmp.h>
#include <graze/motion.h>
#include <stdbool.h>
#include <stdint.h>

#include "world/world.h"

/* Does the disc of radius `radius` - `tolerance`, its centre going from `from` to where
 * the motion ends, overlap the box with positive depth? Constant velocity; a motion that
 * does not end stands. */
bool oracle_meets(const graze_motion *motion, double radius, double tolerance,
                  const world_box *box);

/* splitmix64, as in tests/motion: the same numbers on every machine. */
uint64_t random_bits(uint64_t *state);
unsigned random_below(uint64_t *state, unsigned below);

/* A multiple of 1/32 below `below` in magnitude. */
double random_short(uint64_t *state, unsigned below);

/* Any double up to `below` in magnitude. */
double random_real(uint64_t *state, double below);

#endif
