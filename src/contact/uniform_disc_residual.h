/* SPDX-License-Identifier: MIT */
/* Ends that cancel. An end is a sum of times, and double words are off by 2^-99 or so of the
 * greatest of them: of an end that is 2^-50 of that (10^-16 s in a plan of seconds) they
 * leave more than one double. What Newton's step starts from is known exactly, whatever it is;
 * with an exact residual there each step gives some forty digits more.
 */
#ifndef GRAZE_CONTACT_UNIFORM_DISC_RESIDUAL_H
#define GRAZE_CONTACT_UNIFORM_DISC_RESIDUAL_H

#include "contact/uniform_disc.h"

/* Newton's step N to a root x of a quadratic f + 2 slope x + bend x^2, off by 2^-90 of itself;
 * `rate` is bend/slope, off by 2^-48. `sign` is that of the slope of h, or of T, which tells one
 * root from the other; 0 where there is no step. */
typedef struct uniform_exact_step {
    double_word from, step;
    double rate;
    int sign;
    bool at_root; /* exactly */
} uniform_exact_step;

/* A step to a root of h, of the one at which h grows with s if `upper`, from the start or time s =
 * high + low near it, or `first` from where that is shortest: *near becomes where it begins. A step
 * is two doubles, the second 0 unless *near is small beside it, and may be off by *error, which is
 * 0 where *near is the root. False when exact numbers need too much room, or the step is none to
 * that root. */
bool uniform_residual_of_root(const uniform_discs *q, double_word *near, bool first,
                              const uniform_clock *u, const uniform_clock *w, bool upper,
                              double_word *step, double *error);

/* Whether the steps of both are exactly parallel, or one of them is 0; false also when that needs
 * too much room. */
bool uniform_is_parallel(const uniform_discs *q);

/* Where the upper or the lower tangent diagonal touches, exactly, of motions that both move: before
 * a life (-1), in it (1), behind it (2), or at an end of it (0). False when it is at ends of both,
 * or they are parallel, or it needs too much room. */
bool uniform_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b);

/* A start on a tangent diagonal is (middle -+ |across| reach)/turn after the begin of b, all in
 * units of the motions; `above` chooses the sum. With T = turn (s - begin) - middle its residual
 * is T^2 - |across|^2 reach^2, and a step from s leads to s - residual/(2 T turn), as above; false
 * also when T has the other sign. */
bool uniform_residual_of_tangent(const uniform_discs *q, double_word *near, bool first, bool above,
                                 double_word *step, double *error);

/* The root, and the start on a tangent diagonal, near `near`, rounded outward. False when exact
 * numbers need too much room, or there is none near it. */
bool uniform_polish_root(const uniform_discs *q, double_word near, const uniform_clock *u,
                         const uniform_clock *w, bool upper, double *end);
bool uniform_polish_tangent(const uniform_discs *q, double_word near, bool above, bool upper,
                            double *end);

/* Steps in dyadic numbers alone, which the others are asked before: for tests. */
bool uniform_dyadics_of_root(const uniform_discs *q, double_word s, const uniform_clock *u,
                             const uniform_clock *w, uniform_exact_step *next);
bool uniform_dyadics_of_tangent(const uniform_discs *q, double_word s, uniform_exact_step *next);
bool uniform_dyadics_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b);

#endif
