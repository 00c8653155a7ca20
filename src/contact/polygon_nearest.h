/* SPDX-License-Identifier: MIT */
/* Bodies with corners whose relative motion is uniform, exactly: how deep they overlap, and
 * when first.
 */
#ifndef GRAZE_CONTACT_POLYGON_NEAREST_H
#define GRAZE_CONTACT_POLYGON_NEAREST_H

#include "contact/polygon.h"

void polygon_uniform_clearance(dyadic_arena *arena, const pair *question,
                               const exact_relative *relative, graze_clearance *result);

#endif
