/* SPDX-License-Identifier: MIT */
/* Pairs of motions from CSV. The header decides the form of each agent's motion
 * once; the rows are then read by position. */
#include "io/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/shape.h"
#include "io/source.h"
#include "io/table.h"

/* The columns of one agent, in the order in which `names` lists them. */
/* clang-format off */
typedef enum agent_column {
    X, Y, Z,
    VX, VY, VZ, AX, AY, AZ, DURATION, /* kinematic */
    TO_X, TO_Y, TO_Z, END, SHARE,     /* waypoint, ramp */
    START, RADIUS, VERTICES,
    AGENT_COLUMNS
} agent_column;
/* clang-format on */

enum { A = 0, B = AGENT_COLUMNS, A_DELAY = 2 * AGENT_COLUMNS, ID, PAIR_COLUMNS };

static const char *const names[PAIR_COLUMNS] = {
    "a_x",        "a_y",        "a_z",        "a_vx",   "a_vy",   "a_vz",   "a_ax",    "a_ay",
    "a_az",       "a_duration", "a_to_x",     "a_to_y", "a_to_z", "a_end",  "a_share", "a_start",
    "a_radius",   "a_vertices", "b_x",        "b_y",    "b_z",    "b_vx",   "b_vy",    "b_vz",
    "b_ax",       "b_ay",       "b_az",       "b_duration", "b_to_x", "b_to_y", "b_to_z", "b_end",
    "b_share",    "b_start",    "b_radius",   "b_vertices", "a_delay", "id",
};

static const table_format format = {
    .columns = names,
    .count = PAIR_COLUMNS,
    .expected = "id, then for a_ and b_ each: x,y[,z],vx,vy[,vz][,ax,ay[,az]],start,duration or "
                "x,y[,z],to_x,to_y[,to_z],start,end[,share]; then radius, vertices or both",
};

static const char form_hint[] =
    "kinematic: x,y,vx,vy[,ax,ay],start,duration; waypoint: x,y,to_x,to_y,start,end[,share]";

/* One agent as the header describes it; `first` is A or B. */
typedef struct agent_form {
    size_t first;
    graze_form form;
} agent_form;

typedef struct pairs_reader {
    table *t;
    agent_form a, b;
    shape shape_a, shape_b;
} pairs_reader;

/* ---- the header -------------------------------------------------------------------- */

/* The first column of [from, to] that the file has, or AGENT_COLUMNS. */
static size_t find_present(const table *t, size_t first, size_t from, size_t to)
{
    for (size_t column = from; column <= to; column++)
        if (table_has(t, first + column))
            return column;
    return AGENT_COLUMNS;
}

static bool choose_form(table *t, agent_form *agent)
{
    size_t kinematic = find_present(t, agent->first, VX, DURATION);
    size_t waypoint = find_present(t, agent->first, TO_X, SHARE);
    agent->form = waypoint == AGENT_COLUMNS ? GRAZE_KINEMATIC : GRAZE_WAYPOINT;
    if (kinematic == AGENT_COLUMNS || waypoint == AGENT_COLUMNS)
        return true;
    table_error(t, agent->first + kinematic, form_hint,
                "'%s' belongs to a kinematic motion, '%s' to a waypoint motion",
                names[agent->first + kinematic], names[agent->first + waypoint]);
    return false;
}

static shape_columns shape_of(size_t first)
{
    return (shape_columns){first + RADIUS, first + VERTICES};
}

static void require_all(table *t, size_t first, const agent_column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        table_require(t, first + columns[i]);
}

static void check_agent(table *t, agent_form *agent)
{
    static const agent_column kinematic[] = {X, Y, VX, VY};
    static const agent_column waypoint[] = {X, Y, TO_X, TO_Y, END};
    static const agent_column acceleration[] = {AX, AY};
    size_t first = agent->first;
    shape_require(t, shape_of(first));
    if (!choose_form(t, agent))
        return;
    if (agent->form == GRAZE_WAYPOINT)
        require_all(t, first, waypoint, 5);
    else
        require_all(t, first, kinematic, 4);
    if (find_present(t, first, AX, AZ) != AGENT_COLUMNS)
        require_all(t, first, acceleration, 2);
}

static void check_header(pairs_reader *reader)
{
    reader->a.first = A;
    reader->b.first = B;
    table_require(reader->t, ID);
    check_agent(reader->t, &reader->a);
    check_agent(reader->t, &reader->b);
}

/* ---- a row ------------------------------------------------------------------------- */

/* The number in a column, or `absent` when the file has no such column. */
static bool number_or(table *t, size_t column, double absent, double *value)
{
    *value = absent;
    return !table_has(t, column) || table_number(t, column, false, value);
}

static bool read_vector(table *t, size_t column, graze_vector *vector)
{
    bool x = number_or(t, column, 0, &vector->x);
    bool y = number_or(t, column + 1, 0, &vector->y);
    bool z = number_or(t, column + 2, 0, &vector->z);
    return x && y && z;
}

static bool read_kinematic(table *t, size_t first, graze_motion *motion)
{
    graze_vector position, velocity, acceleration;
    double start, duration = INFINITY;
    bool sound = read_vector(t, first + X, &position);
    sound &= read_vector(t, first + VX, &velocity);
    sound &= read_vector(t, first + AX, &acceleration);
    sound &= number_or(t, first + START, 0, &start);
    if (table_has(t, first + DURATION))
        sound &= table_number(t, first + DURATION, true, &duration);
    if (!sound)
        return false;
    graze_status status =
        graze_motion_kinematic(position, velocity, acceleration, start, duration, motion);
    if (status != GRAZE_OK)
        table_error(t, first + DURATION, "a duration is 0 or more seconds, or inf", "%s",
                    graze_status_message(status));
    return status == GRAZE_OK;
}

