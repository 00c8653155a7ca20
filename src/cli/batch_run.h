/* SPDX-License-Identifier: MIT */
/* A list of jobs worked off into a results database: which job may start, what comes of each. */
#ifndef GRAZE_CLI_BATCH_RUN_H
#define GRAZE_CLI_BATCH_RUN_H

#include <graze.h>

#include "cli/batch_pool.h"
#include "cli/options.h"
#include "cli/progress.h"

typedef struct batch_options {
    batch_source from;
    const char *name, *shard;
    double time_limit, memory_limit; /* [s], [MiB]; 0: none */
    size_t retries;
    int processes;
    bool stop_at_failure, retry_failed;
} batch_options;

typedef enum job_state { JOB_WAITS, JOB_RUNS, JOB_FOUND, JOB_ENDED, JOB_ELSEWHERE } job_state;

typedef struct batch_run {
    common_options common; /* output: the database */
    bool on_ranks;         /* of an MPI job */
    batch_options how;
    diagnostics sink;
    batch_list list;
    job_state *states; /* FOUND: an answer with which its series may go on */
    size_t first;      /* every job before it has ended */
    size_t shard, shards;
    size_t ended[JOB_SKIPPED + 1], mine; /* jobs of this shard */
    database *db;
    int64_t batch_id;
    pool *pool;
    char *folder; /* the pool's */
    progress bar;
    double stored; /* [s] of progress_clock: when answers went in */

    /* Where another process hands out the jobs: in the place of batch_find_job, and to tell how
     * one ended. closed: there are no more. */
    size_t (*ask)(struct batch_run *run);
    void (*tell)(struct batch_run *run, size_t index, database_job_state state);
    bool closed;
} batch_run;

#define BATCH_RUN                                                                                  \
    {                                                                                              \
        .common = COMMON_OPTIONS_DEFAULT, .shard = 1, .shards = 1,                                 \
        .how = {.name = "batch", .processes = (int)graze_check_processors()}                       \
    }

/* i/n, from 1 */
bool batch_read_shard(const char *text, size_t *shard, size_t *shards);

/* Fills a run (BATCH_RUN) from the command line; as options_parse. */
int batch_parse(batch_run *run, int argc, char **argv);

io_result batch_read_list(batch_run *run);

/* Opens the database and finds what has ended. */
io_result batch_begin(batch_run *run);

/* Works off what has not, until a signal. */
io_result batch_work(batch_run *run);

/* The index of a job that may start; the number of jobs when there is none now. */
size_t batch_find_job(batch_run *run);

void batch_show_progress(batch_run *run);

/* What became of all jobs; with --quiet where some failed, which is an error. */
void batch_say_summary(const batch_run *run);

io_result batch_count_again(batch_run *run);

/* Closes the database and the pool; the second frees the rest, too. */
void batch_leave(batch_run *run);
void batch_end(batch_run *run);

#endif
