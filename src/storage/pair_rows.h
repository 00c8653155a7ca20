/* SPDX-License-Identifier: MIT */
/* Table pair_summary, written along with the meetings that it sums up. Meetings of two agents
 * come one after the other, so that one row a pair is written and not one a meeting; what
 * comes later, in any order, is added to the row that is there.
 */
#ifndef GRAZE_STORAGE_PAIR_ROWS_H
#define GRAZE_STORAGE_PAIR_ROWS_H

#include "storage/insert.h"
#include "storage/memory_table.h"

enum { PAIR_ROWS_VERDICTS = 4 };

typedef struct pair_row {
    int64_t plan_id, agent_a, agent_b;
    int64_t counts[PAIR_ROWS_VERDICTS];  /* [meetings] by graze_verdict */
    double deepest[PAIR_ROWS_VERDICTS];  /* [m] of those that there are */
    double first;                        /* [s] begin of a conflict */
} pair_row;

typedef struct pair_rows {
    insert statement;
    memory_table table;
    pair_row *rows;
    size_t count;
} pair_rows;

/* `most` is how many meetings there are at most between two writes. */
io_result pair_rows_open(pair_rows *sums, database *db, size_t most);

/* Counts one meeting. */
void pair_rows_add(pair_rows *sums, int64_t plan_id, int64_t agent_a, int64_t agent_b,
                   const graze_meeting *met);

/* Writes what was counted: in the transaction that holds the meetings. */
io_result pair_rows_write(pair_rows *sums);

/* Frees; a `pair_rows` that is all zeros is allowed. */
void pair_rows_close(pair_rows *sums);

#endif
