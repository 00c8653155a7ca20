/* SPDX-License-Identifier: MIT */
/* A plan as rows: its inputs, bodies, agents and motions.
 *
 * Millions of motions are written in several transactions. A plan that a crash
 * cut short hangs on a run that never finished.
 */
#include <stddef.h>
#include <stdlib.h>

#include "io/plan_walk.h"
#include "storage/connection.h"
#include "storage/digest.h"
#include "storage/insert.h"
#include "storage/memory_table.h"
#include "storage/motion_columns.h"
#include "storage/motion_pages.h"

/* What is being written. */
typedef struct plan_writer {
    database *db;
    const plan *source;
    int64_t plan_id;
    const graze_body **bodies; /* the different ones, in order; body_id is a place in it */
    size_t body_count;
    insert agents, motions, more, ramps, motion_bodies;
    motion_digests hashed;   /* of the motions so far; or the walk sees to it, in its thread */
    plan_walk hashing;
    size_t rows;             /* in the present transaction */
    motion_pages pages;      /* of all motions, where */
    bool in_pages;           /* they go in together; else those of each agent */
    memory_table table;      /* the motions of */
    graze_trajectory path;   /* this one */
    bool tells_all;          /* `motion` of all of its motions */
    plan_room room;          /* its motions, where it does not have them itself */
} plan_writer;

/* ---- bodies ----------------------------------------------------------------------- */

static int compare_doubles(double a, double b)
{
    return (a > b) - (a < b);
}

/* By radius, then by corners; 0 for bodies that are the same number for number. */
static int compare_bodies(const graze_body *a, const graze_body *b)
{
    int order = compare_doubles(a->radius, b->radius);
    if (order == 0 && a->vertex_count != b->vertex_count)
        order = a->vertex_count < b->vertex_count ? -1 : 1;
    for (size_t i = 0; i < a->vertex_count && order == 0; i++) {
        order = compare_doubles(a->vertices[i].x, b->vertices[i].x);
        if (order == 0)
            order = compare_doubles(a->vertices[i].y, b->vertices[i].y);
    }
    return order;
}

static int compare_places(const void *left, const void *right)
{
    return compare_bodies(*(const graze_body *const *)left, *(const graze_body *const *)right);
}

/* Agents and motions of one shape share a body. */
static io_result collect_bodies(plan_writer *writer)
{
    const plan *source = writer->source;
    const size_t count = source->agent_count + source->body_count;
    if (source->agent_count == 0)
        return IO_OK;
    writer->bodies = calloc(count, sizeof *writer->bodies);
    if (writer->bodies == NULL)
        return connection_fail(writer->db, SQLITE_NOMEM, "write the database");
    for (size_t i = 0; i < source->agent_count; i++)
        writer->bodies[i] = &source->agents[i].body;
    for (size_t i = 0; i < source->body_count; i++)
        writer->bodies[source->agent_count + i] = &source->bodies[i].body;
    qsort(writer->bodies, count, sizeof *writer->bodies, compare_places);
    size_t kept = 1;
    for (size_t i = 1; i < count; i++)
        if (compare_bodies(writer->bodies[i], writer->bodies[kept - 1]) != 0)
            writer->bodies[kept++] = writer->bodies[i];
    writer->body_count = kept;
    return IO_OK;
}

static int64_t body_of(const plan_writer *writer, const graze_body *asked)
{
    const graze_body **found =
        bsearch(&asked, writer->bodies, writer->body_count, sizeof *writer->bodies, compare_places);
    return found - writer->bodies;
}

static io_result write_vertices(plan_writer *writer, insert *vertices, size_t index)
{
    const graze_body *body = writer->bodies[index];
    io_result result = IO_OK;
    for (size_t i = 0; i < body->vertex_count && result == IO_OK; i++) {
        insert_integer(vertices, writer->plan_id);
        insert_integer(vertices, (int64_t)index);
        insert_integer(vertices, (int64_t)i);
        insert_real(vertices, body->vertices[i].x);
        insert_real(vertices, body->vertices[i].y);
        result = insert_row(vertices);
    }
    return result;
}

static io_result write_bodies(plan_writer *writer)
{
    insert bodies = {0}, vertices = {0};
    io_result result = insert_prepare(
        &bodies, writer->db, "INSERT INTO body (plan_id, body_id, radius_m) VALUES (?, ?, ?)");
    if (result == IO_OK)
        result = insert_prepare(&vertices, writer->db,
                                "INSERT INTO body_vertex (plan_id, body_id, seq, x_m, y_m) "
                                "VALUES (?, ?, ?, ?, ?)");
    for (size_t i = 0; i < writer->body_count && result == IO_OK; i++) {
        insert_integer(&bodies, writer->plan_id);
        insert_integer(&bodies, (int64_t)i);
        insert_real(&bodies, writer->bodies[i]->radius);
        result = insert_row(&bodies);
        if (result == IO_OK)
            result = write_vertices(writer, &vertices, i);
    }
    insert_close(&bodies);
    insert_close(&vertices);
    return result;
}

