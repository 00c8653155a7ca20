/* SPDX-License-Identifier: MIT */
/* A plan as rows: its inputs, bodies, agents and motions.
 *
 * Millions of motions are written in several transactions. A plan that a crash
 * cut short hangs on a run that never finished.
 */
#include <stdlib.h>

#include "storage/connection.h"
#include "storage/insert.h"

/* What is being written. */
typedef struct plan_writer {
    database *db;
    const plan *source;
    int64_t plan_id;
    const graze_body **bodies; /* the different ones, in order; body_id is a place in it */
    size_t body_count;
    insert agents, motions, ramps, motion_bodies;
    size_t rows; /* in the present transaction */
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
    const graze_body **found = bsearch(&asked, writer->bodies, writer->body_count,
                                       sizeof *writer->bodies, compare_places);
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

/* ---- agents and motions ----------------------------------------------------------- */

static const char *form_name(graze_form form)
{
    switch (form) {
    case GRAZE_KINEMATIC:
        return "kinematic";
    case GRAZE_WAYPOINT:
        return "waypoint";
    case GRAZE_RAMP:
        return "ramp";
    case GRAZE_PARKED:
        break;
    }
    return "parked";
}

static void insert_vector(insert *row, const graze_vector *vector)
{
    if (vector == NULL) {
        for (int i = 0; i < 3; i++)
            insert_null(row);
        return;
    }
    insert_real(row, vector->x);
    insert_real(row, vector->y);
    insert_real(row, vector->z);
}

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

static io_result write_motion(plan_writer *writer, size_t agent, size_t seq)
{
    const graze_motion *motion = &writer->source->agents[agent].trajectory.motions[seq];
    bool waypoint = motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
    insert *row = &writer->motions;
    insert_integer(row, writer->plan_id);
    insert_integer(row, (int64_t)agent);
    insert_integer(row, (int64_t)seq);
    insert_text(row, form_name(motion->form));
    insert_real(row, motion->start);
    insert_real(row, motion->start_tail);
    insert_real(row, motion->duration);
    insert_real(row, motion->duration_tail);
    insert_vector(row, &motion->position);
    insert_vector(row, waypoint ? &motion->to : NULL);
    insert_vector(row, waypoint ? NULL : &motion->velocity);
    insert_vector(row, waypoint ? NULL : &motion->acceleration);
    io_result result = insert_row(row);
    if (result == IO_OK && motion->form == GRAZE_RAMP)
        result = write_share(writer, agent, seq, motion->share);
    const size_t *numbers = writer->source->agents[agent].numbers;
    return result == IO_OK && numbers != NULL && numbers[seq] != 0
               ? write_own_body(writer, agent, seq)
               : result;
}

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
static io_result count_row(plan_writer *writer)
{
    if (++writer->rows < TRANSACTION_ROWS)
        return IO_OK;
    writer->rows = 0;
    io_result result = connection_end(writer->db, IO_OK);
    return result == IO_OK ? connection_begin(writer->db) : result;
}

static io_result write_trajectory(plan_writer *writer, size_t agent)
{
    io_result result = write_agent(writer, agent);
    if (result == IO_OK)
        result = count_row(writer);
    size_t count = writer->source->agents[agent].trajectory.count;
    for (size_t seq = 0; seq < count && result == IO_OK; seq++) {
        result = write_motion(writer, agent, seq);
        if (result == IO_OK)
            result = count_row(writer);
    }
    return result;
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
    return insert_prepare(
        &writer->motions, writer->db,
        "INSERT INTO motion (plan_id, agent_id, seq, form, start_s, start_tail_s, duration_s, "
        "duration_tail_s, x_m, y_m, z_m, to_x_m, to_y_m, to_z_m, vx_mps, vy_mps, vz_mps, "
        "ax_mps2, ay_mps2, az_mps2) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
}

static io_result write_all(plan_writer *writer, int64_t run_id, double tolerance)
{
    io_result result = prepare(writer);
    if (result == IO_OK)
        result = collect_bodies(writer);
    if (result == IO_OK)
        result = connection_begin(writer->db);
    if (result != IO_OK)
        return result;
    result = write_head(writer, run_id, tolerance);
    for (size_t i = 0; i < writer->source->agent_count && result == IO_OK; i++)
        result = write_trajectory(writer, i);
    return connection_end(writer->db, result);
}

io_result database_add_plan(database *db, int64_t run_id, const plan *source, double tolerance,
                            int64_t *plan_id)
{
    if (db->failure != IO_OK)
        return db->failure;
    plan_writer writer = {.db = db, .source = source};
    io_result result = write_all(&writer, run_id, tolerance);
    if (result == IO_OK)
        result = connection_keep_shape(db, writer.plan_id, source);
    if (result == IO_OK)
        *plan_id = writer.plan_id;
    insert_close(&writer.agents);
    insert_close(&writer.motions);
    insert_close(&writer.ramps);
    insert_close(&writer.motion_bodies);
    free(writer.bodies);
    return result;
}
