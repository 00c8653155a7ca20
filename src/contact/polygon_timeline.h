/* SPDX-License-Identifier: MIT */
/* Curved relative motion against C: the instants at which the signed distance is R, and
 * the gaps between them.
 *
 *     polygon_timeline line;
 *     polygon_gap gap;
 *     polygon_timeline_begin(&arena, question, &relative, &line);
 *     while (polygon_timeline_next(&arena, &line, &gap))
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
typedef struct polygon_instant {
    polynomial square_free;
    root at; /* tau */
    mp_limb_t *limbs;
} polygon_instant;

/* Takes room for an instant from the arena; copies a root into it. */
void polygon_instant_room(dyadic_arena *arena, polygon_instant *instant);
void polygon_instant_store(dyadic_arena *arena, const root *found, polygon_instant *instant);

enum { POLYGON_INSTANTS = 12 };

typedef struct polygon_timeline {
    const pair *question;
    const exact_relative *relative;
    polygon_instant store[POLYGON_INSTANTS + 1]; /* one to keep from batch to batch */
    polygon_instant *at[POLYGON_INSTANTS];       /* ascending */
    polygon_instant *low;                        /* where the next gap begins */
    int count, next;
    bool more, ended;
} polygon_timeline;

/* Null ends are those of the common life, unless an instant is there. Instants are good
 * until the next gap is asked for. */
typedef struct polygon_gap {
    root *low, *high;
    int sign;
} polygon_gap;

void polygon_timeline_begin(dyadic_arena *arena, const pair *question,
                            const exact_relative *relative, polygon_timeline *line);
bool polygon_timeline_next(dyadic_arena *arena, polygon_timeline *line, polygon_gap *gap);

#endif
