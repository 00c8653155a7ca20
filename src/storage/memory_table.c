/* SPDX-License-Identifier: MIT */
/* The least that SQLite asks of a virtual table: rows from the first to the last. */
#include "storage/memory_table.h"

typedef struct connected {
    sqlite3_vtab base;
    const memory_table *table;
} connected;

typedef struct cursor {
    sqlite3_vtab_cursor base;
    const memory_table *table;
    size_t row;
    bool there;
} cursor;

static int connect_table(sqlite3 *handle, void *user, int argc, const char *const *argv,
                         sqlite3_vtab **result, char **message)
{
    (void)argc, (void)argv, (void)message;
    const memory_table *table = user;
    int code = sqlite3_declare_vtab(handle, table->declaration);
    if (code != SQLITE_OK)
        return code;
    connected *made = sqlite3_malloc64(sizeof *made);
    if (made == NULL)
        return SQLITE_NOMEM;
    *made = (connected){.table = table};
    *result = &made->base;
    return SQLITE_OK;
}

static int disconnect_table(sqlite3_vtab *base)
{
    sqlite3_free(base);
    return SQLITE_OK;
}

static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    (void)base;
    info->estimatedCost = 10000; /* there is one way */
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **result)
{
    cursor *made = sqlite3_malloc64(sizeof *made);
    if (made == NULL)
        return SQLITE_NOMEM;
    *made = (cursor){.table = ((connected *)base)->table};
    *result = &made->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    sqlite3_free(base);
    return SQLITE_OK;
}

static int go_to(cursor *at, size_t row)
{
    at->row = row;
    at->there = at->table->find(at->table->rows, &at->row);
    return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int way, const char *text, int count,
                  sqlite3_value **values)
{
    (void)way, (void)text, (void)count, (void)values;
    return go_to((cursor *)base, 0);
}

static int next(sqlite3_vtab_cursor *base)
{
    return go_to((cursor *)base, ((cursor *)base)->row + 1);
}

static int at_end(sqlite3_vtab_cursor *base)
{
    return !((const cursor *)base)->there;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *answer, int index)
{
    const cursor *at = (const cursor *)base;
    at->table->column(at->table->rows, at->row, index, answer);
    return SQLITE_OK;
}

/* UNREACHED: SQLite wants it to be there, and no statement of ours asks for the number of a row. */
static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
    *id = (sqlite3_int64)((const cursor *)base)->row;
    return SQLITE_OK;
}

/* Without xCreate a table is there by its name alone. */
static const sqlite3_module module = {
    .xConnect = connect_table,
    .xBestIndex = best_index,
    .xDisconnect = disconnect_table,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = at_end,
    .xColumn = column,
    .xRowid = row_id,
};

io_result memory_table_register(database *db, const char *name, memory_table *table)
{
    int code = sqlite3_create_module_v2(db->handle, name, &module, table, NULL);
    return code == SQLITE_OK ? IO_OK : connection_fail(db, code, "write the database");
}

void memory_table_forget(database *db, const char *name)
{
    sqlite3_create_module_v2(db->handle, name, NULL, NULL, NULL);
}
