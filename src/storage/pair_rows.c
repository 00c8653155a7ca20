/* SPDX-License-Identifier: MIT */
/* The sums of one pair of agents at a time. */
#include "storage/pair_rows.h"

#include <string.h>

/* Of two values that may both be missing, the greater (or the smaller). */
#define EITHER(function, column)                                                                   \
    column " = " function "(coalesce(" column ", excluded." column "), "                           \
           "coalesce(excluded." column ", " column "))"

static const char sql[] =
    "INSERT INTO pair_summary (plan_id, agent_a, agent_b, conflicts, grazes, touches, "
    "deepest_conflict_m, deepest_graze_m, first_conflict_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT DO UPDATE SET conflicts = conflicts + excluded.conflicts, "
    "grazes = grazes + excluded.grazes, touches = touches + excluded.touches, "
    EITHER("max", "deepest_conflict_m") ", " EITHER("max", "deepest_graze_m") ", "
    EITHER("min", "first_conflict_s");

io_result pair_rows_prepare(pair_rows *sums, database *db)
{
    return insert_prepare(&sums->table, db, sql);
}

void pair_rows_close(pair_rows *sums)
{
    insert_close(&sums->table);
}

static bool has_rows(const pair_rows *sums)
{
    return sums->counts[GRAZE_CONFLICT] + sums->counts[GRAZE_GRAZE] + sums->counts[GRAZE_TOUCH] > 0;
}

static void insert_if(insert *table, bool there, double value)
{
    if (there)
        insert_real(table, value);
    else
        insert_null(table);
}

io_result pair_rows_write(pair_rows *sums)
{
    if (!has_rows(sums))
        return IO_OK;
    insert *table = &sums->table;
    bool conflicts = sums->counts[GRAZE_CONFLICT] > 0, grazes = sums->counts[GRAZE_GRAZE] > 0;
    insert_integer(table, sums->plan_id);
    insert_integer(table, sums->agent_a);
    insert_integer(table, sums->agent_b);
    insert_integer(table, sums->counts[GRAZE_CONFLICT]);
    insert_integer(table, sums->counts[GRAZE_GRAZE]);
    insert_integer(table, sums->counts[GRAZE_TOUCH]);
    insert_if(table, conflicts, sums->deepest[GRAZE_CONFLICT]);
    insert_if(table, grazes, sums->deepest[GRAZE_GRAZE]);
    insert_if(table, conflicts, sums->first);
    memset(sums->counts, 0, sizeof sums->counts);
    return insert_row(table);
}

static bool is_same_pair(const pair_rows *sums, const batch_row *row)
{
    return sums->plan_id == row->owner && sums->agent_a == row->agent_a &&
           sums->agent_b == row->agent_b;
}

io_result pair_rows_add(pair_rows *sums, const batch_row *row)
{
    io_result result = is_same_pair(sums, row) ? IO_OK : pair_rows_write(sums);
    sums->plan_id = row->owner;
    sums->agent_a = row->agent_a;
    sums->agent_b = row->agent_b;
    const graze_meeting *met = &row->meeting;
    int64_t before = sums->counts[met->verdict]++;
    if (before == 0 || met->depth > sums->deepest[met->verdict])
        sums->deepest[met->verdict] = met->depth;
    if (met->verdict == GRAZE_CONFLICT && (before == 0 || met->when.lower < sums->first))
        sums->first = met->when.lower;
    return result;
}
