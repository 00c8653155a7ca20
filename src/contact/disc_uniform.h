/* SPDX-License-Identifier: MIT */
/* Discs and spheres whose relative motion is uniform, exactly: the squared distance is a
 * parabola.
 */
#ifndef GRAZE_CONTACT_DISC_UNIFORM_H
#define GRAZE_CONTACT_DISC_UNIFORM_H

#include "contact/with_exact.h"

/* Of a contact that is an overlap; of one that is a touch. */
void disc_uniform_overlap_of(dyadic_arena *arena, const exact_relative *relative,
                             meeting_interval *result);
void disc_uniform_touch_of(dyadic_arena *arena, const exact_relative *relative,
                           meeting_interval *result);

void disc_uniform_clearance_of(dyadic_arena *arena, const pair *question,
                               const exact_relative *relative, graze_clearance *result);

/* The square of the distance at exact_nearest_at, as numerator/denominator. */
void disc_uniform_least_distance(dyadic_arena *arena, const exact_relative *relative, int at,
                                 dyadic *numerator, dyadic *denominator);

#endif
