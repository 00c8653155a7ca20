/* SPDX-License-Identifier: MIT */
/* Values go in by bind calls only, so that every bit of a double arrives. */
#include "storage/insert.h"

io_result insert_prepare(insert *row, database *db, const char *sql)
{
    *row = (insert){.db = db};
    int code =
        sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &row->statement, NULL);
    return code == SQLITE_OK ? IO_OK : connection_fail(db, code, "write the database");
}

static void keep(insert *row, int code)
{
    if (row->code == SQLITE_OK)
        row->code = code;
}

void insert_integer(insert *row, int64_t value)
{
    keep(row, sqlite3_bind_int64(row->statement, ++row->column, value));
}

void insert_real(insert *row, double value)
{
    keep(row, sqlite3_bind_double(row->statement, ++row->column, value));
}

void insert_text(insert *row, const char *text)
{
    keep(row, sqlite3_bind_text(row->statement, ++row->column, text, -1, SQLITE_STATIC));
}

void insert_null(insert *row)
{
    keep(row, sqlite3_bind_null(row->statement, ++row->column));
}

io_result insert_row(insert *row)
{
    int code = row->code;
    if (code == SQLITE_OK) {
        sqlite3_step(row->statement);
        code = sqlite3_reset(row->statement); /* says what the step ran into */
    }
    row->column = 0;
    row->code = SQLITE_OK;
    return code == SQLITE_OK ? IO_OK : connection_fail(row->db, code, "write the database");
}

io_result insert_row_of_many(insert *row, size_t *rows)
{
    io_result result = insert_row(row);
    if (result != IO_OK || ++*rows < TRANSACTION_ROWS)
        return result;
    *rows = 0;
    result = connection_end(row->db, IO_OK);
    return result == IO_OK ? connection_begin(row->db) : result;
}

void insert_close(insert *row)
{
    sqlite3_finalize(row->statement);
    *row = (insert){0};
}
