/* SPDX-License-Identifier: MIT */
/* The numbers of a split: the spans of <graze/split.h>, where the proofs are. Spans are open; the
 * planner and graze_conflict_split make their constraints of them. */
#ifndef GRAZE_PLANNER_SPLIT_SPANS_H
#define GRAZE_PLANNER_SPLIT_SPANS_H

#include <stdbool.h>

#include "planner/span.h"

/* The starts that two moves must not have which start at a and b, in conflict at the differences
 * `when`. */
void split_spans_of_moves(tick a, tick b, span when, span forbidden[2]);

/* A stay until `until` and a move from `start` on that overlaps its place inside `when`: when the
 * stayer must not be there, and the starts that the mover must not have. */
void split_spans_of_stay(tick until, tick start, span when, span *stayer, span *mover);

/* Does a stay go on until the overlap is over? */
static inline bool split_outlasts(tick until, span when)
{
    return until >= when.upper && until < TICK_NEVER;
}

/* The same for such a stay: the closed time that the stayer must not rest throughout, and the
 * mover's starts. */
void split_spans_of_wait(tick until, tick start, span when, span *stayer, span *mover);

/* The same for a last stay: the stayer comes for good not before stayer->lower; or earlier, and
 * the mover must not overlap it after mover->lower. */
void split_spans_of_target(span when, span *stayer, span *mover);

#endif
