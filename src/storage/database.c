/* SPDX-License-Identifier: MIT */
/* The life of a run in the database: begun, filled, ended.
 *
 * Whatever kills the process between two calls, the file says the truth: rows
 * hang on a run whose state is only `finished` when the transaction that holds
 * its last rows came through.
 */
#include "storage/database.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "storage/batch.h"
#include "storage/connection.h"
#include "storage/digest.h"
#include "storage/insert.h"
#include "storage/resume.h"

#define UTC_NOW "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

void database_process_begins(void)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

io_result database_create(const char *path, diagnostics *sink, database **result)
{
    return connection_open_writer(path, 0, sink, result);
}

io_result database_create_for(const char *path, size_t rows, diagnostics *sink, database **result)
{
    return connection_open_writer(path, rows, sink, result);
}

io_result database_open(const char *path, diagnostics *sink, database **result)
{
    return connection_open_reader(path, sink, result);
}

void database_use_threads(database *db, size_t threads)
{
    db->threads = threads;
}

/* ---- begin ------------------------------------------------------------------------ */

static const char *text_or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

static void insert_writer(insert *row, const process_identity *self)
{
    insert_text(row, text_or_null(self->host));
    insert_text(row, text_or_null(self->boot_id));
    insert_text(row, text_or_null(self->pid_namespace));
    insert_integer(row, self->pid);
    if (self->start_ticks >= 0)
        insert_integer(row, self->start_ticks);
    else
        insert_null(row);
}

