/* SPDX-License-Identifier: MIT */
/* The questions that people ask first, by name. Each is one SQL statement that
 * `graze query DB --sql NAME` prints, to be read, changed and asked again.
 */
#ifndef GRAZE_STORAGE_QUESTION_H
#define GRAZE_STORAGE_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "storage/database.h"

typedef struct question {
    const char *name;
    const char *parameters; /* as one types them; in brackets what has a default */
    const char *meaning;    /* one line */
    const char *sql;        /* parameters as :plan, :other, :t, :x, :y, :agent, :count, :cell */
    bool lossless;          /* print numbers as hex floats, never as a table */
    const char *kept_by;    /* the option that keeps what it reads, where that is on demand */
    const char *was_kept;   /* SQL: was it, or is there nothing to keep? one row, a 1 or a 0 */
} question;

extern const question questions[];
extern const size_t question_count;

/* Null when there is no such question. */
const question *question_find(const char *name);

/* Has the plan what the question reads? An empty answer says nothing when it has not. */
io_result question_has_source(database *db, const question *asked, int64_t plan_id, bool *has);

/* The plan that is meant when none is named: the latest of a finished run.
 * IO_BAD_INPUT, reported, when there is none. */
io_result question_latest_plan(database *db, int64_t *plan_id);

/* Is there such a plan, such an agent in it? IO_BAD_INPUT, reported, when not. */
io_result question_check_plan(database *db, int64_t plan_id);
io_result question_check_agent(database *db, int64_t plan_id, const char *label);

#endif
