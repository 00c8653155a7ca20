/* SPDX-License-Identifier: MIT */
/* A grid of time for a plan. Nothing depends on it but speed. */
#include <math.h>

#include "broadphase/pair_boxes.h"
#include "motion/life.h"
#include "numeric/float_mode.h"

/* Sums over the motions: durations of the finite ones, places of all. */
typedef struct survey {
    double duration, finite, greatest; /* [s], [count], [s] */
    double x, y, z, count;             /* [m], [count] */
} survey;

static void look_at(const graze_trajectory *trajectory, survey *seen)
{
    for (size_t i = 0; i < trajectory->count; i++) {
        const graze_motion *motion = &trajectory->motions[i];
        seen->x += motion->position.x;
        seen->y += motion->position.y;
        seen->z += motion->position.z;
        seen->count += 1;
        seen->greatest = fmax(seen->greatest, fabs(motion->start));
        if (motion_is_endless(motion) || motion_is_empty(motion))
            continue;
        seen->greatest = fmax(seen->greatest, fabs(motion->start + motion->duration));
        seen->duration += motion->duration;
        seen->finite += 1;
    }
}

/* The greatest power of two not above a positive value. */
static double power_of_two(double value)
{
    int exponent;
    frexp(fmax(fmin(value, 0x1p1000), 0x1p-1000), &exponent);
    return ldexp(1, exponent - 1);
}

static double mean(double sum, const survey *seen)
{
    double found = sum / fmax(1, seen->count);
    return isfinite(found) ? found : 0;
}

graze_status graze_time_grid_of(const graze_trajectory *trajectories, size_t count,
                                double boxes_per_motion, graze_time_grid *grid)
{
    FLOAT_MODE_DEFAULT;
    if (grid == NULL || (trajectories == NULL && count > 0))
        return GRAZE_ERROR_NULL;
    if (!isfinite(boxes_per_motion))
        return GRAZE_ERROR_NOT_FINITE;
    if (!(boxes_per_motion > 0))
        return GRAZE_ERROR_CHOICE;
    survey seen = {0};
    for (size_t i = 0; i < count; i++)
        look_at(&trajectories[i], &seen);
    double wish = seen.finite > 0 ? seen.duration / seen.finite / boxes_per_motion : 1;
    double step = power_of_two(fmax(wish, seen.greatest * 0x1p-40));
    *grid =
        (graze_time_grid){0, step, {mean(seen.x, &seen), mean(seen.y, &seen), mean(seen.z, &seen)}};
    return GRAZE_OK;
}
