/* SPDX-License-Identifier: MIT */
/* Pairs of motions from a CSV file, one question each: the input of
 * `graze pairs`. Rows are streamed: a file of any length needs constant memory.
 */
#ifndef GRAZE_IO_PAIRS_H
#define GRAZE_IO_PAIRS_H

#include <graze.h>

#include "io/diagnostic.h"

/* One row. Motions and bodies are valid (graze_motion_validate) and carry
 * a_delay already. `id` and the bodies' vertices live until the next row. */
typedef struct pairs_row {
    const char *id;
    graze_body body_a, body_b;
    graze_motion a, b;
    const struct pairs_reader *reader; /* knows where the row is */
} pairs_row;

/* Where a row's id is, for what its receiver has to say about it. Until the next row. */
diagnostic_place pairs_id_place(const pairs_row *row);

/* Receives a row; any result but IO_OK ends the reading and is handed on. */
typedef io_result (*pairs_sink)(void *context, const pairs_row *row);

/* Reads every row of the file ("-" is standard input) into `receive`. All rows
 * are checked; after the first error no row is handed on, and IO_BAD_INPUT is
 * the result. */
io_result pairs_read(const char *path, diagnostics *sink, pairs_sink receive, void *context);

#endif
