/* SPDX-License-Identifier: MIT */
/* What the first line of a CSV plan says, before anything is read of it: what is between its
 * fields, whether it is a header, and which of its columns are which of ours.
 *
 * Names of ours are taken as they are. Other programs' are taken where they are obvious (t, id,
 * px, py and the like), or as --columns says: other columns are then passed over. Columns such
 * as x0,y0,x1,y1 beside a time are one agent each. What is wrong here is one error, which says
 * what was found and which option reads it. */
#ifndef GRAZE_IO_PLAN_HEADER_H
#define GRAZE_IO_PLAN_HEADER_H

#include "io/plan_reading.h"
#include "io/table.h"

/* The two columns of an agent that has columns of its own. */
typedef struct plan_pair {
    char *label;
    const char *x, *y; /* names of fields */
} plan_pair;

typedef struct plan_header {
    char delimiter;
    bool no_header;
    bool foreign;  /* columns go by names that are not ours, others are passed over */
    bool frames;   /* the column of times counts frames */
    char **fields; /* of the file's first line; without a header the names they stand for */
    size_t count, capacity;
    const char **columns; /* for each of our names the file's, or null */
    plan_pair *pairs;     /* of a file with columns for each agent; time is in `columns` */
    size_t pair_count, pair_capacity;
} plan_header;

/* Reads the first line of the input, and leaves it there. names: our columns, `count` of them,
 * among which are agent, time, x, y and z. plan_header_free in any case. */
io_result plan_header_read(plan_reading *reading, const char *const *names, size_t count,
                           plan_header *header);

/* Could this be the first line of a plan, with our names, obvious ones, or others that are
 * worth a word? */
bool plan_header_begins(const char *bytes, size_t length);

void plan_header_free(plan_header *header);

#endif
