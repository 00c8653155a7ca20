/* SPDX-License-Identifier: MIT */
/* What the readers of stored plans, maps and findings share: one statement with
 * the plan's number as its only parameter, row by row. */
#ifndef GRAZE_STORAGE_STORED_ROWS_H
#define GRAZE_STORAGE_STORED_ROWS_H

#include <stdint.h>

#include "storage/query.h"

typedef io_result (*stored_row)(void *context, const query *row);

/* Calls `take` for every row; its answer is handed on when it is not IO_OK. */
io_result stored_rows_each(database *db, const char *sql, int64_t plan_id, stored_row take,
                           void *context);

/* Cells of a STRICT table, whose types are known. NULL is 0. */
int64_t stored_integer(const query *row, size_t column);
double stored_real(const query *row, size_t column);

/* A copy; null without memory. */
char *stored_text(const query *row, size_t column);
bool stored_text_is(const query *row, size_t column, const char *word);
/* True when there is a 0 byte in a text, at which stored_text would end. */
bool stored_has_nul(const query *row, size_t column);

bool stored_is_null(const query *row, size_t column);

/* Reports that the rows do not fit together, or that memory is out. */
io_result stored_refuse(database *db, const char *what);
io_result stored_no_memory(database *db);

#endif
