/* SPDX-License-Identifier: MIT */
/* The waiting rows and the INSERTs they end in. */
#include "storage/batch.h"

#include <stdlib.h>
#include <time.h>

#include "storage/insert.h"
#include "storage/pair_rows.h"

enum { BATCH_ROWS = 8192, BATCH_SECONDS = 1 };

typedef struct batch {
    insert conflicts, meetings, unsafe_starts, obstacles, slacks, stats;
    pair_rows pairs;
    time_t last; /* [s] of the monotonic clock */
    size_t count;
    batch_row rows[BATCH_ROWS];
} batch;

static time_t now(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

static void forget_rows(batch *waiting)
{
    for (size_t i = 0; i < waiting->count; i++)
        free(waiting->rows[i].name);
    waiting->count = 0;
}

static io_result prepare(batch *waiting, database *db)
{
    io_result result =
        insert_prepare(&waiting->conflicts, db,
                       "INSERT INTO conflict (plan_id, agent_a, agent_b, part, verdict, seq_a, "
                       "seq_b, begin_s, end_s, depth_m, min_clearance_at_s, min_clearance_m) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (result == IO_OK)
        result = insert_prepare(&waiting->meetings, db,
                                "INSERT INTO meeting (plan_id, agent_a, agent_b, part, verdict, "
                                "seq_a, seq_b, begin_s, end_s, depth_m, depth_at_s, "
                                "min_clearance_m, place_x_m, place_y_m) "
                                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (result == IO_OK)
        result = pair_rows_prepare(&waiting->pairs, db);
    if (result == IO_OK)
        result = insert_prepare(&waiting->unsafe_starts, db,
                                "INSERT INTO unsafe_start (plan_id, agent_a, agent_b, part, seq_a, "
                                "seq_b, lower_s, upper_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    if (result == IO_OK)
        result = insert_prepare(&waiting->obstacles, db,
                                "INSERT INTO obstacle_meeting (plan_id, agent_id, map_row, "
                                "map_column, part, verdict, seq, begin_s, end_s, depth_m, "
                                "depth_at_s, min_clearance_m) "
                                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (result == IO_OK)
        result = insert_prepare(&waiting->slacks, db,
                                "INSERT INTO slack (plan_id, agent_id, in_conflict, delay_s, "
                                "agent_b, seq_a, seq_b) VALUES (?, ?, ?, ?, ?, ?, ?)");
    if (result == IO_OK)
        result = insert_prepare(&waiting->stats, db,
                                "INSERT OR REPLACE INTO run_stat (run_id, name, value) "
                                "VALUES (?, ?, ?)");
    return result;
}

io_result batch_open(database *db)
{
    db->batch = calloc(1, sizeof *db->batch);
    if (db->batch == NULL)
        return connection_fail(db, SQLITE_NOMEM, "write the database");
    db->batch->last = now();
    return prepare(db->batch, db);
}

void batch_close(database *db)
{
    if (db->batch == NULL)
        return;
    forget_rows(db->batch);
    insert_close(&db->batch->conflicts);
    insert_close(&db->batch->meetings);
    insert_close(&db->batch->unsafe_starts);
    insert_close(&db->batch->obstacles);
    insert_close(&db->batch->slacks);
    insert_close(&db->batch->stats);
    pair_rows_close(&db->batch->pairs);
    free(db->batch);
    db->batch = NULL;
}

/* What both tables begin with. */
static void fill_meeting(insert *table, const batch_row *row)
{
    const graze_meeting *meeting = &row->meeting;
    insert_integer(table, row->owner);
    insert_integer(table, row->agent_a);
    insert_integer(table, row->agent_b);
    insert_integer(table, row->part);
    insert_text(table, graze_verdict_name(meeting->verdict));
    insert_integer(table, (int64_t)meeting->motion_a);
    insert_integer(table, (int64_t)meeting->motion_b);
    insert_real(table, meeting->when.lower);
    insert_real(table, meeting->when.upper);
    insert_real(table, meeting->depth);
    insert_real(table, meeting->time);
    insert_real(table, meeting->distance);
}

static io_result write_conflict(insert *table, const batch_row *row)
{
    fill_meeting(table, row);
    return insert_row(table);
}

static io_result write_meeting(batch *waiting, const batch_row *row)
{
    fill_meeting(&waiting->meetings, row);
    insert_real(&waiting->meetings, row->place.x);
    insert_real(&waiting->meetings, row->place.y);
    io_result result = insert_row(&waiting->meetings);
    return result == IO_OK ? pair_rows_add(&waiting->pairs, row) : result;
}

static io_result write_unsafe_start(insert *table, const batch_row *row)
{
    insert_integer(table, row->owner);
    insert_integer(table, row->agent_a);
    insert_integer(table, row->agent_b);
    insert_integer(table, row->part);
    insert_integer(table, (int64_t)row->meeting.motion_a);
    insert_integer(table, (int64_t)row->meeting.motion_b);
    insert_real(table, row->meeting.when.lower);
    insert_real(table, row->meeting.when.upper);
    return insert_row(table);
}

static io_result write_obstacle_meeting(insert *table, const batch_row *row)
{
    const graze_meeting *meeting = &row->meeting;
    insert_integer(table, row->owner);
    insert_integer(table, row->agent_a);
    insert_integer(table, row->row);
    insert_integer(table, row->column);
    insert_integer(table, row->part);
    insert_text(table, graze_verdict_name(meeting->verdict));
    insert_integer(table, (int64_t)meeting->motion_a);
    insert_real(table, meeting->when.lower);
    insert_real(table, meeting->when.upper);
    insert_real(table, meeting->depth);
    insert_real(table, meeting->time);
    insert_real(table, meeting->distance);
    return insert_row(table);
}

static io_result write_slack(insert *table, const batch_row *row)
{
    insert_integer(table, row->owner);
    insert_integer(table, row->agent_a);
    insert_integer(table, row->part);
    insert_real(table, row->value);
    const int64_t bound[] = {row->agent_b, (int64_t)row->meeting.motion_a,
                             (int64_t)row->meeting.motion_b};
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++) {
        if (row->without_b)
            insert_null(table);
        else
            insert_integer(table, bound[i]);
    }
    return insert_row(table);
}

static io_result write_row(batch *waiting, const batch_row *row)
{
    switch (row->kind) {
    case BATCH_CONFLICT:
        return write_conflict(&waiting->conflicts, row);
    case BATCH_MEETING:
        return write_meeting(waiting, row);
    case BATCH_UNSAFE_START:
        return write_unsafe_start(&waiting->unsafe_starts, row);
    case BATCH_OBSTACLE_MEETING:
        return write_obstacle_meeting(&waiting->obstacles, row);
    case BATCH_SLACK:
        return write_slack(&waiting->slacks, row);
    case BATCH_STAT:
        break;
    }
    insert_integer(&waiting->stats, row->owner);
    insert_text(&waiting->stats, row->name);
    insert_real(&waiting->stats, row->value);
    return insert_row(&waiting->stats);
}

io_result batch_write(database *db)
{
    batch *waiting = db->batch;
    io_result result = IO_OK;
    for (size_t i = 0; i < waiting->count && result == IO_OK; i++)
        result = write_row(waiting, &waiting->rows[i]);
    if (result == IO_OK)
        result = pair_rows_write(&waiting->pairs);
    forget_rows(waiting);
    waiting->last = now();
    return result;
}

static io_result commit(database *db)
{
    io_result result = connection_begin_unchecked(db);
    return result == IO_OK ? connection_end(db, batch_write(db)) : result;
}

io_result batch_add(database *db, const batch_row *row)
{
    batch *waiting = db->batch;
    if (db->failure != IO_OK) {
        free(row->name);
        return db->failure;
    }
    waiting->rows[waiting->count++] = *row;
    bool due = waiting->count == BATCH_ROWS || now() - waiting->last > BATCH_SECONDS;
    return due ? commit(db) : IO_OK;
}
