/* SPDX-License-Identifier: MIT */
/* A small seeded source of random numbers.
 *
 * Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
 * generators", 2014 (splitmix64).
 */
#ifndef TESTS_ORACLE_RANDOM_H
#define TESTS_ORACLE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct oracle_random {
    uint64_t state;
} oracle_random;

/* An own stream of numbers for each (seed, stream, index). */
void random_begin(oracle_random *random, uint64_t seed, uint64_t stream, uint64_t index);

uint64_t random_bits(oracle_random *random);

/* A whole number in [low, high]. */
int random_whole(oracle_random *random, int low, int high);

/* True once in `times`. */
bool random_once_in(oracle_random *random, int times);

/* A double in [low, high), all bits random. */
double random_real(oracle_random *random, double low, double high);

/* A whole number in [-range, range] times 2^-places: short, so that sums and
 * products of a few are exact. */
double random_short(oracle_random *random, int range, int places);

/* +1 or -1 */
double random_sign(oracle_random *random);

#endif
