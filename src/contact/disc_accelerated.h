/* SPDX-License-Identifier: MIT */
/* Discs and spheres whose relative motion is accelerated, exactly: the squared distance is a
 * quartic.
 */
#ifndef GRAZE_CONTACT_DISC_ACCELERATED_H
#define GRAZE_CONTACT_DISC_ACCELERATED_H

#include "contact/with_exact.h"
#include "numeric/polynomial.h"

/* The squared distance minus reach^2 as a polynomial in tau, times D^2; of any motion. */
polynomial disc_accelerated_quartic(dyadic_arena *arena, const exact_relative *relative);

/* The sign of the least (distance - reach). */
contact disc_accelerated_contact(dyadic_arena *arena, const exact_relative *relative);

/* All overlaps, or all instants of a touch; overlaps with their own clearances if `measured`.
 * Returns how many. */
size_t disc_accelerated_parts(dyadic_arena *arena, const pair *question,
                              const exact_relative *relative, contact known, bool measured,
                              contact_part *parts);

void disc_accelerated_clearance(dyadic_arena *arena, const pair *question,
                                const exact_relative *relative, graze_clearance *result);

#endif
