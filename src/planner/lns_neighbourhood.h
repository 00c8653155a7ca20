/* SPDX-License-Identifier: MIT */
/* Which agents are planned again together.
 *
 *     around a delay   an agent that arrives late, and those whom it meets where it would go faster
 *     around a place   those who pass some place at about the same time, or places near it
 *     at random        any
 *     give way         an agent that arrives late, and those whom it meets on an earlier route on
 *                      which each of them asks a price (soft_sipp.h); lns.c chooses them
 *
 * Source: J. Li, Z. Chen, D. Harabor, P. Stuckey, S. Koenig, "Anytime Multi-Agent Path Finding via
 * Large Neighborhood Search", 2021.
 */
#ifndef GRAZE_PLANNER_LNS_NEIGHBOURHOOD_H
#define GRAZE_PLANNER_LNS_NEIGHBOURHOOD_H

#include "planner/fleet.h"

typedef enum lns_choice {
    LNS_AROUND_DELAY,
    LNS_AROUND_PLACE,
    LNS_AT_RANDOM,
    LNS_GIVE_WAY,
    LNS_CHOICES
} lns_choice;

enum { LNS_AGENTS_MAX = 32 };

typedef struct lns_neighbourhood {
    uint32_t agents[LNS_AGENTS_MAX]; /* each once */
    uint32_t count, wanted;
} lns_neighbourhood;

/* Random numbers that are the same on every machine: splitmix64. */
typedef struct lns_random {
    uint64_t state;
} lns_random;

static inline uint64_t lns_random_bits(lns_random *source)
{
    uint64_t z = source->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* 0 ... count - 1 */
static inline uint32_t lns_random_below(lns_random *source, uint32_t count)
{
    return (uint32_t)((lns_random_bits(source) >> 32) * count >> 32);
}

/* Chooses up to `wanted` agents, at least one. late_sums[i] is by how much the agents up to i are
 * late together [tick]; the last sum is > 0. */
void lns_choose(lns_neighbourhood *chosen, const fleet *all, lns_choice how,
                const tick *late_sums, lns_random *source);

#endif
