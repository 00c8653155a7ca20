/* SPDX-License-Identifier: MIT */
/* Bodies with corners whose relative motion is uniform, exactly: whether and for how long they
 * meet, how deep, and when first.
 */
#ifndef GRAZE_CONTACT_POLYGON_UNIFORM_H
#define GRAZE_CONTACT_POLYGON_UNIFORM_H

#include "contact/polygon.h"

contact polygon_uniform_contact(dyadic_arena *arena, const pair *question,
                                const exact_relative *relative);

/* Of a contact that is known to be an overlap, or a touch. */
void polygon_uniform_interval(dyadic_arena *arena, const pair *question,
                              const exact_relative *relative, contact known,
                              meeting_interval *result);

void polygon_uniform_clearance(dyadic_arena *arena, const pair *question,
                               const exact_relative *relative, graze_clearance *result);

/* The same of a touch whose interval is known. */
void polygon_uniform_touch_clearance(dyadic_arena *arena, const pair *question,
                                     const exact_relative *relative, const meeting_interval *touch,
                                     graze_clearance *result);

#endif
