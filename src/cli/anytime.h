/* SPDX-License-Identifier: MIT */
/* The course of a search: what its plan cost and what was proven, and when. */
#ifndef GRAZE_CLI_ANYTIME_H
#define GRAZE_CLI_ANYTIME_H

#include <stdbool.h>
#include <stddef.h>

#include "storage/database.h"
#include "view/plot.h"

enum { ANYTIME_NAME_SIZE = 48 };

typedef struct anytime {
    plot_anytime_point *points; /* in order of time; of the present state the last is */
    size_t count, capacity;
    bool no_memory; /* some are missing */
} anytime;

/* Notes a state, if it is a new one. Those that come within a hundredth of the time since the
 * beginning are one, so that a long search has some hundred of them. */
void anytime_note(anytime *all, const plot_anytime_point *now);

/* Notes the last state, though it may be as the one before. */
void anytime_end(anytime *all, const plot_anytime_point *now);

/* How many numbers of solve_stat the course is, and these: `cost_s@SECONDS` and
 * `lower_bound_s@SECONDS`. `names` has room for ANYTIME_NAME_SIZE bytes for each. */
size_t anytime_number_count(const anytime *all);
void anytime_numbers(const anytime *all, database_number *numbers, char *names);

/* Reads the course of the run that a plan is of. */
io_result anytime_read(database *db, int64_t plan_id, anytime *all);

void anytime_free(anytime *all);

#endif
