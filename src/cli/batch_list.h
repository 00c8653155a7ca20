/* SPDX-License-Identifier: MIT */
/* The jobs of a batch: out of a CSV file, or made of files that match patterns. */
#ifndef GRAZE_CLI_BATCH_LIST_H
#define GRAZE_CLI_BATCH_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"
#include "io/sha256.h"

/* One job: the words of a command. */
typedef struct batch_job {
    char **words; /* "check" or "solve" first; ends with null */
    size_t count;
    char *command_json;
    size_t series; /* from 0: jobs that differ in a growing number of agents alone are one */
    bool follows;  /* the job before it is of the same series */
} batch_job;

typedef struct batch_list {
    batch_job *jobs;
    size_t count, room;
    size_t series_count;
    char sha256[SHA256_TEXT_SIZE]; /* of all commands */
} batch_list;

/* Where jobs come from: a file, or patterns of glob(7). */
typedef struct batch_source {
    const char *file;                     /* or null */
    const char *plans, *maps, *scenarios; /* or null */
    const char *agents;                   /* N or A..B or A..B..STEP; null: all */
    const char *radius, *options;         /* for every job of the patterns; or null */
} batch_source;

/* IO_BAD_INPUT (reported) where a row or a pattern makes no job. */
io_result batch_list_read(const batch_source *from, diagnostics *sink, batch_list *list);

void batch_list_free(batch_list *list);

/* Is one of the words this option? With a letter, -jN is one too. */
bool batch_job_has(const batch_job *job, const char *name, char letter);

#endif
