/* SPDX-License-Identifier: MIT */
/* Compares the objects of a file with those that the steps of the schema make. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "io/sha256.h"
#include "storage/schema.h"

const char schema_present_fingerprint[] =
    "ec3672a0f02c455594e43389708853a334200e9674d148e0f206790e1a1ffb4a";

int schema_open_model(const schema_history *history, int version, sqlite3 **model)
{
    int code =
        sqlite3_open_v2(":memory:", model, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) /* a table that goes aside keeps its references */
        code = sqlite3_db_config(*model, SQLITE_DBCONFIG_LEGACY_ALTER_TABLE, 1, NULL);
    return code == SQLITE_OK ? schema_take_steps(*model, history, 0, version) : code;
}

/* As a blob a text needs no memory for the 0 byte behind it. */
static bool same_text(sqlite3_stmt *a, sqlite3_stmt *b, int column)
{
    const void *left = sqlite3_column_blob(a, column), *right = sqlite3_column_blob(b, column);
    int size = sqlite3_column_bytes(a, column);
    return sqlite3_column_type(a, column) == sqlite3_column_type(b, column) &&
           size == sqlite3_column_bytes(b, column) &&
           (size == 0 || memcmp(left, right, (size_t)size) == 0);
}

/* Holds the object of ours in `model` against those of its name in `file`; `fault` gets what is
 * wrong. The columns of both are type, name, tbl_name, sql. */
static int compare_object(sqlite3_stmt *model, sqlite3_stmt *file, char *fault, size_t size)
{
    const char *type = (const char *)sqlite3_column_text(model, 0);
    const char *name = (const char *)sqlite3_column_text(model, 1);
    if (type == NULL || name == NULL)
        return SQLITE_NOMEM;
    int code = sqlite3_bind_value(file, 1, sqlite3_column_value(model, 1));
    if (code == SQLITE_OK)
        code = sqlite3_step(file);
    if (code == SQLITE_DONE)
        snprintf(fault, size, "its %s '%s' is missing", type, name);
    while (code == SQLITE_ROW && fault[0] == '\0') {
        if (!same_text(model, file, 0))
            snprintf(fault, size, "its '%s' is a %s, and not the %s that Graze makes", name,
                     (const char *)sqlite3_column_text(file, 0), type);
        else if (!same_text(model, file, 1) || !same_text(model, file, 2) ||
                 !same_text(model, file, 3))
            snprintf(fault, size, "its %s '%s' is not as Graze makes it", type, name);
        code = sqlite3_step(file);
    }
    sqlite3_reset(file);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Each object of the model is in the file, once and with the same text. */
static int compare_objects(sqlite3 *model, sqlite3 *handle, char *fault, size_t size)
{
    sqlite3_stmt *ours = NULL, *theirs = NULL;
    int code = sqlite3_prepare_v2(
        model, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid", -1, &ours,
        NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(handle,
                                  "SELECT type, name, tbl_name, sql FROM main.sqlite_schema "
                                  "WHERE name = ?1 COLLATE NOCASE",
                                  -1, &theirs, NULL);
    while (code == SQLITE_OK && fault[0] == '\0' && (code = sqlite3_step(ours)) == SQLITE_ROW)
        code = compare_object(ours, theirs, fault, size);
    sqlite3_finalize(ours);
    sqlite3_finalize(theirs);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* No trigger on an object of ours is in the file but those of the model. */
static int compare_triggers(sqlite3 *model, sqlite3 *handle, char *fault, size_t size)
{
    sqlite3_stmt *theirs = NULL, *ours = NULL;
    int code = sqlite3_prepare_v2(
        handle, "SELECT name, tbl_name FROM main.sqlite_schema WHERE type = 'trigger'", -1,
        &theirs, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(model,
                                  "SELECT 1 FROM sqlite_schema WHERE name = ?2 COLLATE NOCASE "
                                  "AND NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?1)",
                                  -1, &ours, NULL);
    while (code == SQLITE_OK && fault[0] == '\0' && (code = sqlite3_step(theirs)) == SQLITE_ROW) {
        sqlite3_bind_value(ours, 1, sqlite3_column_value(theirs, 0));
        sqlite3_bind_value(ours, 2, sqlite3_column_value(theirs, 1));
        code = sqlite3_step(ours);
        if (code == SQLITE_ROW)
            snprintf(fault, size, "its '%s' has a trigger '%s' that is not Graze's",
                     (const char *)sqlite3_column_text(theirs, 1),
                     (const char *)sqlite3_column_text(theirs, 0));
        code = sqlite3_reset(ours);
    }
    sqlite3_finalize(ours);
    sqlite3_finalize(theirs);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static void put_column(sha256 *hash, sqlite3_stmt *row, int column)
{
    const void *text = sqlite3_column_blob(row, column); /* needs no memory */
    uint32_t size = text != NULL ? (uint32_t)sqlite3_column_bytes(row, column) : UINT32_MAX;
    uint8_t length[4] = {(uint8_t)size, (uint8_t)(size >> 8), (uint8_t)(size >> 16),
                         (uint8_t)(size >> 24)};
    sha256_add(hash, length, sizeof length);
    if (text != NULL)
        sha256_add(hash, text, size);
}

int schema_fingerprint(sqlite3 *handle, char text[SCHEMA_FINGERPRINT_SIZE])
{
    sha256 hash;
    sqlite3_stmt *objects = NULL;
    sha256_begin(&hash);
    int code = sqlite3_prepare_v2(handle,
                                  "SELECT type, name, tbl_name, sql FROM main.sqlite_schema "
                                  "WHERE name NOT GLOB 'sqlite_stat[0-9]' ORDER BY type, name",
                                  -1, &objects, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(objects)) == SQLITE_ROW) {
        for (int column = 0; column < 4; column++)
            put_column(&hash, objects, column);
        code = SQLITE_OK;
    }
    sqlite3_finalize(objects);
    sha256_end(&hash, text);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int schema_compare(sqlite3 *handle, const schema_history *history, int version, char *fault,
                   size_t size)
{
    char found[SCHEMA_FINGERPRINT_SIZE];
    sqlite3 *model = NULL;
    fault[0] = '\0';
    int code = schema_fingerprint(handle, found);
    if (code != SQLITE_OK ||
        (history == &schema_present && version == history->count &&
         strcmp(found, schema_present_fingerprint) == 0))
        return code;
    code = schema_open_model(history, version, &model);
    if (code == SQLITE_OK)
        code = compare_objects(model, handle, fault, size);
    if (code == SQLITE_OK && fault[0] == '\0')
        code = compare_triggers(model, handle, fault, size);
    sqlite3_close(model);
    return code;
}
