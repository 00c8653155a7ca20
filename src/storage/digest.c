/* SPDX-License-Identifier: MIT */
/* Rows as bytes for a hash. Every value says its kind before itself, and a text its length, so
 * that no two lists of rows have the same bytes:
 *
 *     n                                NULL
 *     i, a number in groups of 7 bits  an integer, its sign in the lowest bit
 *     r, 8 bytes, the lowest first     a real
 *     t or b, a length as above, bytes a text or a blob
 *     ;                                the end of a row
 *     |                                the end of a run, plan or map that has rows here
 */
#include "storage/digest.h"

#include <stdbool.h>
#include <string.h>

#include "io/sha256.h"
#include "storage/motion_columns.h"
#include "storage/ramp_sql.h"

enum { VALUE_MAX = 11 /* [bytes] of a value without its text */ };

/* ---- what is read -------------------------------------------------------------------- */

/* The ids that the statements of a table are asked with, one after the other. */
typedef enum owner { OF_RUN, OF_PLAN, OF_MAP } owner;

static const char *const owners[] = {
    [OF_RUN] = "SELECT ?1",
    [OF_PLAN] = "SELECT plan_id FROM main.plan WHERE run_id = ?1 ORDER BY plan_id",
    [OF_MAP] = "SELECT map_id FROM main.map WHERE run_id = ?1 ORDER BY map_id",
};

