/* SPDX-License-Identifier: MIT */
/* Curves through way-points: natural cubic splines, driven as motions of constant
 * acceleration.
 *
 * The *spline* through rows (times[i], places[i]) is, between two rows, the cubic that
 * passes through both places and whose second derivatives there solve the well-known
 * tridiagonal system, 0 at both ends of the list: the smoothest curve through the
 * places. The second derivatives are doubles, and the spline is the one that these
 * doubles define in real numbers.
 *
 * A motion has constant acceleration, so each cubic is approximated by `pieces` quadratics
 * of equal time that start and end on it. They stay within a stated distance of it, which
 * falls with the cube of `pieces`; boxes grown by that distance (<graze/boxes.h>) bound the
 * spline itself.
 *
 * Source: M. A. Germar and P. L. Fernandez Jr., "Time Advancement and Bounds Intersection
 * Checking for Faster Broad-Phase Collision Detection of Paired Object Trajectories", 2018,
 * for paths on cubic splines; the bound is derived in src/motion/spline.c.
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

/* Writes the second derivatives [m/s^2] of the natural cubic spline at its rows, `rows` of
 * them, into `accelerations`. There is at least one row; times ascend strictly. allocator:
 * null for the C library's; all memory is freed before the call returns.
 * GRAZE_ERROR_NULL, _EMPTY, _NOT_FINITE (a row, or a spline beyond the doubles),
 * _TIME_ORDER, _MEMORY. */
GRAZE_API graze_status graze_spline_accelerations(const graze_allocator *allocator, size_t rows,
                                                  const double *times, const graze_vector *places,
                                                  graze_vector *accelerations);

/* Builds a trajectory along that spline, `pieces` motions from row to row, as
 * graze_trajectory_from_motions does: with GRAZE_STAY the agent stays at its end for ever.
 *
 * motions: room for (rows - 1) * pieces + 1 motions. count: how many were written.
 * deviation [m]: the trajectory is never farther from the spline than this.
 * bad_row (may be null): the row at fault.
 *
 * Statuses as above, and GRAZE_ERROR_CHOICE when pieces is 0 or so many that the doubles
 * between two rows do not suffice; _INEXACT when a life is not the sum of two doubles. */
GRAZE_API graze_status graze_trajectory_from_spline(const graze_allocator *allocator, size_t rows,
                                                    const double *times, const graze_vector *places,
                                                    size_t pieces, graze_at_end at_end,
                                                    graze_motion *motions, size_t *count,
                                                    double *deviation, size_t *bad_row);

#ifdef __cplusplus
}
#endif
#endif
