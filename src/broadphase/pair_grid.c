/* SPDX-License-Identifier: MIT */
/* A grid of time for a plan. Nothing depends on it but speed. */
#include <math.h>

#include "broadphase/pair_boxes.h"
#include "motion/life.h"

/* Mean duration and greatest time of the finite motions. */
typedef struct times {
    double duration, count, greatest;
} times;

static void look_at(const graze_trajectory *trajectory, times *seen)
{
    for (size_t i = 0; i < trajectory->count; i++) {
        const graze_motion *motion = &trajectory->motions[i];
        seen->greatest = fmax(seen->greatest, fabs(motion->start));
        if (motion_is_endless(motion) || motion_is_empty(motion))
            continue;
        seen->greatest = fmax(seen->greatest, fabs(motion->start + motion->duration));
        seen->duration += motion->duration;
        seen->count += 1;
    }
}

/* The greatest power of two not above a positive value. */
static double power_of_two(double value)
{
    int exponent;
    frexp(fmax(fmin(value, 0x1p1000), 0x1p-1000), &exponent);
    return ldexp(1, exponent - 1);
}

graze_status graze_time_grid_of(const graze_trajectory *trajectories, size_t count,
                                double boxes_per_motion, graze_time_grid *grid)
{
    if (grid == NULL || (trajectories == NULL && count > 0))
        return GRAZE_ERROR_NULL;
    if (!isfinite(boxes_per_motion))
        return GRAZE_ERROR_NOT_FINITE;
    if (!(boxes_per_motion > 0))
        return GRAZE_ERROR_CHOICE;
    times seen = {0, 0, 0};
    for (size_t i = 0; i < count; i++)
        look_at(&trajectories[i], &seen);
    double wish = seen.count > 0 ? seen.duration / seen.count / boxes_per_motion : 1;
    double step = power_of_two(fmax(wish, seen.greatest * 0x1p-40));
    *grid = (graze_time_grid){0, step};
    return GRAZE_OK;
}
