/* SPDX-License-Identifier: MIT */
/* Jobs in processes of their own, a few at a time: what one of them does to itself costs nobody
 * else anything.
 *
 *     pool_open(&how, sink, &p);
 *     while (pool_is_free(p) ...) pool_start(p, number, job);
 *     pool_wait(p, seconds);
 *     while (pool_take(p, &ended)) ... pool_drop(p, &ended);
 *     pool_close(p);
 *
 * A process writes its run into a results database in the pool's folder, which begins as a copy of
 * an empty one. It dies with the pool (on Linux at once; elsewhere its results go nowhere), and the
 * folder is locked until the last of them is gone, so that who goes on after a kill -9 meets none.
 */
#ifndef GRAZE_CLI_BATCH_POOL_H
#define GRAZE_CLI_BATCH_POOL_H

#include "cli/batch_list.h"
#include "storage/jobs.h"

typedef struct pool pool;

typedef struct pool_options {
    const char *folder; /* made, and removed with the pool */
    size_t processes;
    double time_limit;   /* [s] 0: none */
    double memory_limit; /* [MiB] 0: none */
    int retries;         /* of a job that crashed, or had no memory */
} pool_options;

/* A job that has ended. */
typedef struct pool_ended {
    database_job job; /* its texts live until pool_drop */
    struct pool_run *run;
} pool_ended;

io_result pool_open(const pool_options *how, diagnostics *sink, pool **result);

bool pool_is_free(const pool *p);
size_t pool_running(const pool *p);
size_t pool_ready(const pool *p); /* have ended, and are not taken */

/* Starts a job; `job` lives until it has ended. */
io_result pool_start(pool *p, size_t number, const batch_job *job);

/* Returns when a job has ended, a signal came, or the seconds are over. */
void pool_wait(pool *p, double seconds);

/* The oldest job that has ended; false when there is none. */
bool pool_take(pool *p, pool_ended *ended);

/* Removes its files. */
void pool_drop(pool *p, pool_ended *ended);

/* Ends what still runs, and removes the folder. Null is allowed. */
void pool_close(pool *p);

#endif