/* ---- the head of a plan ----------------------------------------------------------- */

static io_result write_inputs(plan_writer *writer, int64_t run_id)
{
    const plan *source = writer->source;
    insert inputs;
    io_result result = insert_prepare(&inputs, writer->db,
                                      "INSERT INTO input (run_id, role, name, sha256, input_id) "
                                      "VALUES (?1, ?2, ?3, ?4, (SELECT count(*) FROM input "
                                      "WHERE run_id = ?1))");
    for (size_t i = 0; i < source->input_count && result == IO_OK; i++) {
        insert_integer(&inputs, run_id);
        insert_text(&inputs, source->inputs[i].role);
        insert_text(&inputs, source->inputs[i].name);
        insert_text(&inputs, source->inputs[i].sha256);
        result = insert_row(&inputs);
    }
    insert_close(&inputs);
    return result;
}

static io_result write_plan(plan_writer *writer, int64_t run_id, double tolerance)
{
    insert row;
    io_result result = insert_prepare(
        &row, writer->db,
        "INSERT INTO plan (run_id, dimension, tolerance_m, at_start) VALUES (?, ?, ?, ?)");
    if (result != IO_OK)
        return result;
    insert_integer(&row, run_id);
    insert_integer(&row, writer->source->dimension);
    insert_real(&row, tolerance);
    insert_text(&row, writer->source->at_start == PLAN_STAND ? "stand" : "absent");
    result = insert_row(&row);
    insert_close(&row);
    writer->plan_id = sqlite3_last_insert_rowid(writer->db->handle);
    return result;
}

static io_result write_head(plan_writer *writer, int64_t run_id, double tolerance)
{
    io_result result = write_inputs(writer, run_id);
    if (result == IO_OK)
        result = write_plan(writer, run_id, tolerance);
    return result == IO_OK ? write_bodies(writer) : result;
}

/* ---- what belongs to a motion ----------------------------------------------------------- */

static io_result write_share(plan_writer *writer, size_t agent, size_t seq, double share)
{
    insert *row = &writer->ramps;
    insert_integer(row, writer->plan_id);
    insert_integer(row, (int64_t)agent);
    insert_integer(row, (int64_t)seq);
    insert_real(row, share);
    return insert_row(row);
}

static io_result write_own_body(plan_writer *writer, size_t agent, size_t seq)
{
    const graze_body *own = plan_body_of(&writer->source->agents[agent], seq);
    insert *row = &writer->motion_bodies;
    insert_integer(row, writer->plan_id);
    insert_integer(row, (int64_t)agent);
    insert_integer(row, (int64_t)seq);
    insert_integer(row, body_of(writer, own));
    return insert_row(row);
}

/* What few motions have, in tables of their own. */
static io_result write_extras(plan_writer *writer, size_t agent, size_t seq)
{
    const plan_agent *of = &writer->source->agents[agent];
    const graze_motion *motion = &writer->path.motions[seq];
    io_result result =
        motion->form != GRAZE_RAMP ? IO_OK : write_share(writer, agent, seq, motion->share);
    return result == IO_OK && of->numbers != NULL && of->numbers[seq] != 0
               ? write_own_body(writer, agent, seq)
               : result;
}

/* ---- the motions of an agent, as a table -------------------------------------------- */

/* Of each motion, and of those of which `motion_more` says more. */
#define NARROW_COLUMNS "start_s, duration_s, x_m, y_m, to_x_m, to_y_m"
#define MORE_COLUMNS                                                                               \
    "form, start_tail_s, duration_tail_s, z_m, to_x_m, to_y_m, to_z_m, vx_mps, vy_mps, vz_mps, "   \
    "ax_mps2, ay_mps2, az_mps2"

/* The columns of both, as the table in memory has them. */
enum {
    SEQ,
    START,
    DURATION,
    X,
    Y,
    FLAT_TO_X,
    FLAT_TO_Y,
    FORM,
    START_TAIL,
    DURATION_TAIL,
    Z,
    GOAL,
    VELOCITY = GOAL + 3,
    ACCELERATION = VELOCITY + 3
};
#define COLUMNS                                                                                    \
    "seq, start_s, duration_s, x_m, y_m, flat_to_x_m, flat_to_y_m, " MORE_COLUMNS

static bool find_motion(const void *rows, size_t *row)
{
    return *row < ((const plan_writer *)rows)->path.count;
}

