/* SPDX-License-Identifier: MIT */
/* Which way a disc goes through its box: enough to tell from two boxes, which are at hand when
 * they are found to meet, that most pairs are apart all the same.
 *
 * The box of a uniform motion in the plane has its course as a diagonal; three bits in the number
 * of a motion say whether that is so, and which diagonal. Of two such boxes the difference of the
 * centres goes straight from p to q while both live. If c is its point that is nearest to 0,
 * roughly, and both c.p and c.q are above R |c|, the whole way lies beyond a line at distance R.
 *
 * The error bound. Sides are floats, off by 2^-23 of themselves and less than 2^-48 of all that
 * is in them (motion/box.h), so a place is off by less than 2^-22 s, s = |sides| + radius, on each
 * axis. Begin and end are moved outward by 2^-23 of themselves, so a disc that goes at speed v is
 * seen where it is 2^-22 |t| earlier or later. Both, and some 2^-48 s for the arithmetic here
 * (which extrapolates nothing: p and q are in the boxes), are less than half of
 *
 *     e = 2^-20 (s + v (|t| + 2^-100)),   added up over both discs and both axes, and 2^-140:
 *
 * floats below their normal ones are off by 2^-149.
 * R is the sum of the radii and e. What is rounded in c.p and R^2 |c|^2 is far below e |c|, because
 * |c| must be above R, which is above 2^-140. Infinite sides, endless lives that both move, lives
 * that are too short for floats: all give infinities or NaN, and then nothing is said. */
#ifndef GRAZE_BROADPHASE_INDEX_COURSE_H
#define GRAZE_BROADPHASE_INDEX_COURSE_H

#include <graze/body.h>
#include <graze/motion.h>

#include "broadphase/index_shelf.h"

/* Of the number of a motion; there are no more motions than COURSE_MOTIONS. */
#define COURSE_KNOWN (UINT32_C(1) << 31)
#define COURSE_BACK_X (UINT32_C(1) << 30)
#define COURSE_BACK_Y (UINT32_C(1) << 29)
#define COURSE_MOTIONS (COURSE_BACK_Y - 1)

/* The bits for a motion from a place to a place, or a wait. */
static inline uint32_t course_of_way(const graze_body *body, const graze_vector *from,
                                     const graze_vector *to)
{
    if (body->vertex_count > 0 || from->z != 0 || to->z != 0)
        return 0;
    return COURSE_KNOWN | (to->x < from->x ? COURSE_BACK_X : 0) |
           (to->y < from->y ? COURSE_BACK_Y : 0);
}

/* The bits for a valid motion. */
static inline uint32_t course_of(const graze_body *body, const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT ? course_of_way(body, &motion->position, &motion->to)
                                          : 0;
}

/* True: the discs at two places of a shelf are certainly apart. */
bool courses_apart(const index_shelf *shelf, uint32_t a, double radius_a, uint32_t b,
                   double radius_b);

#endif
