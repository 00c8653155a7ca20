/* SPDX-License-Identifier: MIT */
/* Curved relative motion against C: the instants at which the signed distance is R, and
 * the gaps between them.
 *
 *     cornered_timeline line;
 *     cornered_gap gap;
 *     cornered_timeline_begin(&arena, question, &relative, &line);
 *     while (cornered_timeline_next(&arena, &line, &gap))
 *         ... gap.sign is that of (signed distance - R) from gap.low to gap.high ...
 *
 * Gaps come in ascending order, cover the common life, and are never empty; an instant
 * is where one gap ends and the next one begins. Instants are found a few at a time, so
 * that memory does not grow with the corners.
 */
#ifndef GRAZE_CONTACT_POLYGON_TIMELINE_H
#define GRAZE_CONTACT_POLYGON_TIMELINE_H

#include "contact/polygon.h"
#include "numeric/roots.h"

/* An instant on limbs of its own. */
typedef struct cornered_instant {
    polynomial square_free;
    root at; /* tau */
    mp_limb_t *limbs;
} cornered_instant;

/* Takes room for an instant from the arena; copies a root into it. */
void cornered_instant_room(dyadic_arena *arena, cornered_instant *instant);
void cornered_instant_store(dyadic_arena *arena, const root *found, cornered_instant *instant);

enum { CORNERED_INSTANTS = 12 };

typedef struct cornered_timeline {
    const pair *question;
    const exact_relative *relative;
    cornered_instant store[CORNERED_INSTANTS + 1]; /* one to keep from batch to batch */
    cornered_instant *at[CORNERED_INSTANTS];       /* ascending */
    cornered_instant *low;                         /* where the next gap begins */
    int count, next;
    bool more, ended;
} cornered_timeline;

/* Null ends are those of the common life, unless an instant is there. Instants are good
 * until the next gap is asked for. */
typedef struct cornered_gap {
    cornered_instant *low, *high;
    int sign;
} cornered_gap;

void cornered_timeline_begin(dyadic_arena *arena, const pair *question,
                             const exact_relative *relative, cornered_timeline *line);
bool cornered_timeline_next(dyadic_arena *arena, cornered_timeline *line, cornered_gap *gap);

typedef enum cornered_rounding { ROUND_DOWN, ROUND_UP, ROUND_NEAREST } cornered_rounding;

/* When an instant is. */
double cornered_time_of(dyadic_arena *arena, const exact_relative *relative,
                        cornered_instant *instant, cornered_rounding rounding);

#endif
