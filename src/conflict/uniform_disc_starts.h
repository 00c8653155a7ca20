/* SPDX-License-Identifier: MIT */
/* Unsafe starts of plane discs at constant velocity, the quick way: doubles with bounds choose
 * what an end is, double words round it.
 */
#ifndef GRAZE_CONFLICT_UNIFORM_DISC_STARTS_H
#define GRAZE_CONFLICT_UNIFORM_DISC_STARTS_H

#include <graze/body.h>
#include <graze/conflict.h>
#include <graze/motion.h>
#include <stdbool.h>

/* Writes all unsafe starts of a against b, at most one interval (*found tells), as
 * graze_unsafe_starts gives them; returns false when that cannot be told, also for input that
 * is not valid or a null pointer. Motions may have tails; where a starts is of no account. */
bool uniform_disc_starts(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                         const graze_motion *b, double tolerance, graze_interval *starts,
                         bool *found);

#endif
