/* SPDX-License-Identifier: MIT */
/* Where an agent of a results database is at a time:
 *
 *     graze_position(plan_id, agent, t)          its place as a JSON array, [x,y] or [x,y,z]
 *     graze_position(plan_id, agent, t, axis)    one coordinate, axis being 'x', 'y' or 'z'
 *
 * The agent is a label or an agent_id. Each coordinate is the double nearest to the exact place,
 * in metres; NULL outside of the agent's life. */
#include "storage/extension.h"

#include <string.h>

#include "storage/ramp_sql.h"

enum { COLUMN_DIMENSION = 14 };

#define ASKED_AGENT                                                                                \
    "iif(typeof(?2) = 'text', "                                                                    \
    "(SELECT agent_id FROM main.agent WHERE plan_id = ?1 AND label = ?2), ?2)"

/* The motions that begin by t, the last one first; behind them a row for the agent itself. The
 * first of them is the one it is in, but where a tail moves its start beyond t, or the motion
 * before has just been parked. */
static const char positions_sql[] =
    "SELECT m.form, m.start_s, m.start_tail_s, m.duration_s, m.duration_tail_s, "
    "m.x_m, m.y_m, m.z_m, coalesce(m.to_x_m, m.vx_mps), coalesce(m.to_y_m, m.vy_mps), "
    "coalesce(m.to_z_m, m.vz_mps), coalesce(" RAMP_SHARE_OF("m") ", m.ax_mps2), "
    "m.ay_mps2, m.az_mps2, p.dimension, m.seq "
    "FROM main.plan AS p CROSS JOIN main.motion_whole AS m "
    "WHERE p.plan_id = ?1 AND m.plan_id = ?1 AND m.agent_id = " ASKED_AGENT
    " AND m.start_s <= ?3 "
    "UNION ALL "
    "SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "
    "p.dimension, NULL "
    "FROM main.agent AS a JOIN main.plan AS p ON p.plan_id = a.plan_id "
    "WHERE a.plan_id = ?1 AND a.agent_id = " ASKED_AGENT " "
    "ORDER BY 16 DESC";

/* Where it is; `alive` false when it is nowhere. */
typedef struct found_place {
    graze_vector place;
    bool known, alive; /* there is such an agent; it is somewhere */
    int dimension;
    graze_status status;
} found_place;

static int find_place(sqlite3_stmt *row, double time, found_place *found)
{
    int code = sqlite3_step(row);
    for (; code == SQLITE_ROW && !found->alive && found->status == GRAZE_OK;
         code = sqlite3_step(row)) {
        found->known = true;
        found->dimension = sqlite3_column_int(row, COLUMN_DIMENSION);
        if (sqlite3_column_type(row, 1) == SQLITE_NULL)
            continue; /* the agent itself */
        graze_motion motion = extension_motion_at(row);
        found->status = graze_motion_position(&motion, time, &found->alive, &found->place);
    }
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int ask(extension *shared, sqlite3_value **values, double time, found_place *found)
{
    int code = extension_prepare(shared, positions_sql, &shared->positions);
    if (code != SQLITE_OK)
        return code;
    sqlite3_stmt *row = shared->positions;
    code = sqlite3_bind_value(row, 1, values[0]);
    if (code == SQLITE_OK)
        code = sqlite3_bind_value(row, 2, values[1]);
    if (code == SQLITE_OK)
        code = sqlite3_bind_double(row, 3, time);
    shared->looking = true;
    if (code == SQLITE_OK)
        code = find_place(row, time, found);
    shared->looking = false;
    sqlite3_reset(row);
    sqlite3_clear_bindings(row);
    return code;
}

/* ---- the answer ---------------------------------------------------------------------- */

static void complain(sqlite3_context *context, char *message)
{
    if (message == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_error(context, message, -1);
    sqlite3_free(message);
}

static void give_place(sqlite3_context *context, const found_place *found)
{
    const graze_vector *at = &found->place;
    char *text = found->dimension == 3
                     ? sqlite3_mprintf("[%!.17g,%!.17g,%!.17g]", at->x, at->y, at->z)
                     : sqlite3_mprintf("[%!.17g,%!.17g]", at->x, at->y);
    if (text == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, text, -1, sqlite3_free);
}

/* The number of an axis; -1 for what is none. */
static int axis_of(sqlite3_value *value)
{
    const char *name = (const char *)sqlite3_value_text(value);
    return name == NULL || strlen(name) != 1 || name[0] < 'x' || name[0] > 'z' ? -1 : name[0] - 'x';
}

/* Null when the arguments are what they have to be. */
static const char *what_is_wrong(const extension *shared, int count, sqlite3_value **values)
{
    int agent = sqlite3_value_type(values[1]), time = sqlite3_value_type(values[2]);
    if (sqlite3_value_type(values[0]) != SQLITE_INTEGER)
        return "argument 1 (plan_id) is not an integer";
    if (agent != SQLITE_INTEGER && agent != SQLITE_TEXT)
        return "argument 2 (agent) is neither a label nor an agent_id";
    if (time != SQLITE_INTEGER && time != SQLITE_FLOAT)
        return "argument 3 (t) is not a number";
    if (count == 4 && axis_of(values[3]) < 0)
        return "argument 4 (axis) is not 'x', 'y' or 'z'";
    return shared->looking ? "looking up a motion asks for motions again" : NULL;
}

static void position_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    extension *shared = sqlite3_user_data(context);
    found_place found = {.status = GRAZE_OK};
    const char *wrong = what_is_wrong(shared, count, values);
    if (wrong != NULL) {
        complain(context, sqlite3_mprintf("graze_position: %s", wrong));
        return;
    }
    int code = ask(shared, values, sqlite3_value_double(values[2]), &found);
    if (code == SQLITE_NOMEM)
        sqlite3_result_error_nomem(context);
    else if (code != SQLITE_OK)
        complain(context,
                 sqlite3_mprintf("graze_position: cannot look up the motions in a results "
                                 "database: %s", sqlite3_errmsg(shared->handle)));
    else if (!found.known)
        complain(context, sqlite3_mprintf("graze_position: plan %lld has no agent '%s'",
                                          sqlite3_value_int64(values[0]),
                                          sqlite3_value_text(values[1])));
    else if (found.status != GRAZE_OK)
        complain(context, sqlite3_mprintf("graze_position: %s",
                                          graze_status_message(found.status)));
    else if (found.alive && count == 3)
        give_place(context, &found);
    else if (found.alive)
        sqlite3_result_double(context, (&found.place.x)[axis_of(values[3])]);
}

int extension_add_position(extension *shared)
{
    int code = SQLITE_OK;
    for (int count = 3; count <= 4 && code == SQLITE_OK; count++) {
        shared->users++; /* released by SQLite, also when this fails */
        code = sqlite3_create_function_v2(shared->handle, "graze_position", count,
                                          SQLITE_UTF8 | SQLITE_INNOCUOUS, shared, position_of,
                                          NULL, NULL, extension_release);
    }
    return code;
}
