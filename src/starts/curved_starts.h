/* SPDX-License-Identifier: MIT */
/* All unsafe starts of two accelerated discs or spheres from events that doubles isolate.
 *
 * In the rectangle of both local times u and w, F = (distance^2 - reach^2)/2. Where the unsafe
 * starts begin or end, F is least on a diagonal of one shift w - u and 0 there (body_starts.h):
 *
 *     tangency   F = 0, and its slope G along the diagonal is 0
 *     side       F = 0 as a life begins, and G >= 0; or as one ends, and G <= 0
 *
 * or the diagonals end. The rectangle and its sides are halved. A piece on which F or G certainly
 * are not what they have to be is left out; one on which F and G have a Jacobian that cannot be
 * singular, between any two places, has one event at most. Newton steps find it, and what is left
 * of F there in double-doubles says how far away the true shift is. When the events' shifts are
 * certainly different, and no corner of the rectangle is on the circle, every gap between them is
 * decided at one start, and two unsafe gaps are joined: each event is a simple root of one source.
 * An end that is as good as a double is compared with it by the decision at it.
 *
 * Whatever is not certain is left to all candidates. Nothing is guessed.
 *
 * Worth: 3 us for all pairs of `benchmarks/starts --family accelerated`, near and far, where all
 * candidates take 13, and 36 us where ways meet twice (`twice`), where they take 205.
 */
#ifndef GRAZE_STARTS_CURVED_STARTS_H
#define GRAZE_STARTS_CURVED_STARTS_H

#include "contact/question.h"

enum { CURVED_STARTS_MAX = 8 };

/* Writes all of them; false when that is not certain, and of lives without an end. */
bool curved_starts(const pair *question, graze_interval *starts, size_t *count);

#endif
