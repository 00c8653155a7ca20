/* SPDX-License-Identifier: MIT */
/* Reading from a results database with one SQL statement, row by row:
 *
 *     query_open(db, sql, NULL, &asked);
 *     query_bind(asked, 0, &value);
 *     while (query_next(asked, &row) == IO_OK && row) query_cell(asked, 0);
 *     query_close(asked);
 *
 * Nothing can be written, attached or loaded this way, whatever the statement.
 */
#ifndef GRAZE_STORAGE_QUERY_H
#define GRAZE_STORAGE_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "storage/database.h"

typedef enum query_kind {
    QUERY_NULL,
    QUERY_INTEGER,
    QUERY_REAL,
    QUERY_TEXT,
    QUERY_BLOB
} query_kind;

/* A value that goes in or comes out. Text and blob (`length` bytes at `text`)
 * of a cell live until the next query_next; what is bound lives until
 * query_close. */
typedef struct query_value {
    query_kind kind;
    int64_t integer;
    double real;
    const char *text;
    size_t length;
} query_value;

typedef struct query query;

/* Prepares one SELECT (or VALUES, EXPLAIN, a PRAGMA that only looks) on a
 * database from database_open. from_user: the name under which the text is
 * known to the person who wrote it; what is wrong with it is then IO_BAD_INPUT,
 * shown with its place. Null: the text is ours, so a failure is the file's. */
io_result query_open(database *db, const char *sql, const char *from_user, query **result);

/* Parameters, in order, counted from 0; names without the colon ("" for '?'). */
size_t query_parameters(const query *asked);
const char *query_parameter_name(const query *asked, size_t index);
io_result query_bind(query *asked, size_t index, const query_value *value);

size_t query_columns(const query *asked);
const char *query_column_name(const query *asked, size_t column);

/* *row: there is one more row, to be read with query_cell. */
io_result query_next(query *asked, bool *row);
query_value query_cell(const query *asked, size_t column);

/* Null is allowed. */
void query_close(query *asked);

#endif
