/* SPDX-License-Identifier: MIT */
/* Jobs as rows, and the runs that come with them. */
#include <stdlib.h>
#include <string.h>

#include "storage/digest.h"
#include "storage/insert.h"
#include "storage/jobs.h"
#include "storage/stored_rows.h"
#include "storage/taking.h"

static const char *const state_names[] = {"done", "failed", "skipped"};

/* ---- lists ----------------------------------------------------------------------------------- */

static io_result insert_batch(database *db, const database_batch *batch)
{
    insert row;
    io_result result = insert_prepare(
        &row, db, "INSERT INTO batch (name, jobs, options, graze_version) VALUES (?, ?, ?, ?)");
    if (result != IO_OK)
        return result;
    insert_text(&row, batch->name);
    insert_integer(&row, (int64_t)batch->jobs);
    insert_text(&row, batch->options);
    insert_text(&row, graze_version());
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

static const char other_list[] = "go on with the same command, or give the list another --name";

typedef struct batch_search {
    database *db;
    const database_batch *batch;
    int64_t batch_id; /* 0: none has the name */
} batch_search;

static io_result compare_batch(void *context, const query *row)
{
    batch_search *search = context;
    const database_batch *batch = search->batch;
    if (!stored_text_is(row, 1, batch->name))
        return IO_OK;
    search->batch_id = stored_integer(row, 0);
    if (!stored_text_is(row, 4, graze_version()))
        return connection_refuse(search->db, other_list,
                                 "list '%s' was begun by another version of Graze", batch->name);
    if (stored_integer(row, 2) != (int64_t)batch->jobs || !stored_text_is(row, 3, batch->options))
        return connection_refuse(search->db, other_list,
                                 "list '%s' has other jobs or limits", batch->name);
    return IO_OK;
}

static io_result find_or_insert(batch_search *search)
{
    io_result result = stored_rows_each(
        search->db,
        "SELECT batch_id, name, jobs, options, graze_version FROM batch WHERE batch_id > ?", 0,
        compare_batch, search);
    if (result != IO_OK || search->batch_id != 0)
        return result;
    result = insert_batch(search->db, search->batch);
    search->batch_id = sqlite3_last_insert_rowid(search->db->handle);
    return result;
}

io_result database_begin_batch(database *db, const database_batch *batch, int64_t *batch_id)
{
    batch_search search = {db, batch, 0};
    io_result result = connection_begin(db);
    if (result == IO_OK)
        result = connection_end(db, find_or_insert(&search));
    *batch_id = search.batch_id;
    return result;
}

/* ---- jobs ------------------------------------------------------------------------------------ */

static io_result insert_job(database *db, int64_t batch_id, const database_job *job, int64_t run_id)
{
    insert row;
    io_result result = insert_prepare(
        &row, db,
        "INSERT INTO job (batch_id, job, command_json, state, exit_status, reason, tries, wall_s, "
        "cpu_s, peak_bytes, run_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (result != IO_OK)
        return result;
    insert_integer(&row, batch_id);
    insert_integer(&row, (int64_t)job->number);
    insert_text(&row, job->command_json);
    insert_text(&row, state_names[job->state]);
    if (job->has_exit_status)
        insert_integer(&row, job->exit_status);
    else
        insert_null(&row);
    insert_text(&row, job->reason);
    insert_integer(&row, job->tries);
    insert_real(&row, job->wall);
    insert_real(&row, job->cpu);
    insert_integer(&row, job->peak);
    if (run_id != 0)
        insert_integer(&row, run_id);
    else
        insert_null(&row);
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

/* The run gets the job's command, without what the pool added, and the digest of its own row
 * follows. */
static io_result name_command(database *db, int64_t run_id, const char *command_json)
{
    char text[DIGEST_TEXT_SIZE];
    insert row;
    io_result result = insert_prepare(&row, db, "UPDATE run SET command_json = ? WHERE run_id = ?");
    if (result != IO_OK)
        return result;
    insert_text(&row, command_json);
    insert_integer(&row, run_id);
    result = insert_row(&row);
    insert_close(&row);
    if (result != IO_OK)
        return result;
    int code = digest_take(db->handle, run_id, DIGEST_RUN, text);
    if (code != SQLITE_OK)
        return connection_fail(db, code, "read the database");
    result = insert_prepare(
        &row, db, "UPDATE run_digest SET sha256 = ? WHERE run_id = ? AND table_name = 'run'");
    if (result != IO_OK)
        return result;
    insert_text(&row, text);
    insert_integer(&row, run_id);
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

static io_result add_job(database *db, int64_t batch_id, const database_job *job, int slot)
{
    taking_shift shift = {0};
    int64_t run_id = 0;
    if (job->state == JOB_DONE) {
        io_result result = taking_runs(db, slot, false, &shift);
        if (result == IO_OK)
            result = taking_number(db, "SELECT max(run_id) FROM main.run", 0, &run_id);
        if (result == IO_OK)
            result = name_command(db, run_id, job->command_json);
        if (result != IO_OK)
            return result;
    }
    return insert_job(db, batch_id, job, run_id);
}

static io_result add_all(database *db, int64_t batch_id, const database_job *jobs, size_t count)
{
    io_result result = connection_begin_taking(db);
    if (result != IO_OK)
        return result;
    for (size_t i = 0; i < count && result == IO_OK; i++)
        result = add_job(db, batch_id, &jobs[i], (int)i);
    return connection_end(db, result);
}

io_result database_add_jobs(database *db, int64_t batch_id, const database_job *jobs, size_t count)
{
    io_result result = IO_OK;
    size_t attached = 0;
    for (; attached < count && result == IO_OK; attached++)
        if (jobs[attached].state == JOB_DONE)
            result = taking_attach(db, jobs[attached].run_file, (int)attached);
    if (result == IO_OK)
        result = add_all(db, batch_id, jobs, count);
    for (size_t i = 0; i < attached; i++)
        if (jobs[i].state == JOB_DONE)
            taking_detach(db, (int)i);
    return result;
}

bool database_has_finished_run(const char *path)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *row = NULL;
    bool has = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
               sqlite3_prepare_v2(handle, "SELECT 1 FROM run WHERE state = 'finished'", -1, &row,
                                  NULL) == SQLITE_OK &&
               sqlite3_step(row) == SQLITE_ROW;
    sqlite3_finalize(row);
    sqlite3_close(handle);
    return has;
}

/* ---- what has ended -------------------------------------------------------------------------- */

typedef struct job_listener {
    io_result (*take)(void *context, const database_ended_job *job);
    void *context;
} job_listener;

static io_result tell_job(void *context, const query *row)
{
    const job_listener *listener = context;
    database_ended_job job = {.number = (size_t)stored_integer(row, 0),
                              .exit_status = stored_is_null(row, 2) ? -1
                                                                    : (int)stored_integer(row, 2)};
    for (int state = JOB_DONE; state <= JOB_SKIPPED; state++)
        if (stored_text_is(row, 1, state_names[state]))
            job.state = (database_job_state)state;
    return listener->take(listener->context, &job);
}

io_result database_each_job(database *db, int64_t batch_id,
                            io_result (*take)(void *context, const database_ended_job *job),
                            void *context)
{
    job_listener listener = {take, context};
    return stored_rows_each(
        db, "SELECT job, state, exit_status FROM job WHERE batch_id = ? ORDER BY job", batch_id,
        tell_job, &listener);
}

/* ---- what they have read --------------------------------------------------------------------- */

typedef struct input_listener {
    database *db;
    io_result (*take)(void *context, const database_job_input *input);
    void *context;
} input_listener;

static io_result tell_input(void *context, const query *row)
{
    const input_listener *listener = context;
    char *name = stored_text(row, 0), *found = stored_text(row, 1);
    const database_job_input input = {name, found, (size_t)stored_integer(row, 2)};
    io_result result = name != NULL && found != NULL ? listener->take(listener->context, &input)
                                                     : stored_no_memory(listener->db);
    free(name);
    free(found);
    return result;
}

io_result database_each_job_input(database *db, int64_t batch_id,
                                  io_result (*take)(void *context, const database_job_input *input),
                                  void *context)
{
    input_listener listener = {db, take, context};
    return stored_rows_each(
        db,
        "SELECT i.name, i.sha256, min(j.job) FROM job AS j JOIN input AS i USING (run_id) "
        "WHERE j.batch_id = ? AND j.state = 'done' GROUP BY i.name, i.sha256 ORDER BY 3, 1",
        batch_id, tell_input, &listener);
}

/* ---- to be done again ------------------------------------------------------------------------ */

io_result database_forget_failures(database *db, int64_t batch_id)
{
    insert row;
    io_result result = connection_begin(db);
    if (result != IO_OK)
        return result;
    result = insert_prepare(&row, db, "DELETE FROM job WHERE batch_id = ? AND state <> 'done'");
    if (result != IO_OK)
        return connection_end(db, result);
    insert_integer(&row, batch_id);
    result = insert_row(&row);
    insert_close(&row);
    return connection_end(db, result);
}
