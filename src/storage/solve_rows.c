/* SPDX-License-Identifier: MIT */
/* A solver's run as rows. */
#include "storage/connection.h"
#include "storage/insert.h"

static io_result write_solve(database *db, int64_t run_id, const database_solve *solve)
{
    insert row;
    io_result result =
        insert_prepare(&row, db,
                       "INSERT INTO solve (run_id, map, scenario, agents, connectivity, method, "
                       "outcome, reason, plan_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (result != IO_OK)
        return result;
    insert_integer(&row, run_id);
    insert_text(&row, solve->map);
    insert_text(&row, solve->scenario);
    insert_integer(&row, (int64_t)solve->agents);
    if (solve->connectivity > 0)
        insert_integer(&row, solve->connectivity);
    else
        insert_null(&row);
    insert_text(&row, solve->method);
    insert_text(&row, solve->outcome);
    insert_text(&row, solve->reason);
    if (solve->plan_id != 0)
        insert_integer(&row, solve->plan_id);
    else
        insert_null(&row);
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

static io_result write_numbers(database *db, int64_t run_id, const database_solve *solve)
{
    insert row;
    io_result result = insert_prepare(
        &row, db, "INSERT INTO solve_stat (run_id, name, value) VALUES (?, ?, ?)");
    for (size_t i = 0; i < solve->number_count && result == IO_OK; i++) {
        insert_integer(&row, run_id);
        insert_text(&row, solve->numbers[i].name);
        insert_real(&row, solve->numbers[i].value);
        result = insert_row(&row);
    }
    insert_close(&row);
    return result;
}

io_result database_add_solve(database *db, int64_t run_id, const database_solve *solve)
{
    io_result result = connection_begin(db);
    if (result != IO_OK)
        return result;
    result = write_solve(db, run_id, solve);
    if (result == IO_OK)
        result = write_numbers(db, run_id, solve);
    return connection_end(db, result);
}
