/* SPDX-License-Identifier: MIT */
/* What the tests of this room share: GMP rationals as the judge, and doubles of
 * every kind to try. */
#ifndef GRAZE_TESTS_NUMERIC_EXACT_H
#define GRAZE_TESTS_NUMERIC_EXACT_H

#include <gmp.h>
#include <stdint.h>

#include "numeric/dyadic.h"

/* The same numbers in every run; a test begins with a seed of its own. */
void random_seed(uint64_t seed);
uint64_t random_bits(void);
unsigned random_below(unsigned bound);

/* An integer of few bits over a small power of two, as plans on grids hold. */
double random_short(void);
/* 53 random bits, magnitudes from 2^-exponent to 2^exponent. */
double random_long(int exponent);
/* Any finite double by its bits, or one of the special ones. */
double random_any(void);
/* One of the three. */
double random_double(void);

/* The exact value of a dyadic number. */
void rational_of_dyadic(mpq_t result, dyadic x);

/* Correct rounding by definition: is `rounded` the double next to x in this
 * direction? */
int is_rounded(const mpq_t x, double rounded, dyadic_direction direction);

#endif
