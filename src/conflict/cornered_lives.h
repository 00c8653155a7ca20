/* SPDX-License-Identifier: MIT */
/* Two uniform motions with local times u and w of their own, against C.
 */
#ifndef GRAZE_CONFLICT_CORNERED_LIVES_H
#define GRAZE_CONFLICT_CORNERED_LIVES_H

#include "contact/polygon.h"

typedef struct cornered_lives {
    exact_piece a, b;
    dyadic origin;               /* start of a = origin + shift, shift = w - u */
    dyadic apart[2];             /* A(0) - B(0), times both scales, as the steps are */
    dyadic step_a[2], step_b[2];
    exact_relative still;        /* scale and reach */
} cornered_lives;

cornered_lives cornered_lives_of(dyadic_arena *arena, const pair *question);

/* Local times u/denominator, w/denominator at which the bodies overlap, inside both lives
 * or at an end of one of them; denominator > 0. */
typedef struct cornered_spot {
    dyadic u, w, denominator;
} cornered_spot;

/* False when they overlap nowhere. */
bool cornered_find_spot(dyadic_arena *arena, const pair *question, const cornered_lives *lives,
                        cornered_spot *spot);

#endif