/* Schemas are named, since a reader's connection hides `run` behind a view. */
static const struct {
    const char *name;
    owner owner;
    const char *sql;
} tables[DIGEST_TABLES + 1] = {
    [DIGEST_RUN] = {"run", OF_RUN,
                    "SELECT command_json, graze_version, exit_status FROM main.run "
                    "WHERE run_id = ?1"},
    {"input", OF_RUN,
     "SELECT role, name, sha256 FROM main.input WHERE run_id = ?1 ORDER BY input_id"},
    {"run_stat", OF_RUN, "SELECT name, value FROM main.run_stat WHERE run_id = ?1 ORDER BY name"},
    {"solve", OF_RUN,
     "SELECT map, scenario, agents, connectivity, method, outcome, reason, "
     "(SELECT count(*) FROM main.plan AS p WHERE p.run_id = s.run_id AND p.plan_id <= s.plan_id) "
     "FROM main.solve AS s WHERE run_id = ?1"},
    {"solve_stat", OF_RUN,
     "SELECT name, value FROM main.solve_stat WHERE run_id = ?1 ORDER BY name"},
    {"plan", OF_PLAN, /* as before there was at_start, when all were absent */
     "SELECT dimension, tolerance_m FROM main.plan WHERE plan_id = ?1 "
     "UNION ALL "
     "SELECT at_start, NULL FROM main.plan WHERE plan_id = ?1 AND at_start <> 'absent'"},
    {"plan_map", OF_PLAN,
     "SELECT (SELECT count(*) FROM main.map AS n WHERE n.run_id = m.run_id "
     "AND n.map_id <= m.map_id) "
     "FROM main.plan_map AS p JOIN main.map AS m USING (map_id) WHERE p.plan_id = ?1"},
    {"body", OF_PLAN,
     "SELECT body_id, radius_m FROM main.body WHERE plan_id = ?1 ORDER BY body_id"},
    {"body_vertex", OF_PLAN,
     "SELECT body_id, seq, x_m, y_m FROM main.body_vertex WHERE plan_id = ?1 "
     "ORDER BY body_id, seq"},
    {"agent", OF_PLAN,
     /* as before there were bodies of motions, which come after their agent */
     "SELECT agent_id, label, body_id, at_end FROM main.agent WHERE plan_id = ?1 "
     "UNION ALL "
     "SELECT agent_id, seq, body_id, NULL FROM main.motion_body WHERE plan_id = ?1 "
     "ORDER BY 1, 4 DESC, 2"},
    [DIGEST_MOTION] = {"motion", OF_PLAN,
     "SELECT agent_id, seq, start_s, duration_s, x_m, y_m, to_x_m, to_y_m FROM main.motion "
     "WHERE plan_id = ?1 ORDER BY agent_id, seq"},
    {"motion_more", OF_PLAN,
     "SELECT agent_id, seq, form, start_tail_s, duration_tail_s, z_m, to_x_m, to_y_m, to_z_m, "
     "vx_mps, vy_mps, vz_mps, ax_mps2, ay_mps2, az_mps2 FROM main.motion_more WHERE plan_id = ?1 "
     "ORDER BY agent_id, seq"},
    {"ramp", OF_PLAN,
     "SELECT agent_id, seq, share FROM main.ramp WHERE plan_id = ?1 ORDER BY agent_id, seq"},
    [DIGEST_CONTACT] = {"contact", OF_PLAN,
     "SELECT agent_a_id, seq_a, agent_b_id, seq_b, part, verdict, begin_s, end_s, min_clearance_m, "
     "min_clearance_at_s, depth_m FROM main.contact WHERE plan_id = ?1 "
     "ORDER BY agent_a_id, agent_b_id, seq_a, seq_b, part"},
    [DIGEST_MEETING] = {"meeting", OF_PLAN,
     "SELECT agent_a_id, agent_b_id, part, verdict, begin_s, end_s, depth_m, depth_at_s, "
     "min_clearance_m, seq_a, seq_b, place_x_m, place_y_m FROM main.meeting WHERE plan_id = ?1 "
     "ORDER BY agent_a_id, agent_b_id, part"},
    {"unsafe_start", OF_PLAN,
     "SELECT agent_a_id, seq_a, agent_b_id, seq_b, part, lower_s, upper_s FROM main.unsafe_start "
     "WHERE plan_id = ?1 ORDER BY agent_a_id, agent_b_id, seq_a, seq_b, part"},
    {"obstacle", OF_PLAN,
     "SELECT obstacle_id, label, radius_m FROM main.obstacle WHERE plan_id = ?1 "
     "ORDER BY obstacle_id"},
    {"obstacle_vertex", OF_PLAN,
     "SELECT obstacle_id, piece, seq, x_m, y_m FROM main.obstacle_vertex WHERE plan_id = ?1 "
     "ORDER BY obstacle_id, piece, seq"},
    {"obstacle_meeting", OF_PLAN,
     "SELECT agent_id, map_row, map_column, part, verdict, begin_s, end_s, depth_m, depth_at_s, "
     "min_clearance_m, seq FROM main.obstacle_meeting WHERE plan_id = ?1 "
     "ORDER BY agent_id, map_row, map_column, part"},
    {"broken_rule", OF_PLAN,
     "SELECT agent_id, part, rule, begin_s, end_s, x_m, y_m, z_m, wanted_x_m, wanted_y_m, task, "
     "seq, value, allowed FROM main.broken_rule WHERE plan_id = ?1 ORDER BY agent_id, part"},
    {"slack", OF_PLAN,
     "SELECT agent_id, in_conflict, delay_s, agent_b_id, seq_a, seq_b FROM main.slack "
     "WHERE plan_id = ?1 ORDER BY agent_id"},
    {"map", OF_MAP, "SELECT kind, columns, rows, cell_m FROM main.map WHERE map_id = ?1"},
    {"map_cell", OF_MAP,
     "SELECT map_row, map_column FROM main.map_cell WHERE map_id = ?1 "
     "ORDER BY map_row, map_column"},
    {"vertex", OF_MAP,
     "SELECT vertex_id, label, x_m, y_m FROM main.vertex WHERE map_id = ?1 ORDER BY vertex_id"},
    {"edge", OF_MAP,
     "SELECT from_vertex_id, to_vertex_id FROM main.edge WHERE map_id = ?1 "
     "ORDER BY from_vertex_id, to_vertex_id"},
    [DIGEST_MOTION_WHOLE] = {"motion_whole", OF_PLAN,
     "SELECT agent_id, seq, form, start_s, start_tail_s, duration_s, duration_tail_s, "
     "x_m, y_m, z_m, to_x_m, to_y_m, to_z_m, vx_mps, vy_mps, vz_mps, "
     "coalesce(" RAMP_SHARE_OF("m") ", ax_mps2), ay_mps2, az_mps2 "
     "FROM main.motion_whole AS m WHERE plan_id = ?1 ORDER BY agent_id, seq"},
};

const char *digest_table(int table)
{
    return tables[table].name;
}

/* ---- bytes --------------------------------------------------------------------------- */

static void write_out(digest *d)
{
    sha256_add(&d->hash, d->waiting, d->count);
    d->count = 0;
}

void digest_begin(digest *d)
{
    d->count = 0;
    sha256_begin(&d->hash);
}

