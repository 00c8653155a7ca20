/* SPDX-License-Identifier: MIT */
/* A filter for long moves of discs: the cells whose centres may be seen from a cell's centre.
 *
 * From a centre, a blocked cell in row d (counted from there, d >= 1) and column c casts a shadow:
 * every line from the centre that enters the open box of the cell, made wider by the disc's radius,
 * is blocked behind it. The lines that are left after each row are ranges of slopes, columns per
 * row. So the work is about that of looking at what is seen.
 *
 * Slopes are doubles, and lines and centres of a grid are rounded. Of n columns and rows each is
 * off by less than n 2^-53 cells, a segment between two centres by less than n 2^-51 from that
 * between whole numbers, and a slope at depth n by as little. Boxes here are smaller by n 2^-46 on
 * every side, so that whatever they shade is shaded.
 */
#ifndef GRAZE_WORLD_SIGHT_H
#define GRAZE_WORLD_SIGHT_H

#include "world/world.h"

typedef struct slope_range {
    double low, high; /* closed */
} slope_range;

typedef struct sight {
    const graze_world *world;
    graze_allocator memory;
    double half_width, half_depth; /* [cells] of what casts a shadow; half_width <= 0: none does */
    uint32_t column, row;
    slope_range *now, *next; /* what is seen in this row, and in the one behind it */
    size_t count, capacity, next_count, next_capacity;
    unsigned char *seen; /* by vertex */
    uint32_t last;       /* the last vertex that is seen */
} sight;

/* Looks with a body's eyes; a body with corners sees everything. GRAZE_ERROR_MEMORY. */
graze_status sight_open(sight *view, const graze_world *world, const graze_body *body,
                        double tolerance, const graze_allocator *memory);
void sight_close(sight *view);

/* Is the body certainly not clear in a cell? (A blocked cell need not stop one that the tolerance
 * makes smaller than a point.) */
bool sight_is_shut(const sight *view, size_t vertex);

/* Marks in `seen` later vertices than that of a cell: all that a body may go to straight from there
 * past no centre of another cell, and others beside them. All marks are gone before.
 * GRAZE_ERROR_MEMORY. */
graze_status sight_look(sight *view, uint32_t column, uint32_t row);

#endif
