/* SPDX-License-Identifier: MIT */
/* Rectangles along the axes, as most robots on grids are, at constant velocity: along either axis
 * the two overlap for one stretch of time, and they do where both stretches and their common life
 * meet. Each end is one quotient, of which it is told exactly on which side of a double it is.
 */
#ifndef GRAZE_CONTACT_POLYGON_ALIGNED_H
#define GRAZE_CONTACT_POLYGON_ALIGNED_H

#include "contact/polygon_sides.h"

typedef struct aligned_body {
    duo low, high; /* [m] its corners that have the least and the greatest coordinates */
} aligned_body;

/* Of a valid body: whether it is a rectangle with sides along the axes, or a point. Of a rectangle
 * opposite corners have one box. */
static inline bool polygon_is_aligned(const graze_body *body, aligned_body *of)
{
    const graze_point *at = body->vertices;
    if (body->vertex_count <= 1) {
        of->low = of->high = body->vertex_count == 0 ? duo_all(0) : duo_load(&at->x);
        return true;
    }
    if (body->vertex_count != 4)
        return false;
    const duo a = duo_load(&at[0].x), b = duo_load(&at[1].x);
    const duo c = duo_load(&at[2].x), d = duo_load(&at[3].x);
    const duo low = duo_where_above(b, d, d, b), high = duo_where_above(b, d, b, d);
    of->low = duo_where_above(a, c, c, a);
    of->high = duo_where_above(a, c, a, c);
    return duo_both_in_order(of->low, low, high, of->high) &
           duo_both_in_order(low, of->low, of->high, high);
}

/* The same of both, of which one at least is a rectangle. */
static inline bool polygon_are_aligned(const graze_body *a, const graze_body *b, aligned_body of[2])
{
    return a->vertex_count + b->vertex_count > 3 && polygon_is_aligned(a, &of[0]) &&
           polygon_is_aligned(b, &of[1]);
}

/* Such a pair, with velocities that are one double each. */
typedef struct aligned_pair {
    straight_pair q;
    double life;         /* [s] what velocities are in [m]: 1, or a life of both */
    aligned_body box[2]; /* of a and b */
} aligned_pair;

/* Whether a pair may be one of those: who is not is not asked. */
static inline bool polygon_may_be_aligned(const graze_body *a, const graze_body *b)
{
    return ((a->vertex_count | b->vertex_count) & ~(size_t)5) == 0;
}

/* Whether and when they overlap, *when rounded outward: CONTACT_OVERLAP, _APART (or no common
 * life), _UNKNOWN, as of all that is no such pair; and CONTACT_TOUCH, unless touches are of no
 * interest and may be _APART. last [s]: nothing of the common life is after it, and it is no later
 * than the end; that, where it is a double. Once without fused multiply-adds, and once with them
 * for processors that have them. */
contact polygon_aligned_plain(const aligned_pair *of, bool touches, double last,
                              graze_interval *when);
contact polygon_aligned_fused(const aligned_pair *of, bool touches, double last,
                              graze_interval *when);

/* The same of motions that are prepared with velocities of their own; touches are _APART. */
contact polygon_aligned_of_prepared_plain(const graze_prepared *a, const graze_body *body_a,
                                          const graze_prepared *b, const graze_body *body_b,
                                          double tolerance, graze_interval *when);
contact polygon_aligned_of_prepared_fused(const graze_prepared *a, const graze_body *body_a,
                                          const graze_prepared *b, const graze_body *body_b,
                                          double tolerance, graze_interval *when);

#endif
