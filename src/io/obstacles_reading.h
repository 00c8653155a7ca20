/* SPDX-License-Identifier: MIT */
/* What the readers of obstacles share: outlines that become convex pieces. */
#ifndef GRAZE_IO_OBSTACLES_READING_H
#define GRAZE_IO_OBSTACLES_READING_H

#include "io/obstacles.h"
#include "io/source.h"

/* A point with its place in the file. */
typedef struct outline_point {
    graze_point at; /* [m] */
    size_t line, column;
} outline_point;

typedef struct obstacles_reading {
    const obstacles_options *options;
    diagnostics *sink;
    source *input;
    obstacles all;
    outline_point *points; /* of the outline at hand */
    size_t count, capacity;
    size_t *ends; /* of its rings, where it has more than one */
    size_t ring_count, ring_room;
    graze_point *places; /* room for its coordinates alone */
    size_t place_room;
    double radius; /* [m] of the obstacle at hand */
} obstacles_reading;

/* Adds a point to the outline at hand. */
io_result outline_add(obstacles_reading *reading, graze_point at, size_t line, size_t column);

/* Ends a ring of the outline at hand, of three points or more; those after the first are holes. An
 * outline of one ring need not say so. */
io_result outline_end_ring(obstacles_reading *reading);

/* Makes the pieces of the outline at hand and forgets it: a point, a segment or a polygon of the
 * obstacle that is counted next. What is wrong is reported, and no error (the file may have more
 * of it): IO_MEMORY alone. */
io_result outline_end(obstacles_reading *reading);

/* Counts the obstacle to which the pieces so far belong; label null: it has none. */
io_result obstacle_end(obstacles_reading *reading, const char *label);

io_result obstacles_csv_read(obstacles_reading *reading);
io_result obstacles_pcd_read(obstacles_reading *reading);
io_result obstacles_wkt_read(obstacles_reading *reading);

#endif