/* One of a goal, or of a velocity and an acceleration, as the form has them; null where the
 * column is NULL. */
static const double *component_at(const graze_motion *motion, int column)
{
    if (motion_columns_have_goal(motion) != (column < VELOCITY))
        return NULL;
    const graze_vector *vector = column < VELOCITY       ? &motion->to
                                 : column < ACCELERATION ? &motion->velocity
                                                         : &motion->acceleration;
    const int axis = (column - GOAL) % 3;
    return axis == 0 ? &vector->x : axis == 1 ? &vector->y : &vector->z;
}

static const double *number_at(const graze_motion *motion, int column)
{
    static const size_t places[] = {
        [START] = offsetof(graze_motion, start),
        [DURATION] = offsetof(graze_motion, duration),
        [X] = offsetof(graze_motion, position.x),
        [Y] = offsetof(graze_motion, position.y),
        [FLAT_TO_X] = offsetof(graze_motion, to.x),
        [FLAT_TO_Y] = offsetof(graze_motion, to.y),
        [START_TAIL] = offsetof(graze_motion, start_tail),
        [DURATION_TAIL] = offsetof(graze_motion, duration_tail),
        [Z] = offsetof(graze_motion, position.z),
    };
    if (column >= GOAL)
        return component_at(motion, column);
    const void *place = (const char *)motion + places[column];
    return place;
}

/* Two million rows are asked for seven columns each, nearly all of motions of which `motion` tells
 * all. */
static void answer_motion(const void *rows, size_t at, int column, sqlite3_context *answer)
{
    const plan_writer *writer = rows;
    const graze_motion *motion = &writer->path.motions[at];
    const bool tells_all = writer->tells_all || motion_columns_tell_all(motion);
    if (column == SEQ) {
        sqlite3_result_int64(answer, (int64_t)at);
    } else if (column == FORM) {
        if (!tells_all)
            sqlite3_result_text(answer, motion_columns_form(motion->form), -1, SQLITE_STATIC);
    } else if (tells_all || (column != FLAT_TO_X && column != FLAT_TO_Y)) {
        const double *number = number_at(motion, column);
        if (number != NULL)
            sqlite3_result_double(answer, *number);
    }
}

static bool hash_path(void *context, size_t agent, const graze_trajectory *path)
{
    motion_digests_path(context, agent, path);
    return true;
}

static io_result write_some(plan_writer *writer, insert *rows, size_t agent)
{
    insert_integer(rows, writer->plan_id);
    insert_integer(rows, (int64_t)agent);
    return insert_row(rows);
}

static io_result write_narrow(plan_writer *writer, size_t agent)
{
    if (!writer->in_pages)
        return write_some(writer, &writer->motions, agent);
    return motion_pages_add(&writer->pages, agent, &writer->path)
               ? IO_OK
               : connection_fail(writer->db, SQLITE_NOMEM, "write the database");
}

/* All motions of the agent by one statement, and by another one what few have besides. */
static io_result write_motions(plan_writer *writer, size_t agent)
{
    const graze_trajectory *path = &writer->path;
    writer->tells_all = true;
    for (size_t i = 0; i < path->count; i++)
        writer->tells_all = writer->tells_all && motion_columns_tell_all(&path->motions[i]);
    if (!writer->hashing.runs)
        motion_digests_path(&writer->hashed, agent, path);
    io_result result = write_narrow(writer, agent);
    return result == IO_OK && !writer->tells_all ? write_some(writer, &writer->more, agent)
                                                 : result;
}

/* ---- agents ------------------------------------------------------------------------- */

static io_result write_agent(plan_writer *writer, size_t index)
{
    const plan_agent *agent = &writer->source->agents[index];
    insert *row = &writer->agents;
    insert_integer(row, writer->plan_id);
    insert_integer(row, (int64_t)index);
    insert_text(row, agent->label);
    insert_integer(row, body_of(writer, &agent->body));
    insert_text(row, agent->at_end == GRAZE_STAY ? "stay" : "vanish");
    return insert_row(row);
}

/* Begins a new transaction when the present one has grown long enough. */
static io_result count_rows(plan_writer *writer, size_t count)
{
    writer->rows += count;
    if (writer->rows < TRANSACTION_ROWS)
        return IO_OK;
    writer->rows = 0;
    io_result result = connection_end(writer->db, IO_OK);
    return result == IO_OK ? connection_begin_plan(writer->db) : result;
}

