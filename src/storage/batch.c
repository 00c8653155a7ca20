/* SPDX-License-Identifier: MIT */
/* The waiting rows, and the statements that put them in, one for each kind. */
#include "storage/batch.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "storage/digest.h"
#include "storage/insert.h"
#include "storage/memory_table.h"
#include "storage/pair_rows.h"
#include "storage/resume.h"

enum { BATCH_ROWS = 32768, BATCH_SECONDS = 1, PACE_SECONDS = 4 };

enum { HASHED_KINDS = BATCH_MEETING + 1, HASHED_COLUMNS = 13, KEY_COLUMNS = 5 };

/* Of the rows of a kind that went in, in the order of their keys. */
typedef struct row_digest {
    digest hash;
    bool ordered; /* so far; else it is of no use */
    bool any;
    int64_t last[KEY_COLUMNS];
} row_digest;

typedef struct batch {
    insert statements[BATCH_KINDS];
    memory_table table; /* the rows, for the statements */
    batch_kind writing;
    pair_rows pairs;
    row_digest digests[HASHED_KINDS];
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

/* ---- what waits, as a table ---------------------------------------------------------- */

#define COLUMNS                                                                                    \
    "owner, agent_a, agent_b, part, verdict, motion_a, motion_b, lower, upper, depth, time, "      \
    "distance, place_x, place_y, map_row, map_column, without_b, name, value, rule, begin_s, "     \
    "end_s, x_m, y_m, z_m, wanted_x_m, wanted_y_m, task, seq, has, allowed"

enum {
    OWNER,
    AGENT_A,
    AGENT_B,
    PART,
    VERDICT,
    MOTION_A,
    MOTION_B,
    LOWER,
    UPPER,
    DEPTH,
    TIME,
    DISTANCE,
    PLACE_X,
    PLACE_Y,
    MAP_ROW,
    MAP_COLUMN,
    WITHOUT_B,
    NAME,
    VALUE,
    RULE, /* from here on of a broken rule */
    BROKEN_BEGIN,
    BROKEN_END,
    BROKEN_X,
    BROKEN_Y,
    BROKEN_Z,
    WANTED_X,
    WANTED_Y,
    TASK,
    SEQ,
    HAS,
    ALLOWED
};

/* Rows of the kind that is being written. */
static bool find_row(const void *rows, size_t *row)
{
    const batch *waiting = rows;
    while (*row < waiting->count && waiting->rows[*row].kind != waiting->writing)
        ++*row;
    return *row < waiting->count;
}

static int64_t integer_at(const batch_row *row, int column)
{
    switch (column) {
    case OWNER:
        return row->owner;
    case AGENT_A:
        return row->agent_a;
    case AGENT_B:
        return row->agent_b;
    case PART:
        return row->part;
    case MOTION_A:
        return (int64_t)row->meeting.motion_a;
    case MOTION_B:
        return (int64_t)row->meeting.motion_b;
    case MAP_ROW:
        return row->row == DATABASE_NO_CELL ? -1 : (int64_t)row->row;
    case MAP_COLUMN:
        return row->column;
    default:
        return row->without_b;
    }
}

static double real_at(const batch_row *row, int column)
{
    switch (column) {
    case LOWER:
        return row->meeting.when.lower;
    case UPPER:
        return row->meeting.when.upper;
    case DEPTH:
        return row->meeting.depth;
    case TIME:
        return row->meeting.time;
    case DISTANCE:
        return row->meeting.distance;
    case PLACE_X:
        return row->place.x;
    case PLACE_Y:
        return row->place.y;
    default:
        return row->value;
    }
}

/* NaN becomes NULL. */
static double broken_real_at(const database_broken_rule *broken, int column)
{
    switch (column) {
    case BROKEN_BEGIN:
        return broken->begin;
    case BROKEN_END:
        return broken->end;
    case BROKEN_X:
        return broken->place.x;
    case BROKEN_Y:
        return broken->place.y;
    case BROKEN_Z:
        return broken->place.z;
    case WANTED_X:
        return broken->has_motion ? NAN : broken->wanted.x;
    case WANTED_Y:
        return broken->has_motion ? NAN : broken->wanted.y;
    case HAS:
        return broken->value;
    default:
        return broken->allowed;
    }
}

static void answer_broken(const database_broken_rule *broken, int column, sqlite3_context *answer)
{
    if (column == RULE)
        sqlite3_result_text(answer, broken->rule, -1, SQLITE_STATIC);
    else if (column != TASK && column != SEQ)
        sqlite3_result_double(answer, broken_real_at(broken, column));
    else if (broken->has_motion == (column == SEQ))
        sqlite3_result_int64(answer, (int64_t)(column == SEQ ? broken->motion : broken->task));
    else
        sqlite3_result_null(answer);
}

static void answer_column(const void *rows, size_t at, int column, sqlite3_context *answer)
{
    const batch_row *row = &((const batch *)rows)->rows[at];
    if (column >= RULE)
        answer_broken(&row->broken, column, answer);
    else if (column == VERDICT)
        sqlite3_result_text(answer, graze_verdict_name(row->meeting.verdict), -1, SQLITE_STATIC);
    else if (column == NAME)
        sqlite3_result_text(answer, row->name, -1, SQLITE_STATIC);
    else if ((column >= LOWER && column <= PLACE_Y) || column == VALUE)
        sqlite3_result_double(answer, real_at(row, column));
    else
        sqlite3_result_int64(answer, integer_at(row, column));
}

/* OR FAIL: the caller takes the whole transaction back, so no statement has to be able to
 * take back its own rows alone. */
static const char *const sql[BATCH_KINDS] = {
    [BATCH_CONTACT] =
        "INSERT OR FAIL INTO contact (plan_id, agent_a_id, agent_b_id, part, verdict, "
        "seq_a, seq_b, begin_s, end_s, depth_m, min_clearance_at_s, min_clearance_m) "
        "SELECT owner, agent_a, agent_b, part, verdict, motion_a, motion_b, lower, upper, depth, "
        "time, distance FROM graze_waiting",
    [BATCH_MEETING] =
        "INSERT OR FAIL INTO meeting (plan_id, agent_a_id, agent_b_id, part, verdict, "
        "seq_a, seq_b, begin_s, end_s, depth_m, depth_at_s, min_clearance_m, place_x_m, place_y_m) "
        "SELECT owner, agent_a, agent_b, part, verdict, motion_a, motion_b, lower, upper, depth, "
        "time, distance, place_x, place_y FROM graze_waiting",
    [BATCH_UNSAFE_START] =
        "INSERT OR FAIL INTO unsafe_start (plan_id, agent_a_id, agent_b_id, part, seq_a, seq_b, "
        "lower_s, upper_s) "
        "SELECT owner, agent_a, agent_b, part, motion_a, motion_b, lower, upper "
        "FROM graze_waiting",
    [BATCH_OBSTACLE_MEETING] =
        "INSERT OR FAIL INTO obstacle_meeting (plan_id, agent_id, map_row, map_column, part, "
        "verdict, seq, begin_s, end_s, depth_m, depth_at_s, min_clearance_m) "
        "SELECT owner, agent_a, map_row, map_column, part, verdict, motion_a, lower, upper, "
        "depth, time, distance FROM graze_waiting",
    [BATCH_BROKEN_RULE] =
        "INSERT OR FAIL INTO broken_rule (plan_id, agent_id, part, rule, begin_s, end_s, x_m, y_m, "
        "z_m, wanted_x_m, wanted_y_m, task, seq, value, allowed) "
        "SELECT owner, agent_a, part, rule, begin_s, end_s, x_m, y_m, z_m, wanted_x_m, wanted_y_m, "
        "task, seq, has, allowed FROM graze_waiting",
    [BATCH_SLACK] =
        "INSERT OR FAIL INTO slack (plan_id, agent_id, in_conflict, delay_s, agent_b_id, seq_a, "
        "seq_b) "
        "SELECT owner, agent_a, part, value, iif(without_b, NULL, agent_b), "
        "iif(without_b, NULL, motion_a), iif(without_b, NULL, motion_b) FROM graze_waiting",
    [BATCH_STAT] = ("INSERT OR REPLACE INTO run_stat (run_id, name, value) "
                    "SELECT owner, name, value FROM graze_waiting"),
};

/* ---- their digests -------------------------------------------------------------------- */

/* In the order of digest.c's statements, and what those are ordered by. */
static const struct {
    int table, column_count, columns[HASHED_COLUMNS], key_count, key[KEY_COLUMNS];
} hashed[HASHED_KINDS] = {
    [BATCH_CONTACT] = {DIGEST_CONTACT,
                       11,
                       {AGENT_A, MOTION_A, AGENT_B, MOTION_B, PART, VERDICT, LOWER, UPPER, DISTANCE,
                        TIME, DEPTH},
                       5,
                       {AGENT_A, AGENT_B, MOTION_A, MOTION_B, PART}},
    [BATCH_MEETING] = {DIGEST_MEETING,
                       13,
                       {AGENT_A, AGENT_B, PART, VERDICT, LOWER, UPPER, DEPTH, TIME, DISTANCE,
                        MOTION_A, MOTION_B, PLACE_X, PLACE_Y},
                       3,
                       {AGENT_A, AGENT_B, PART}},
};

/* Keeps the row's key; is it behind the last one? */
static bool comes_next(row_digest *of, const batch_row *row)
{
    bool behind = !of->any, same = of->any;
    for (int i = 0; i < hashed[row->kind].key_count; i++) {
        const int64_t value = integer_at(row, hashed[row->kind].key[i]);
        behind = behind || (same && value > of->last[i]);
        same = same && value == of->last[i];
        of->last[i] = value;
    }
    of->any = true;
    return behind;
}

static void hash_column(digest *hash, const batch_row *row, int column)
{
    if (column == VERDICT)
        digest_text(hash, graze_verdict_name(row->meeting.verdict));
    else if (column < LOWER)
        digest_integer(hash, integer_at(row, column));
    else if (isnan(real_at(row, column)))
        digest_mark(hash, DIGEST_NULL);
    else
        digest_real(hash, real_at(row, column));
}

static void hash_row(batch *waiting, const batch_row *row)
{
    row_digest *of = &waiting->digests[row->kind];
    of->ordered = of->ordered && comes_next(of, row);
    if (!of->ordered)
        return;
    for (int i = 0; i < hashed[row->kind].column_count; i++)
        hash_column(&of->hash, row, hashed[row->kind].columns[i]);
    digest_mark(&of->hash, DIGEST_ROW);
}

void batch_begin_digests(database *db)
{
    for (int kind = 0; kind < HASHED_KINDS; kind++) {
        row_digest *of = &db->batch->digests[kind];
        digest_begin(&of->hash);
        of->ordered = true;
        of->any = false;
    }
}

bool batch_digest(database *db, int table, char text[DIGEST_TEXT_SIZE])
{
    for (int kind = 0; kind < HASHED_KINDS; kind++) {
        row_digest *of = &db->batch->digests[kind];
        if (hashed[kind].table != table || !of->ordered)
            continue;
        digest_mark(&of->hash, DIGEST_OWNER);
        digest_end(&of->hash, text);
        return true;
    }
    return false;
}

/* ---- the batch ----------------------------------------------------------------------- */

static io_result prepare(batch *waiting, database *db)
{
    waiting->table = (memory_table){"CREATE TABLE waiting (" COLUMNS ")", waiting, find_row,
                                    answer_column};
    io_result result = memory_table_register(db, "graze_waiting", &waiting->table);
    for (int kind = 0; kind < BATCH_KINDS && result == IO_OK; kind++)
        result = insert_prepare(&waiting->statements[kind], db, sql[kind]);
    return result == IO_OK ? pair_rows_open(&waiting->pairs, db, BATCH_ROWS) : result;
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
    for (int kind = 0; kind < BATCH_KINDS; kind++)
        insert_close(&db->batch->statements[kind]);
    pair_rows_close(&db->batch->pairs);
    free(db->batch);
    db->batch = NULL;
}

static io_result write_kind(batch *waiting, batch_kind kind)
{
    size_t first = 0;
    waiting->writing = kind;
    return find_row(waiting, &first) ? insert_row(&waiting->statements[kind]) : IO_OK;
}

/* What is kept of many rows together. */
static void add_up(batch *waiting)
{
    for (size_t i = 0; i < waiting->count; i++) {
        const batch_row *row = &waiting->rows[i];
        if ((int)row->kind < HASHED_KINDS)
            hash_row(waiting, row);
        if (row->kind == BATCH_MEETING)
            pair_rows_add(&waiting->pairs, row->owner, row->agent_a, row->agent_b, &row->meeting);
    }
}

io_result batch_write(database *db)
{
    batch *waiting = db->batch;
    io_result result = IO_OK;
    for (int kind = 0; kind < BATCH_KINDS && result == IO_OK; kind++)
        result = write_kind(waiting, (batch_kind)kind);
    if (result == IO_OK) {
        add_up(waiting);
        result = pair_rows_write(&waiting->pairs);
    }
    if (result == IO_OK)
        result = resume_write(db);
    forget_rows(waiting);
    waiting->last = now();
    return result;
}

static io_result commit(database *db)
{
    io_result result = connection_begin_results(db);
    db->rows_committed = true;
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

io_result batch_keep_pace(database *db)
{
    return now() - db->batch->last > PACE_SECONDS ? commit(db) : IO_OK;
}
