/* SPDX-License-Identifier: MIT */
/* The starts and goals of a scenario of MovingAI without its map, for plans that hold moves
 * alone: (column, row), counted from 0. */
#ifndef GRAZE_IO_SCEN_TASKS_H
#define GRAZE_IO_SCEN_TASKS_H

#include "io/diagnostic.h"
#include "io/source.h"

typedef struct scen_task {
    size_t start_x, start_y, goal_x, goal_y;
} scen_task;

/* Reads all tasks; free them. */
io_result scen_tasks_read(source *input, diagnostics *sink, scen_task **tasks, size_t *count);

#endif
