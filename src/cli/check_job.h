/* SPDX-License-Identifier: MIT */
/* One run of `graze check`: what its parts share. */
#ifndef GRAZE_CLI_CHECK_JOB_H
#define GRAZE_CLI_CHECK_JOB_H

#include "cli/check_map.h"
#include "cli/check_split.h"
#include "cli/check_task.h"
#include "cli/options.h"
#include "cli/plan_check.h"
#include "cli/progress.h"
#include "cli/rows.h"
#include "cli/starts.h"
#include "io/plan.h"
#include "storage/database.h"

/* A stretch with its place among those of its pair. */
typedef struct check_stretch {
    size_t agent_a, agent_b;
    size_t part;
    graze_meeting meeting;
} check_stretch;

typedef struct check_job {
    common_options common;
    plan_options reading;
    double tolerance;
    bool all, first_only, unsafe_starts, slack, resume;
    double limit; /* [stretches] 0: none */
    const char *file;
    char *command_json;

    diagnostics sink;
    check_map against; /* --map */
    check_task task;   /* --scenario and limits */
    plan plan;
    check_split split;
    struct spill *spill; /* where a plan that is split lies, and what is found of it */
    rows *writer;
    database *db; /* null: none is asked for */
    int64_t run_id, plan_id;
    progress bar;
    starts asked; /* open with unsafe_starts and slack only */

    graze_check_options how;
    graze_check_counts counts;
    uint64_t pairs[GRAZE_CONFLICT + 1]; /* by the worst verdict of each pair */
    uint64_t starts_kept;               /* rows of unsafe starts */
    uint64_t stretches;                 /* of agents, whatever their verdict */
    size_t agents_done;                 /* all pairs whose first agent is below it */
    size_t slacks_kept;                 /* agents whose slack is known */
    bool limited;                       /* there are more stretches than the limit */
    bool has_first, has_deepest;
    check_stretch first;   /* the earliest conflict */
    check_stretch deepest; /* the deepest graze */
    graze_status fault;
    double read_seconds, decide_seconds;
} check_job;

/* ---- check_options.c ---- */

/* Fills a job from the command line; as options_parse. */
int check_parse(check_job *job, int argc, char **argv);

/* The command line as a JSON array, for the record in the database; null when there is
 * no memory. */
char *check_command_line(int argc, char **argv);

/* ---- check_store.c: without a database they do nothing ---- */

/* Begins a run in the database, or goes on with one that was cut short. From here on a signal has
 * to wait until the run's state is put right. */
io_result check_store_open(check_job *job);

/* Keeps a rule that an agent breaks. */
io_result check_store_fault(check_job *job, const check_fault *fault);

/* Says how the run ended, and closes; returns `so_far` or what went wrong with that. */
io_result check_store_close(check_job *job, io_result so_far, int status);

/* ---- check_say.c: on standard error ---- */

/* True when the pairs that the index left were filtered once more. */
bool check_filters_listed(const check_job *job);

/* Why there is no answer: a signal, or the limit. */
void check_say_unfinished(const check_job *job);
void check_say_summary(const check_job *job);
void check_say_details(const check_job *job);

#endif
