/* SPDX-License-Identifier: MIT */
/* Correct rounding without a formula: a true value is known by a *comparison*, a
 * function that tells exactly how a dyadic number lies to it, and rounding is a
 * search over doubles (numeric/rounding.h).
 */
#ifndef GRAZE_CONTACT_COMPARISON_H
#define GRAZE_CONTACT_COMPARISON_H

#include "contact/with_exact.h"
#include "numeric/roots.h"

typedef struct comparison comparison;
struct comparison {
    int (*compare)(const comparison *self, dyadic x); /* the sign of x - (true value) */
    dyadic_arena *arena;
    const exact_relative *relative;
    dyadic numbers[3]; /* what the question needs prepared */
    bool upper;        /* of two roots: the upper one */
    root *at;          /* of a polynomial */
};

/* The largest double not above the true value; the smallest not below it; the
 * nearest, ties to even and overflow as in IEEE 754. `guess` is a double near it. */
double comparison_round_down(const comparison *question, double guess);
double comparison_round_up(const comparison *question, double guess);
double comparison_round_nearest(const comparison *question, double guess);

/* The nearest, and what comparison_round_up gives. */
double comparison_round_both(const comparison *question, double guess, double *up);

/* Begin of the common life + its length, unless it is endless; rounded up, or infinity; the
 * first double inside the closed life, or the nearest one where there is none. */
dyadic life_end(dyadic_arena *arena, const exact_relative *relative);
double life_end_up(dyadic_arena *arena, const exact_relative *relative);
double life_first_double(dyadic_arena *arena, const exact_relative *relative);

/* The closed common life as a range of tau. */
root_range life_range(const exact_relative *relative);

/* ---- roots within a life, as tau ---- */

/* True when x lies strictly within the common life; strictly between two roots, where null
 * is no bound. */
bool is_within_life(dyadic_arena *arena, const exact_relative *relative, const root *x);
bool is_between_roots(dyadic_arena *arena, root *low, root *high, root *x);

/* The time of a root, rounded. */
double time_of_root(dyadic_arena *arena, const exact_relative *relative, root *at,
                    dyadic_direction direction);

/* What lasts from root to root, or, where one is null, to that end of the common life: an
 * overlap, which holds at such an end; a touch, at depth 0. */
meeting_interval overlap_between(dyadic_arena *arena, const exact_relative *relative, root *low,
                                 root *high);
contact_part touch_between(dyadic_arena *arena, const exact_relative *relative, root *low,
                           root *high);

static inline double nearest_double(dyadic x) { return dyadic_to_double(x, DYADIC_NEAREST); }

#endif
