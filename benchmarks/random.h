/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same on every machine: splitmix64, whose state is
 * its seed. */
#ifndef GRAZE_BENCHMARKS_RANDOM_H
#define GRAZE_BENCHMARKS_RANDOM_H

#include <stdint.h>

typedef struct randomness {
    uint64_t state;
} randomness;

static inline uint64_t random_bits(randomness *source)
{
    uint64_t z = source->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* 0 .. count - 1, for counts far below 2^64. */
static inline int random_below(randomness *source, int count)
{
    return (int)(random_bits(source) % (uint64_t)count);
}

/* -reach .. reach */
static inline int random_around(randomness *source, int reach)
{
    return random_below(source, 2 * reach + 1) - reach;
}

/* [low, high), all 53 bits in use. */
static inline double random_between(randomness *source, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(source) >> 11) * 0x1p-53);
}

#endif
