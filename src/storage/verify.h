/* SPDX-License-Identifier: MIT */
/* Verifies that a results database still holds what Graze wrote. */
#ifndef GRAZE_STORAGE_VERIFY_H
#define GRAZE_STORAGE_VERIFY_H

#include "storage/database.h"

/* Reads the whole file of a database from database_open (which has compared the schema): SQLite's
 * own check of its pages and indices, the foreign keys, what is kept twice (`pair_summary`), and
 * the digests of every finished run. IO_BAD_INPUT when something does not match, each reported by
 * run and table. A run without digests (it has not finished, or did so before there were any)
 * is no fault: the table run_digest tells which those are. */
io_result verify_database(database *db);

#endif
