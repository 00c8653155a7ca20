/* SPDX-License-Identifier: MIT */
/* Plane discs at constant velocity, the quick way to rounded ends: doubles with bounds
 * choose what an end is, one Newton step with a residual in double words says which
 * double it is. What is left (ties, near ties, exact hits, wild magnitudes) goes to the
 * filters that were there before.
 */
#ifndef GRAZE_CONFLICT_NEWTON_H
#define GRAZE_CONFLICT_NEWTON_H

#include "base/cpu.h"
#include "conflict/pair.h"

/* All unsafe starts of a against b, at most one interval (*found tells), as
 * graze_unsafe_starts gives them; false when that cannot be told, also for input that
 * is not valid or a null pointer. */
bool newton_starts(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                   const graze_motion *b, double tolerance, cpu_instructions level,
                   graze_interval *starts, bool *found);

/* The overlap of a pair that is known to have one, as dd_overlap gives it. */
bool newton_overlap(const pair *question, cpu_instructions level, stretch *result);

/* The contact of a pair whose lives are known to meet: -1, 0, 1, or CONTACT_UNKNOWN. Meant for
 * ties: doubles cost less where they can tell. */
contact newton_contact_of(const pair *question, cpu_instructions level);

#endif
