/* SPDX-License-Identifier: MIT */
/* Boxes in workspace and time: where a body may be while it moves.
 *
 * Boxes are closed and rounded outward. Each bounds the whole body over the whole
 * stretch of time, curved motion included (the extremum inside the stretch, not
 * only its two ends), so two bodies whose boxes are disjoint, in space or in time,
 * neither overlap nor touch. A filter that looks for depth > -margin grows one of
 * them by the margin.
 *
 * Source: T. Germar and L. Fernandez, workspace-time AABBs (2018).
 */
#ifndef GRAZE_MOTION_BOX_H
#define GRAZE_MOTION_BOX_H

#include <stdbool.h>

#include <graze/body.h>
#include <graze/motion.h>

typedef struct box {
    double lower[3], upper[3]; /* [m]; +-inf when a bound is beyond the largest double */
    double begin, end;         /* [s] of the stretch, rounded outward; end may be +inf */
} box;

/* The box of a valid body over the whole life of a valid motion. A motion that
 * is endless and moves has infinite sides. */
box box_of_motion(const graze_body *body, const graze_motion *motion);

/* The same over the part of its life in [begin, end] (begin <= end, doubles). False:
 * that part is empty. */
bool box_of_part(const graze_body *body, const graze_motion *motion, double begin, double end,
                 box *result);

/* Do two closed boxes share a point in space and time? */
static inline bool boxes_meet(const box *a, const box *b)
{
    bool meet = a->begin <= b->end && b->begin <= a->end;
    for (int k = 0; k < 3; k++)
        meet &= a->lower[k] <= b->upper[k] && b->lower[k] <= a->upper[k];
    return meet;
}

#endif
