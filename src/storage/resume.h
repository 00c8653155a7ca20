/* SPDX-License-Identifier: MIT */
/* What a check has done is written along with its rows (table check_progress), so that another
 * process can go on. `database.h` has what the cli calls; these are for the writer of rows.
 */
#ifndef GRAZE_STORAGE_RESUME_H
#define GRAZE_STORAGE_RESUME_H

#include "storage/connection.h"

/* Writes how many agents are done, unless that is in the file already; in the transaction that
 * holds their last rows. */
io_result resume_write(database *db);

/* Removes it, since the run has finished: in the transaction that says so. */
io_result resume_forget(database *db, int64_t run_id);

/* Says that a run is running again, and that this process writes it (database.c). */
io_result database_continue_run(database *db, int64_t run_id);

#endif
