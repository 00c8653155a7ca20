/* SPDX-License-Identifier: MIT */
/* Bodies with corners whose relative motion is accelerated, exactly: how deep they overlap,
 * and when first.
 */
#ifndef GRAZE_CONTACT_POLYGON_DEPTH_H
#define GRAZE_CONTACT_POLYGON_DEPTH_H

#include "contact/polygon_timeline.h"

/* Within the closed common life, or within one of its overlaps (`within` may be null). */
void polygon_accelerated_clearance(dyadic_arena *arena, const pair *question,
                                   const exact_relative *relative, const polygon_gap *within,
                                   graze_clearance *result);

#endif
