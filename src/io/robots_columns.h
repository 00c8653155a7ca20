/* SPDX-License-Identifier: MIT */
/* What a row of a table says of a robot: in a robots file, or in a scenario. */
#ifndef GRAZE_IO_ROBOTS_COLUMNS_H
#define GRAZE_IO_ROBOTS_COLUMNS_H

#include "io/robots.h"
#include "io/shape.h"

/* The columns of what both tables have. */
typedef struct robots_columns {
    shape_columns body;
    size_t acceleration, deceleration, turn_rate, turn_times;
} robots_columns;

/* Does a row say anything but a radius? */
bool robots_says(const table *t, const robots_columns *columns);

/* Reads that of a row; the body's vertices are in the room, turn_times is to be freed.
 * IO_BAD_INPUT has been reported. */
io_result robots_read_limits(table *t, const robots_columns *columns, shape *room,
                             robots_row *row);

/* A copy with a label, vertices and turn_times (those of the original, which it takes) of its own;
 * IO_MEMORY: nothing is left to forget. */
io_result robots_keep(const robots_row *row, const char *label, robots_row *kept);
void robots_forget(robots_row *kept);

#endif
