/* SPDX-License-Identifier: MIT */
/* Plans from CSV: waypoint rows (with ramps between them) or motion rows of many agents, which may
 * interleave. Every row is linked to the one before it of the same agent while
 * it is at hand, by the very builder that makes the trajectory in the end, so
 * that a fault is told with its row; the end can then only confirm. */
#include "io/plan_csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/plan_bodies.h"
#include "io/plan_header.h"
#include "io/plan_wide.h"
#include "io/shape.h"

/* clang-format off */
static const char *const names[COLUMNS] = {
    "agent", "radius", "body", "x", "y", "z",
    "time", "share",
    "start", "duration", "vx", "vy", "vz", "ax", "ay", "az",
};
/* clang-format on */

static const char expected[] =
    "waypoints: agent,time,x,y[,z][,share]; motions: agent,start,duration,x,y,vx,vy[,ax,ay] "
    "(3-D: z,vz[,az] too); both: [,radius] or [,body]";

/* ---- the header -------------------------------------------------------------------- */

static void require_all(table *t, const size_t *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        table_require(t, columns[i]);
}

static bool has_any(const table *t, size_t first, size_t last, size_t *found)
{
    for (*found = first; *found <= last; (*found)++)
        if (table_has(t, *found))
            return true;
    return false;
}

static void check_motion_columns(csv_reader *r)
{
    static const size_t flat[] = {START, DURATION, VX, VY}, solid[] = {Z, VZ};
    static const size_t acceleration[] = {AX, AY};
    size_t found;
    if (table_has(r->t, SHARE))
        table_error(r->t, SHARE, expected, "'share' belongs to waypoint rows, which have a 'time'");
    require_all(r->t, flat, 4);
    if (table_has(r->t, Z) || table_has(r->t, VZ) || table_has(r->t, AZ)) {
        require_all(r->t, solid, 2);
        r->reading->plan.dimension = 3;
    }
    if (has_any(r->t, AX, AZ, &found))
        require_all(r->t, acceleration, 2);
}

static void check_waypoint_columns(csv_reader *r)
{
    size_t found;
    if (has_any(r->t, START, AZ, &found))
        table_error(r->t, found, expected,
                    "'%s' belongs to motion rows, 'time' to waypoint rows", names[found]);
    if (table_has(r->t, Z))
        r->reading->plan.dimension = 3;
}

/* A radius is for all of an agent's motions. */
static void check_body_column(csv_reader *r)
{
    if (!table_has(r->t, BODY))
        return;
    if (table_has(r->t, RADIUS))
        table_error(r->t, BODY, "leave one of the two out",
                    "a plan has a radius for each agent, or a body for each motion");
    else if (r->reading->options->bodies_file == NULL)
        table_error(r->t, BODY, "--bodies FILE, with columns body and radius, vertices or both",
                    "the plan names bodies, and nothing says what they are");
}

static void check_header(csv_reader *r)
{
    static const size_t always[] = {AGENT, X, Y};
    const plan_options *options = r->reading->options;
    size_t found;
    r->waypoints = table_has(r->t, TIME);
    require_all(r->t, always, 3);
    if (r->waypoints)
        check_waypoint_columns(r);
    else if (has_any(r->t, START, AZ, &found))
        check_motion_columns(r);
    else
        table_require(r->t, TIME);
    check_body_column(r);
    r->reading->plan.has_bodies =
        table_has(r->t, RADIUS) || options->has_radius || options->bodies_file != NULL;
    if (!r->reading->plan.has_bodies && !options->bodies_optional)
        table_error(r->t, RADIUS, bodies_hint, "the agents have no radius");
}

/* ---- agents ------------------------------------------------------------------------ */

/* The radius of this row's agent must be the same wherever it is written. */
static bool check_own_radius(csv_reader *r, double own, const graze_body *known)
{
    char text[NUMBER_TEXT_SIZE];
    graze_body body = {.radius = own};
    graze_status status = graze_body_validate(&body);
    if (status != GRAZE_OK) {
        table_error(r->t, RADIUS, "a radius is 0 or more metres", "%s",
                    graze_status_message(status));
        return false;
    }
    if (known == NULL || isnan(known->radius) || known->radius == own)
        return true;
    table_error(r->t, RADIUS, "one agent has one radius, here, in --bodies and by --radius",
                "the agent's radius is %s elsewhere", number_format(known->radius, false, text));
    return false;
}

