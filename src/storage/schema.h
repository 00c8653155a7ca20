/* SPDX-License-Identifier: MIT */
/* The schema of a results database and how an older one becomes the present
 * one. The SQL itself is in schema.sql, schema_2.sql and so on, which the build
 * turns into texts.
 *
 * A new version of the schema is a new step at the end of the list; a step that
 * was released is never edited, since files that took it are out there. Step 10
 * makes the whole schema of its time anew: an older file finds its tables moved aside.
 *
 * A new file takes schema_whole.sql, which the build makes of step 10 and those that follow
 * (schema_whole.awk): the statements whose objects are there in the end. The steps
 * themselves would cost it four times as much, and lead to the same objects.
 */
#ifndef GRAZE_STORAGE_SCHEMA_H
#define GRAZE_STORAGE_SCHEMA_H

#include <sqlite3.h>
#include <stddef.h>

/* PRAGMA application_id of every results database: "Graz" in ASCII. */
enum { SCHEMA_APPLICATION_ID = 0x4772617A };

extern const char schema_sql[];   /* version 1 */
extern const char schema_2_sql[]; /* what version 2 adds */
extern const char schema_3_sql[];
extern const char schema_4_sql[];
extern const char schema_5_sql[];
extern const char schema_6_sql[];
extern const char schema_7_sql[];
extern const char schema_8_sql[];
extern const char schema_9_sql[];
extern const char schema_10_sql[]; /* all there was */
extern const char schema_10_aside_sql[], schema_10_rows_sql[]; /* before and after it */
extern const char schema_11_sql[]; /* what version 11 adds */
extern const char schema_12_sql[];
extern const char schema_13_sql[];
extern const char schema_14_sql[];
extern const char schema_15_sql[];
extern const char schema_16_sql[];
extern const char schema_17_sql[];
extern const char schema_whole_sql[]; /* all there is */

/* The question `export` (question.c), which is longer than a literal has to be allowed to be. */
extern const char export_sql[];

/* The SHA-256 of all objects of the newest version (schema_fingerprint). A file that has these
 * and no others is compared with it alone, which takes a tenth of a millisecond instead of the
 * milliseconds that it takes to make the objects in memory. A test says what it has to be. */
extern const char schema_present_fingerprint[];

/* What leads from one version to the next: steps[v] makes version v + 1 out of
 * version v; version 0 is an empty file. */
typedef struct schema_history {
    const char *const *steps;
    int count;                /* the newest version */
    int anew;                 /* the version whose step makes all objects anew; 0: none */
    const char *aside, *rows; /* what an older file takes before and after that step */
    int whole_version;        /* what `whole` makes of an empty file; 0: none */
    const char *whole;
} schema_history;

/* The history of this program. */
extern const schema_history schema_present;

/* The version of the open database (PRAGMA user_version) in *version; an
 * SQLite result code. */
int schema_version(sqlite3 *handle, int *version);

/* Takes the steps from one version to another, in the transaction that is open, or in none; the
 * version in the file stays as it is. An SQLite result code. */
int schema_take_steps(sqlite3 *handle, const schema_history *history, int from, int to);

/* The objects of a version, in a database in memory that took the same steps; to be closed in any
 * case. An SQLite result code. */
int schema_open_model(const schema_history *history, int version, sqlite3 **model);

/* Takes the steps that are missing, all in one transaction: the result is the
 * newest version or no change at all. A database that is newer stays as it is.
 * Two programs may try at the same time. Foreign keys and triggers rest meanwhile. What other
 * programs keep beside our tables is not rewritten; their indices on a table of ours go where
 * it is made anew. An SQLite result code. */
int schema_upgrade(sqlite3 *handle, const schema_history *history);

/* Are the tables, views, indices and triggers of `version` in the open database, with the very
 * text that the steps give them? Objects of others may stand beside them, but triggers on ours
 * may not. `fault` gets a sentence about the first object that is not as it should be, and is
 * empty when all are. An SQLite result code. */
int schema_compare(sqlite3 *handle, const schema_history *history, int version, char *fault,
                   size_t size);

enum { SCHEMA_FINGERPRINT_SIZE = 65 };

/* The SHA-256 of the objects of the open database, its statistics (sqlite_stat...) aside, as hex.
 * An SQLite result code. */
int schema_fingerprint(sqlite3 *handle, char text[SCHEMA_FINGERPRINT_SIZE]);

#endif
