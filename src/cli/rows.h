/* SPDX-License-Identifier: MIT */
/* Rows of results: the one writer behind every table, CSV and JSON line.
 *
 *     rows *writer = rows_open(out, format, hex, columns, names);
 *     rows_text(writer, label); rows_real(writer, depth); rows_end(writer);
 *     ...
 *     io_result result = rows_close(writer);
 *
 * The header goes out with rows_open (CSV), every row with rows_end. A failure
 * (of memory, of the stream) is kept and told by rows_close, so that the calls
 * between need no checks; after a failure they do nothing. The stream belongs
 * to the caller, who also flushes it and asks it for errors (see output.h).
 *
 * ROWS_TABLE  columns aligned for people, numbers to the right, control bytes
 *             shown as '?'; the rows are held in memory until rows_close
 * ROWS_CSV    RFC 4180 with a header; lines end in a line feed; a text that is
 *             empty is written "", an empty cell is nothing at all
 * ROWS_JSONL  one object per row; an empty cell is null; what JSON has no
 *             number for (infinities, hex floats) is a string; bytes that are
 *             not UTF-8 become U+FFFD
 */
#ifndef GRAZE_CLI_ROWS_H
#define GRAZE_CLI_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "io/diagnostic.h"

typedef enum rows_format { ROWS_TABLE, ROWS_CSV, ROWS_JSONL } rows_format;

typedef struct rows rows;

/* A writer of rows of `columns` cells. The names are copied. hex: reals as C99
 * hex floats. Null when there is no memory; every function below accepts null,
 * and rows_close then answers IO_MEMORY. */
rows *rows_open(FILE *out, rows_format format, bool hex, size_t columns,
                const char *const *names);

/* The next cell of the row. The text is copied; null is an empty cell. */
void rows_text(rows *writer, const char *text);
void rows_bytes(rows *writer, const char *bytes, size_t length);
void rows_integer(rows *writer, int64_t value);
void rows_real(rows *writer, double value); /* NaN is an empty cell */
void rows_empty(rows *writer);

/* Ends the row. Cells that were not given are empty. */
void rows_end(rows *writer);

/* What has gone wrong so far. */
io_result rows_result(const rows *writer);

/* Writes what is held back, frees the writer and answers what went wrong:
 * IO_OK, IO_SYSTEM (the stream) or IO_MEMORY. */
io_result rows_close(rows *writer);

/* Writes text for a terminal, with '?' for every character that is not
 * printable, and answers its width. out may be null: the width only. */
size_t rows_shown(FILE *out, const char *bytes, size_t length);

/* A JSON string with its quotes, as ROWS_JSONL writes texts. */
void rows_json_string(FILE *out, const char *bytes, size_t length);

#endif
