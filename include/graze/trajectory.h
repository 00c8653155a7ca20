/* SPDX-License-Identifier: MIT */
/* Trajectories: motions in order, each starting exactly when and where the
 * last one ends, without a seam in time or place.
 *
 * A trajectory is a plain array of motions in the caller's memory. Before its
 * first motion an agent is absent, unless graze_trajectory_stand lets it stand
 * there. After its last *row* it either stays for
 * ever (GRAZE_STAY: the array then ends with an endless motion) or disappears
 * (GRAZE_VANISH). The functions below make such arrays of the two exact forms
 * of rows that plans have.
 *
 * Functions that take trajectories take the body of each agent beside it. A trajectory may
 * name a body for each of its motions instead: a forklift that lowers its fork, a footprint
 * turned to its heading (graze_body_turned), a circle while an agent turns in place. Lives are
 * open: at the instant at which one motion ends and the next one starts, each speaks for its own
 * side. A conflict up to that instant is found with the body of the motion that ends, one from it
 * on with that of the motion that starts, and both are one conflict iff the depth at the instant
 * exceeds the tolerance with both. Whoever stays, before the first motion or after the last one,
 * stays with the body of that motion.
 */
#ifndef GRAZE_TRAJECTORY_H
#define GRAZE_TRAJECTORY_H

#include <stddef.h>

#include <graze/body.h>
#include <graze/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum graze_at_end { GRAZE_STAY, GRAZE_VANISH } graze_at_end;

typedef struct graze_trajectory {
    const graze_motion *motions; /* in time order, count of them */
    size_t count;                /* [count] 0: the agent never appears */
    const graze_body *bodies;    /* null: each motion has the agent's body; else of each motion
                                    its own, and the agent's is validated and not used */
} graze_trajectory;

/* Where an agent is at a time: a row, as plans are often kept. */
typedef struct graze_waypoint {
    double time;        /* [s] */
    graze_vector place; /* [m] */
} graze_waypoint;

/* Builds waypoint motions from `rows` rows (times[i] [s], places[i] [m]): a uniform
 * motion from each row to the next one. Equal places are a wait; two rows of one time
 * and one place are one row. GRAZE_STAY appends an endless wait at the last place,
 * GRAZE_VANISH nothing (a single row then makes no motion).
 *
 * motions: room for at least `rows` motions. count: how many were written.
 * bad_row (may be null) receives the index of the first row at fault, and is untouched
 * when there is none. Of two rows that do not fit together, it is the later one.
 *
 * GRAZE_ERROR_NULL, _EMPTY; and for a row _NOT_FINITE, _TIME_ORDER (it is earlier than
 * the row before it), _INSTANT_MOVE (it has the time of the row before it, and another
 * place). */
GRAZE_API graze_status graze_trajectory_from_waypoints(size_t rows, const double *times,
                                                       const graze_vector *places,
                                                       graze_at_end at_end, graze_motion *motions,
                                                       size_t *count, size_t *bad_row);

/* The same with ramps: shares[i] is the share of the motion from row i to row i + 1
 * (graze_motion_ramp); what belongs to the last row is not read. Places at a seam are the same
 * numbers; whether the speeds there agree is the plan's affair.
 * GRAZE_ERROR_NULL, what graze_trajectory_from_waypoints returns, and for a row _SHARE. */
GRAZE_API graze_status graze_trajectory_from_ramps(size_t rows, const double *times,
                                                   const graze_vector *places,
                                                   const double *shares, graze_at_end at_end,
                                                   graze_motion *motions, size_t *count,
                                                   size_t *bad_row);

/* Links kinematic motions into a trajectory. Motion i lives exactly until motion i + 1
 * starts, whatever its rounded duration says. motions[i] is made of row i, rows whose
 * life becomes empty included.
 *
 * A declared end (the real sum of start and duration) that differs from the next
 * start by more than an ulp is GRAZE_ERROR_END_MISMATCH; here an ulp is the
 * distance to the next larger double of |next start| or of the declared
 * duration, whichever distance is larger. (Both ends are equal but for rounding,
 * unless times are negative.) The place that the formula reaches at the next
 * start, when it is farther than `tolerance` [m] from the next position, is
 * GRAZE_ERROR_JUMP. Both decisions are exact. Only the last motion may be
 * endless; elsewhere that is an END_MISMATCH too.
 *
 * GRAZE_STAY: a last motion that stands still (no velocity, no acceleration)
 * becomes endless; after one that moves and ends, a GRAZE_PARKED motion is
 * appended. GRAZE_VANISH: the last motion ends as declared.
 *
 * declared: `rows` kinematic motions in time order. motions: room for at least
 * rows + 1 motions (may not overlap `declared`). count: how many were written.
 * bad_row (may be null) receives the index of the first row at fault, and is untouched
 * when there is none. A mismatched or inexact end is the fault of the row that declares
 * it; a time or place that does not fit is the fault of the later row.
 *
 * GRAZE_ERROR_NULL, _EMPTY, _NOT_FINITE and _NEGATIVE_TOLERANCE (the tolerance);
 * and for a row what graze_motion_validate returns, _FORM (not kinematic),
 * _TIME_ORDER (it starts before the row before it), _END_MISMATCH, _JUMP, and
 * _INEXACT (its life is not the sum of two doubles, which cannot happen where
 * every start_tail is 0). */
GRAZE_API graze_status graze_trajectory_from_motions(size_t rows, const graze_motion *declared,
                                                     graze_at_end at_end, double tolerance,
                                                     graze_motion *motions, size_t *count,
                                                     size_t *bad_row);

/* Lets an agent stand where its first motion begins, from the time `from` [s] until that motion
 * starts: puts a wait of exactly that life before it, in the form of the first motion (of a ramp,
 * a waypoint motion). An agent that starts by then, or that never appears, stays as it is. In a
 * plan whose agents stand before their first rows, `from` is the earliest time of the plan.
 *
 * motions: *count of them, as the functions above make them, and room for one more. Where the
 * trajectory names bodies, its first one is that of the wait, too: the caller's to add.
 *
 * GRAZE_ERROR_NULL, _NOT_FINITE (from), _FORM (the first motion is parked: its place is no
 * double), _INEXACT (the wait is not the sum of two doubles, which cannot happen where
 * start_tail is 0), and what graze_motion_validate returns for the first motion. */
GRAZE_API graze_status graze_trajectory_stand(double from, graze_motion *motions, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
