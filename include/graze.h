/* SPDX-License-Identifier: MIT */
/* Graze: exact conflicts of moving agents. The umbrella header.
 *
 * Read in this order: motion.h (what moves), conflict.h (the questions),
 * trajectory.h (whole paths), status.h (what can go wrong); then unsafe.h and
 * delay.h (when not to start), intervals.h (lists of such times), lattice.h (times that sums do
 * not round), encounter.h;
 * pairwise.h (many pairs from arrays); index.h (who may meet whom, among many), among.h (a
 * solver's questions to it); check.h (a whole plan, on all processors), path.h (what is asked of
 * one path); planner.h (plans for many agents), lifelong.h (goal after goal), retime.h (given
 * plans, driven within limits of acceleration), split.h (conflicts as constraints),
 * collision_table.h (when the moves of a roadmap conflict).
 *
 * Modes of arithmetic. A host may have chosen a direction of rounding (fesetround), or have
 * subnormals flushed or taken as zero (FTZ and DAZ of x86, FZ of ARM): no answer depends on
 * it. The quick filters hold in every mode; everything else runs rounded to nearest without
 * flushing, and the host's mode is back when a function returns. Functions of the caller's
 * (sinks, allocators, should_stop) are called in between and may meet either mode. Flags may
 * be raised; floating-point traps must be masked.
 */
#ifndef GRAZE_H
#define GRAZE_H

#include <graze/allocator.h>
#include <graze/among.h>
#include <graze/batch.h>
#include <graze/body.h>
#include <graze/boxes.h>
#include <graze/check.h>
#include <graze/collision_table.h>
#include <graze/conflict.h>
#include <graze/delay.h>
#include <graze/encounter.h>
#include <graze/export.h>
#include <graze/gjk.h>
#include <graze/index.h>
#include <graze/intervals.h>
#include <graze/lattice.h>
#include <graze/lifelong.h>
#include <graze/motion.h>
#include <graze/pairwise.h>
#include <graze/path.h>
#include <graze/planner.h>
#include <graze/retime.h>
#include <graze/roadmap.h>
#include <graze/spline.h>
#include <graze/split.h>
#include <graze/status.h>
#include <graze/trajectory.h>
#include <graze/unsafe.h>
#include <graze/version.h>
#include <graze/workspace.h>
#include <graze/world.h>

#endif
