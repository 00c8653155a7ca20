/* SPDX-License-Identifier: MIT */
/* The exact answers about bodies with corners: cornered_straight.c and
 * cornered_nearest.c where the relative motion is uniform, cornered_curved.c where it
 * is not.
 */
#ifndef GRAZE_CONFLICT_CORNERED_ANSWERS_H
#define GRAZE_CONFLICT_CORNERED_ANSWERS_H

#include "conflict/answers.h"
#include "conflict/cornered.h"
#include "conflict/cornered_timeline.h"
#include "conflict/surd.h"

/* ---- cornered_straight.c ---- */

contact cornered_straight_contact(dyadic_arena *arena, const pair *question,
                                  const exact_relative *relative);

/* Of a contact that is known to be an overlap, or a touch. */
void cornered_straight_stretch(dyadic_arena *arena, const pair *question,
                               const exact_relative *relative, contact known, stretch *result);

/* ---- cornered_nearest.c ---- */

/* Whether the signed distance rises (1), falls (-1) or stays just before and just
 * after a place, when it is passed with the given velocity. */
typedef struct cornered_slopes {
    int before, after;
} cornered_slopes;

cornered_slopes cornered_slopes_at(dyadic_arena *arena, const pair *question,
                                   const exact_relative *relative, const dyadic *place,
                                   const dyadic *velocity);

void cornered_straight_clearance(dyadic_arena *arena, const pair *question,
                                 const exact_relative *relative, graze_clearance *result);

/* ---- cornered_curved.c ---- */

contact cornered_curved_contact(dyadic_arena *arena, const pair *question,
                                const exact_relative *relative);

/* The parts of a known contact, from number `first` on, in ascending order; answers how
 * many there are in all. */
size_t cornered_curved_parts(dyadic_arena *arena, const pair *question,
                             const exact_relative *relative, contact known, bool measured,
                             size_t first, size_t capacity, pair_part *parts);

typedef enum cornered_rounding { ROUND_DOWN, ROUND_UP, ROUND_NEAREST } cornered_rounding;

/* When an instant is. */
double cornered_time_of(dyadic_arena *arena, const exact_relative *relative,
                        cornered_instant *instant, cornered_rounding rounding);

/* ---- cornered_depth.c ---- */

/* Within the closed common life, or within one of its overlaps (`within` may be null). */
void cornered_curved_clearance(dyadic_arena *arena, const pair *question,
                               const exact_relative *relative, const cornered_gap *within,
                               graze_clearance *result);

/* ---- cornered_guess.c ---- */

/* Near the earliest time of the greatest depth of uniform motion, and near that depth. */
void cornered_guess_nearest(const pair *question, const exact_relative *relative, double *time,
                            double *depth);

/* Near the greatest depth of curved motion between two instants; false when doubles cannot
 * follow it. */
bool cornered_guess_curved(const pair *question, const exact_relative *relative, double from,
                           double to, double *depth);

/* About the signed distance of a place of the relative motion from C. */
double cornered_guess_distance(dyadic_arena *arena, const pair *question,
                               const exact_relative *relative, const dyadic *place);

/* Near the place of C, a polygon, that is deepest inside it, times 2^-exponent; without a
 * scale. */
graze_point cornered_guess_deepest(const pair *question, int *exponent);

/* ---- cornered_deep.c ---- */

/* A place of the shrunken C, R < 0; false when there is none. When it cannot be told the
 * arena is exhausted. */
bool cornered_find_deep(dyadic_arena *arena, const pair *question, const exact_relative *relative,
                        dyadic *place);

#endif