/* Bodies with corners move in the plane. */
static bool check_corners(csv_reader *r, const char *label, const graze_body *body)
{
    if (r->reading->plan.dimension == 2 || !shape_is_flat(body))
        return true;
    table_error(r->t, Z, "leave out z, or give every agent a radius alone",
                "the plan has a z, and agent '%.40s' has corners", label);
    return false;
}

/* The body of an agent at its first row, by its label or by the name in the row; false when
 * there is none. */
static bool choose_body(csv_reader *r, const char *label, graze_body *body)
{
    const plan_options *options = r->reading->options;
    graze_body elsewhere;
    bool known = bodies_choose(&r->reading->bodies, options, label, &elsewhere);
    const char *name = "";
    size_t row;
    if (!known && plan_bodies_find(r->reading, r->t, BODY, &name, &row)) {
        *body = r->reading->bodies.rows[row].body;
        return true;
    }
    if (!known && name[0] != '\0')
        return false; /* to be told with the row */
    if (known)
        *body = elsewhere;
    if (known && !check_corners(r, label, body))
        return false;
    if (table_has(r->t, RADIUS)) {
        if (!table_number(r->t, RADIUS, false, &body->radius))
            return false;
        return check_own_radius(r, body->radius, known ? &elsewhere : NULL);
    }
    if (!r->reading->plan.has_bodies)
        return true; /* and told, if it matters */
    if (!known)
        table_error(r->t, AGENT, "every agent of the plan needs a row there, or --radius METRES",
                    "agent '%.40s' has no row in %.200s", label, options->bodies_file);
    return known;
}

static io_result add_agent(csv_reader *r, const char *label)
{
    plan *all = &r->reading->plan;
    graze_body body = {.radius = 0};
    if (!choose_body(r, label, &body))
        body.radius = NAN; /* reported, and read on: more may be wrong */
    if (!array_grow(&r->agents, &r->capacity, all->agent_count + 1, sizeof *r->agents))
        return IO_MEMORY;
    r->current = all->agent_count;
    r->agents[r->current] = (agent_rows){.count = 0};
    io_result result = plan_reading_add_agent(r->reading, label, &body);
    if (result != IO_OK)
        return result;
    return labels_add(&r->index, all->agents[r->current].label, r->current) ? IO_OK : IO_MEMORY;
}

/* Sets r->current to the agent of this row. */
static io_result find_agent(csv_reader *r)
{
    const plan *all = &r->reading->plan;
    size_t length;
    const char *label = table_text(r->t, AGENT, &length);
    double own;
    if (length == 0)
        table_error(r->t, AGENT, NULL, "the agent has no name");
    bool same = all->agent_count > 0 && strcmp(all->agents[r->current].label, label) == 0;
    if (!same && !labels_find(&r->index, label, &r->current))
        return add_agent(r, label);
    if (table_has(r->t, RADIUS) && table_number(r->t, RADIUS, false, &own))
        check_own_radius(r, own, &all->agents[r->current].body);
    return IO_OK;
}

/* ---- waypoint rows ----------------------------------------------------------------- */

static bool read_optional(table *t, size_t column, double *value)
{
    *value = 0;
    return !table_has(t, column) || table_number(t, column, false, value);
}

static bool read_vector(table *t, size_t x, size_t y, size_t z, graze_vector *vector)
{
    bool sound = read_optional(t, x, &vector->x);
    sound &= read_optional(t, y, &vector->y);
    sound &= read_optional(t, z, &vector->z);
    return sound;
}

static void refuse_waypoint(csv_reader *r, const agent_rows *rows, graze_status status)
{
    char before[NUMBER_TEXT_SIZE];
    number_format(csv_latest_waypoint(rows)->time, false, before);
    if (status == GRAZE_ERROR_TIME_ORDER)
        table_error(r->t, TIME, "rows of one agent are in the order of time",
                    "time goes backwards: the agent's row before it (line %zu) is at %s",
                    rows->last_line, before);
    else if (status == GRAZE_ERROR_INSTANT_MOVE)
        table_error(r->t, TIME, "an agent is in one place at a time",
                    "the agent is in another place at the same time (line %zu)", rows->last_line);
    else
        table_error(r->t, TIME, NULL, "%s", graze_status_message(status));
}

