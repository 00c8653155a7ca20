/* SPDX-License-Identifier: MIT */
/* Bodies with corners whose relative motion is uniform, exactly: how deep they overlap, and
 * when first.
 */
#ifndef GRAZE_CONTACT_POLYGON_NEAREST_H
#define GRAZE_CONTACT_POLYGON_NEAREST_H

#include "contact/polygon.h"

/* Whether the signed distance rises (1), falls (-1) or stays just before and just
 * after a place, when it is passed with the given velocity. */
typedef struct polygon_slopes {
    int before, after;
} polygon_slopes;

polygon_slopes polygon_slopes_at(dyadic_arena *arena, const pair *question,
                                 const exact_relative *relative, const dyadic *place,
                                 const dyadic *velocity);

void polygon_uniform_clearance(dyadic_arena *arena, const pair *question,
                               const exact_relative *relative, graze_clearance *result);

#endif
