/* SPDX-License-Identifier: MIT */
#include "cli/path_jump.h"

#include <math.h>

static bool keep_greater(void *context, const graze_path_excess *excess)
{
    double *greatest = context;
    *greatest = fmax(*greatest, excess->value);
    return true;
}

graze_status path_greatest_jump(const graze_trajectory *path, double *greatest)
{
    const graze_path_limits limits = {.speed = HUGE_VAL,
                                      .acceleration = HUGE_VAL,
                                      .jump = *greatest,
                                      .low = {-HUGE_VAL, -HUGE_VAL},
                                      .high = {HUGE_VAL, HUGE_VAL}};
    return graze_path_excesses(path, &limits, keep_greater, greatest);
}
