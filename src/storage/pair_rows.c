/* SPDX-License-Identifier: MIT */
/* The sums of pairs of agents, from one write to the next. */
#include "storage/pair_rows.h"

#include <stdlib.h>

/* Of two values that may both be missing, the greater (or the smaller). */
#define EITHER(function, column)                                                                   \
    column " = " function "(coalesce(" column ", excluded." column "), "                           \
           "coalesce(excluded." column ", " column "))"

#define COLUMNS                                                                                    \
    "plan_id, agent_a_id, agent_b_id, conflicts, grazes, touches, "                                \
    "deepest_conflict_m, deepest_graze_m, first_conflict_s"

/* WHERE true tells ON CONFLICT from the ON of a join. */
static const char sql[] =
    "INSERT OR FAIL INTO pair_summary (" COLUMNS ") "
    "SELECT " COLUMNS " FROM graze_waiting_pair WHERE true "
    "ON CONFLICT DO UPDATE SET conflicts = conflicts + excluded.conflicts, "
    "grazes = grazes + excluded.grazes, touches = touches + excluded.touches, "
    EITHER("max", "deepest_conflict_m") ", " EITHER("max", "deepest_graze_m") ", "
    EITHER("min", "first_conflict_s");

enum {
    PLAN_ID,
    AGENT_A,
    AGENT_B,
    CONFLICTS,
    GRAZES,
    TOUCHES,
    DEEPEST_CONFLICT,
    DEEPEST_GRAZE,
    FIRST_CONFLICT
};

static bool find_row(const void *rows, size_t *row)
{
    return *row < ((const pair_rows *)rows)->count;
}

static void answer_if(sqlite3_context *answer, bool there, double value)
{
    if (there)
        sqlite3_result_double(answer, value);
}

static void answer_column(const void *rows, size_t at, int column, sqlite3_context *answer)
{
    const pair_row *row = &((const pair_rows *)rows)->rows[at];
    const int64_t *counts = row->counts;
    switch (column) {
    case PLAN_ID:
        sqlite3_result_int64(answer, row->plan_id);
        break;
    case AGENT_A:
        sqlite3_result_int64(answer, row->agent_a);
        break;
    case AGENT_B:
        sqlite3_result_int64(answer, row->agent_b);
        break;
    case CONFLICTS:
        sqlite3_result_int64(answer, counts[GRAZE_CONFLICT]);
        break;
    case GRAZES:
        sqlite3_result_int64(answer, counts[GRAZE_GRAZE]);
        break;
    case TOUCHES:
        sqlite3_result_int64(answer, counts[GRAZE_TOUCH]);
        break;
    case DEEPEST_CONFLICT:
        answer_if(answer, counts[GRAZE_CONFLICT] > 0, row->deepest[GRAZE_CONFLICT]);
        break;
    case DEEPEST_GRAZE:
        answer_if(answer, counts[GRAZE_GRAZE] > 0, row->deepest[GRAZE_GRAZE]);
        break;
    case FIRST_CONFLICT:
        answer_if(answer, counts[GRAZE_CONFLICT] > 0, row->first);
        break;
    }
}

io_result pair_rows_open(pair_rows *sums, database *db, size_t most)
{
    *sums = (pair_rows){
        .table = {"CREATE TABLE waiting (" COLUMNS ")", sums, find_row, answer_column},
        .rows = malloc(most * sizeof *sums->rows)};
    if (sums->rows == NULL)
        return connection_fail(db, SQLITE_NOMEM, "write the database");
    io_result result = memory_table_register(db, "graze_waiting_pair", &sums->table);
    return result == IO_OK ? insert_prepare(&sums->statement, db, sql) : result;
}

void pair_rows_close(pair_rows *sums)
{
    insert_close(&sums->statement);
    free(sums->rows);
    *sums = (pair_rows){0};
}

static bool is_of(const pair_row *row, int64_t plan_id, int64_t agent_a, int64_t agent_b)
{
    return row->plan_id == plan_id && row->agent_a == agent_a && row->agent_b == agent_b;
}

void pair_rows_add(pair_rows *sums, int64_t plan_id, int64_t agent_a, int64_t agent_b,
                   const graze_meeting *met)
{
    if (sums->count == 0 || !is_of(&sums->rows[sums->count - 1], plan_id, agent_a, agent_b))
        sums->rows[sums->count++] = (pair_row){plan_id, agent_a, agent_b, {0}, {0}, 0};
    pair_row *row = &sums->rows[sums->count - 1];
    int64_t before = row->counts[met->verdict]++;
    if (before == 0 || met->depth > row->deepest[met->verdict])
        row->deepest[met->verdict] = met->depth;
    if (met->verdict == GRAZE_CONFLICT && (before == 0 || met->when.lower < row->first))
        row->first = met->when.lower;
}

io_result pair_rows_write(pair_rows *sums)
{
    io_result result = sums->count > 0 ? insert_row(&sums->statement) : IO_OK;
    sums->count = 0;
    return result;
}
