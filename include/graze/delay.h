/* SPDX-License-Identifier: MIT */
/* When a motion may start, and how late a whole agent may be, among others that keep
 * their times.
 *
 * The answers are unions of graze_unsafe_starts (unsafe.h) over pairs of motions,
 * as interval lists in normal form (intervals.h). A trajectory is continuous, so
 * the seams between its motions neither hide a conflict nor make one: an overlap
 * at a seam goes on before or after it.
 *
 * Rounding. For every double x, x is unsafe iff lower < x < upper for an interval
 * of the answer; see intervals.h. The ends are those of the true components,
 * correctly rounded outward (components with no double between them are one).
 *
 * Trajectories are arrays of motions in order of time, as trajectory.h builds
 * them; a trajectory without motions is never present and meets no other.
 *
 * Statuses: those of unsafe.h, for any motion of a trajectory, whether the answer
 * depends on it or not; GRAZE_ERROR_CHOICE (no value of graze_at_start). Memory: as in conflict.h.
 * On an error *count and *slack are untouched, but the contents of the array of
 * intervals, in which the union is made, are undefined.
 */
#ifndef GRAZE_DELAY_H
#define GRAZE_DELAY_H

#include <graze/intervals.h>
#include <graze/trajectory.h>
#include <graze/unsafe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- one motion among trajectories -------------------------------------------------- */

/* Writes the starts of motion a that conflict with some motion of trajectory b. The present
 * start of a does not matter.
 *
 * intervals: room for the answer and for intermediate unions, which can be longer: one
 * interval for each motion of b is always enough at constant velocity,
 * GRAZE_UNSAFE_STARTS_MAX for each with acceleration (for bodies with corners the bounds of
 * unsafe.h). */
GRAZE_API graze_status graze_trajectory_unsafe_starts(
    const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
    const graze_trajectory *b, double tolerance, const graze_workspace *workspace,
    graze_interval *intervals, size_t capacity, size_t *count);

/* The same against `others` trajectories at once: trajectories[i] is that of bodies[i]. */
GRAZE_API graze_status graze_trajectories_unsafe_starts(
    const graze_body *body_a, const graze_motion *a, const graze_body *bodies,
    const graze_trajectory *trajectories, size_t others, double tolerance,
    const graze_workspace *workspace, graze_interval *intervals, size_t capacity, size_t *count);

/* ---- a whole trajectory later ------------------------------------------------------- */

/* Where a delayed agent is between its old start and its new one. */
typedef enum graze_at_start {
    GRAZE_APPEAR, /* nowhere: it appears at its delayed start */
    GRAZE_WAIT    /* where its first motion with a life begins */
} graze_at_start;

/* Writes the delays d [s] with which a, all its motions started d later, conflicts with b.
 * Negative delays are earlier starts, for which no agent waits.
 *
 * Where two starts with tails (motion.h) differ by a number that is not the sum of
 * two doubles, the ends of that pair are still rounded outward, but from rounded
 * starts: they can be off by a few ulps of the start. Starts without tails always
 * get the correct rounding.
 *
 * intervals: room as above, for each pair of motions, and one more for GRAZE_WAIT. */
GRAZE_API graze_status graze_trajectory_unsafe_delays(
    const graze_body *body_a, const graze_trajectory *a, const graze_body *body_b,
    const graze_trajectory *b, graze_at_start at_start, double tolerance,
    const graze_workspace *workspace, graze_interval *intervals, size_t capacity, size_t *count);

/* How much delay a trajectory can take. */
typedef struct graze_slack {
    bool conflicts; /* it conflicts without any delay; then delay is 0 */
    double delay;   /* [s] the greatest D such that every delay in [0, D) is free of
                       conflict, rounded down; D itself is free, too, unless `conflicts`.
                       +inf: no delay conflicts */
    size_t motion_a, motion_b; /* [index] the first motions that conflict beyond it;
                                  unset for +inf */
} graze_slack;

/* Writes the slack of a against b: the end of the safe delays that begin at 0, without
 * computing the other unsafe delays. It is rounded as by graze_trajectory_unsafe_delays:
 * never up.
 *
 * It is the same for GRAZE_APPEAR and GRAZE_WAIT: if b conflicts with an agent that waits at
 * its first place, then b also conflicts with an agent that appears there a little later,
 * at its start. */
GRAZE_API graze_status graze_trajectory_slack(const graze_body *body_a, const graze_trajectory *a,
                                              const graze_body *body_b, const graze_trajectory *b,
                                              double tolerance, const graze_workspace *workspace,
                                              graze_slack *slack);

#ifdef __cplusplus
}
#endif
#endif
