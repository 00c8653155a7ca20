/* SPDX-License-Identifier: MIT */
/* Two trajectories merged in time, like two sorted lists. */
#include "motion/walk.h"

void motion_walk_begin(motion_walk *walk, const graze_trajectory *a, const graze_trajectory *b)
{
    *walk = (motion_walk){.a = a, .b = b};
}

static void skip_empty(const graze_trajectory *trajectory, size_t *index)
{
    while (*index < trajectory->count && motion_is_empty(&trajectory->motions[*index]))
        (*index)++;
}

/* Leaves behind the motion that ends first, which nothing later can meet, or
 * both when they end together. They met iff the other had begun by that end:
 * it began before its own end, which is not earlier. */
static bool step(motion_walk *walk)
{
    const graze_motion *a = &walk->a->motions[walk->i];
    const graze_motion *b = &walk->b->motions[walk->j];
    int order = motion_compare_end(a, b);
    walk->i += order <= 0;
    walk->j += order >= 0;
    if (order == 0)
        return true;
    return order < 0 ? motion_compare_end_start(a, b) > 0 : motion_compare_end_start(b, a) > 0;
}

bool motion_walk_next(motion_walk *walk, size_t *i, size_t *j)
{
    for (;;) {
        skip_empty(walk->a, &walk->i);
        skip_empty(walk->b, &walk->j);
        if (walk->i == walk->a->count || walk->j == walk->b->count)
            return false;
        *i = walk->i;
        *j = walk->j;
        if (step(walk))
            return true;
    }
}
