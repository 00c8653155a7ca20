/* SPDX-License-Identifier: MIT */
/* Bodies with corners whose relative motion is accelerated, exactly: whether they meet, and
 * all stretches in which they do.
 */
#ifndef GRAZE_CONTACT_POLYGON_ACCELERATED_H
#define GRAZE_CONTACT_POLYGON_ACCELERATED_H

#include "contact/polygon.h"
#include "contact/polygon_timeline.h"

/* The parts of a known contact, from number `first` on, in ascending order; answers how
 * many there are in all. */
size_t polygon_accelerated_parts(dyadic_arena *arena, const pair *question,
                                 const exact_relative *relative, contact known, bool measured,
                                 size_t first, size_t capacity, contact_part *parts);

/* The sign of the least (signed distance - R) over the closed common life. */
contact polygon_contact_of(dyadic_arena *arena, const pair *question,
                           const exact_relative *relative);

#endif
