/* SPDX-License-Identifier: MIT */
/* The frame of a plan that was read: cells become metres, axes are exchanged or turned where
 * that is asked for, and a reading that a map shows to be wrong is noticed. */
#ifndef GRAZE_IO_PLAN_FRAME_H
#define GRAZE_IO_PLAN_FRAME_H

#include "io/plan.h"

/* The radius of `--radius grid`: sqrt(2)/4 of a cell, rounded down to a double.
 *
 * Where agents on a grid of four neighbours move one cell or stand, in equal steps, and no
 * two are at one place or exchange places, their relative motion in a step goes straight from
 * one point with whole coordinates to another, neither of them 0, by at most one cell in each
 * of two axes or two in one. The line that comes nearest to 0 is from (1,0) to (0,1): one
 * agent enters the cell that another leaves at a right angle. It passes 0 at 1/sqrt(2). So
 * discs are clear of each other up to half of that, sqrt(2)/4 = 0.3535..., and touch there;
 * of radius 0.5 they overlap whenever agents follow each other round a corner. */
double plan_frame_grid_radius(double cell);

/* Applies --cell (to plans in cells), --axes and --flip-y to a plan, and holds it against the
 * map: where many agents stand in walls or off the map and hardly any would after another
 * reading, a plan in cells is refused and any other warned of, with the option that helps.
 * The coordinates of a plan that is turned are rounded once each. */
io_result plan_frame_apply(plan *all, const plan_options *options, const char *file,
                           diagnostics *sink);

/* Is this a plan for which plan_frame_grid_radius is right: moves of one cell to one of four
 * neighbours, or waits, all moves in equal steps? If not, the first fault is reported. */
io_result plan_frame_check_grid(const plan *all, double cell, const char *file, diagnostics *sink);

#endif
