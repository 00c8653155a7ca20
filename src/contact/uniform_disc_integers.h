/* SPDX-License-Identifier: MIT */
/* The questions of uniform_disc_residual.h in integers of fixed lengths (numeric/fixed.h), a third
 * of what dyadic numbers take: of lengths that are whole multiples of 2^-62 of the longest one, and
 * times of 2^-124, as those of plans are. False where they are not.
 */
#ifndef GRAZE_CONTACT_UNIFORM_DISC_INTEGERS_H
#define GRAZE_CONTACT_UNIFORM_DISC_INTEGERS_H

#include "contact/uniform_disc_residual.h"

/* That of h; false also where d is nearly at right angles to its rate. */
bool uniform_integers_of_root(const uniform_discs *q, double_word s, const uniform_clock *u,
                              const uniform_clock *w, uniform_exact_step *next);

/* That of a tangent diagonal. */
bool uniform_integers_of_tangent(const uniform_discs *q, double_word s, uniform_exact_step *next);

/* uniform_touch_at of waypoint motions, with 0 for a place at an end of a life, and for both where
 * they are parallel. */
bool uniform_integers_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b);

#endif
