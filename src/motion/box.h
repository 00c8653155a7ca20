/* SPDX-License-Identifier: MIT */
/* Boxes in workspace and time: where a body may be while it moves.
 *
 * Boxes are closed and rounded outward. Each bounds the whole body over the whole
 * stretch of time, curved motion included (the extremum inside the stretch, not
 * only its two ends), so two bodies whose boxes are disjoint, in space or in time,
 * neither overlap nor touch. A filter that looks for depth > -margin grows one of
 * them by the margin.
 *
 * How much wider than the truth? In space by less than 2^-48 of the largest
 * magnitude that goes into a coordinate, or by 2^-499 m; in time not at all: begin and end are the
 * doubles next to the real sums.
 *
 * Source: M. A. Germar and P. L. Fernandez Jr., "Time Advancement and Bounds Intersection
 * Checking for Faster Broad-Phase Collision Detection of Paired Object Trajectories", 2018.
 */
#ifndef GRAZE_MOTION_BOX_H
#define GRAZE_MOTION_BOX_H

#include <stdbool.h>

#include <graze/body.h>
#include <graze/boxes.h>
#include <graze/motion.h>

typedef graze_box box;

/* How far a body reaches from its moving point, rounded outward: worth keeping for
 * one that makes many boxes. */
typedef struct box_reach {
    double lower[3], upper[3]; /* [m] */
    double size;               /* [m] no bound is larger in magnitude */
} box_reach;

/* The reach of a valid body. */
box_reach box_reach_of(const graze_body *body);

/* The box of a valid body over the whole life of a valid motion. A motion that
 * is endless and moves has infinite sides. */
box box_of_motion(const graze_body *body, const graze_motion *motion);

/* The same over the part of its life in [begin, end] (begin <= end, doubles). False:
 * that part is empty. */
bool box_of_part(const graze_body *body, const graze_motion *motion, double begin, double end,
                 box *result);

/* The same for a body whose reach is known: the fast way. */
void box_of_reach(const box_reach *reach, const graze_motion *motion, box *result);
bool box_of_reach_part(const box_reach *reach, const graze_motion *motion, double begin, double end,
                       box *result);

/* The sides in space of a box_of_reach of a motion from a place to a place. */
void box_of_way(const box_reach *reach, const graze_vector *from, const graze_vector *to,
                box *result);

/* Begin and end of the box of a valid motion [s]. */
void box_life_of(const graze_motion *motion, double *begin, double *end);

/* The times [s] since the start of a life that its part in [begin, end] lies in, moved
 * outward: 0 <= *from <= *to; not of a parked motion. */
void box_local_times(const graze_motion *motion, double begin, double end, double *from,
                     double *to);

/* The largest double not above a + b, and the smallest not below; -+inf where no double
 * is, and for infinite terms. */
double box_sum_below(double a, double b);
double box_sum_above(double a, double b);

/* Moves every side outward by at least `margin` [m], >= 0; times stay. */
void box_grow(box *grown, double margin);

/* True when two closed boxes share a point in space and time. */
static inline bool boxes_meet(const box *a, const box *b)
{
    bool meet = a->begin <= b->end && b->begin <= a->end;
    for (int k = 0; k < 3; k++)
        meet &= a->lower[k] <= b->upper[k] && b->lower[k] <= a->upper[k];
    return meet;
}

#endif
