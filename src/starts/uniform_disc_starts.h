/* SPDX-License-Identifier: MIT */
/* Unsafe starts of plane discs at constant velocity, the quick way: doubles with bounds choose
 * what an end is, double words round it.
 *
 * It is there twice (uniform_disc_starts.inc): without fused multiply-adds, and with them for
 * processors that have them, which takes 12 to 15 % less.
 */
#ifndef GRAZE_STARTS_UNIFORM_DISC_STARTS_H
#define GRAZE_STARTS_UNIFORM_DISC_STARTS_H

#include <graze/conflict.h>

#include "base/cpu.h"

struct uniform_discs;

/* Writes all unsafe starts of a against b, at most one interval (*found tells), as
 * graze_unsafe_starts gives them, or without `both` its upper end alone, which is about half of the
 * work. Returns false when that cannot be told, also for input that is not valid or a null pointer.
 * Motions may have tails; where a starts is of no account. What is not asked for, or not found, may
 * be written over. */
bool uniform_disc_starts(cpu_instructions level, bool both, const graze_body *body_a,
                         const graze_motion *a, const graze_body *body_b, const graze_motion *b,
                         double tolerance, graze_interval *starts, bool *found);

/* Both instances. */
bool uniform_starts_plain(const struct uniform_discs *q, bool both, graze_interval *starts,
                          bool *found);
bool uniform_starts_fused(const struct uniform_discs *q, bool both, graze_interval *starts,
                          bool *found);

#endif