static io_result write_trajectory(plan_writer *writer, size_t agent)
{
    const plan_agent *of = &writer->source->agents[agent];
    const size_t count = of->trajectory.count;
    if (plan_trajectory(of, &writer->room, &writer->path) != IO_OK)
        return connection_fail(writer->db, SQLITE_NOMEM, "write the database");
    io_result result = write_agent(writer, agent);
    if (result == IO_OK)
        result = write_motions(writer, agent);
    for (size_t seq = 0; seq < count && result == IO_OK; seq++)
        result = write_extras(writer, agent, seq);
    return result == IO_OK ? count_rows(writer, 1 + count) : result;
}

static io_result prepare(plan_writer *writer)
{
    io_result result = insert_prepare(&writer->agents, writer->db,
                                      "INSERT INTO agent (plan_id, agent_id, label, body_id, "
                                      "at_end) VALUES (?, ?, ?, ?, ?)");
    if (result == IO_OK)
        result = insert_prepare(&writer->ramps, writer->db,
                                "INSERT INTO ramp (plan_id, agent_id, seq, share) "
                                "VALUES (?, ?, ?, ?)");
    if (result == IO_OK)
        result = insert_prepare(&writer->motion_bodies, writer->db,
                                "INSERT INTO motion_body (plan_id, agent_id, seq, body_id) "
                                "VALUES (?, ?, ?, ?)");
    if (result != IO_OK)
        return result;
    writer->table = (memory_table){"CREATE TABLE motions (" COLUMNS ")", writer, find_motion,
                                   answer_motion};
    result = memory_table_register(writer->db, "graze_motions", &writer->table);
    if (result == IO_OK)
        result = insert_prepare(&writer->motions, writer->db,
                                "INSERT OR FAIL INTO motion (plan_id, agent_id, seq, "
                                NARROW_COLUMNS ") SELECT ?, ?, seq, start_s, duration_s, x_m, y_m, "
                                "flat_to_x_m, flat_to_y_m FROM graze_motions");
    if (result != IO_OK)
        return result;
    return insert_prepare(&writer->more, writer->db,
                          "INSERT OR FAIL INTO motion_more (plan_id, agent_id, seq, " MORE_COLUMNS
                          ") SELECT ?, ?, seq, " MORE_COLUMNS
                          " FROM graze_motions WHERE form IS NOT NULL");
}

static void keep_digests(plan_writer *writer, bool wanted)
{
    database *db = writer->db;
    const bool known = !writer->hashing.runs || plan_walk_end(&writer->hashing, wanted);
    motion_digests_end(&writer->hashed, db->motion_digests);
    db->motions_hashed = known;
    db->plans++;
}

/* Of a plan that others will want to read soon, or that is larger than one wants to have in memory,
 * there is no second copy in memory, and no long transaction. */
static void choose_pages(plan_writer *writer)
{
    enum { MANY_ROWS = 100000 };
    const size_t rows = plan_motion_count(writer->source);
    writer->in_pages = writer->db->is_new && writer->source->spill == NULL && rows >= MANY_ROWS;
    if (writer->in_pages)
        motion_pages_begin(&writer->pages, writer->plan_id, rows);
}

static io_result write_all(plan_writer *writer, int64_t run_id, double tolerance)
{
    io_result result = prepare(writer);
    if (result == IO_OK)
        result = collect_bodies(writer);
    if (result == IO_OK)
        result = connection_begin_plan(writer->db);
    if (result != IO_OK)
        return result;
    result = write_head(writer, run_id, tolerance);
    choose_pages(writer);
    for (size_t i = 0; i < writer->source->agent_count && result == IO_OK; i++) {
        result = write_trajectory(writer, i);
        plan_rest(writer->source, i);
    }
    result = connection_end(writer->db, result);
    return result == IO_OK && writer->in_pages ? motion_pages_copy(&writer->pages, writer->db)
                                               : result;
}

io_result database_add_plan(database *db, int64_t run_id, const plan *source, double tolerance,
                            int64_t *plan_id)
{
    if (db->failure != IO_OK)
        return db->failure;
    plan_writer writer = {.db = db, .source = source};
    motion_digests_begin(&writer.hashed);
    if (db->threads > 1)
        plan_walk_begin(&writer.hashing, source, hash_path, &writer.hashed);
    io_result result = write_all(&writer, run_id, tolerance);
    keep_digests(&writer, result == IO_OK);
    if (result == IO_OK)
        result = connection_keep_shape(db, writer.plan_id, source);
    if (result == IO_OK)
        *plan_id = writer.plan_id;
    insert_close(&writer.agents);
    insert_close(&writer.motions);
    insert_close(&writer.more);
    memory_table_forget(db, "graze_motions");
    insert_close(&writer.ramps);
    insert_close(&writer.motion_bodies);
    motion_pages_end(&writer.pages);
    free(writer.bodies);
    free(writer.room.motions);
    return result;
}
