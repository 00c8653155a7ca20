/* SPDX-License-Identifier: MIT */
/* Rows in memory as a table that a statement can read, so that many rows go in by one statement:
 *
 *     INSERT INTO meeting (...) SELECT ... FROM the_rows
 *
 * costs a third of one INSERT a row, which opens its table, binds and ends anew for each. */
#ifndef GRAZE_STORAGE_MEMORY_TABLE_H
#define GRAZE_STORAGE_MEMORY_TABLE_H

#include "storage/connection.h"

typedef struct memory_table {
    const char *declaration; /* "CREATE TABLE x (...)": the columns */
    const void *rows;
    /* Moves *row on to the first row from *row on that there is; false after the last. */
    bool (*find)(const void *rows, size_t *row);
    /* Answers by one of sqlite3_result_...; no answer is NULL. */
    void (*column)(const void *rows, size_t row, int column, sqlite3_context *answer);
} memory_table;

/* Statements of this connection know the table by its name; it lives as long as they do. */
io_result memory_table_register(database *db, const char *name, memory_table *table);

/* Nobody knows the name any more; its statements are closed. */
void memory_table_forget(database *db, const char *name);

#endif
