/* SPDX-License-Identifier: MIT */
/* One prepared INSERT, filled column by column:
 *
 *     insert_integer(&motions, plan_id); insert_real(&motions, x); ...
 *     result = insert_row(&motions);
 *
 * A failure on the way is kept and told by insert_row.
 */
#ifndef GRAZE_STORAGE_INSERT_H
#define GRAZE_STORAGE_INSERT_H

#include "storage/connection.h"

typedef struct insert {
    database *db;
    sqlite3_stmt *statement;
    int column; /* filled so far */
    int code;   /* the first SQLite failure of this row */
} insert;

/* Prepares "INSERT INTO <table> VALUES (?, ...)" or any other statement that
 * takes one row of values and gives none back. */
io_result insert_prepare(insert *row, database *db, const char *sql);

void insert_integer(insert *row, int64_t value);
void insert_real(insert *row, double value);
void insert_text(insert *row, const char *text); /* lives until insert_row; null is NULL */
void insert_null(insert *row);

/* Runs the statement and clears the row. */
io_result insert_row(insert *row);

/* The same for one of many rows: begins a new transaction when the present one has grown long
 * enough; *rows counts those in it. */
io_result insert_row_of_many(insert *row, size_t *rows);

/* Frees; an `insert` that is all zeros is allowed. */
void insert_close(insert *row);

#endif
