/* SPDX-License-Identifier: MIT */
/* The list of schema versions and the one transaction that walks it. */
#include "storage/schema.h"

#include <stdio.h>

static const char *const steps[] = {schema_sql,   schema_2_sql, schema_3_sql, schema_4_sql,
                                    schema_5_sql, schema_6_sql, schema_7_sql, schema_8_sql,
                                    schema_9_sql};

const schema_history schema_present = {steps, (int)(sizeof steps / sizeof *steps)};

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

static int take_steps(sqlite3 *handle, const schema_history *history)
{
    int version = 0;
    int code = schema_version(handle, &version); /* again: another program may have been first */
    if (code != SQLITE_OK || version >= history->count)
        return code;
    for (; version < history->count && code == SQLITE_OK; version++)
        code = sqlite3_exec(handle, history->steps[version], NULL, NULL, NULL);
    return code == SQLITE_OK ? set_version(handle, history->count) : code;
}

int schema_upgrade(sqlite3 *handle, const schema_history *history)
{
    int version = 0;
    int code = schema_version(handle, &version);
    if (code != SQLITE_OK || version >= history->count)
        return code; /* the common case takes no lock */
    code = sqlite3_exec(handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return code;
    code = take_steps(handle, history);
    if (code == SQLITE_OK)
        code = sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(handle))
        sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
    return code;
}
