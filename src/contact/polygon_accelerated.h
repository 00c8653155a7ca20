/* SPDX-License-Identifier: MIT */
/* Bodies with corners whose relative motion is accelerated, exactly: whether they meet, all
 * stretches in which they do, and how deep they overlap.
 */
#ifndef GRAZE_CONTACT_POLYGON_ACCELERATED_H
#define GRAZE_CONTACT_POLYGON_ACCELERATED_H

#include "contact/polygon_timeline.h"

/* The parts of a known contact, from number `first` on, in ascending order; answers how
 * many there are in all. */
size_t polygon_accelerated_parts(dyadic_arena *arena, const pair *question,
                                 const exact_relative *relative, contact known, bool measured,
                                 size_t first, size_t capacity, contact_part *parts);

/* The greatest depth within the closed common life, or within one of its overlaps (`within` may
 * be null), and when it is first reached. */
void polygon_accelerated_clearance(dyadic_arena *arena, const pair *question,
                                   const exact_relative *relative, const polygon_gap *within,
                                   graze_clearance *result);

/* Of uniform motion, too: the sign of the least (signed distance - R) over the closed common
 * life. */
contact polygon_contact_of(dyadic_arena *arena, const pair *question,
                           const exact_relative *relative);

#endif
