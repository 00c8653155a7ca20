/* SPDX-License-Identifier: MIT */
/* A plan back from its rows. Nothing is trusted: agents count from 0 without a
 * gap, and bodies and motions are validated as those of a file are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "storage/ramp_sql.h"
#include "storage/stored.h"
#include "storage/stored_rows.h"

/* Motions and vertices of one agent while they come in. */
typedef struct agent_rows {
    graze_motion *motions;
    graze_point *vertices;
    size_t motion_count, motion_room;
    size_t vertex_count, vertex_room;
    size_t *numbers; /* of motions' bodies (plan.h); null: none has its own */
} agent_rows;

typedef struct plan_rows {
    database *db;
    plan plan;
    double tolerance;
    bool found;
    agent_rows *agents; /* of plan.agents */
    size_t agent_room, rows_room;
    int64_t *body_ids; /* of plan.bodies, ascending; and of the one that is coming in */
    size_t id_count, id_room;
    graze_point *corners; /* of the body that is coming in */
    double radius;
    size_t corner_count, corner_room;
} plan_rows;

/* ---- rows --------------------------------------------------------------------------- */

static io_result take_plan(void *context, const query *row)
{
    plan_rows *all = context;
    all->plan.dimension = (int)stored_integer(row, 0);
    all->tolerance = stored_real(row, 1);
    all->plan.at_start = stored_text_is(row, 2, "stand") ? PLAN_STAND : PLAN_ABSENT;
    all->found = true;
    return IO_OK;
}

static io_result take_agent(void *context, const query *row)
{
    plan_rows *all = context;
    size_t index = all->plan.agent_count;
    if (stored_integer(row, 0) != (int64_t)index)
        return stored_refuse(all->db, "an agent is missing");
    if (!array_grow(&all->plan.agents, &all->agent_room, index + 1, sizeof *all->plan.agents) ||
        !array_grow(&all->agents, &all->rows_room, index + 1, sizeof *all->agents))
        return stored_no_memory(all->db);
    plan_agent *agent = &all->plan.agents[index];
    if (stored_has_nul(row, 1))
        return stored_refuse(all->db, "the label of an agent has a 0 byte");
    *agent = (plan_agent){.label = stored_text(row, 1), .body = {.radius = stored_real(row, 3)}};
    agent->at_end = stored_text_is(row, 2, "stay") ? GRAZE_STAY : GRAZE_VANISH;
    all->agents[index] = (agent_rows){.motion_count = 0};
    all->plan.agent_count++;
    return agent->label != NULL ? IO_OK : stored_no_memory(all->db);
}

/* The agent that a row speaks of, or null. */
static agent_rows *agent_of(plan_rows *all, const query *row)
{
    int64_t index = stored_integer(row, 0);
    return index >= 0 && (uint64_t)index < all->plan.agent_count ? &all->agents[index] : NULL;
}

static io_result take_vertex(void *context, const query *row)
{
    plan_rows *all = context;
    agent_rows *agent = agent_of(all, row);
    if (agent == NULL)
        return stored_refuse(all->db, "a vertex has no agent");
    if (!array_grow(&agent->vertices, &agent->vertex_room, agent->vertex_count + 1,
                    sizeof *agent->vertices))
        return stored_no_memory(all->db);
    agent->vertices[agent->vertex_count++] =
        (graze_point){stored_real(row, 1), stored_real(row, 2)};
    return IO_OK;
}

static graze_vector vector_at(const query *row, size_t column)
{
    return (graze_vector){stored_real(row, column), stored_real(row, column + 1),
                          stored_real(row, column + 2)};
}

static graze_form form_of(const query *row)
{
    return stored_text_is(row, 2, "waypoint") ? GRAZE_WAYPOINT
           : stored_text_is(row, 2, "ramp")   ? GRAZE_RAMP
           : stored_text_is(row, 2, "parked") ? GRAZE_PARKED
                                              : GRAZE_KINEMATIC;
}

