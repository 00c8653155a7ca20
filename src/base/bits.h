/* SPDX-License-Identifier: MIT */
/* Bits of words that stand for one of 64 things each. */
#ifndef GRAZE_BASE_BITS_H
#define GRAZE_BASE_BITS_H

#include <stdint.h>

/* The number of the lowest bit that is set; there is one. */
static inline unsigned bits_lowest(uint64_t bits)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned lowest = 0;
    while ((bits >> lowest & 1) == 0)
        lowest++;
    return lowest;
#endif
}

/* The number of the highest bit that is set; there is one. */
static inline unsigned bits_highest(uint64_t bits)
{
#ifdef __GNUC__
    return 63 - (unsigned)__builtin_clzll(bits);
#else
    unsigned highest = 63;
    while ((bits >> highest & 1) == 0)
        highest--;
    return highest;
#endif
}

static inline unsigned bits_count(uint64_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

#endif
