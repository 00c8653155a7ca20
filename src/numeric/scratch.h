/* SPDX-License-Identifier: MIT */
/* Memory for work on exact numbers: a small arena on the stack, and when that is exhausted
 * ever larger ones from malloc, in which the work is done again from its beginning; or the
 * caller's memory alone (graze/workspace.h).
 */
#ifndef GRAZE_NUMERIC_SCRATCH_H
#define GRAZE_NUMERIC_SCRATCH_H

#include <graze/status.h>
#include <graze/workspace.h>

#include "numeric/dyadic.h"

/* [bytes] of the arena on the stack. With it every question about discs without ramps ends in
 * 64 KiB. */
enum { SCRATCH_STACK = 16 << 10 };

/* Works on the arena and writes its answer through `job`. It may be called several times,
 * with ever more room, and must not leave anything of meaning when the arena is exhausted.
 * Its status counts only when the arena is not. */
typedef graze_status scratch_work(dyadic_arena *arena, void *job);

/* Does the work. `given` may be null. GRAZE_ERROR_MEMORY, GRAZE_ERROR_WORKSPACE and
 * GRAZE_ERROR_STOPPED as graze/workspace.h says; else what the work answers. */
graze_status scratch_run(const graze_workspace *given, scratch_work *work, void *job);

#endif
