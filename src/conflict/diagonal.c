/* SPDX-License-Identifier: MIT */
/* Unsafe starts of plane discs at constant velocity. Doubles with error bounds
 * choose what the two ends are (a tangency, or an end of the blocked interval on
 * one of four sides); double-doubles then compute those two numbers only. Where
 * doubles cannot choose, double-doubles choose as well; where those cannot, or a
 * rounding is open, the exact path answers. */
#include "conflict/diagonal.h"

#include <math.h>

#include "numeric/ball.h"
#include "numeric/dd.h"

typedef struct no_context no_context;
#define CONTEXT const no_context
#define LINKAGE static inline

enum { SIDES = 4, TANGENT = SIDES, NOWHERE, UNBOUNDED };

/* Which candidate an end is. A rival is one that may be a little better. */
typedef struct end_choice {
    int best, rival;
} end_choice;

typedef struct choice {
    end_choice lower, upper;
} choice;

#include "conflict/with_ball.inc"
#include "conflict/relative.inc"
#include "conflict/diagonal.inc"
#include "conflict/diagonal_choice.inc"

#include "conflict/with_dd.inc"
#include "conflict/relative.inc"
#include "conflict/diagonal.inc"
#include "conflict/diagonal_choice.inc"

/* One candidate as a start; false when the rounding is open. */
static bool round_candidate(const dd_diagonals *d, int which, bool upper, double *end)
{
    dd shift;
    if (which == UNBOUNDED) {
        *end = upper ? INFINITY : -INFINITY;
        return true;
    }
    if (which == TANGENT) {
        shift = dd_tangent(NULL, d, upper);
    } else {
        dd_side side;
        if (!dd_side_of(NULL, d, which < 2, which % 2 == 1, &side) || !side.blocked)
            return false;
        shift = dd_side_shift(NULL, d, which, &side, upper);
    }
    dd start = dd_add(d->origin, shift);
    return upper ? dd_round_up(start, end) : dd_round_down(start, end);
}

/* The chosen end: rounding is monotone, so a rival needs no comparison. */
static bool round_end(const dd_diagonals *d, end_choice chosen, bool upper, double *end)
{
    double other;
    if (!round_candidate(d, chosen.best, upper, end))
        return false;
    if (chosen.rival == NOWHERE)
        return true;
    if (!round_candidate(d, chosen.rival, upper, &other))
        return false;
    *end = upper ? fmax(*end, other) : fmin(*end, other);
    return true;
}

bool diagonal_starts(const pair *question, graze_interval *starts, bool *found)
{
    ball_diagonals rough;
    dd_diagonals fine;
    choice chosen;
    graze_interval answer;
    if (ball_diagonals_of(NULL, question, &rough) && ball_choose(NULL, &rough, &chosen)) {
        *found = chosen.lower.best != NOWHERE;
        if (!*found)
            return true;
        if (!dd_diagonals_of(NULL, question, &fine))
            return false;
    } else if (!dd_diagonals_of(NULL, question, &fine) || !dd_choose(NULL, &fine, &chosen)) {
        return false;
    }
    *found = chosen.lower.best != NOWHERE;
    if (!*found)
        return true;
    if (!round_end(&fine, chosen.lower, false, &answer.lower) ||
        !round_end(&fine, chosen.upper, true, &answer.upper))
        return false;
    *starts = answer;
    return true;
}
