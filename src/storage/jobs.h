/* SPDX-License-Identifier: MIT */
/* Lists of jobs in a results database, and how each job ended (tables `batch`, `job`); whole
 * databases taken together.
 *
 * A job's answers are found by another process, in a results database of their own, and come in
 * with the job's row in one transaction: a job that has a row is done once and for all, and one
 * that has none has left nothing.
 */
#ifndef GRAZE_STORAGE_JOBS_H
#define GRAZE_STORAGE_JOBS_H

#include "storage/database.h"

/* What a list is. The same name again must be the same list. */
typedef struct database_batch {
    const char *name;
    size_t jobs;         /* of all shards */
    const char *options; /* what decides the answers, one `name value` a line */
} database_batch;

/* Finds the list of this name, or keeps it. IO_BAD_INPUT (reported) when it is another one, or was
 * begun by another version. */
io_result database_begin_batch(database *db, const database_batch *batch, int64_t *batch_id);

typedef enum database_job_state { JOB_DONE, JOB_FAILED, JOB_SKIPPED } database_job_state;

/* How a job ended. */
typedef struct database_job {
    size_t number; /* from 1 */
    const char *command_json;
    database_job_state state;
    bool has_exit_status;
    int exit_status;
    const char *reason; /* of one that is not done */
    int tries;
    double wall, cpu; /* [s] */
    int64_t peak;     /* [bytes] */
    const char *run_file; /* of one that is done: a results database with its run */
} database_job;

enum { DATABASE_JOBS_MAX = 8 /* that go in at once */ };

/* Keeps how jobs ended, and takes their runs, all or none. */
io_result database_add_jobs(database *db, int64_t batch_id, const database_job *jobs,
                            size_t count);

/* Is there a run in the file that came to its end? Of what another process has left: false for
 * whatever is wrong with it, and nothing is told. */
bool database_has_finished_run(const char *path);

/* Calls `take` for each job that has ended, in order. */
typedef struct database_ended_job {
    size_t number;
    database_job_state state;
    int exit_status; /* -1: none */
} database_ended_job;
io_result database_each_job(database *db, int64_t batch_id,
                            io_result (*take)(void *context, const database_ended_job *job),
                            void *context);

/* Calls `take` for each file that jobs which are done have read, once for each content that they
 * found in it. */
typedef struct database_job_input {
    const char *name, *sha256;
    size_t number; /* of the first such job */
} database_job_input;
io_result database_each_job_input(database *db, int64_t batch_id,
                                  io_result (*take)(void *context, const database_job_input *input),
                                  void *context);

/* Forgets those that failed, and what was skipped for their sake. */
io_result database_forget_failures(database *db, int64_t batch_id);

/* What came in from another results database. */
typedef struct database_merged {
    uint64_t jobs, runs;                     /* taken */
    uint64_t doubled_jobs, doubled_runs; /* were there already */
} database_merged;

/* Takes all runs and jobs of another results database, all or none. Jobs are the same by the names
 * of their lists and their numbers, other runs by their commands (-o aside) and the digests of what
 * they have read. IO_BAD_INPUT (reported) when two of one name are different lists, when
 * jobs that are the same have read other files, or when two versions of the program answered the
 * same. */
io_result database_merge(database *db, const char *path, database_merged *counts);

#endif
