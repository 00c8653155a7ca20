/* SPDX-License-Identifier: MIT */
/* Unsafe starts of plane discs at constant velocity, the quick way: doubles with bounds choose
 * what an end is, double words round it.
 *
 * Written once, for products without fused multiply-add. Built with it, unsafe starts cost 8 to
 * 19 % less (random 8, grids 8 to 19, roadmaps 13 to 17), the ends of overlaps 1 to 14 %: not
 * enough for a second instance of the stage.
 */
#ifndef GRAZE_STARTS_UNIFORM_DISC_STARTS_H
#define GRAZE_STARTS_UNIFORM_DISC_STARTS_H

#include "contact/question.h"

/* Writes all unsafe starts of a against b, at most one interval (*found tells), as
 * graze_unsafe_starts gives them; returns false when that cannot be told, also for input that
 * is not valid or a null pointer. Motions may have tails; where a starts is of no account. */
bool uniform_disc_starts(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                         const graze_motion *b, double tolerance, graze_interval *starts,
                         bool *found);

#endif
