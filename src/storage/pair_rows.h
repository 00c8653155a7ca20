/* SPDX-License-Identifier: MIT */
/* Table pair_summary, written along with the meetings that it sums up. Meetings of two agents
 * come one after the other, so that one row a pair is written and not one a meeting; what
 * comes later, in any order, is added to the row that is there.
 */
#ifndef GRAZE_STORAGE_PAIR_ROWS_H
#define GRAZE_STORAGE_PAIR_ROWS_H

#include "storage/batch.h"
#include "storage/insert.h"

enum { PAIR_ROWS_VERDICTS = 4 };

typedef struct pair_rows {
    insert table;
    int64_t plan_id, agent_a, agent_b;
    int64_t counts[PAIR_ROWS_VERDICTS];  /* [meetings] by graze_verdict; all 0: no pair */
    double deepest[PAIR_ROWS_VERDICTS];  /* [m] of those that there are */
    double first;                        /* [s] begin of a conflict */
} pair_rows;

io_result pair_rows_prepare(pair_rows *sums, database *db);

/* Counts one meeting; writes the pair before it when that was another one. */
io_result pair_rows_add(pair_rows *sums, const batch_row *row);

/* Writes what is held back: before every commit. */
io_result pair_rows_write(pair_rows *sums);

void pair_rows_close(pair_rows *sums);

#endif
