/* SPDX-License-Identifier: MIT */
#include "storage/stored_rows.h"

#include <stdlib.h>
#include <string.h>

#include "storage/connection.h"

io_result stored_rows_each(database *db, const char *sql, int64_t plan_id, stored_row take,
                           void *context)
{
    query *asked = NULL;
    const query_value value = {.kind = QUERY_INTEGER, .integer = plan_id};
    io_result result = query_open(db, sql, NULL, &asked);
    if (result == IO_OK)
        result = query_bind(asked, 0, &value);
    bool row = result == IO_OK;
    while (result == IO_OK && row) {
        result = query_next(asked, &row);
        if (result == IO_OK && row)
            result = take(context, asked);
    }
    query_close(asked);
    return result;
}

int64_t stored_integer(const query *row, size_t column)
{
    query_value value = query_cell(row, column);
    return value.kind == QUERY_INTEGER ? value.integer : 0;
}

double stored_real(const query *row, size_t column)
{
    query_value value = query_cell(row, column);
    return value.kind == QUERY_REAL ? value.real : 0.0;
}

char *stored_text(const query *row, size_t column)
{
    query_value value = query_cell(row, column);
    return strdup(value.kind == QUERY_TEXT && value.text != NULL ? value.text : "");
}

bool stored_has_nul(const query *row, size_t column)
{
    query_value value = query_cell(row, column);
    return value.kind == QUERY_TEXT && value.text != NULL && strlen(value.text) < value.length;
}

bool stored_text_is(const query *row, size_t column, const char *word)
{
    query_value value = query_cell(row, column);
    return value.kind == QUERY_TEXT && value.text != NULL && strcmp(value.text, word) == 0;
}

bool stored_is_null(const query *row, size_t column)
{
    return query_cell(row, column).kind == QUERY_NULL;
}

io_result stored_refuse(database *db, const char *what)
{
    return connection_refuse(db, "was it edited? `graze check -o DB PLAN` writes it anew",
                             "its rows do not fit together: %s", what);
}

io_result stored_no_memory(database *db)
{
    return connection_fail(db, SQLITE_NOMEM, "read the database");
}
