/* SPDX-License-Identifier: MIT */
/* A plan a stretch of time at a time, so that who looks for pairs of motions need hold but the
 * boxes of that stretch.
 *
 * Time is cut into slices. A motion begins in one slice, and may be alive in those that follow. Two
 * motions that are alive together are so when the later one begins: whoever looks at what is alive
 * in each slice, and takes the pairs of which one begins there, has each pair once.
 *
 * Begins are rounded down and ends up, as those of boxes (motion/box.h); both ways of rounding are
 * monotone, so that nothing is lost. Trajectories whose motions are out of order, or not valid,
 * cannot be cut: the walk says so.
 */
#ifndef GRAZE_CHECK_TIME_SLICES_H
#define GRAZE_CHECK_TIME_SLICES_H

#include "broadphase/index_store.h"
#include "check/plan_check.h"

enum { SLICES_MAX = 256 };

/* Slice k begins at borders[k], where the one before it ends. The first begins at -infinity, the
 * last ends at +infinity. */
typedef struct time_slices {
    size_t count; /* >= 1 */
    double borders[SLICES_MAX + 1]; /* [s] ascending */
} time_slices;

/* Cuts a plan of so many motions into at most `wanted` slices in which about as many begin. */
void time_slices_cut(const plan_check *check, size_t motions, size_t wanted, time_slices *cut);

/* The motions first .. end - 1 of an agent; those from `fresh` on begin in the slice. */
typedef struct slice_agent {
    size_t first, fresh, end;
    double last_begin, last_end; /* [s] the life of the motion before `end` */
} slice_agent;

enum { SLICE_AT_ONCE = 32 /* [count] motions that a source makes at a time */ };

/* Where a walk through slices is. */
typedef struct slice_walk {
    const plan_check *check;
    slice_agent *agents; /* check->count of them */
    graze_index *index;  /* of what is alive: an agent's motions count from `first` */
    graze_motion made[SLICE_AT_ONCE];
} slice_walk;

/* Comes to where a slice begins, with room for slices of so many motions, which may have others;
 * false when there is no memory. Opened or not, it may be closed. Bodies are valid. */
bool slice_walk_open(slice_walk *walk, const plan_check *check, double begin, size_t motions);

/* Goes on to the slice begin..end; false where a trajectory cannot be cut, or without memory. */
bool slice_walk_next(slice_walk *walk, double begin, double end);

void slice_walk_close(slice_walk *walk);

#endif
