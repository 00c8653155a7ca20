/* SPDX-License-Identifier: MIT */
/* One mixer for all tables: every bit of a number matters for every bit of the other. */
#ifndef GRAZE_PLANNER_HASH_H
#define GRAZE_PLANNER_HASH_H

#include <stdint.h>

static inline uint64_t hash_mixed(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

#endif
