/* SPDX-License-Identifier: MIT */
/* What the storage tests share: a folder of their own, a place where messages
 * go, a small plan with known meetings, and values out of a database.
 */
#ifndef GRAZE_TESTS_STORAGE_FIXTURE_H
#define GRAZE_TESTS_STORAGE_FIXTURE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "storage/database.h"

/* A path inside the tests' own folder; valid until the next but seven call. */
const char *fixture_path(const char *name);

/* Removes every file of that folder. How many there are. */
void fixture_clear(void);
int fixture_file_count(void);

/* Suite set-up and clean-up (CU_InitializeFunc, CU_CleanupFunc): the folder. */
int fixture_open(void);
int fixture_close(void);

/* A sink whose messages are kept; the text since fixture_sink was last called. */
diagnostics *fixture_sink(void);
const char *fixture_messages(void);

/* The newest version of the schema, as PRAGMA user_version prints it. */
const char *fixture_version(void);

/* Five agents, every form of motion, three inputs; "dora" is in no
 * conflict and has corners. */
const plan *fixture_plan(void);

/* Writes a finished run of that plan with its meetings (see fixture.c) and
 * returns the plan_id. */
int64_t fixture_write_run(const char *path);

/* The answer to an SQL question about a file, as SQLite prints it: rows apart
 * by '\n', columns by '|'; or "error: ..." Valid until the next call. */
const char *fixture_ask(const char *path, const char *sql);

/* The bytes of a file are the same as when fixture_remember was called. */
void fixture_remember(const char *path);
bool fixture_unchanged(const char *path);

/* Writes a file of these bytes. */
void fixture_write_file(const char *path, const void *bytes, size_t size);

#endif
