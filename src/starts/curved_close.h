/* SPDX-License-Identifier: MIT */
/* Events in double-doubles: what doubles leave of their places, and where they truly are.
 */
#ifndef GRAZE_STARTS_CURVED_CLOSE_H
#define GRAZE_STARTS_CURVED_CLOSE_H

#include <math.h>

#include "starts/curved_view.h"

/* F and G at an event's place; G of a side is not looked for. */
typedef struct curved_close {
    dd f, g, shift;
} curved_close;

/* How far an event may be from a place at which F and G are at most that: along the first axis and
 * in the shift. */
void curved_distances(const curved_event *e, double f, double g, double *along, double *shift);

curved_close curved_look_closely(const curved_scene *s, const curved_event *e);

/* No less than its size. */
static inline double curved_most(dd x)
{
    return (fabs(x.high) + x.error) * (1 + CURVED_SLACK);
}

/* The true shift of an event. */
dd curved_shift(const curved_scene *s, const curved_event *e);

#endif