/* The share of the motion that begins at this row; where the field is empty, there is no ramp. */
static bool read_share(csv_reader *r, double *share)
{
    size_t length = 0;
    *share = 1;
    if (!table_has(r->t, SHARE))
        return true;
    table_text(r->t, SHARE, &length);
    if (length == 0)
        return true;
    if (!table_number(r->t, SHARE, false, share))
        return false;
    if (*share >= 0 && *share <= 2)
        return true;
    table_error(r->t, SHARE, "0 starts from rest, 1 (or nothing) keeps one speed, 2 ends at rest",
                "%s", graze_status_message(GRAZE_ERROR_SHARE));
    return false;
}

/* Does this row follow the agent's row before it? */
static bool link_waypoint(csv_reader *r, const agent_rows *rows, double time, graze_vector place)
{
    if (rows->count == 0)
        return true;
    const graze_waypoint *last = csv_latest_waypoint(rows);
    const double times[] = {last->time, time};
    const graze_vector places[] = {last->place, place};
    size_t count;
    graze_motion motions[2];
    graze_status status =
        graze_trajectory_from_waypoints(2, times, places, GRAZE_VANISH, motions, &count, NULL);
    if (status != GRAZE_OK)
        refuse_waypoint(r, rows, status);
    return status == GRAZE_OK;
}

/* The number of the body of the motion that begins at this row. */
static io_result read_number(csv_reader *r, const agent_rows *rows, size_t *number, bool *sound)
{
    const plan *all = &r->reading->plan;
    const char *label = all->agents[r->current].label;
    io_result result = plan_bodies_read(r->reading, r->t, BODY, rows->count == 0, label, number);
    *sound = *sound && result == IO_OK &&
             (*number == 0 || check_corners(r, label, &all->bodies[*number - 1].body));
    return result == IO_BAD_INPUT ? IO_OK : result;
}

static bool keep_number(const csv_reader *r, agent_rows *rows, size_t number)
{
    if (!table_has(r->t, BODY))
        return true;
    if (!array_grow(&rows->numbers, &rows->numbers_capacity, rows->count + 1,
                    sizeof *rows->numbers))
        return false;
    rows->numbers[rows->count] = number;
    return true;
}

static bool keep_share(const csv_reader *r, agent_rows *rows, double share)
{
    if (!table_has(r->t, SHARE))
        return true;
    if (!array_grow(&rows->shares, &rows->shares_capacity, rows->count + 1, sizeof *rows->shares))
        return false;
    rows->shares[rows->count] = share;
    return true;
}

static io_result take_waypoint(csv_reader *r)
{
    agent_rows *rows = &r->agents[r->current];
    graze_vector place;
    double time, share;
    size_t number;
    bool sound = table_number(r->t, TIME, false, &time);
    io_result result = read_number(r, rows, &number, &sound);
    sound &= read_vector(r->t, X, Y, Z, &place);
    sound &= read_share(r, &share);
    if (r->frame_rate > 0)
        time /= r->frame_rate;
    if (result != IO_OK || !sound || !link_waypoint(r, rows, time, place))
        return result;
    bool kept = keep_share(r, rows, share) && keep_number(r, rows, number) &&
                csv_keep_waypoint(r, rows, time, place, table_line(r->t));
    return kept ? IO_OK : IO_MEMORY;
}

/* ---- motion rows ------------------------------------------------------------------- */

static void refuse_end(csv_reader *r, const agent_rows *rows, const graze_motion *before)
{
    char start[NUMBER_TEXT_SIZE], duration[NUMBER_TEXT_SIZE];
    static const char hint[] = "each motion of an agent starts when the one before it ends";
    number_format(before->start, false, start);
    number_format(before->duration, false, duration);
    if (isinf(before->duration))
        table_error(r->t, START, hint, "the agent's motion before it (line %zu) never ends",
                    rows->last_line);
    else
        table_error(r->t, START, hint,
                    "the agent's motion before it (line %zu) starts at %s, lasts %s and does not "
                    "end here",
                    rows->last_line, start, duration);
}

static void refuse_jump(csv_reader *r, const agent_rows *rows, const graze_motion *before,
                        const graze_motion *motion)
{
    char x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE], z[NUMBER_TEXT_SIZE];
    graze_motion until_here = *before;
    graze_vector place = before->position;
    until_here.duration = INFINITY; /* the next start rules, not the rounded duration */
    graze_motion_place(&until_here, motion->start, &place);
    number_format(place.x, false, x);
    number_format(place.y, false, y);
    number_format(place.z, false, z);
    bool solid = r->reading->plan.dimension == 3;
    table_error(r->t, X, "each motion of an agent starts where the one before it ends",
                "the agent's motion before it (line %zu) ends at x = %s, y = %s%s%s",
                rows->last_line, x, y, solid ? ", z = " : "", solid ? z : "");
}

