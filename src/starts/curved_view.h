/* SPDX-License-Identifier: MIT */
/* What the rectangle of both local times looks like from one of its places, in doubles; in the
 * notation of curved_events.c, which also has how far everything is off.
 */
#ifndef GRAZE_STARTS_CURVED_VIEW_H
#define GRAZE_STARTS_CURVED_VIEW_H

#include "starts/curved_events.h"

/* F and G, their slopes p and q along both axes, F's second derivatives (along 0,0 and 0,1 and 1,1)
 * and, in the rectangle, its third ones (0,0,0 to 1,1,1), which G has as second ones; the squares
 * of the lengths of D, of V and of D's slopes x along the axes, for an arc alone. At a corner,
 * where F and G are D's coordinates, `third` are G's second derivatives. */
typedef struct curved_view {
    double f, g, p[2], q[2], second[3], third[4], d_d, v_v, x_x[2];
} curved_view;

/* Whether b moves along a side, or a. */
static inline bool curved_moves_b(curved_source of)
{
    return of == BEGIN_A || of == END_A;
}

/* at: the local times of a and of b [s] */
curved_view curved_view_at(const curved_scene *s, const curved_part *part, curved_source of,
                           const double *at);

#endif
