/* SPDX-License-Identifier: MIT */
#include "planner/turn_times.h"

#include <math.h>

graze_status turn_times_check(const graze_turn_time *times, size_t count)
{
    double before = 0;
    if (count > 0 && times == NULL)
        return GRAZE_ERROR_NULL;
    for (size_t k = 0; k < count; k++) {
        if (!isfinite(times[k].angle) || !isfinite(times[k].seconds))
            return GRAZE_ERROR_NOT_FINITE;
        if (!(times[k].angle > before && times[k].seconds > 0))
            return GRAZE_ERROR_LIMITS;
        before = times[k].angle;
    }
    return GRAZE_OK;
}

double turn_times_seconds(const graze_turn_time *times, size_t count, double angle)
{
    graze_turn_time before = {0, 0};
    for (size_t k = 0; k < count; k++) {
        const graze_turn_time next = times[k];
        if (angle <= next.angle)
            return before.seconds + (next.seconds - before.seconds) *
                                        ((angle - before.angle) / (next.angle - before.angle));
        before = next;
    }
    return before.seconds * (angle / before.angle);
}
