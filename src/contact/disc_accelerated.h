/* SPDX-License-Identifier: MIT */
/* Discs and spheres whose relative motion is accelerated, exactly: the squared distance is a
 * quartic.
 */
#ifndef GRAZE_CONTACT_DISC_ACCELERATED_H
#define GRAZE_CONTACT_DISC_ACCELERATED_H

#include "contact/with_exact.h"

/* All overlaps, with their own clearances if `measured`; answers how many. */
int disc_accelerated_overlaps_of(dyadic_arena *arena, const pair *question,
                                 const exact_relative *relative, bool measured,
                                 contact_part *parts);

/* The instants of a contact that is a touch. */
int disc_accelerated_touches_of(dyadic_arena *arena, const exact_relative *relative,
                                contact_part *parts);

void disc_accelerated_clearance_of(dyadic_arena *arena, const pair *question,
                                   const exact_relative *relative, graze_clearance *result);

#endif