static bool link_motion(csv_reader *r, const agent_rows *rows, const graze_motion *motion)
{
    if (rows->count == 0)
        return true;
    const graze_motion *before = &rows->declared[rows->count - 1];
    const graze_motion declared[] = {*before, *motion};
    graze_motion motions[3];
    size_t count;
    graze_status status = graze_trajectory_from_motions(
        2, declared, GRAZE_VANISH, r->reading->options->tolerance, motions, &count, NULL);
    if (status == GRAZE_ERROR_END_MISMATCH)
        refuse_end(r, rows, before);
    else if (status == GRAZE_ERROR_JUMP)
        refuse_jump(r, rows, before, motion);
    else if (status == GRAZE_ERROR_TIME_ORDER)
        table_error(r->t, START, "rows of one agent are in the order of time",
                    "time goes backwards: the agent's motion before it (line %zu) starts later",
                    rows->last_line);
    else if (status != GRAZE_OK)
        table_error(r->t, START, NULL, "%s", graze_status_message(status));
    return status == GRAZE_OK;
}

static bool read_motion(csv_reader *r, graze_motion *motion)
{
    graze_vector position, velocity, acceleration;
    double start, duration;
    bool sound = table_number(r->t, START, false, &start);
    sound &= table_number(r->t, DURATION, true, &duration);
    sound &= read_vector(r->t, X, Y, Z, &position);
    sound &= read_vector(r->t, VX, VY, VZ, &velocity);
    sound &= read_vector(r->t, AX, AY, AZ, &acceleration);
    if (!sound)
        return false;
    graze_status status =
        graze_motion_kinematic(position, velocity, acceleration, start, duration, motion);
    if (status != GRAZE_OK)
        table_error(r->t, DURATION, "a duration is 0 or more seconds, or inf for the last", "%s",
                    graze_status_message(status));
    return status == GRAZE_OK;
}

static io_result take_motion(csv_reader *r)
{
    agent_rows *rows = &r->agents[r->current];
    graze_motion motion;
    size_t number;
    bool sound = true;
    io_result result = read_number(r, rows, &number, &sound);
    if (result != IO_OK || !read_motion(r, &motion) || !sound || !link_motion(r, rows, &motion))
        return result;
    if (!array_grow(&rows->declared, &rows->declared_capacity, rows->count + 1,
                    sizeof *rows->declared) ||
        !keep_number(r, rows, number))
        return IO_MEMORY;
    rows->declared[rows->count++] = motion;
    rows->last_line = table_line(r->t);
    return IO_OK;
}

/* ---- the whole --------------------------------------------------------------------- */

static graze_status build_motions(csv_reader *r, size_t agent)
{
    const agent_rows *rows = &r->agents[agent];
    const plan_options *options = r->reading->options;
    size_t count = 0;
    graze_motion *motions = calloc(rows->count + 2, sizeof *motions); /* parked, and standing */
    if (motions == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status =
        graze_trajectory_from_motions(rows->count, rows->declared, options->at_end,
                                      options->tolerance, motions, &count, NULL);
    plan_reading_set_motions(r->reading, agent, motions, count);
    return status;
}

/* Takes times and places of waypoints apart. */
static graze_status build_waypoints(csv_reader *r, size_t agent)
{
    const agent_rows *rows = &r->agents[agent];
    if (!array_grow(&r->times, &r->times_capacity, rows->count, sizeof *r->times) ||
        !array_grow(&r->places, &r->places_capacity, rows->count, sizeof *r->places))
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < rows->count; i++) {
        r->times[i] = rows->waypoints[i].time;
        r->places[i] = rows->waypoints[i].place;
    }
    return plan_reading_set_rows(r->reading, agent, rows->count, r->times, r->places,
                                 rows->shares);
}

/* Keeps the rows of an agent as they are, if that is what is asked for. */
static bool keep_rows(csv_reader *r, size_t agent)
{
    agent_rows *rows = &r->agents[agent];
    if (!r->reading->options->as_waypoints || !r->waypoints || rows->shares != NULL ||
        rows->numbers != NULL ||
        !plan_reading_keep_rows(r->reading, agent, rows->count, rows->waypoints))
        return false;
    rows->waypoints = NULL;
    return true;
}

/* The rows were linked one by one, so a refusal here is unheard of; it is told
 * all the same. */
