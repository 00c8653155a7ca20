/* SPDX-License-Identifier: MIT */
/* The filter STA of Germar and Fernandez (2018): it leaps over steps that the boxes'
 * Chebyshev distance and the paths' greatest speeds leave free. In the paper it becomes SI for
 * good once a leap reaches no farther than the next step; here it leaps again after some steps
 * of SI, sixteen at once. Bounds and roundings are Graze's own. */
#include <math.h>

#include "broadphase/pair_boxes.h"

/* The greater of two; the first where the second is no number. */
static double greater(double x, double y)
{
    return y > x ? y : x;
}

/* The Chebyshev distance of two boxes; negative when they overlap. */
static double distance_of(const float *a, const float *b)
{
    double distance = -HUGE_VAL;
    for (int axis = 0; axis < 3; axis++) {
        int lower = pair_lower(axis), upper = pair_upper(axis);
        distance = greater(distance, (double)a[lower] - (double)b[upper]);
        distance = greater(distance, (double)b[lower] - (double)a[upper]);
    }
    return distance;
}

static double pace_of(const pair_track *track)
{
    return track->staying ? 0 : track->boxes->pace;
}

/* No side moves farther than its pace p in a step, so n steps later the distance is at
 * least d - n p, where it must be above the margin m even after its rounding to a float:
 * above m (1 + 2U), U = 2^-24. So n p <= (d - m) - 16U d is more than enough, which has a
 * solution n >= 0 only if m < d; that makes up for the rounding of d to a double too, and
 * the factor 1 - 2^-50 for those of p and the quotient. */
int64_t pair_free_steps(const pair_run *run, int64_t step)
{
    double pace = pace_of(&run->a) + pace_of(&run->b);
    double distance = distance_of(pair_track_sides(&run->a, step), pair_track_sides(&run->b, step));
    double free = (distance - (double)run->margin) - distance * 0x1p-20;
    double count = free / pace * (1 - 0x1p-50);
    if (!(free > 0 && count >= 0))
        return 0; /* NaN: empty boxes */
    int64_t left = run->end - step;
    return count + 1 < (double)left ? (int64_t)count + 1 : left;
}

/* Some groups of the run, whole ones but for the first. */
static pair_run part_of(const pair_run *run, int64_t step, int64_t groups)
{
    int64_t length = groups * PAIR_LANES - (step & (PAIR_LANES - 1));
    pair_run part = *run;
    part.begin = step;
    part.end = run->end - step < length ? run->end : step + length;
    return part;
}

/* A leap costs as much as the scan of a few groups, so it is taken when it passes one. After
 * the first that does not a scan passes four groups, after the next eight, ...: where paths
 * keep close together, this costs what SI costs and a few leaps more; and a leap is tried
 * again before a scan has become twice as long as it had to be. */
int64_t pair_leap(const pair_run *run, cpu_instructions level)
{
    enum { FIRST_SCAN = 4 };
    int64_t step = run->begin;
    for (int64_t groups = FIRST_SCAN; step < run->end;) {
        int64_t passed = pair_free_steps(run, step);
        if (passed >= PAIR_LANES || passed == run->end - step) {
            step += passed;
            groups = FIRST_SCAN;
            continue;
        }
        const pair_run part = part_of(run, step, groups);
        step = pair_scan_wide(&part, level);
        if (step < part.end)
            return step;
        groups *= 2;
    }
    return run->end;
}
