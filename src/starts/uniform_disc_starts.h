/* SPDX-License-Identifier: MIT */
/* Unsafe starts of plane discs at constant velocity, the quick way: doubles with bounds choose
 * what an end is, double words round it.
 *
 * It is there twice (uniform_disc_starts.inc): without fused multiply-adds, and with them for
 * processors that have them, which takes 12 to 15 % less.
 */
#ifndef GRAZE_STARTS_UNIFORM_DISC_STARTS_H
#define GRAZE_STARTS_UNIFORM_DISC_STARTS_H

#include "base/cpu.h"
#include "contact/uniform_disc_integers.h"

/* Both instances. */
bool uniform_starts_plain(const uniform_discs *q, bool both, graze_interval *starts, bool *found);
bool uniform_starts_fused(const uniform_discs *q, bool both, graze_interval *starts, bool *found);

/* Whether a body is a disc whose radius is a valid number, as far as a bound needs to know. */
static inline bool uniform_is_disc(const graze_body *body)
{
    return (body->vertex_count == 0) & (body->radius >= 0);
}

/* Writes all unsafe starts of a against b, at most one interval (*found tells), as
 * graze_unsafe_starts gives them, or without `both` its upper end alone, which is about half of the
 * work. Returns false when that cannot be told, also for input that is not valid or a null pointer.
 * Motions may have tails; where a starts is of no account. What is not asked for, or not found, may
 * be written over. */
ALWAYS_INLINE bool uniform_disc_starts(cpu_instructions level, bool both, const graze_body *body_a,
                                       const graze_motion *a, const graze_body *body_b,
                                       const graze_motion *b, double tolerance,
                                       graze_interval *starts, bool *found)
{
    uniform_discs q;
    if (body_a == NULL || a == NULL || body_b == NULL || b == NULL || !uniform_is_disc(body_a) ||
        !uniform_is_disc(body_b) || !(tolerance >= 0) ||
        !uniform_discs_of(a, b, body_a->radius, body_b->radius, tolerance, &q))
        return false;
    uniform_lattice lattice;
    lattice.state = LATTICE_UNREAD;
    q.lattice = &lattice;
    return level >= CPU_AVX2 ? uniform_starts_fused(&q, both, starts, found)
                             : uniform_starts_plain(&q, both, starts, found);
}

#endif
