/* SPDX-License-Identifier: MIT */
/* Memory for the kernel's questions about accelerated motions, as much as they turn out to need. */
#ifndef GRAZE_PLANNER_KERNEL_ROOM_H
#define GRAZE_PLANNER_KERNEL_ROOM_H

#include <graze/allocator.h>
#include <graze/status.h>
#include <graze/workspace.h>

/* After a question that was answered GRAZE_ERROR_WORKSPACE: makes the room four times as large.
 * GRAZE_OK: ask again; GRAZE_ERROR_MEMORY; GRAZE_ERROR_WORKSPACE beyond 256 MiB, as from SQL. */
graze_status kernel_room_grow(graze_workspace *room, const graze_allocator *memory);

#endif