static graze_motion motion_of(const query *row)
{
    graze_motion motion = {.form = form_of(row)};
    motion.start = stored_real(row, 3);
    motion.start_tail = stored_real(row, 4);
    motion.duration = stored_real(row, 5);
    motion.duration_tail = stored_real(row, 6);
    motion.position = vector_at(row, 7);
    if (motion.form == GRAZE_WAYPOINT || motion.form == GRAZE_RAMP) {
        motion.to = vector_at(row, 10);
        if (motion.form == GRAZE_RAMP)
            motion.share = stored_real(row, 19);
    } else {
        motion.velocity = vector_at(row, 13);
        motion.acceleration = vector_at(row, 16);
    }
    return motion;
}

static io_result take_motion(void *context, const query *row)
{
    plan_rows *all = context;
    agent_rows *agent = agent_of(all, row);
    if (agent == NULL || stored_integer(row, 1) != (int64_t)agent->motion_count)
        return stored_refuse(all->db, "a motion has no agent, or one is missing");
    if (!array_grow(&agent->motions, &agent->motion_room, agent->motion_count + 1,
                    sizeof *agent->motions))
        return stored_no_memory(all->db);
    graze_motion motion = motion_of(row);
    agent->motions[agent->motion_count++] = motion;
    graze_status status = graze_motion_validate(&motion);
    return status == GRAZE_OK ? IO_OK : stored_refuse(all->db, graze_status_message(status));
}

/* ---- bodies of motions ---------------------------------------------------------------- */

/* The body that has come in is the plan's, by its number as a name. */
static io_result end_body(plan_rows *all)
{
    const graze_body body = {all->radius, all->corners, all->corner_count};
    char name[24];
    if (all->id_count == all->plan.body_count)
        return IO_OK;
    graze_status status = graze_body_validate(&body);
    if (status != GRAZE_OK)
        return stored_refuse(all->db, graze_status_message(status));
    snprintf(name, sizeof name, "%lld", (long long)all->body_ids[all->id_count - 1]);
    all->corner_count = 0;
    return plan_add_body(&all->plan, name, &body) == IO_OK ? IO_OK : stored_no_memory(all->db);
}

/* A body, or one of its vertices. */
static io_result take_body(void *context, const query *row)
{
    plan_rows *all = context;
    const int64_t body_id = stored_integer(row, 0);
    if (all->id_count == 0 || all->body_ids[all->id_count - 1] != body_id) {
        io_result result = end_body(all);
        if (result != IO_OK)
            return result;
        if (!array_grow(&all->body_ids, &all->id_room, all->id_count + 1, sizeof *all->body_ids))
            return stored_no_memory(all->db);
        all->body_ids[all->id_count++] = body_id;
        all->radius = stored_real(row, 1);
    }
    if (stored_is_null(row, 2))
        return IO_OK;
    if (!array_grow(&all->corners, &all->corner_room, all->corner_count + 1, sizeof *all->corners))
        return stored_no_memory(all->db);
    all->corners[all->corner_count++] = (graze_point){stored_real(row, 2), stored_real(row, 3)};
    return IO_OK;
}

