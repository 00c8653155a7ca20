/* SPDX-License-Identifier: MIT */
/* The plain twin of this room's arithmetic: times as GMP rationals. And a source
 * of random motions that is the same on every machine.
 */
#ifndef GRAZE_TESTS_MOTION_EXACT_H
#define GRAZE_TESTS_MOTION_EXACT_H

#include <gmp.h>
#include <graze/motion.h>
#include <stddef.h>
#include <stdint.h>

/* sum := the real sum of `count` finite doubles. `sum` is initialised. */
void exact_sum(mpq_t sum, const double *terms, size_t count);

/* The ends of a life whose motion is not endless there. */
void exact_start(mpq_t start, const graze_motion *motion);
void exact_end(mpq_t end, const graze_motion *motion);
void exact_duration(mpq_t duration, const graze_motion *motion);

/* Is the rational that double? */
int exact_is(const mpq_t number, double value);

/* place := P(u) on axis k, for an exact local time u. */
void exact_position(mpq_t place, const graze_motion *motion, const mpq_t u, int k);

/* splitmix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", 2014. */
uint64_t random_bits(uint64_t *state);

/* 0 .. below - 1 */
unsigned random_below(uint64_t *state, unsigned below);

/* A finite double m * 2^e with e from lowest to highest, whose significand is
 * often short, a power of two, or next to one: what makes ties. */
double random_double(uint64_t *state, int lowest, int highest);

#endif
