/* SPDX-License-Identifier: MIT */
/* Arguments of the SQL functions into bodies and motions. A value is taken only when it
 * arrives without losing a bit: reals, integers that a double holds, and no text, since
 * SQLite's own reading of decimals is not always the nearest. */
#include "storage/extension.h"

#include <stdint.h>
#include <string.h>

#include "storage/ramp_sql.h"

/* How arguments are called in messages. */
static const char *const number_names[EXTENSION_NUMBERS + 1] = {
    "a_x", "a_y", "a_vx", "a_vy", "a_start", "a_duration", "a_radius",
    "b_x", "b_y", "b_vx", "b_vy", "b_start", "b_duration", "b_radius", "tolerance"};
static const char *const place_names[EXTENSION_PLACES + 1] = {
    "a_x", "a_y", "a_to_x", "a_to_y", "a_start", "a_end", "a_share", "a_radius",
    "b_x", "b_y", "b_to_x", "b_to_y", "b_start", "b_end", "b_share", "b_radius", "tolerance"};
static const char *const key_names[EXTENSION_KEYS + 1] = {"plan_id",    "agent_a_id", "seq_a",
                                                          "agent_b_id", "seq_b",      "tolerance"};

/* ---- values -------------------------------------------------------------------------- */

static const char *kind_name(int type)
{
    static const char *const names[] = {
        [SQLITE_INTEGER] = "an integer", [SQLITE_FLOAT] = "a real", [SQLITE_TEXT] = "text",
        [SQLITE_BLOB] = "a blob",        [SQLITE_NULL] = "NULL"};
    return names[type];
}

static int complain(char **message, char *text)
{
    *message = text;
    return text != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

static int wrong_kind(char **message, int index, const char *name, int type, const char *wanted)
{
    return complain(message, sqlite3_mprintf("argument %d (%s) is %s, not %s", index + 1, name,
                                             kind_name(type), wanted));
}

/* Does a double hold this integer? One that rounds up to 2^63 does not. */
static bool is_held(sqlite3_int64 integer, double *value)
{
    *value = (double)integer;
    return *value < 9223372036854775808.0 && (sqlite3_int64)*value == integer;
}

static int read_number(sqlite3_value *given, int index, const char *name, double *value,
                       char **message)
{
    int type = sqlite3_value_type(given);
    if (type == SQLITE_FLOAT) {
        *value = sqlite3_value_double(given);
        return SQLITE_OK;
    }
    if (type != SQLITE_INTEGER)
        return wrong_kind(message, index, name, type, "a number");
    if (is_held(sqlite3_value_int64(given), value))
        return SQLITE_OK;
    return complain(message, sqlite3_mprintf("argument %d (%s): no double holds the integer %lld",
                                             index + 1, name, sqlite3_value_int64(given)));
}

/* ---- by numbers ---------------------------------------------------------------------- */

static void fill_disc(const double *numbers, graze_body *body, graze_motion *motion)
{
    *body = (graze_body){.radius = numbers[6]};
    *motion = (graze_motion){.form = GRAZE_KINEMATIC,
                             .position = {numbers[0], numbers[1], 0},
                             .velocity = {numbers[2], numbers[3], 0},
                             .start = numbers[4],
                             .duration = numbers[5]};
}

static int read_all(int count, sqlite3_value **values, const char *const *names, double *numbers,
                    char **message)
{
    int code = SQLITE_OK;
    for (int i = 0; i < count && code == SQLITE_OK; i++)
        code = read_number(values[i], i, names[i], &numbers[i], message);
    return code;
}

static int read_numbers(int count, sqlite3_value **values, extension_pair *pair, char **message)
{
    double numbers[EXTENSION_NUMBERS + 1];
    numbers[EXTENSION_NUMBERS] = 0; /* the tolerance, where it is not given */
    int code = read_all(count, values, number_names, numbers, message);
    if (code != SQLITE_OK)
        return code;
    fill_disc(numbers, &pair->body_a, &pair->a);
    fill_disc(numbers + EXTENSION_NUMBERS / 2, &pair->body_b, &pair->b);
    pair->tolerance = numbers[EXTENSION_NUMBERS];
    return SQLITE_OK;
}

/* ---- by places ----------------------------------------------------------------------- */

static graze_status fill_ramp(const double *numbers, graze_body *body, graze_motion *motion)
{
    *body = (graze_body){.radius = numbers[7]};
    return graze_motion_ramp((graze_vector){numbers[0], numbers[1], 0},
                             (graze_vector){numbers[2], numbers[3], 0}, numbers[4], numbers[5],
                             numbers[6], motion);
}

static int read_places(int count, sqlite3_value **values, extension_pair *pair, char **message)
{
    double numbers[EXTENSION_PLACES + 1];
    numbers[EXTENSION_PLACES] = 0;
    int code = read_all(count, values, place_names, numbers, message);
    if (code != SQLITE_OK)
        return code;
    graze_status a = fill_ramp(numbers, &pair->body_a, &pair->a);
    graze_status b = fill_ramp(numbers + EXTENSION_PLACES / 2, &pair->body_b, &pair->b);
    pair->tolerance = numbers[EXTENSION_PLACES];
    if (a == GRAZE_OK && b == GRAZE_OK)
        return SQLITE_OK;
    return complain(message, sqlite3_mprintf("motion %s: %s", a != GRAZE_OK ? "a" : "b",
                                             graze_status_message(a != GRAZE_OK ? a : b)));
}

/* ---- by keys ------------------------------------------------------------------------- */

static const char motions_sql[] =
    "SELECT m.form, m.start_s, m.start_tail_s, m.duration_s, m.duration_tail_s, "
    "m.x_m, m.y_m, m.z_m, coalesce(m.to_x_m, m.vx_mps), coalesce(m.to_y_m, m.vy_mps), "
    "coalesce(m.to_z_m, m.vz_mps), coalesce(" RAMP_SHARE_OF("m") ", m.ax_mps2), "
    "m.ay_mps2, m.az_mps2, "
    "b.radius_m, b.body_id, p.tolerance_m "
    "FROM main.motion_whole AS m "
    "JOIN main.agent AS a ON a.plan_id = m.plan_id AND a.agent_id = m.agent_id "
    "LEFT JOIN main.motion_body AS o "
    "ON o.plan_id = m.plan_id AND o.agent_id = m.agent_id AND o.seq = m.seq "
    "JOIN main.body AS b ON b.plan_id = a.plan_id AND b.body_id = coalesce(o.body_id, a.body_id) "
    "JOIN main.plan AS p ON p.plan_id = m.plan_id "
    "WHERE m.plan_id = ? AND m.agent_id = ? AND m.seq = ?";
enum { COLUMN_RADIUS = 14, COLUMN_BODY = 15, COLUMN_TOLERANCE = 16 };

static const char vertices_sql[] = "SELECT x_m, y_m FROM main.body_vertex "
                                   "WHERE plan_id = ? AND body_id = ? ORDER BY seq";

/* sqlite3_close refuses to close a database with open statements, but before it looks it
 * disconnects the table-valued functions, which give ours back. So one of them has to be
 * connected, which preparing a statement that names it sees to. */
static int connect_tables(extension *shared)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(shared->handle,
                                  "SELECT 1 FROM graze_conflict_intervals(0, 0, 0, 0, 0)", -1,
                                  &statement, NULL);
    sqlite3_finalize(statement);
    return code;
}

