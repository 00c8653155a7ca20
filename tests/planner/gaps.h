/* SPDX-License-Identifier: MIT */
/* Lists of blocked times at random, for searches that are compared with plain ones. */
#ifndef TESTS_PLANNER_GAPS_H
#define TESTS_PLANNER_GAPS_H

#include "instance.h"
#include "planner/span.h"

enum { LIST = 3 };

typedef struct blocked_list {
    span spans[LIST];
    size_t count;
} blocked_list;

static inline tick dice(uint64_t *seed, int sides)
{
    return (tick)(instance_random(seed) % (uint64_t)sides);
}

/* Open intervals in ascending order that may share ends: the first begins before
 * `begin` - 3, and there are fewer than 2 `apart` ticks between two. */
static inline blocked_list random_gaps(uint64_t *seed, int begin, int apart)
{
    blocked_list list = {.count = (size_t)dice(seed, LIST + 1)};
    tick time = dice(seed, begin) - 3;
    for (size_t i = 0; i < list.count; i++) {
        list.spans[i].lower = time;
        list.spans[i].upper = time += 1 + dice(seed, 8);
        time += dice(seed, 3) * dice(seed, apart);
    }
    return list;
}

#endif
