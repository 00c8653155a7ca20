/* SPDX-License-Identifier: MIT */
/* The ends of lives compared as the real sums they are.
 *
 * The life of a kinematic or waypoint motion is
 *     (start + start_tail,  start + start_tail + duration + duration_tail);
 * a parked motion lives from the end of its numbers to +infinity. The motions
 * must be valid. Answers are exact: -1, 0 or 1 as the first is earlier than, at,
 * or later than the second.
 */
#ifndef GRAZE_MOTION_LIFE_H
#define GRAZE_MOTION_LIFE_H

#include <graze/motion.h>
#include <stdbool.h>

/* True when the motion lives to +infinity. */
bool motion_is_endless(const graze_motion *motion);

/* True when its life is the empty interval. */
bool motion_is_empty(const graze_motion *motion);

/* True when it stays at z = 0. A parked motion's numbers count even where it stands there. */
static inline bool motion_is_plane(const graze_motion *motion)
{
    return motion->position.z == 0 && motion->velocity.z == 0 && motion->acceleration.z == 0;
}

/* The start of a's life against the start of b's. */
int motion_compare_start(const graze_motion *a, const graze_motion *b);

/* The end of a's life against the end of b's; +infinity equals itself. */
int motion_compare_end(const graze_motion *a, const graze_motion *b);

/* The end of a's life against the start of b's. */
int motion_compare_end_start(const graze_motion *a, const graze_motion *b);

#endif
