/* SPDX-License-Identifier: MIT */
/* A CSV table with a header row, read row by row: RFC 4180, columns found by
 * name, every fault reported at its line and byte column.
 *
 * libcsv takes fields apart; this wrapper decides where rows end, keeps the raw
 * row for diagnostics, and refuses what libcsv would let pass: rows of another
 * width, empty lines inside the table, bytes that are no text, stray quotes,
 * fields and rows without bounds. A file of any length needs constant memory.
 *
 *     table_open(input, &format, sink, &t);
 *     if (table_has(t, COLUMN_Z)) ...
 *     while ((result = table_next(t, &more)) == IO_OK && more) ...
 *     result = table_finish(t, result);
 *
 * Columns are indices into the caller's list of names.
 */
#ifndef GRAZE_IO_TABLE_H
#define GRAZE_IO_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"
#include "io/plain_rows.h"
#include "io/source.h"

enum {
    TABLE_FIELD_MAX = 1 << 20, /* [bytes] of one field, quotes included */
    TABLE_ROW_MAX = 1 << 22,   /* [bytes] of one row */
    TABLE_COLUMNS_MAX = 1024
};

/* Why the reader would refuse a text as a field, however it were quoted; null when it takes it.
 * What writes tables asks this, so that nobody writes what nobody reads. */
const char *table_refuses(const char *text, size_t length);

typedef struct table table;

/* What a table may hold. Columns whose name begins with '#' are always allowed
 * and never looked at; any other name that is not listed is an error. Where rows of data
 * do not fit the header from the first one on, or numbers have decimal commas, that is told
 * once and ends the reading. */
typedef struct table_format {
    const char *const *columns; /* names, `count` of them */
    size_t count;
    const char *expected; /* hint: what the header should look like */
    char delimiter;       /* between fields; 0 is a comma, ' ' is a run of blanks */
    bool others;          /* names that are not listed are passed over, too */
    const char *const *header; /* null, or what the columns of a file without a header are: */
    size_t header_count;       /* names of the list, and others that begin with '#' */
} table_format;

/* Reads the header. The source stays the caller's, and must outlive the table.
 * Faults of single names are reported but do not end the reading (ask
 * table_failed), so that a person sees all of them at once. */
io_result table_open(source *input, const table_format *format, diagnostics *sink, table **result);

/* Ends the reading: IO_BAD_INPUT if anything was reported and result is IO_OK,
 * else result. Frees the table; null is allowed. */
io_result table_finish(table *t, io_result result);

bool table_has(const table *t, size_t column);

/* Reports a column that is missing. */
bool table_require(table *t, size_t column);

/* True when anything has been reported. */
bool table_failed(const table *t);

/* Goes to the next sound row; *more is false at the end. Rows of another width
 * are reported and passed over. A fault that leaves in doubt where rows end is
 * IO_BAD_INPUT. */
io_result table_next(table *t, bool *more);

/* What plain_rows.h has to know of the table's rows. `uses` is of the caller's columns, `count` of
 * them, a plain_use each; false where no row can be plain. */
bool table_plain(const table *t, const unsigned char *uses, plain_format *format);

/* The whole lines behind this row, as records_ahead has them, and none once the reading is over. */
io_result table_ahead(table *t, size_t wanted, const char **bytes, size_t *length, size_t *line);

/* The next row is the one that begins at this byte of the lines ahead, on this line. any: rows
 * ahead have been taken, and were sound. */
void table_go_to(table *t, const char *byte, size_t line, bool any);

/* A field of this row, with a 0 byte behind it, until the next row. */
const char *table_text(const table *t, size_t column, size_t *length);

/* A field of this row as a number; reports it and returns false when it is none. */
bool table_number(table *t, size_t column, bool infinity_allowed, double *value);

/* Reports an error at a field of this row (of the header before the first
 * table_next), or at the row's begin when the table has no such column. */
void table_error(table *t, size_t column, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same at byte `at` of the field's text (of a text without doubled quotes). */
void table_error_within(table *t, size_t column, size_t at, const char *hint, const char *format,
                        ...) __attribute__((format(printf, 5, 6)));

/* The place of a field of this row (as table_error takes it), until the next row. */
diagnostic_place table_place(const table *t, size_t column);

/* The line on which this row begins. */
size_t table_line(const table *t);

#endif
