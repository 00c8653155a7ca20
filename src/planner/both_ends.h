/* SPDX-License-Identifier: MIT */
/* A search from both ends in turn, for one agent: the earliest arrival, as sipp_find has it.
 *
 * A search from the start looks at whatever could be at the goal before the answer. Where the
 * others leave the goal, or the ways to it, late, that is nearly everything; a search back from the
 * goal sees soon that nobody arrives earlier. So three searches take turns:
 *
 *     the plain one, from the start, as it would be alone
 *     back    from the goal, in a mirror (mirror.h): is there a way that arrives by a deadline?
 *     ahead   the same from the start
 *
 * A deadline that is proven missed, from the goal, raises the bound on the arrival; the next lies
 * twice as far behind it, the first as far as the world's patience. A way that meets one is made
 * as early as its edges allow, and the deadline becomes a tick less than that. The answer is the
 * arrival of the plain search, or of the best way once the bound has come to it. All look at three
 * times the states of the plain search at most, and a turn, and those of the ways made earlier.
 */
#ifndef GRAZE_PLANNER_BOTH_ENDS_H
#define GRAZE_PLANNER_BOTH_ENDS_H

#include "planner/sipp.h"

/* As sipp_find, for a question without corridor, landmarks, bounds and limits, of an agent that
 * can wait at its start, in a world that tells of starts between two times, has patience and
 * forbids no stays. Each search looks at so many states in a turn. */
graze_status both_ends_find(sipp *search, const sipp_question *question, const sipp_world *world,
                            uint64_t turn);

#endif
