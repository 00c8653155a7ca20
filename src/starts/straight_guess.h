/* SPDX-License-Identifier: MIT */
/* Where the unsafe starts of two discs or spheres on straight ways begin and end, in doubles: one
 * interval or none, though both may be accelerated.
 *
 * While neither turns back, how far each has come on its way is a rising function of its time. In
 * those two numbers the relative place is affine, so that the overlaps are a convex set, cut by a
 * rectangle; in both local times u and w it is still connected, and so are its shifts w - u.
 * Decisions at both ends then prove that there is no other unsafe start (start_search.h).
 *
 * Worth: unsafe starts of pairs of moves on a grid that come near take 13 us, all candidates 150
 * to 600 (benchmarks/starts, the table `accelerated`; all pairs there 6 and 70).
 */
#ifndef GRAZE_STARTS_STRAIGHT_GUESS_H
#define GRAZE_STARTS_STRAIGHT_GUESS_H

#include "contact/question.h"

/* Writes what the unsafe starts of a probably are: true only of motions for which they certainly
 * are one interval, if there are any, and when there probably are. */
bool straight_guess(const pair *question, graze_interval *guess);

/* Whether a motion certainly ends, goes straight and never turns back. */
bool straight_never_turns(const graze_motion *motion);

#endif
