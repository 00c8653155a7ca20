/* SPDX-License-Identifier: MIT */
/* The column `body` of a plan: which body of `--bodies` each motion of an agent has. */
#ifndef GRAZE_IO_PLAN_BODIES_H
#define GRAZE_IO_PLAN_BODIES_H

#include "io/plan_reading.h"
#include "io/table.h"

/* Finds the row in the bodies file of the body that this row names ("" where it names none);
 * false where there is no such row. The plan may have no such column. */
bool plan_bodies_find(const plan_reading *reading, table *t, size_t column, const char **name,
                      size_t *row);

/* The plan's number of the body that this row of an agent names, 0 for the agent's own.
 * IO_BAD_INPUT has been reported; an agent's first row without any body is told elsewhere. */
io_result plan_bodies_read(plan_reading *reading, table *t, size_t column, bool first,
                           const char *label, size_t *number);

/* Gives an agent's motions, which were built of `count` rows, the bodies of their rows: each
 * motion that of the row at which it begins, and what comes after the last row that of the last
 * one. times are those of waypoint rows, of which two of one time are one; null of motion rows.
 * Nothing to do when all numbers are 0. */
io_result plan_bodies_give(plan_reading *reading, size_t agent, const size_t *numbers,
                           const double *times, size_t count);

#endif