static io_result insert_run(database *db, const char *command_json)
{
    insert row;
    io_result result = insert_prepare(
        &row, db,
        "INSERT INTO run (command_json, graze_version, host, boot_id, pid_namespace, pid, "
        "process_start_ticks, state, started_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'running', " UTC_NOW
        ")");
    if (result != IO_OK)
        return result;
    insert_text(&row, command_json);
    insert_text(&row, graze_version());
    insert_writer(&row, &db->self);
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

io_result database_continue_run(database *db, int64_t run_id)
{
    insert row;
    io_result result = insert_prepare(
        &row, db,
        "UPDATE run SET state = 'running', exit_status = NULL, finished_at = NULL, host = ?, "
        "boot_id = ?, pid_namespace = ?, pid = ?, process_start_ticks = ? WHERE run_id = ?");
    if (result != IO_OK)
        return result;
    db->plans = 0;
    insert_writer(&row, &db->self);
    insert_integer(&row, run_id);
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

io_result database_begin_run(database *db, const char *command_json, int64_t *run_id)
{
    assert(db->writes && db->open_run == 0);
    io_result result = db->batch == NULL ? batch_open(db) : IO_OK;
    if (result == IO_OK)
        result = connection_begin(db);
    if (result == IO_OK)
        result = connection_end(db, insert_run(db, command_json));
    if (result != IO_OK)
        return result;
    db->rows_committed = false;
    db->plans = 0;
    batch_begin_digests(db);
    db->agents_done = db->agents_written = 0;
    db->open_run = sqlite3_last_insert_rowid(db->handle);
    *run_id = db->open_run;
    return IO_OK;
}

/* ---- fill ------------------------------------------------------------------------- */

/* What the foreign keys of the tables with motions say (see batch.h). */
static bool shape_has(const plan_shape *shape, size_t agent, size_t motion)
{
    return agent < shape->agent_count && motion < shape->motion_counts[agent];
}

/* Where a motion is at a time, for looking; NaN, which is NULL in the database, where a
 * double does not reach. */
static graze_point place_at(const graze_motion *motion, double time)
{
    graze_vector place;
    bool is_known = graze_motion_place(motion, time, &place) == GRAZE_OK;
    return is_known ? (graze_point){place.x, place.y} : (graze_point){NAN, NAN};
}

static io_result add_meeting(database *db, batch_kind kind, int64_t plan_id, size_t agent_a,
                             size_t agent_b, int part, const graze_meeting *meeting)
{
    assert(db->batch != NULL && plan_id == db->shape.plan_id);
    assert(shape_has(&db->shape, agent_a, meeting->motion_a));
    assert(shape_has(&db->shape, agent_b, meeting->motion_b));
    batch_row row = {.kind = kind,
                     .part = part,
                     .owner = plan_id,
                     .agent_a = (int64_t)agent_a,
                     .agent_b = (int64_t)agent_b,
                     .meeting = *meeting};
    if (agent_a > agent_b) { /* swapping the agents changes labels only */
        row.agent_a = (int64_t)agent_b;
        row.agent_b = (int64_t)agent_a;
        row.meeting.motion_a = meeting->motion_b;
        row.meeting.motion_b = meeting->motion_a;
    }
    const plan_agent *first = &db->shape.source->agents[row.agent_a];
    if (kind == BATCH_MEETING) {
        graze_motion motion;
        plan_motions(first, row.meeting.motion_a, 1, &motion);
        row.place = place_at(&motion, meeting->time);
    }
    return batch_add(db, &row);
}

io_result database_add_contact(database *db, int64_t plan_id, size_t agent_a, size_t agent_b,
                                int part, const graze_meeting *meeting)
{
    return add_meeting(db, BATCH_CONTACT, plan_id, agent_a, agent_b, part, meeting);
}

io_result database_add_meeting(database *db, int64_t plan_id, size_t agent_a, size_t agent_b,
                               int part, const graze_meeting *meeting)
{
    return add_meeting(db, BATCH_MEETING, plan_id, agent_a, agent_b, part, meeting);
}

io_result database_add_unsafe_start(database *db, int64_t plan_id,
                                    const database_unsafe_start *unsafe)
{
    assert(db->batch != NULL && plan_id == db->shape.plan_id);
    assert(unsafe->agent_a < unsafe->agent_b); /* swapped, the starts would be others */
    assert(shape_has(&db->shape, unsafe->agent_a, unsafe->motion_a));
    assert(shape_has(&db->shape, unsafe->agent_b, unsafe->motion_b));
    batch_row row = {
        .kind = BATCH_UNSAFE_START,
        .part = unsafe->part,
        .owner = plan_id,
        .agent_a = (int64_t)unsafe->agent_a,
        .agent_b = (int64_t)unsafe->agent_b,
        .meeting = {.motion_a = unsafe->motion_a,
                    .motion_b = unsafe->motion_b,
                    .when = unsafe->starts},
    };
    return batch_add(db, &row);
}

io_result database_add_slack(database *db, int64_t plan_id, size_t agent,
                             const graze_index_slack *slack)
{
    bool bounded = slack->slack.delay < INFINITY;
    assert(db->batch != NULL && plan_id == db->shape.plan_id);
    assert(!bounded || (shape_has(&db->shape, agent, slack->slack.motion_a) &&
                        shape_has(&db->shape, slack->agent_b, slack->slack.motion_b)));
    batch_row row = {.kind = BATCH_SLACK,
                     .part = slack->slack.conflicts,
                     .owner = plan_id,
                     .agent_a = (int64_t)agent,
                     .value = slack->slack.delay,
                     .without_b = !bounded};
    if (bounded) {
        row.agent_b = (int64_t)slack->agent_b;
        row.meeting.motion_a = slack->slack.motion_a;
        row.meeting.motion_b = slack->slack.motion_b;
    }
    return batch_add(db, &row);
}

io_result database_add_obstacle_meeting(database *db, int64_t plan_id,
                                        const database_obstacle_meeting *met)
{
    assert(db->batch != NULL && plan_id == db->shape.plan_id);
    assert(shape_has(&db->shape, met->agent, met->meeting.motion_a));
    batch_row row = {.kind = BATCH_OBSTACLE_MEETING,
                     .part = met->part,
                     .owner = plan_id,
                     .agent_a = (int64_t)met->agent,
                     .column = met->column,
                     .row = met->row,
                     .meeting = met->meeting};
    return batch_add(db, &row);
}

io_result database_add_broken_rule(database *db, int64_t plan_id,
                                   const database_broken_rule *broken)
{
    assert(db->batch != NULL && plan_id == db->shape.plan_id);
    assert(broken->agent < db->shape.agent_count);
    assert(!broken->has_motion || shape_has(&db->shape, broken->agent, broken->motion));
    batch_row row = {.kind = BATCH_BROKEN_RULE,
                     .part = broken->part,
                     .owner = plan_id,
                     .agent_a = (int64_t)broken->agent,
                     .broken = *broken};
    return batch_add(db, &row);
}

io_result database_add_stat(database *db, int64_t run_id, const char *name, double value)
{
    assert(db->batch != NULL);
    batch_row row = {.kind = BATCH_STAT, .owner = run_id, .name = strdup(name), .value = value};
    if (row.name == NULL)
        return connection_fail(db, SQLITE_NOMEM, "write the database");
    return batch_add(db, &row);
}

/* ---- end -------------------------------------------------------------------------- */

/* Works after a failure, too: perhaps there is still room for this one word. */
static io_result end_run(database *db, int64_t run_id, const char *state, const int *exit_status)
{
    insert row;
    io_result result = insert_prepare(&row, db,
                                      "UPDATE run SET state = ?, exit_status = ?, "
                                      "finished_at = " UTC_NOW " WHERE run_id = ?");
    if (result != IO_OK)
        return result;
    insert_text(&row, state);
    if (exit_status != NULL)
        insert_integer(&row, *exit_status);
    else
        insert_null(&row);
    insert_integer(&row, run_id);
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

/* ---- digests ---------------------------------------------------------------------- */

typedef char table_digest[DIGEST_TEXT_SIZE];

/* A table may have been hashed on its way into the file, of a run that has one plan. */
static bool took_on_the_way(database *db, int table, char text[DIGEST_TEXT_SIZE])
{
    const int of_motions = table - DIGEST_MOTION;
    if (db->plans != 1)
        return false;
    if (of_motions < 0 || of_motions >= DIGEST_OF_MOTIONS)
        return batch_digest(db, table, text);
    if (db->motions_hashed)
        memcpy(text, db->motion_digests[of_motions], DIGEST_TEXT_SIZE);
    return db->motions_hashed;
}

/* Of a run whose rows are all in the file; only its own row still waits for the end. */
static io_result take_digests(database *db, int64_t run_id, table_digest *texts)
{
    for (int table = DIGEST_RUN + 1; table < DIGEST_TABLES; table++) {
        int code = took_on_the_way(db, table, texts[table])
                       ? SQLITE_OK
                       : digest_take(db->handle, run_id, table, texts[table]);
        if (code != SQLITE_OK)
            return connection_fail(db, code, "read the database");
    }
    return IO_OK;
}

static io_result write_digests(database *db, int64_t run_id, table_digest *texts)
{
    insert row;
    int code = digest_take(db->handle, run_id, DIGEST_RUN, texts[DIGEST_RUN]);
    if (code != SQLITE_OK)
        return connection_fail(db, code, "read the database");
    io_result result = insert_prepare(
        &row, db, "INSERT INTO run_digest (run_id, table_name, sha256) VALUES (?, ?, ?)");
    for (int table = 0; table < DIGEST_TABLES && result == IO_OK; table++) {
        insert_integer(&row, run_id);
        insert_text(&row, digest_table(table));
        insert_text(&row, texts[table]);
        result = insert_row(&row);
    }
    insert_close(&row);
    return result;
}

static io_result write_end(database *db, int64_t run_id, const char *state, int exit_status,
                           table_digest *digests)
{
    io_result result = end_run(db, run_id, state, &exit_status);
    if (result == IO_OK && digests != NULL)
        result = resume_forget(db, run_id);
    return result == IO_OK && digests != NULL ? write_digests(db, run_id, digests) : result;
}

/* Rows and end of a run in one transaction, which is one wait for the disk; digests may be null. */
static io_result write_at_once(database *db, int64_t run_id, const char *state, int exit_status,
                               table_digest *digests)
{
    io_result result = connection_begin_results(db);
    if (result != IO_OK)
        return result;
    result = batch_write(db);
    if (result == IO_OK && digests != NULL)
        result = take_digests(db, run_id, digests);
    if (result == IO_OK)
        result = write_end(db, run_id, state, exit_status, digests);
    return connection_end(db, result);
}

/* The digests are taken between two transactions: reading millions of rows again keeps
 * nobody out. */
static io_result write_apart(database *db, int64_t run_id, const char *state, int exit_status,
                             table_digest *digests)
{
    io_result result = connection_begin_results(db);
    if (result == IO_OK)
        result = connection_end(db, batch_write(db));
    if (result == IO_OK && digests != NULL)
        result = take_digests(db, run_id, digests);
    if (result == IO_OK)
        result = connection_begin_results(db);
    return result == IO_OK
               ? connection_end(db, write_end(db, run_id, state, exit_status, digests))
               : result;
}

io_result database_finish_run(database *db, int64_t run_id, const char *state, int exit_status)
{
    assert(db->open_run == run_id);
    table_digest texts[DIGEST_TABLES], *digests = strcmp(state, "finished") == 0 ? texts : NULL;
    io_result result = db->rows_committed
                           ? write_apart(db, run_id, state, exit_status, digests)
                           : write_at_once(db, run_id, state, exit_status, digests);
    if (result != IO_OK)
        end_run(db, run_id, "failed", NULL); /* rows are missing */
    db->open_run = 0;
    return result;
}

void database_close(database *db)
{
    if (db == NULL)
        return;
    if (db->open_run != 0)
        end_run(db, db->open_run, "interrupted", NULL);
    batch_close(db);
    connection_close(db);
}