void digest_end(digest *d, char text[DIGEST_TEXT_SIZE])
{
    write_out(d);
    sha256_end(&d->hash, text);
}

/* Room for one value without its text. */
static uint8_t *reserve(digest *d)
{
    if (d->count + VALUE_MAX > DIGEST_WAITING)
        write_out(d);
    return d->waiting + d->count;
}

void digest_mark(digest *d, uint8_t mark)
{
    *reserve(d) = mark;
    d->count++;
}

/* Writes a number where there is room, and answers the place behind it; so do those below. */
static uint8_t *lay_number(uint8_t *at, uint8_t kind, uint64_t number)
{
    *at++ = kind;
    for (; number >= 0x80; number >>= 7)
        *at++ = (uint8_t)(number | 0x80);
    *at++ = (uint8_t)number;
    return at;
}

static uint8_t *lay_integer(uint8_t *at, int64_t value)
{
    return lay_number(at, 'i', value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1);
}

static void put_number(digest *d, uint8_t kind, uint64_t number)
{
    d->count = (size_t)(lay_number(reserve(d), kind, number) - d->waiting);
}

void digest_integer(digest *d, int64_t value)
{
    d->count = (size_t)(lay_integer(reserve(d), value) - d->waiting);
}

/* SQLite makes 0.0 of -0.0. Without a branch, which would take the eight bytes apart. */
static uint8_t *lay_real(uint8_t *at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits &= -(uint64_t)(value != 0);
    at[0] = 'r';
    at[1] = (uint8_t)bits, at[2] = (uint8_t)(bits >> 8);
    at[3] = (uint8_t)(bits >> 16), at[4] = (uint8_t)(bits >> 24);
    at[5] = (uint8_t)(bits >> 32), at[6] = (uint8_t)(bits >> 40);
    at[7] = (uint8_t)(bits >> 48), at[8] = (uint8_t)(bits >> 56);
    return at + 9;
}

void digest_real(digest *d, double value)
{
    d->count = (size_t)(lay_real(reserve(d), value) - d->waiting);
}

static void put_bytes(digest *d, uint8_t kind, const void *bytes, int count)
{
    put_number(d, kind, (uint64_t)count);
    if (count == 0)
        return;
    if (d->count + (size_t)count > DIGEST_WAITING)
        write_out(d);
    if (count > DIGEST_WAITING) {
        sha256_add(&d->hash, bytes, (size_t)count);
        return;
    }
    memcpy(d->waiting + d->count, bytes, (size_t)count);
    d->count += (size_t)count;
}

void digest_text(digest *d, const char *text)
{
    put_bytes(d, 't', text, (int)strlen(text));
}

/* Bytes of a text are taken as those of a blob, which needs no memory for a 0 byte. */
static void put_value(digest *d, sqlite3_stmt *row, int column)
{
    const void *bytes;
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
        digest_integer(d, sqlite3_column_int64(row, column));
        break;
    case SQLITE_FLOAT:
        digest_real(d, sqlite3_column_double(row, column));
        break;
    case SQLITE_TEXT:
        bytes = sqlite3_column_blob(row, column);
        put_bytes(d, 't', bytes, sqlite3_column_bytes(row, column));
        break;
    case SQLITE_BLOB:
        bytes = sqlite3_column_blob(row, column);
        put_bytes(d, 'b', bytes, sqlite3_column_bytes(row, column));
        break;
    default:
        digest_mark(d, DIGEST_NULL);
    }
}

/* ---- motions on their way ------------------------------------------------------------ */

static void put_nulls(digest *d, int count)
{
    for (int i = 0; i < count; i++)
        digest_mark(d, DIGEST_NULL);
}

static void put_vector(digest *d, const graze_vector *vector)
{
    digest_real(d, vector->x);
    digest_real(d, vector->y);
    digest_real(d, vector->z);
}

static void put_key(digest *d, size_t agent, size_t seq)
{
    digest_integer(d, (int64_t)agent);
    digest_integer(d, (int64_t)seq);
}

/* The most bytes of a row of `motion`: room for it is asked for once. */
enum { NARROW_MAX = 8 * VALUE_MAX + 1 };

