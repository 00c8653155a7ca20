/* SPDX-License-Identifier: MIT */
/* The list of schema versions and the one transaction that walks it. */
#include "storage/schema.h"

#include <stdbool.h>
#include <stdio.h>

static const char *const steps[] = {schema_sql,   schema_2_sql, schema_3_sql, schema_4_sql,
                                    schema_5_sql, schema_6_sql, schema_7_sql, schema_8_sql,
                                    schema_9_sql, schema_10_sql, schema_11_sql, schema_12_sql,
                                    schema_13_sql, schema_14_sql, schema_15_sql, schema_16_sql,
                                    schema_17_sql};

const schema_history schema_present = {steps,
                                       (int)(sizeof steps / sizeof *steps),
                                       10,
                                       schema_10_aside_sql,
                                       schema_10_rows_sql,
                                       (int)(sizeof steps / sizeof *steps),
                                       schema_whole_sql};

int schema_version(sqlite3 *handle, int *version)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(handle, "PRAGMA user_version", -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    if (sqlite3_step(statement) == SQLITE_ROW)
        *version = sqlite3_column_int(statement, 0);
    return sqlite3_finalize(statement); /* says what the step ran into */
}

static int set_version(sqlite3 *handle, int version)
{
    char text[96]; /* a PRAGMA takes no parameters */
    snprintf(text, sizeof text, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             SCHEMA_APPLICATION_ID, version);
    return sqlite3_exec(handle, text, NULL, NULL, NULL);
}

static int execute(sqlite3 *handle, const char *sql)
{
    return sqlite3_exec(handle, sql, NULL, NULL, NULL);
}

static int take_step(sqlite3 *handle, const schema_history *history, int version, bool is_new)
{
    bool moves = version + 1 == history->anew && !is_new;
    int code = moves ? execute(handle, history->aside) : SQLITE_OK;
    if (code == SQLITE_OK)
        code = execute(handle, history->steps[version]);
    return code == SQLITE_OK && moves ? execute(handle, history->rows) : code;
}

int schema_take_steps(sqlite3 *handle, const schema_history *history, int from, int to)
{
    bool is_new = from == 0;
    int code = SQLITE_OK;
    if (is_new && to == history->whole_version)
        return execute(handle, history->whole);
    if (is_new && to >= history->anew && history->anew > 0)
        from = history->anew - 1;
    for (; from < to && code == SQLITE_OK; from++)
        code = take_step(handle, history, from, is_new);
    return code;
}

static int take_missing(sqlite3 *handle, const schema_history *history)
{
    int version = 0;
    int code = schema_version(handle, &version); /* again: another program may have been first */
    if (code != SQLITE_OK || version >= history->count)
        return code;
    code = schema_take_steps(handle, history, version, history->count);
    return code == SQLITE_OK ? set_version(handle, history->count) : code;
}

static int upgrade(sqlite3 *handle, const schema_history *history)
{
    int code = execute(handle, "BEGIN IMMEDIATE");
    if (code != SQLITE_OK)
        return code;
    code = take_missing(handle, history);
    if (code == SQLITE_OK)
        code = execute(handle, "COMMIT");
    if (code != SQLITE_OK && !sqlite3_get_autocommit(handle))
        sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
    return code;
}

/* Rows that move from one table to another are no news to triggers and foreign keys, and views of
 * others are their business. */
enum { SWITCHES = 3 };
static const struct {
    int option, meanwhile;
} switches[SWITCHES] = {
    {SQLITE_DBCONFIG_ENABLE_FKEY, 0},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
    {SQLITE_DBCONFIG_LEGACY_ALTER_TABLE, 1},
};

int schema_upgrade(sqlite3 *handle, const schema_history *history)
{
    int version = 0, before[SWITCHES];
    int code = schema_version(handle, &version);
    if (code != SQLITE_OK || version >= history->count)
        return code; /* the common case takes no lock */
    for (int i = 0; i < SWITCHES; i++) {
        sqlite3_db_config(handle, switches[i].option, -1, &before[i]);
        sqlite3_db_config(handle, switches[i].option, switches[i].meanwhile, NULL);
    }
    code = upgrade(handle, history);
    for (int i = 0; i < SWITCHES; i++)
        sqlite3_db_config(handle, switches[i].option, before[i], NULL);
    return code;
}
