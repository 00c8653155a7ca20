/* SPDX-License-Identifier: MIT */
/* The exact answers about a relative motion at hand: straight.c where the squared
 * distance is a parabola, curved.c where it is a quartic. exact.c asks the one
 * that applies.
 */
#ifndef GRAZE_CONFLICT_ANSWERS_H
#define GRAZE_CONFLICT_ANSWERS_H

#include "conflict/comparison.h"
#include "conflict/quartic.h"

/* ---- straight.c ---- */

/* Of a contact that is an overlap; of one that is a touch. */
void straight_overlap_of(dyadic_arena *arena, const exact_relative *relative, stretch *result);
void straight_touch_of(dyadic_arena *arena, const exact_relative *relative, stretch *result);

void straight_clearance_of(dyadic_arena *arena, const pair *question,
                           const exact_relative *relative, graze_clearance *result);

/* The square of the distance at exact_nearest_at, as numerator/denominator. */
void straight_least_distance(dyadic_arena *arena, const exact_relative *relative, int at,
                             dyadic *numerator, dyadic *denominator);

/* ---- curved.c ---- */

/* All overlaps, with their own clearances if `measured`; answers how many. */
int curved_overlaps_of(dyadic_arena *arena, const pair *question, const exact_relative *relative,
                       bool measured, pair_part *parts);

/* The instants of a contact that is a touch. */
int curved_touches_of(dyadic_arena *arena, const exact_relative *relative, pair_part *parts);

void curved_clearance_of(dyadic_arena *arena, const pair *question,
                         const exact_relative *relative, graze_clearance *result);

#endif
