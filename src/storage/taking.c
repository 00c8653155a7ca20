/* SPDX-License-Identifier: MIT */
/* The tables and their columns are read from an empty database in memory, made by the steps of the
 * schema: what other programs keep beside our tables is not taken, and a table of a later version
 * needs no line here. */
#include "storage/taking.h"

#include <stdlib.h>
#include <string.h>

#include "storage/schema.h"

typedef struct taken_table {
    char *name, *columns, *values;
    char *sieve; /* the condition with `left_out`, %s twice the file */
} taken_table;

struct taken_tables {
    taken_table *list;
    size_t count;
};

void taking_forget(struct taken_tables *tables)
{
    for (size_t i = 0; tables != NULL && i < tables->count; i++) {
        sqlite3_free(tables->list[i].name);
        sqlite3_free(tables->list[i].columns);
        sqlite3_free(tables->list[i].values);
    }
    if (tables != NULL)
        free(tables->list);
    free(tables);
}

/* ---- which tables there are ----------------------------------------------------------------- */

static const char list_tables[] =
    "SELECT m.name, group_concat(p.name, ', '),\n"
    "       group_concat(CASE p.name WHEN 'run_id' THEN 'run_id + ?1'\n"
    "                                WHEN 'plan_id' THEN 'plan_id + ?2'\n"
    "                                WHEN 'map_id' THEN 'map_id + ?3' ELSE p.name END, ', '),\n"
    "       max(p.name = 'run_id') * 4 + max(p.name = 'plan_id') * 2 + max(p.name = 'map_id')\n"
    "FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS p\n"
    "WHERE m.type = 'table' AND m.name NOT IN ('batch', 'job') AND m.name NOT GLOB 'sqlite_*'\n"
    "GROUP BY m.rowid ORDER BY m.rowid";

/* Rows are left out by the first of these ids that the table has. */
static char *sieve_of(int keys)
{
    static char by_run[] = "run_id NOT IN (SELECT run_id FROM temp.left_out)";
    static char by_plan[] = "plan_id NOT IN (SELECT plan_id FROM taken_%d.plan WHERE run_id IN "
                            "(SELECT run_id FROM temp.left_out))";
    static char by_map[] = "map_id NOT IN (SELECT map_id FROM taken_%d.map WHERE run_id IN "
                           "(SELECT run_id FROM temp.left_out))";
    return (keys & 4) != 0 ? by_run : (keys & 2) != 0 ? by_plan : by_map;
}

static int add_table(struct taken_tables *tables, sqlite3_stmt *row)
{
    taken_table *list = realloc(tables->list, (tables->count + 1) * sizeof *list);
    if (list == NULL)
        return SQLITE_NOMEM;
    tables->list = list;
    taken_table *added = &list[tables->count++];
    *added = (taken_table){sqlite3_mprintf("%s", sqlite3_column_text(row, 0)),
                           sqlite3_mprintf("%s", sqlite3_column_text(row, 1)),
                           sqlite3_mprintf("%s", sqlite3_column_text(row, 2)),
                           sieve_of(sqlite3_column_int(row, 3))};
    bool whole = added->name != NULL && added->columns != NULL && added->values != NULL;
    return whole ? SQLITE_OK : SQLITE_NOMEM;
}

static int read_tables(sqlite3 *handle, struct taken_tables *tables)
{
    sqlite3_stmt *rows = NULL;
    int code = sqlite3_prepare_v2(handle, list_tables, -1, &rows, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(rows);
    while (code == SQLITE_ROW) {
        code = add_table(tables, rows);
        if (code == SQLITE_OK)
            code = sqlite3_step(rows);
    }
    sqlite3_finalize(rows);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static io_result know_tables(database *db)
{
    if (db->taken != NULL)
        return IO_OK;
    struct taken_tables *tables = calloc(1, sizeof *tables);
    if (tables == NULL)
        return connection_fail(db, SQLITE_NOMEM, "write the database");
    sqlite3 *handle = NULL;
    int code = schema_open_model(&schema_present, schema_present.count, &handle);
    if (code == SQLITE_OK)
        code = read_tables(handle, tables);
    sqlite3_close(handle);
    if (code == SQLITE_OK) {
        db->taken = tables;
        return IO_OK;
    }
    taking_forget(tables);
    return connection_fail(db, code, "make the tables");
}

/* ---- attached files ------------------------------------------------------------------------- */

io_result taking_attach(database *db, const char *path, int slot)
{
    sqlite3_stmt *statement = NULL;
    char *sql = sqlite3_mprintf("ATTACH ?1 AS taken_%d", slot);
    char *name = sqlite3_mprintf("%s%s", path[0] == '/' ? "" : "./", path);
    int code = sql != NULL && name != NULL ? SQLITE_OK : SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    sqlite3_free(name);
    return code == SQLITE_DONE ? IO_OK : connection_fail(db, code, "read the results of a job");
}

void taking_detach(database *db, int slot)
{
    char *sql = sqlite3_mprintf("DETACH taken_%d", slot);
    if (sql != NULL)
        sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
    sqlite3_free(sql);
}

/* ---- taking --------------------------------------------------------------------------------- */

io_result taking_number(database *db, const char *sql, int64_t parameter, int64_t *value)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite3_bind_parameter_count(statement) > 0)
        code = sqlite3_bind_int64(statement, 1, parameter);
    *value = 0;
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        *value = sqlite3_column_int64(statement, 0);
    int closed = sqlite3_finalize(statement); /* says what the step ran into */
    code = code == SQLITE_OK ? closed : code;
    return code == SQLITE_OK ? IO_OK : connection_fail(db, code, "read the database");
}

static int take_rows(database *db, const taken_table *table, int slot, bool sifted,
                     const taking_shift *shift)
{
    const int64_t shifts[] = {shift->run, shift->plan, shift->map};
    sqlite3_stmt *statement = NULL;
    char *sieve = sqlite3_mprintf(table->sieve, slot);
    char *sql = sqlite3_mprintf("INSERT INTO main.%s (%s) SELECT %s FROM taken_%d.%s%s%s",
                                table->name, table->columns, table->values, slot, table->name,
                                sifted ? " WHERE " : "", sifted ? sieve : "");
    int code = sql != NULL && sieve != NULL ? SQLITE_OK : SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);
    int parameters = code == SQLITE_OK ? sqlite3_bind_parameter_count(statement) : 0;
    for (int i = 0; i < parameters && code == SQLITE_OK; i++)
        code = sqlite3_bind_int64(statement, i + 1, shifts[i]);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    sqlite3_free(sieve);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

io_result taking_runs(database *db, int slot, bool sifted, taking_shift *shift)
{
    io_result result = know_tables(db);
    if (result == IO_OK)
        result = taking_number(db, "SELECT max(run_id) FROM main.run", 0, &shift->run);
    if (result == IO_OK)
        result = taking_number(db, "SELECT max(plan_id) FROM main.plan", 0, &shift->plan);
    if (result == IO_OK)
        result = taking_number(db, "SELECT max(map_id) FROM main.map", 0, &shift->map);
    for (size_t i = 0; result == IO_OK && i < db->taken->count; i++) {
        int code = take_rows(db, &db->taken->list[i], slot, sifted, shift);
        if (code != SQLITE_OK)
            result = connection_fail(db, code, "write the database");
    }
    return result;
}
