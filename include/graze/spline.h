/* SPDX-License-Identifier: MIT */
/* Curves through way-points: natural cubic splines, driven as motions of constant
 * acceleration.
 *
 * The *spline* through rows (times[i], places[i]) is, between two rows, the cubic that
 * passes through both places and has second derivatives there from the well-known
 * tridiagonal system, 0 at both ends of the list: the smoothest curve through the
 * places. Those second derivatives are doubles, and the spline is the one that they
 * define, in real numbers.
 *
 * A motion has constant acceleration, so each cubic is driven as `pieces` quadratics of
 * equal time that start and end on it. They keep within a stated distance of it, which
 * falls with the cube of `pieces`; boxes that are grown by it (<graze/boxes.h>) bound
 * the spline itself.
 *
 * Source: T. Germar and L. Fernandez, workspace-time AABBs (2018), for paths on natural
 * cubic splines; the bound is derived in src/motion/spline.c.
 */
#ifndef GRAZE_SPLINE_H
#define GRAZE_SPLINE_H

#include <stddef.h>

#include <graze/allocator.h>
#include <graze/motion.h>
#include <graze/status.h>
#include <graze/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Second derivatives [m/s^2] of the natural cubic spline at its rows: `rows` of them into
 * `accelerations`. At least one row; times ascend strictly. allocator: null for the C
 * library's; what it gives is returned before the call ends.
 * GRAZE_ERROR_NULL, _EMPTY, _NOT_FINITE (a row, or a spline beyond the doubles),
 * _TIME_ORDER, _MEMORY. @since 0.1 */
GRAZE_API graze_status graze_spline_accelerations(const graze_allocator *allocator, size_t rows,
                                                  const double *times, const graze_vector *places,
                                                  graze_vector *accelerations);

/* Builds a trajectory along that spline, `pieces` motions from row to row, as
 * graze_trajectory_from_motions does: GRAZE_STAY lets it stand at its end for ever.
 *
 * motions: room for (rows - 1) * pieces + 1 motions. count: how many were written.
 * deviation [m]: at every time the trajectory is nowhere farther from the spline.
 * bad_row (may be null): the row at fault.
 *
 * Statuses as above, and GRAZE_ERROR_CHOICE when pieces is 0 or so many that the doubles
 * between two rows do not suffice; _INEXACT when a life is not the sum of two doubles.
 * @since 0.1 */
GRAZE_API graze_status graze_trajectory_from_spline(const graze_allocator *allocator, size_t rows,
                                                    const double *times, const graze_vector *places,
                                                    size_t pieces, graze_at_end at_end,
                                                    graze_motion *motions, size_t *count,
                                                    double *deviation, size_t *bad_row);

#ifdef __cplusplus
}
#endif
#endif
