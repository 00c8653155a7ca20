/* SPDX-License-Identifier: MIT */
/* The questions of uniform_disc_residual.h in integers of fixed lengths (numeric/fixed.h), a tenth
 * of what dyadic numbers take: of lengths that are whole multiples of 2^-62 of the longest one, and
 * of such times, as those of plans are. False where they are not.
 */
#ifndef GRAZE_CONTACT_UNIFORM_DISC_INTEGERS_H
#define GRAZE_CONTACT_UNIFORM_DISC_INTEGERS_H

#include "contact/uniform_disc_residual.h"

typedef enum lattice_state { LATTICE_UNREAD, LATTICE_READ, LATTICE_NONE } lattice_state;

/* Both motions in whole units of length and time. */
struct uniform_lattice {
    lattice_state state;
    int64_t place[2], step_a[2], step_b[2], reach;
    int64_t unit_a, unit_b;       /* of time: 1 s, or the life of a waypoint motion */
    double time, per_time, times; /* a unit of time [s], its inverse, and the longest time */
};

/* A step to a root of h. It begins at the whole number of units of time that is nearest to s, or at
 * the double there. */
bool uniform_integers_of_root(const uniform_discs *q, double_word s, const uniform_clock *u,
                              const uniform_clock *w, uniform_exact_step *next);

/* The same to the start of a tangent diagonal. */
bool uniform_integers_of_tangent(const uniform_discs *q, double_word s, uniform_exact_step *next);

/* uniform_touch_at of waypoint motions, with 0 for a place at an end of a life, and for both where
 * they are parallel. */
bool uniform_integers_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b);

/* At the begin or the end of each life: the sign of |d|^2 - reach^2, or SIGN_UNKNOWN, at first
 * where places are short; those of d.(va - vb) and of d.va. */
int uniform_integers_short_sign(const uniform_discs *q, bool a_ended, bool b_ended);
int uniform_integers_excess_sign(const uniform_discs *q, bool a_ended, bool b_ended);
bool uniform_integers_turn(const uniform_discs *q, bool a_ended, bool b_ended, int *level,
                           int *along);

#endif
