/* SPDX-License-Identifier: MIT */
/* A check that was cut short, found again and gone on with.
 *
 * Rows come in the order of the agents, and `agents_done` is committed together with rows. So
 * what a dead writer has left is: every row of the agents below it, and some of later ones,
 * which are deleted before the check goes on.
 */
#include "storage/resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "storage/batch.h"
#include "storage/insert.h"
#include "storage/stored_rows.h"

static const char hint[] =
    "resume with the options and files of that run, or leave out --resume to begin a new one";

/* ---- while a check runs ---------------------------------------------------------------- */

static io_result run_with_ids(database *db, const char *sql, const int64_t *ids, int count)
{
    insert row;
    io_result result = insert_prepare(&row, db, sql);
    if (result != IO_OK)
        return result;
    for (int i = 0; i < count; i++)
        insert_integer(&row, ids[i]);
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

static io_result insert_progress(database *db, int64_t run_id, int64_t plan_id,
                                 const char *options)
{
    insert row;
    io_result result = insert_prepare(&row, db,
                                      "INSERT INTO check_progress (run_id, plan_id, agents_done, "
                                      "options) VALUES (?, ?, 0, ?)");
    if (result != IO_OK)
        return result;
    insert_integer(&row, run_id);
    insert_integer(&row, plan_id);
    insert_text(&row, options);
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

io_result database_begin_check(database *db, int64_t run_id, int64_t plan_id, const char *options)
{
    io_result result = connection_begin(db);
    if (result == IO_OK)
        result = connection_end(db, insert_progress(db, run_id, plan_id, options));
    db->agents_done = db->agents_written = 0;
    return result;
}

io_result database_agents_done(database *db, size_t agents)
{
    db->agents_done = agents;
    return db->failure == IO_OK ? batch_keep_pace(db) : db->failure;
}

io_result resume_write(database *db)
{
    if (db->agents_done == db->agents_written)
        return IO_OK;
    db->agents_written = db->agents_done;
    return run_with_ids(db, "UPDATE check_progress SET agents_done = ? WHERE run_id = ?",
                        (int64_t[]){(int64_t)db->agents_done, db->open_run}, 2);
}

io_result resume_forget(database *db, int64_t run_id)
{
    return run_with_ids(db, "DELETE FROM check_progress WHERE run_id = ?", &run_id, 1);
}

/* ---- the same question? ------------------------------------------------------------------ */

/* The length of the line at `text`; *next is the line behind it. */
static size_t line_at(const char *text, const char **next)
{
    size_t length = strcspn(text, "\n");
    *next = text + length + (text[length] == '\n');
    return length;
}

/* Both texts say the same names in the same order. */
static io_result compare_options(database *db, int64_t run_id, const char *before, const char *now)
{
    while (*before != '\0' || *now != '\0') {
        const char *line = before, *asked = now;
        size_t length = line_at(line, &before), other = line_at(asked, &now);
        if (length != other || memcmp(line, asked, length) != 0)
            return connection_refuse(db, hint, "run %" PRId64 " was begun with '%.*s', not '%.*s'",
                                     run_id, (int)length, line, (int)other, asked);
    }
    return IO_OK;
}

typedef struct input_rows {
    database *db;
    const plan *source;
    int64_t run_id;
    size_t count;
} input_rows;

static io_result compare_input(void *context, const query *row)
{
    input_rows *all = context;
    const plan *source = all->source;
    size_t i = all->count++;
    if (i < source->input_count && stored_text_is(row, 0, source->inputs[i].role) &&
        stored_text_is(row, 1, source->inputs[i].sha256))
        return IO_OK;
    char *name = stored_text(row, 2), *role = stored_text(row, 0);
    if (name == NULL || role == NULL)
        stored_no_memory(all->db);
    else
        connection_refuse(all->db, hint, "run %" PRId64 " has read another %s: '%s' was different",
                          all->run_id, role, name);
    io_result result = name != NULL && role != NULL ? IO_BAD_INPUT : IO_MEMORY;
    free(name);
    free(role);
    return result;
}

static io_result compare_inputs(database *db, int64_t run_id, const plan *source)
{
    input_rows all = {db, source, run_id, 0};
    io_result result = stored_rows_each(
        db, "SELECT role, sha256, name FROM input WHERE run_id = ? ORDER BY input_id", run_id,
        compare_input, &all);
    if (result == IO_OK && all.count != source->input_count)
        return connection_refuse(db, hint, "run %" PRId64 " has read %zu files, not %zu", run_id,
                                 all.count, source->input_count);
    return result;
}

/* ---- which run? -------------------------------------------------------------------------- */

typedef struct left_check {
    database *db;
    const char *options;
    const plan *source;
    database_resumed found;
    bool is_found;
} left_check;

static io_result take_progress(void *context, const query *row)
{
    left_check *left = context;
    char *options = stored_text(row, 3);
    if (options == NULL)
        return stored_no_memory(left->db);
    left->is_found = true;
    left->found.run_id = stored_integer(row, 0);
    left->found.plan_id = stored_integer(row, 1);
    left->found.agents_done = (size_t)stored_integer(row, 2);
    io_result result = compare_options(left->db, left->found.run_id, options, left->options);
    free(options);
    return result;
}

static io_result count_rows(void *context, const query *row)
{
    database_resumed *found = context;
    found->unsafe_starts = (uint64_t)stored_integer(row, 0);
    found->slacks = (size_t)stored_integer(row, 1);
    return IO_OK;
}

/* The newest check that was cut short. */
static io_result find_check(left_check *left)
{
    io_result result = stored_rows_each(
        left->db,
        "SELECT run_id, plan_id, agents_done, options FROM check_progress JOIN run USING (run_id) "
        "WHERE (state = 'interrupted' OR state = 'failed') AND run_id > ? "
        "ORDER BY run_id DESC LIMIT 1",
        0, take_progress, left);
    if (result == IO_OK && !left->is_found)
        return connection_refuse(left->db, "leave out --resume to begin a check",
                                 "no check in it was cut short");
    if (result == IO_OK)
        result = compare_inputs(left->db, left->found.run_id, left->source);
    if (result == IO_OK && left->found.agents_done > left->source->agent_count)
        result = stored_refuse(left->db, "more agents are done than there are");
    return result;
}

/* ---- going on ------------------------------------------------------------------------------ */

static io_result delete_later_rows(database *db, const database_resumed *from)
{
    static const char *const of_later_agents[] = {
        "DELETE FROM contact WHERE plan_id = ? AND agent_a_id >= ?",
        "DELETE FROM meeting WHERE plan_id = ? AND agent_a_id >= ?",
        "DELETE FROM pair_summary WHERE plan_id = ? AND agent_a_id >= ?",
        "DELETE FROM unsafe_start WHERE plan_id = ? AND agent_a_id >= ?",
    };
    const int64_t ids[] = {from->plan_id, (int64_t)from->agents_done};
    static const char *const of_the_plan[] = {
        "DELETE FROM obstacle_meeting WHERE plan_id = ?",
        "DELETE FROM broken_rule WHERE plan_id = ?",
    };
    io_result result = IO_OK;
    for (size_t i = 0; i < sizeof of_later_agents / sizeof of_later_agents[0]; i++)
        if (result == IO_OK)
            result = run_with_ids(db, of_later_agents[i], ids, 2);
    for (size_t i = 0; i < sizeof of_the_plan / sizeof of_the_plan[0]; i++)
        if (result == IO_OK)
            result = run_with_ids(db, of_the_plan[i], ids, 1);
    return result == IO_OK
               ? run_with_ids(db, "DELETE FROM run_stat WHERE run_id = ?", &from->run_id, 1)
               : result;
}

/* All in one transaction: two processes that resume at once find the check in turn. */
static io_result take_over(left_check *left)
{
    database *db = left->db;
    io_result result = find_check(left);
    if (result == IO_OK)
        result = delete_later_rows(db, &left->found);
    if (result == IO_OK)
        result = stored_rows_each(db,
                                  "SELECT (SELECT count(*) FROM unsafe_start WHERE plan_id = ?1), "
                                  "(SELECT count(*) FROM slack WHERE plan_id = ?1)",
                                  left->found.plan_id, count_rows, &left->found);
    return result == IO_OK ? database_continue_run(db, left->found.run_id) : result;
}

io_result database_resume_check(database *db, const char *options, const plan *source,
                                database_resumed *from)
{
    left_check left = {.db = db, .options = options, .source = source};
    io_result result = db->batch == NULL ? batch_open(db) : IO_OK;
    if (result == IO_OK)
        result = connection_begin_results(db);
    if (result == IO_OK)
        result = connection_end(db, take_over(&left));
    if (result == IO_OK)
        result = connection_keep_shape(db, left.found.plan_id, source);
    if (result != IO_OK)
        return result;
    db->open_run = left.found.run_id;
    db->rows_committed = true;
    db->agents_done = db->agents_written = left.found.agents_done;
    *from = left.found;
    return IO_OK;
}
