/* SPDX-License-Identifier: MIT */
/* The schema of a results database and how an older one becomes the present
 * one. The SQL itself is in schema.sql, schema_2.sql and so on, which the build
 * turns into texts.
 *
 * A new version of the schema is a new step at the end of the list; a step that
 * was released is never edited, since files that took it are out there.
 */
#ifndef GRAZE_STORAGE_SCHEMA_H
#define GRAZE_STORAGE_SCHEMA_H

#include <sqlite3.h>

/* PRAGMA application_id of every results database: "Graz" in ASCII. */
enum { SCHEMA_APPLICATION_ID = 0x4772617A };

extern const char schema_sql[];   /* version 1 */
extern const char schema_2_sql[]; /* what version 2 adds */
extern const char schema_3_sql[];
extern const char schema_4_sql[];
extern const char schema_5_sql[];
extern const char schema_6_sql[];
extern const char schema_7_sql[];

/* What leads from one version to the next: steps[v] makes version v + 1 out of
 * version v; version 0 is an empty file. */
typedef struct schema_history {
    const char *const *steps;
    int count; /* the newest version */
} schema_history;

/* The history of this program. */
extern const schema_history schema_present;

/* The version of the open database (PRAGMA user_version) in *version; an
 * SQLite result code. */
int schema_version(sqlite3 *handle, int *version);

/* Takes the steps that are missing, all in one transaction: the result is the
 * newest version or no change at all. A database that is newer stays as it is.
 * Two programs may try at the same time. An SQLite result code. */
int schema_upgrade(sqlite3 *handle, const schema_history *history);

#endif
