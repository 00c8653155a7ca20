/* SPDX-License-Identifier: MIT */
/* All unsafe starts of two accelerated discs or spheres, or of two bodies with corners, from events
 * that doubles isolate.
 *
 * In the rectangle of both local times u and w, F = (distance^2 - reach^2)/2. Where the unsafe
 * starts begin or end, F is least on a diagonal of one shift w - u and 0 there (body_starts.h):
 *
 *     tangency   F = 0, and its slope G along the diagonal is 0
 *     side       F = 0 as a life begins, and G >= 0; or as one ends, and G <= 0
 *
 * or the diagonals end. Bodies with corners have such an F for each arc and each line of their
 * outline, and each sharp corner is a place by itself (curved_events.c). The rectangle and its
 * sides are halved. A piece on which F or G certainly are not what they have to be is left out; one
 * on which F and G have a Jacobian that cannot be singular, between any two places, has one event
 * at most. Newton steps find it, and what is left of F there in double-doubles says how far away
 * the true shift is. When the events' shifts are certainly different, and no corner of the
 * rectangle is on the outline, every gap between them is decided at one start, and two unsafe gaps
 * are joined: each event is a simple root of one source. An end that is as good as a double is
 * compared with it by the decision at it.
 *
 * Why an event between two unsafe gaps is unsafe. If it were not, places of overlaps at lower
 * shifts and at higher ones would come near to two places of that shift on the outline, each of
 * which is an event: else D goes on into the overlaps from there. Both are the same, then, and the
 * only event there, on one part alone, where F (at a corner, D) has no singular slope. But there
 * the overlaps lie on one side of the shift: where F is least on the diagonal; on a side where G is
 * not 0; and at a corner that D passes. Where G is 0 on a side, where D passes along an edge, and
 * where two parts meet, a second event has the same shift.
 *
 * Straight ways that never turn back have one interval or none (straight_guess.h), so that events
 * of one shift do no harm: of a group of them one is its end, and decisions at the doubles between
 * their shifts, at most six, tell which. Those that slide along each other at constant velocity
 * have one event for a whole edge.
 *
 * Whatever is not certain is left to all candidates. Nothing is guessed.
 *
 * Worth: 3 us for all pairs of `benchmarks/starts --family accelerated`, near and far, where all
 * candidates take 13, and 36 us where ways meet twice (`twice`), where they take 205; from pieces
 * side by side, which AVX2 has, 1 us in the place of 8 and 8 us in the place of 87 (Zen 5). Rounded
 * octagons on these ways: 7 us in the place of 49, and 0.17 ms in the place of 7.
 */
#ifndef GRAZE_STARTS_CURVED_STARTS_H
#define GRAZE_STARTS_CURVED_STARTS_H

#include "contact/question.h"

enum { CURVED_STARTS_MAX = 8 };

/* Writes all of them; false when that is not certain, and of lives without an end. */
bool curved_starts(const pair *question, graze_interval *starts, size_t *count);

#endif
