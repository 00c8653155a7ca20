/* SPDX-License-Identifier: MIT */
/* A list of jobs worked off into a results database: which job may start, what comes of each. */
#ifndef GRAZE_CLI_BATCH_RUN_H
#define GRAZE_CLI_BATCH_RUN_H

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
} batch_run;

/* i/n, from 1 */
bool batch_read_shard(const char *text, size_t *shard, size_t *shards);

/* Reads the list, opens the database and finds what has ended. */
io_result batch_begin(batch_run *run);

/* Works off what has not, until a signal. */
io_result batch_work(batch_run *run);

/* Closes all; null pointers are allowed. */
void batch_end(batch_run *run);

#endif