int extension_prepare(extension *shared, const char *sql, sqlite3_stmt **statement)
{
    if (*statement != NULL)
        return SQLITE_OK;
    int code = connect_tables(shared);
    return code == SQLITE_OK ? sqlite3_prepare_v3(shared->handle, sql, -1,
                                                  SQLITE_PREPARE_PERSISTENT, statement, NULL)
                             : code;
}

static int prepare(extension *shared)
{
    int code = extension_prepare(shared, motions_sql, &shared->motions);
    return code == SQLITE_OK ? extension_prepare(shared, vertices_sql, &shared->vertices) : code;
}

static graze_vector vector_at(sqlite3_stmt *row, int column)
{
    return (graze_vector){sqlite3_column_double(row, column),
                          sqlite3_column_double(row, column + 1),
                          sqlite3_column_double(row, column + 2)};
}

static graze_form form_at(sqlite3_stmt *row)
{
    static const struct {
        const char *name;
        graze_form form;
    } forms[] = {{"waypoint", GRAZE_WAYPOINT}, {"ramp", GRAZE_RAMP}, {"parked", GRAZE_PARKED}};
    const char *name = (const char *)sqlite3_column_text(row, 0);
    for (size_t i = 0; name != NULL && i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(name, forms[i].name) == 0)
            return forms[i].form;
    return GRAZE_KINEMATIC;
}