static const char *waypoint_hint(graze_status status)
{
    switch (status) {
    case GRAZE_ERROR_NEGATIVE_DURATION:
        return "the end is not before the start";
    case GRAZE_ERROR_ENDLESS_MOVE:
        return "the end may be inf only when to_x, to_y equal x, y";
    case GRAZE_ERROR_INSTANT_MOVE:
        return "the end may equal the start only when to_x, to_y equal x, y";
    case GRAZE_ERROR_SHARE:
        return "0 starts from rest, 1 keeps one speed, 2 ends at rest";
    default:
        return NULL;
    }
}

static bool read_waypoint(table *t, size_t first, graze_motion *motion)
{
    graze_vector from, to;
    double start, end, share;
    bool sound = read_vector(t, first + X, &from);
    sound &= read_vector(t, first + TO_X, &to);
    sound &= number_or(t, first + START, 0, &start);
    sound &= table_number(t, first + END, true, &end);
    sound &= number_or(t, first + SHARE, 1, &share);
    if (!sound)
        return false;
    graze_status status = graze_motion_ramp(from, to, start, end, share, motion);
    if (status != GRAZE_OK)
        table_error(t, first + (status == GRAZE_ERROR_SHARE ? SHARE : END), waypoint_hint(status),
                    "%s", graze_status_message(status));
    return status == GRAZE_OK;
}

static bool read_motion(table *t, const agent_form *agent, graze_motion *motion)
{
    if (agent->form == GRAZE_WAYPOINT)
        return read_waypoint(t, agent->first, motion);
    return read_kinematic(t, agent->first, motion);
}

static bool apply_delay(table *t, graze_motion *motion)
{
    double delay;
    if (!table_has(t, A_DELAY))
        return true;
    if (!table_number(t, A_DELAY, false, &delay))
        return false;
    graze_status status = graze_motion_delay(motion, delay, motion);
    if (status != GRAZE_OK)
        table_error(t, A_DELAY, NULL, "%s", graze_status_message(status));
    return status == GRAZE_OK;
}

diagnostic_place pairs_id_place(const pairs_row *row)
{
    return table_place(row->reader->t, ID);
}

/* Bodies with corners move in the plane. */
static void check_plane(table *t, size_t first, const graze_motion *motion)
{
    const double heights[] = {motion->position.z, motion->velocity.z, motion->acceleration.z};
    const size_t columns[] = {Z, motion->form == GRAZE_KINEMATIC ? VZ : TO_Z, AZ};
    for (size_t i = 0; i < 3; i++)
        if (heights[i] != 0) {
            table_error(t, first + columns[i], "leave out z, or give both bodies a radius alone",
                        "%s", graze_status_message(GRAZE_ERROR_SPATIAL_CORNERS));
            return;
        }
}

static io_result read_bodies(pairs_reader *reader, pairs_row *row, bool *sound)
{
    io_result a = shape_read(reader->t, shape_of(A), &reader->shape_a, &row->body_a);
    if (a == IO_MEMORY)
        return a;
    io_result b = shape_read(reader->t, shape_of(B), &reader->shape_b, &row->body_b);
    *sound &= a == IO_OK && b == IO_OK;
    return b == IO_MEMORY ? b : IO_OK;
}

/* Reads both agents even when the first is at fault: all errors of a row show. */
static io_result read_row(pairs_reader *reader, pairs_row *row, bool *sound)
{
    table *t = reader->t;
    size_t length;
    row->reader = reader;
    row->id = table_text(t, ID, &length);
    *sound = read_motion(t, &reader->a, &row->a) && apply_delay(t, &row->a);
    *sound &= read_motion(t, &reader->b, &row->b);
    io_result result = read_bodies(reader, row, sound);
    if (result == IO_OK && *sound && (shape_is_flat(&row->body_a) || shape_is_flat(&row->body_b))) {
        check_plane(t, A, &row->a);
        check_plane(t, B, &row->b);
    }
    return result;
}

/* ---- the file ---------------------------------------------------------------------- */

static io_result read_rows(pairs_reader *reader, pairs_sink receive, void *context)
{
    pairs_row row;
    bool more = false, sound = false;
    io_result result;
    while ((result = table_next(reader->t, &more)) == IO_OK && more) {
        result = read_row(reader, &row, &sound);
        if (result == IO_OK && sound && !table_failed(reader->t))
            result = receive(context, &row);
        if (result != IO_OK)
            break;
    }
    return result;
}

io_result pairs_read(const char *path, diagnostics *sink, pairs_sink receive, void *context)
{
    source *input = NULL;
    pairs_reader reader = {.t = NULL};
    io_result result = source_open(path, false, sink, &input);
    if (result == IO_OK)
        result = table_open(input, &format, sink, &reader.t);
    if (result == IO_OK) {
        check_header(&reader);
        if (!table_failed(reader.t))
            result = read_rows(&reader, receive, context);
    }
    result = table_finish(reader.t, result);
    shape_free(&reader.shape_a);
    shape_free(&reader.shape_b);
    source_close(input);
    return result;
}
