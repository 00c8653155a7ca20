/* SPDX-License-Identifier: MIT */
/* A body in a row of a table: the columns radius and vertices.
 *
 * `vertices` is `x y x y ...` in the body's frame, counter-clockwise; an empty
 * field is a body without corners, a disc. Without a radius column the radius is 0,
 * so such a row must have vertices. Vertices exactly between their neighbours on one
 * line change nothing of a body, and only its corners are kept. Faults are reported at
 * the number in question.
 */
#ifndef GRAZE_IO_SHAPE_H
#define GRAZE_IO_SHAPE_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"
#include "io/table.h"

/* The columns of a table that describe one body. */
typedef struct shape_columns {
    size_t radius, vertices;
} shape_columns;

/* Reports a header that has neither column. */
bool shape_require(table *t, shape_columns columns);

/* Room for the vertices of one row; zeroed before its first use. */
typedef struct shape {
    graze_point *points;
    size_t capacity;
} shape;

void shape_free(shape *room);

/* Reads the body of this row; its vertices are in `room`, until the next reading.
 * IO_BAD_INPUT has been reported. */
io_result shape_read(table *t, shape_columns columns, shape *room, graze_body *body);

/* The numbers of a field, two for each point, into the room; *count is how many numbers there are.
 * IO_BAD_INPUT has been reported, with a hint. */
io_result shape_read_numbers(table *t, size_t column, const char *hint, shape *room,
                             size_t *count);

/* Reports a fault at number `index` of a field. */
void shape_error(table *t, size_t column, size_t index, const char *hint, const char *message);

/* True when this body must stay in the plane (graze/body.h). */
bool shape_is_flat(const graze_body *body);

/* True when they are the same, number for number. */
bool shape_equal(const graze_body *a, const graze_body *b);

/* A copy with vertices of its own, to be freed with shape_forget; false when memory
 * is out. */
bool shape_copy(const graze_body *body, graze_body *copy);
void shape_forget(graze_body *copy);

#endif