graze_motion extension_motion_at(sqlite3_stmt *row)
{
    graze_motion motion = {.form = form_at(row)};
    motion.start = sqlite3_column_double(row, 1);
    motion.start_tail = sqlite3_column_double(row, 2);
    motion.duration = sqlite3_column_double(row, 3);
    motion.duration_tail = sqlite3_column_double(row, 4);
    motion.position = vector_at(row, 5);
    if (motion.form == GRAZE_WAYPOINT || motion.form == GRAZE_RAMP) {
        motion.to = vector_at(row, 8);
        if (motion.form == GRAZE_RAMP)
            motion.share = sqlite3_column_double(row, 11);
    } else {
        motion.velocity = vector_at(row, 8);
        motion.acceleration = vector_at(row, 11);
    }
    return motion;
}

static bool add_corner(extension *shared, int side, size_t count, graze_point corner)
{
    if (count == shared->corners_room[side]) {
        size_t room = count > 0 ? 2 * count : 8;
        graze_point *larger =
            sqlite3_realloc64(shared->corners[side], room * sizeof *larger);
        if (larger == NULL)
            return false;
        shared->corners[side] = larger;
        shared->corners_room[side] = room;
    }
    shared->corners[side][count] = corner;
    return true;
}

static int read_corners(extension *shared, int side, sqlite3_int64 plan_id, sqlite3_int64 body_id,
                        graze_body *body)
{
    sqlite3_stmt *row = shared->vertices;
    sqlite3_bind_int64(row, 1, plan_id);
    sqlite3_bind_int64(row, 2, body_id);
    bool room = true;
    size_t count = 0;
    while (room && sqlite3_step(row) == SQLITE_ROW) {
        graze_point corner = {sqlite3_column_double(row, 0), sqlite3_column_double(row, 1)};
        room = add_corner(shared, side, count, corner);
        count += room;
    }
    body->vertices = count > 0 ? shared->corners[side] : NULL;
    body->vertex_count = count;
    int code = sqlite3_reset(row);
    return room ? code : SQLITE_NOMEM;
}

/* One motion with its body; *tolerance is the plan's. key: plan_id, agent, seq. */
static int read_motion(extension *shared, int side, const sqlite3_int64 key[3], graze_body *body,
                       graze_motion *motion, double *tolerance, bool *found)
{
    sqlite3_stmt *row = shared->motions;
    for (int i = 0; i < 3; i++)
        sqlite3_bind_int64(row, i + 1, key[i]);
    *found = sqlite3_step(row) == SQLITE_ROW;
    sqlite3_int64 body_id = 0;
    if (*found) {
        *motion = extension_motion_at(row);
        *body = (graze_body){.radius = sqlite3_column_double(row, COLUMN_RADIUS)};
        body_id = sqlite3_column_int64(row, COLUMN_BODY);
        *tolerance = sqlite3_column_double(row, COLUMN_TOLERANCE);
    }
    int code = sqlite3_reset(row);
    return code == SQLITE_OK && *found ? read_corners(shared, side, key[0], body_id, body) : code;
}

/* ---- motions that were read before -------------------------------------------------- */

enum { KEPT_LEAST = 256, KEPT_MOST = 1 << 16 };

/* May what was read before be taken for what is there? Inside of a statement that reads the
 * file its content stands still, and SQLite counts every change of it, by whomever. Outside
 * of one others may have written since, and in a transaction that writes nothing is final. */
static bool may_keep(extension *shared)
{
    unsigned version = 0;
    if (sqlite3_txn_state(shared->handle, "main") != SQLITE_TXN_READ ||
        sqlite3_file_control(shared->handle, "main", SQLITE_FCNTL_DATA_VERSION, &version) !=
            SQLITE_OK)
        return false;
    if (version != shared->kept_version && shared->kept_count > 0)
        memset(shared->kept, 0, shared->kept_count * sizeof *shared->kept);
    shared->kept_version = version;
    return true;
}

static extension_motion *place_of(const extension *shared, const sqlite3_int64 key[3])
{
    uint64_t hash = (uint64_t)key[0] * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)key[1];
    hash = hash * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)key[2];
    hash *= UINT64_C(0x9E3779B97F4A7C15);
    return &shared->kept[hash >> 32 & (shared->kept_count - 1)];
}

/* Where there are more motions than places, more places; the old ones are read again. */
static void grow_kept(extension *shared)
{
    if (shared->kept_misses++ < shared->kept_count || shared->kept_count == KEPT_MOST)
        return;
    size_t count = shared->kept_count > 0 ? 4 * shared->kept_count : KEPT_LEAST;
    extension_motion *larger = sqlite3_malloc64(count * sizeof *larger);
    if (larger == NULL)
        return; /* they are a help, not a need */
    memset(larger, 0, count * sizeof *larger);
    sqlite3_free(shared->kept);
    shared->kept = larger;
    shared->kept_count = count;
    shared->kept_misses = 0;
}