static int compare_ids(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static io_result take_number(void *context, const query *row)
{
    plan_rows *all = context;
    agent_rows *agent = agent_of(all, row);
    const int64_t seq = stored_integer(row, 1), body_id = stored_integer(row, 2);
    const int64_t *at = all->id_count == 0 ? NULL
                                           : bsearch(&body_id, all->body_ids, all->id_count,
                                                     sizeof *all->body_ids, compare_ids);
    io_result result = end_body(all); /* the last one */
    if (result != IO_OK)
        return result;
    if (agent == NULL || at == NULL || seq < 0 || (uint64_t)seq >= agent->motion_count)
        return stored_refuse(all->db, "a motion's body has no motion, or is missing");
    if (agent->numbers == NULL)
        agent->numbers = calloc(agent->motion_count, sizeof *agent->numbers);
    if (agent->numbers == NULL)
        return stored_no_memory(all->db);
    agent->numbers[seq] = (size_t)(at - all->body_ids) + 1;
    return IO_OK;
}

/* ---- the plan ----------------------------------------------------------------------- */

static io_result read_rows(plan_rows *all, int64_t plan_id)
{
    static const struct {
        const char *sql;
        stored_row take;
    } steps[] = {
        {"SELECT dimension, tolerance_m, at_start FROM plan WHERE plan_id = ?", take_plan},
        {"SELECT a.agent_id, a.label, a.at_end, b.radius_m FROM agent AS a "
         "JOIN body AS b ON b.plan_id = a.plan_id AND b.body_id = a.body_id "
         "WHERE a.plan_id = ? ORDER BY a.agent_id",
         take_agent},
        {"SELECT a.agent_id, v.x_m, v.y_m FROM agent AS a "
         "JOIN body_vertex AS v ON v.plan_id = a.plan_id AND v.body_id = a.body_id "
         "WHERE a.plan_id = ? ORDER BY a.agent_id, v.seq",
         take_vertex},
        {"SELECT agent_id, seq, form, start_s, start_tail_s, duration_s, duration_tail_s, "
         "x_m, y_m, z_m, to_x_m, to_y_m, to_z_m, vx_mps, vy_mps, vz_mps, "
         "ax_mps2, ay_mps2, az_mps2, " RAMP_SHARE_OF("m") " "
         "FROM motion_whole AS m WHERE plan_id = ? ORDER BY agent_id, seq",
         take_motion},
        {"SELECT b.body_id, b.radius_m, v.x_m, v.y_m FROM body AS b "
         "LEFT JOIN body_vertex AS v ON v.plan_id = b.plan_id AND v.body_id = b.body_id "
         "WHERE b.plan_id = ?1 "
         "AND b.body_id IN (SELECT body_id FROM motion_body WHERE plan_id = ?1) "
         "ORDER BY b.body_id, v.seq",
         take_body},
        {"SELECT agent_id, seq, body_id FROM motion_body WHERE plan_id = ? "
         "ORDER BY agent_id, seq",
         take_number},
    };
    io_result result = IO_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && result == IO_OK; i++)
        result = stored_rows_each(all->db, steps[i].sql, plan_id, steps[i].take, all);
    return result;
}

/* Hands motions, vertices and bodies over to their agents, who own them from here on. */
static io_result join(plan_rows *all)
{
    graze_status status = GRAZE_OK;
    io_result result = IO_OK;
    for (size_t i = 0; i < all->plan.agent_count; i++) {
        agent_rows *rows = &all->agents[i];
        plan_agent *agent = &all->plan.agents[i];
        agent->trajectory =
            (graze_trajectory){.motions = rows->motions, .count = rows->motion_count};
        agent->body.vertices = rows->vertices;
        agent->body.vertex_count = rows->vertex_count;
        if (status == GRAZE_OK)
            status = graze_body_validate(&agent->body);
        if (rows->numbers != NULL && plan_set_bodies(&all->plan, i, rows->numbers) != IO_OK)
            result = stored_no_memory(all->db);
    }
    if (result != IO_OK)
        return result;
    return status == GRAZE_OK ? IO_OK : stored_refuse(all->db, graze_status_message(status));
}

io_result stored_plan_read(database *db, int64_t plan_id, plan *result, double *tolerance)
{
    plan_rows all = {.db = db, .plan.has_bodies = true};
    io_result outcome = read_rows(&all, plan_id);
    io_result joined = join(&all);
    free(all.agents);
    free(all.body_ids);
    free(all.corners);
    if (outcome == IO_OK)
        outcome = joined;
    if (outcome == IO_OK && !all.found)
        outcome = stored_refuse(db, "there is no such plan");
    if (outcome != IO_OK) {
        plan_free(&all.plan);
        return outcome;
    }
    *result = all.plan;
    *tolerance = all.tolerance;
    return IO_OK;
}
