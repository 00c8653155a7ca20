/* SPDX-License-Identifier: MIT */
/* The open file behind a `database`: finding out whether it is ours before a
 * byte of it changes, opening it for writing or reading, and turning SQLite's
 * codes into messages.
 */
#ifndef GRAZE_STORAGE_CONNECTION_H
#define GRAZE_STORAGE_CONNECTION_H

#include <sqlite3.h>

#include "storage/digest.h"
#include "storage/database.h"
#include "storage/process.h"

struct batch;
struct taken_tables;

/* The plan that was added last, and which motions it has. */
typedef struct plan_shape {
    int64_t plan_id;
    const plan *source; /* the caller's */
    size_t agent_count;
    size_t *motion_counts; /* by agent */
} plan_shape;

struct database {
    sqlite3 *handle;
    char *path; /* as the user wrote it */
    diagnostics *sink;
    process_identity self;
    bool writes;
    bool is_new;         /* made by us, and nothing that was found is in it yet */
    bool waiting_told;
    int64_t waits_since; /* [ms] of the monotonic clock */
    io_result failure;   /* the first one; what follows it does nothing */
    struct batch *batch; /* rows on their way (batch.h), or null */
    plan_shape shape;
    size_t threads;      /* that may work for it beside its caller's, and that one */
    size_t plans;        /* that were added to the open run since it began; 0 where it goes on */
    bool motions_hashed; /* of the last of them, on their way into the file */
    char motion_digests[DIGEST_OF_MOTIONS][DIGEST_TEXT_SIZE];
    int64_t open_run;    /* the run between begin and finish, 0 for none */
    bool rows_committed; /* some of its answers are in the file already */
    struct taken_tables *taken; /* which tables runs have (taking.h), once they are known */
    size_t agents_done, agents_written; /* of a check: as known, and as in the file (resume.h) */
};

/* Reports a failed SQLite call (`doing` completes "cannot ...") once, keeps it
 * as the failure of the database, and answers it as an io_result. */
io_result connection_fail(database *db, int code, const char *doing);

/* Reports what is wrong with the database or with what was asked of it: a message
 * of the caller, behind the file's name. Answers IO_BAD_INPUT. */
io_result connection_refuse(database *db, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Runs statements that return no rows. */
io_result connection_execute(database *db, const char *sql, const char *doing);

/* How many pages a writer keeps in memory. */
#define CONNECTION_CACHE "PRAGMA main.cache_size = -16384" /* KiB */

/* How many rows of a plan or a map go into one transaction. */
enum { TRANSACTION_ROWS = 32768 };

/* A transaction: connection_end commits when `result` is IO_OK, else rolls back,
 * and answers how it all went. With results: SQLite does not look up foreign keys, because
 * the caller has, and the commit waits for the disk in a new file, too. Of a plan, which was
 * validated when it was read and whose rows refer to rows that go in before them: it looks
 * up nothing, checks no constraint (a third of the time of a motion's row), and nobody waits. */
io_result connection_begin(database *db);
io_result connection_begin_plan(database *db);
io_result connection_begin_results(database *db);

/* The same as the last while other files are attached, which are read alone. */
io_result connection_begin_taking(database *db);
io_result connection_end(database *db, io_result result);

/* Do commits wait for the disk from here on? Where a power cut may take the file, none does. */
io_result connection_wait_for_disk(database *db, bool waits);

/* Remembers which motions a plan has, for the rows that will refer to them. */
io_result connection_keep_shape(database *db, int64_t plan_id, const plan *source);

/* Opens for writing, making (for about so many rows) or upgrading the file; or for reading only. On
 * anything but IO_OK there is nothing to close and the reason was reported. */
io_result connection_open_writer(const char *path, size_t rows, diagnostics *sink,
                                 database **result);
io_result connection_open_reader(const char *path, diagnostics *sink, database **result);

/* Closes the file and frees. Null is allowed. */
void connection_close(database *db);

#endif