/* Values are in the order of the statements above, here and below. */
static void put_narrow(digest *d, size_t agent, size_t seq, const graze_motion *m, bool tells_all)
{
    if (d->count + NARROW_MAX > DIGEST_WAITING)
        write_out(d);
    uint8_t *at = d->waiting + d->count;
    at = lay_integer(lay_integer(at, (int64_t)agent), (int64_t)seq);
    at = lay_real(lay_real(at, m->start), m->duration);
    at = lay_real(lay_real(at, m->position.x), m->position.y);
    if (tells_all) {
        at = lay_real(lay_real(at, m->to.x), m->to.y);
    } else {
        *at++ = DIGEST_NULL;
        *at++ = DIGEST_NULL;
    }
    *at++ = DIGEST_ROW;
    d->count = (size_t)(at - d->waiting);
}

static void put_more(digest *d, size_t agent, size_t seq, const graze_motion *m)
{
    put_key(d, agent, seq);
    digest_text(d, motion_columns_form(m->form));
    digest_real(d, m->start_tail);
    digest_real(d, m->duration_tail);
    digest_real(d, m->position.z);
    if (motion_columns_have_goal(m)) {
        put_vector(d, &m->to);
        put_nulls(d, 6);
    } else {
        put_nulls(d, 3);
        put_vector(d, &m->velocity);
        put_vector(d, &m->acceleration);
    }
    digest_mark(d, DIGEST_ROW);
}

static void put_share(digest *d, size_t agent, size_t seq, double share)
{
    put_key(d, agent, seq);
    digest_real(d, share);
    digest_mark(d, DIGEST_ROW);
}

void motion_digests_begin(motion_digests *d)
{
    for (int i = 0; i < DIGEST_OF_MOTIONS; i++)
        digest_begin(&d->tables[i]);
}

void motion_digests_path(motion_digests *d, size_t agent, const graze_trajectory *path)
{
    digest *narrow = &d->tables[0], *more = &d->tables[1], *ramps = &d->tables[2];
    for (size_t seq = 0; seq < path->count; seq++) {
        const graze_motion *m = &path->motions[seq];
        const bool tells_all = motion_columns_tell_all(m);
        put_narrow(narrow, agent, seq, m, tells_all);
        if (!tells_all)
            put_more(more, agent, seq, m);
        if (m->form == GRAZE_RAMP)
            put_share(ramps, agent, seq, m->share);
    }
}

void motion_digests_end(motion_digests *d, char texts[DIGEST_OF_MOTIONS][DIGEST_TEXT_SIZE])
{
    for (int i = 0; i < DIGEST_OF_MOTIONS; i++) {
        digest_mark(&d->tables[i], DIGEST_OWNER);
        digest_end(&d->tables[i], texts[i]);
    }
}

/* ---- rows ---------------------------------------------------------------------------- */

static int put_rows(digest *d, sqlite3_stmt *rows, int64_t id)
{
    int code = sqlite3_bind_int64(rows, 1, id);
    if (code == SQLITE_OK)
        code = sqlite3_step(rows);
    int columns = sqlite3_column_count(rows);
    while (code == SQLITE_ROW) {
        for (int i = 0; i < columns; i++)
            put_value(d, rows, i);
        digest_mark(d, DIGEST_ROW);
        code = sqlite3_step(rows);
    }
    digest_mark(d, DIGEST_OWNER);
    sqlite3_reset(rows);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int put_owners(digest *d, sqlite3_stmt *ids, sqlite3_stmt *rows, int64_t run_id)
{
    int code = sqlite3_bind_int64(ids, 1, run_id);
    if (code == SQLITE_OK)
        code = sqlite3_step(ids);
    while (code == SQLITE_ROW) {
        code = put_rows(d, rows, sqlite3_column_int64(ids, 0));
        if (code == SQLITE_OK)
            code = sqlite3_step(ids);
    }
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int digest_take(sqlite3 *handle, int64_t run_id, int table, char text[DIGEST_TEXT_SIZE])
{
    digest d;
    sqlite3_stmt *ids = NULL, *rows = NULL;
    text[0] = '\0';
    digest_begin(&d);
    int code = sqlite3_prepare_v2(handle, owners[tables[table].owner], -1, &ids, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(handle, tables[table].sql, -1, &rows, NULL);
    if (code == SQLITE_OK)
        code = put_owners(&d, ids, rows, run_id);
    sqlite3_finalize(ids);
    sqlite3_finalize(rows);
    digest_end(&d, text);
    return code;
}
