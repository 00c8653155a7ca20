/* SPDX-License-Identifier: MIT */
/* Ends that cancel. An end is a sum of times, and double words are off by 2^-99 or so of the
 * greatest of them: of an end that is 2^-50 of that (10^-16 s in a plan of seconds) they
 * leave more than one double. What Newton's step starts from is known exactly, whatever it is;
 * with an exact residual there each step gives some forty digits more.
 */
#ifndef GRAZE_CONTACT_UNIFORM_DISC_RESIDUAL_H
#define GRAZE_CONTACT_UNIFORM_DISC_RESIDUAL_H

#include "contact/uniform_disc.h"

/* d and h at the start or time s = high + low, as uniform_gap_at has them at local times: of
 * exact numbers, rounded to doubles; h_error is 0 where s is a root. False when they need too much
 * room. */
bool uniform_residual_at(const uniform_discs *q, double_word s, const uniform_clock *u,
                         const uniform_clock *w, uniform_gap *gap);

/* Whether the steps of both are exactly parallel, or one of them is 0; false also when that needs
 * too much room. */
bool uniform_is_parallel(const uniform_discs *q);

/* Where the upper or the lower tangent diagonal touches, exactly, of motions that both move: before
 * a life (-1), in it (1), or behind it (2). False when that is at an end of one, or they are
 * parallel, or it needs too much room. */
bool uniform_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b);

/* A start on a tangent diagonal is (middle -+ |across| reach)/turn after the begin of b, all in
 * units of the motions; `above` chooses the sum. With T = turn (s - begin) - middle its residual
 * is T^2 - |across|^2 reach^2, and a step from s leads to s - residual/(2 T turn). Gives that
 * step, as a double unless s is small beside it, and by how much it may be off, 0 where s is the
 * start; false as above, or when T has the other sign. */
bool uniform_residual_of_tangent(const uniform_discs *q, double_word s, bool above,
                                 double_word *step, double *error);

#endif