static io_result build_agent(csv_reader *r, size_t agent)
{
    agent_rows *rows = &r->agents[agent];
    if (!csv_gather_waypoints(r, rows))
        return IO_MEMORY;
    if (keep_rows(r, agent))
        return IO_OK;
    graze_status status =
        r->waypoints ? build_waypoints(r, agent) : build_motions(r, agent);
    io_result result = status == GRAZE_ERROR_MEMORY ? IO_MEMORY : IO_OK;
    if (status == GRAZE_OK && rows->numbers != NULL)
        result = plan_bodies_give(r->reading, agent, rows->numbers,
                                  r->waypoints ? r->times : NULL, rows->count);
    csv_free_rows(r, rows);
    if (status == GRAZE_OK || status == GRAZE_ERROR_MEMORY)
        return result;
    diagnostic_place place = {.file = source_name(r->reading->input)};
    diagnostic_error(r->reading->sink, &place, NULL, "agent '%.40s': %s",
                     r->reading->plan.agents[agent].label, graze_status_message(status));
    return IO_BAD_INPUT;
}

static io_result build_agents(csv_reader *r)
{
    io_result result = IO_OK;
    for (size_t agent = 0; agent < r->reading->plan.agent_count && result == IO_OK; agent++) {
        result = build_agent(r, agent);
        plan_rest(&r->reading->plan, agent);
    }
    return result;
}

static io_result refuse_no_rows(const csv_reader *r)
{
    diagnostic_place place = {.file = source_name(r->reading->input), .line = 2, .column = 1};
    diagnostic_error(r->reading->sink, &place, expected, "the plan has no rows");
    return IO_BAD_INPUT;
}

static io_result take_row(csv_reader *r)
{
    io_result result = find_agent(r);
    if (result == IO_OK)
        result = r->waypoints ? take_waypoint(r) : take_motion(r);
    return result;
}

static io_result read_rows(csv_reader *r)
{
    bool more = true;
    io_result result = IO_OK;
    while (result == IO_OK && more) {
        result = csv_ahead(r, take_row);
        if (result == IO_OK)
            result = table_next(r->t, &more);
        if (result == IO_OK && more)
            result = take_row(r);
    }
    if (result != IO_OK || table_failed(r->t))
        return result;
    return r->reading->plan.agent_count == 0 ? refuse_no_rows(r) : build_agents(r);
}

static void free_reader(csv_reader *r, size_t agent_count)
{
    for (size_t i = 0; i < agent_count; i++)
        csv_free_rows(r, &r->agents[i]);
    free(r->agents);
    free(r->times);
    free(r->places);
    labels_free(&r->index);
    plain_rows_free(&r->ahead);
}

/* What the table is to look for: our names, or those that the file has for them. */
static table_format format_of(csv_reader *r, const plan_header *header)
{
    static const char nothing[] = "#"; /* a name that no column is found by */
    for (size_t i = 0; i < COLUMNS; i++) {
        bool needed = i == AGENT || i == X || i == Y || i == TIME;
        r->names[i] = !header->foreign || (header->columns[i] == NULL && needed) ? names[i]
                      : header->columns[i] != NULL ? header->columns[i]
                                                   : nothing;
    }
    return (table_format){.columns = r->names,
                          .count = COLUMNS,
                          .expected = expected,
                          .delimiter = header->delimiter,
                          .others = header->foreign,
                          .header = header->no_header ? (const char *const *)header->fields : NULL,
                          .header_count = header->count};
}

static io_result read_table(plan_reading *reading, const plan_header *header)
{
    const plan_import *import = &reading->options->import;
    csv_reader r = {.reading = reading,
                    .frame_rate = import->has_frame_rate ? import->frame_rate : 0};
    const table_format format = format_of(&r, header);
    io_result result = table_open(reading->input, &format, reading->sink, &r.t);
    if (result != IO_OK)
        return result;
    check_header(&r);
    csv_ahead_open(&r);
    if (!table_failed(r.t))
        result = read_rows(&r);
    free_reader(&r, reading->plan.agent_count);
    return table_finish(r.t, result);
}

io_result plan_csv_read(plan_reading *reading)
{
    plan_header header;
    io_result result = plan_header_read(reading, names, COLUMNS, &header);
    if (result == IO_OK)
        result = header.pair_count > 0 ? plan_wide_read(reading, &header, header.columns[TIME])
                                       : read_table(reading, &header);
    plan_header_free(&header);
    return result;
}
