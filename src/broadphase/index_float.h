/* SPDX-License-Identifier: MIT */
/* Neighbours of floats. Infinities are their own neighbours outward. */
#ifndef GRAZE_BROADPHASE_INDEX_FLOAT_H
#define GRAZE_BROADPHASE_INDEX_FLOAT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The next float above, for anything but NaN. */
static inline float float_up(float value)
{
    int32_t bits;
    value += 0.0f; /* -0 becomes 0 */
    memcpy(&bits, &value, sizeof bits);
    const int32_t step = bits >= 0 ? 1 : -1;
    bits += value == (float)INFINITY ? 0 : step;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float float_down(float value)
{
    return -float_up(-value);
}

#endif
