/* SPDX-License-Identifier: MIT */
/* Runs of another results database, taken into this one with new keys.
 *
 * Every table but `batch` and `job` hangs on a run, a plan or a map by a column of that name
 * (run_id, plan_id, map_id). Taking adds one number to the ids of a kind, in all tables, so rows
 * keep their order and what refers to each other still does; no table is named here.
 *
 *     taking_attach(db, path, &slot);          outside of a transaction
 *     taking_runs(db, slot, false, &shift);    inside of one
 *     taking_detach(db, slot);                 behind it
 */
#ifndef GRAZE_STORAGE_TAKING_H
#define GRAZE_STORAGE_TAKING_H

#include "storage/connection.h"

enum { TAKING_SLOTS = 8 /* files that are attached at once; SQLite allows 10 */ };

/* What was added to the ids of the other file. */
typedef struct taking_shift {
    int64_t run, plan, map;
} taking_shift;

/* Attaches a file of the present version as taken_SLOT; the slots are the caller's to choose. */
io_result taking_attach(database *db, const char *path, int slot);
void taking_detach(database *db, int slot);

/* Takes every run of the file; with `sifted` those that the temporary table left_out(run_id) does
 * not name. */
io_result taking_runs(database *db, int slot, bool sifted, taking_shift *shift);

/* The first value of the first row of a statement, which may name ?1; 0 without a row. */
io_result taking_number(database *db, const char *sql, int64_t parameter, int64_t *value);

/* Frees what was kept about the tables. Null is allowed. */
struct taken_tables;
void taking_forget(struct taken_tables *tables);

#endif