/* A motion with corners is not kept: its corners would need a place of their own. */
static void keep_motion(extension *shared, const extension_motion *read)
{
    grow_kept(shared);
    if (shared->kept_count > 0 && read->body.vertex_count == 0)
        *place_of(shared, read->key) = *read;
}

static int find_motion(extension *shared, int side, const sqlite3_int64 key[3], bool keeps,
                       graze_body *body, graze_motion *motion, double *tolerance, bool *found)
{
    if (keeps && shared->kept_count > 0) {
        const extension_motion *kept = place_of(shared, key);
        *found = kept->known && memcmp(kept->key, key, sizeof kept->key) == 0;
        if (*found) {
            *body = kept->body;
            *motion = kept->motion;
            *tolerance = kept->tolerance;
            return SQLITE_OK;
        }
    }
    int code = prepare(shared);
    if (code == SQLITE_OK)
        code = read_motion(shared, side, key, body, motion, tolerance, found);
    if (code == SQLITE_OK && *found && keeps)
        keep_motion(shared, &(extension_motion){
                                {key[0], key[1], key[2]}, true, *body, *motion, *tolerance});
    return code;
}

static int no_motion(const sqlite3_int64 key[3], char **message)
{
    return complain(message, sqlite3_mprintf("plan %lld has no motion %lld of agent %lld", key[0],
                                             key[2], key[1]));
}

static int look_up(extension *shared, const sqlite3_int64 *keys, extension_pair *pair,
                   char **message)
{
    const sqlite3_int64 key_a[3] = {keys[0], keys[1], keys[2]};
    const sqlite3_int64 key_b[3] = {keys[0], keys[3], keys[4]};
    bool found = true;
    bool keeps = may_keep(shared);
    int code =
        find_motion(shared, 0, key_a, keeps, &pair->body_a, &pair->a, &pair->tolerance, &found);
    if (code == SQLITE_OK && !found)
        return no_motion(key_a, message);
    if (code == SQLITE_OK)
        code = find_motion(shared, 1, key_b, keeps, &pair->body_b, &pair->b, &pair->tolerance,
                           &found);
    if (code == SQLITE_OK && !found)
        return no_motion(key_b, message);
    if (code == SQLITE_OK || code == SQLITE_NOMEM)
        return code;
    return complain(message, sqlite3_mprintf("cannot look up the motions in a results database: %s",
                                             sqlite3_errmsg(shared->handle)));
}

static int read_keys(extension *shared, int count, sqlite3_value **values, extension_pair *pair,
                     char **message)
{
    sqlite3_int64 keys[EXTENSION_KEYS];
    for (int i = 0; i < EXTENSION_KEYS; i++) {
        int type = sqlite3_value_type(values[i]);
        if (type != SQLITE_INTEGER)
            return wrong_kind(message, i, key_names[i], type, "an integer");
        keys[i] = sqlite3_value_int64(values[i]);
    }
    /* A file from a stranger may hold a view `motion` that asks us again, and again. */
    if (shared->looking)
        return complain(message, sqlite3_mprintf("looking up a motion asks for motions again"));
    shared->looking = true;
    int code = look_up(shared, keys, pair, message);
    shared->looking = false;
    if (code != SQLITE_OK || count == EXTENSION_KEYS)
        return code;
    return read_number(values[EXTENSION_KEYS], EXTENSION_KEYS, key_names[EXTENSION_KEYS],
                       &pair->tolerance, message);
}

/* ---- either -------------------------------------------------------------------------- */

int extension_read(extension *shared, int count, sqlite3_value **values, extension_pair *pair,
                   char **message)
{
    return count >= EXTENSION_PLACES    ? read_places(count, values, pair, message)
           : count >= EXTENSION_NUMBERS ? read_numbers(count, values, pair, message)
                                        : read_keys(shared, count, values, pair, message);
}

char *extension_refusal(const extension_pair *pair, graze_status status)
{
    if (status == GRAZE_ERROR_WORKSPACE || status == GRAZE_ERROR_MEMORY)
        return sqlite3_mprintf("no memory for the exact answer: are some numbers far smaller or "
                               "larger than the others?");
    const char *words = graze_status_message(status);
    if (graze_body_validate(&pair->body_a) == status || graze_motion_validate(&pair->a) == status)
        return sqlite3_mprintf("motion a: %s", words);
    if (graze_body_validate(&pair->body_b) == status || graze_motion_validate(&pair->b) == status)
        return sqlite3_mprintf("motion b: %s", words);
    return sqlite3_mprintf("%s", words);
}
