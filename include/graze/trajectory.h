/* SPDX-License-Identifier: MIT */
/* Trajectories: motions in order, each starting exactly when and where the
 * last one ends, without a seam in time or place.
 *
 * A trajectory is a plain array of motions in the caller's memory. Before its
 * first motion an agent is absent. After its last *row* it either stays for
 * ever (GRAZE_STAY: the array then ends with an endless motion) or disappears
 * (GRAZE_VANISH). The builders below turn the two exact row forms that plans
 * come in into such arrays.
 */
#ifndef GRAZE_TRAJECTORY_H
#define GRAZE_TRAJECTORY_H

#include <stddef.h>

#include <graze/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum graze_at_end { GRAZE_STAY, GRAZE_VANISH } graze_at_end;

typedef struct graze_trajectory {
    const graze_motion *motions; /* in time order, count of them */
    size_t count;                /* [count] may be 0: an agent that never appears */
} graze_trajectory;

/* Builds waypoint motions from `rows` rows (times[i] [s], places[i] [m]):
 * row i to row i + 1 in uniform motion; equal places are a wait; two rows of
 * one time and one place are one row.
 *
 * motions: room for at least `rows` motions. count: how many were written.
 * bad_row (may be null): on an error, the index of the row at fault.
 *
 * GRAZE_ERROR_NULL, _EMPTY, _NOT_FINITE, _TIME_ORDER (a row earlier than the
 * one before it), _INSTANT_MOVE (two rows of one time in different places).
 * @since 0.1 */
GRAZE_API graze_status graze_trajectory_from_waypoints(size_t rows, const double *times,
                                                       const graze_vector *places,
                                                       graze_at_end at_end, graze_motion *motions,
                                                       size_t *count, size_t *bad_row);

/* Links kinematic motions into a trajectory. The next start rules: motion i
 * lives exactly until motion i + 1 starts, whatever its rounded duration says.
 * A declared end that differs from the next start by more than an ulp is
 * GRAZE_ERROR_END_MISMATCH; a place reached that differs from the next place by
 * more than `tolerance` [m] is GRAZE_ERROR_JUMP; both decisions are exact.
 * Only the last motion may be endless.
 *
 * declared: `rows` kinematic motions in time order. motions: room for at least
 * rows + 1 motions (may not overlap `declared`). count, bad_row: as above.
 *
 * Also GRAZE_ERROR_NULL, _EMPTY, _FORM, _TIME_ORDER, _NEGATIVE_TOLERANCE and
 * what graze_motion_validate returns. @since 0.1 */
GRAZE_API graze_status graze_trajectory_from_motions(size_t rows, const graze_motion *declared,
                                                     graze_at_end at_end, double tolerance,
                                                     graze_motion *motions, size_t *count,
                                                     size_t *bad_row);

#ifdef __cplusplus
}
#endif
#endif
