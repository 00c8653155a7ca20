/* SPDX-License-Identifier: MIT */
#include "io/scenario.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/robots_columns.h"
#include "io/scenario_reading.h"

enum { MESSAGE_SIZE = 400, PLACE_SIZE = 120 };

/* ---- words -------------------------------------------------------------------------------- */

static void report(const scenario_row *row, scenario_field field, const char *hint,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

static void report(const scenario_row *row, scenario_field field, const char *hint,
                   const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    row->report(row->context, field, hint, message);
}

static const char *name_of(scenario_field field)
{
    return field == SCENARIO_START ? "start" : "goal";
}

/* Of a grid: a roadmap has no obstacles that a place could be too near to. */
static const char *describe_place(const map *on, uint32_t place, char text[PLACE_SIZE])
{
    snprintf(text, PLACE_SIZE, "the cell in column %u and row %u",
             (unsigned)(place % on->columns), (unsigned)(place / on->columns));
    return text;
}

/* ---- places ------------------------------------------------------------------------------- */

bool scenario_take_cell(const scenario_reading *reading, scenario_row *row, scenario_field field,
                        size_t column, size_t line)
{
    const map *on = reading->on;
    if (on == NULL) {
        double cell = reading->options->cell;
        *(field == SCENARIO_START ? &row->start_at : &row->goal_at) =
            (graze_point){(double)column * cell, (double)line * cell};
        return true;
    }
    if (column < on->columns && line < on->rows) {
        *(field == SCENARIO_START ? &row->start : &row->goal) =
            (uint32_t)(line * on->columns + column);
        return true;
    }
    bool swapped = line < on->columns && column < on->rows;
    report(row, field, swapped ? "are column and row swapped?" : NULL,
           "the %s of agent '%.40s', column %zu and row %zu, is outside the map of %u columns and "
           "%u rows",
           name_of(field), row->label, column, line, (unsigned)on->columns, (unsigned)on->rows);
    return false;
}

/* Is the cell with column and row swapped free? */
static bool offer_swap(const map *on, uint32_t place, char hint[MESSAGE_SIZE])
{
    uint32_t column = place % on->columns, row = place / on->columns;
    if (column >= on->rows || row >= on->columns ||
        on->blocked[(size_t)column * on->columns + row] != 0)
        return false;
    snprintf(hint, MESSAGE_SIZE,
             "column %u and row %u is free: is it meant? x, the column, comes first",
             (unsigned)row, (unsigned)column);
    return true;
}

static bool refuse_blocked(const scenario_reading *reading, const scenario_row *row,
                           scenario_field field, uint32_t place)
{
    char where[PLACE_SIZE], hint[MESSAGE_SIZE];
    bool swap = row->columns_first && offer_swap(reading->on, place, hint);
    report(row, field, swap ? hint : NULL, "the %s of agent '%.40s', %s, is blocked",
           name_of(field), row->label, describe_place(reading->on, place, where));
    return false;
}

/* The library had no answer: there is no memory, or the row is at fault. */
static bool refuse_status(scenario_reading *reading, const scenario_row *row,
                          scenario_field field, graze_status status)
{
    bool memory = status == GRAZE_ERROR_MEMORY || status == GRAZE_ERROR_WORKSPACE;
    reading->no_memory |= memory;
    if (!memory)
        report(row, field, NULL, "%s", graze_status_message(status));
    return false;
}

/* Is the agent's body free of obstacles at a place? A blocked cell is refused whatever the
 * body and the tolerance. */
static bool check_place(scenario_reading *reading, const scenario_row *row,
                        const graze_body *body, scenario_field field, uint32_t place)
{
    const map *on = reading->on;
    char where[PLACE_SIZE], size[NUMBER_TEXT_SIZE];
    bool clear = true;
    if (on->kind == MAP_GRID && on->blocked[place] != 0)
        return refuse_blocked(reading, row, field, place);
    if (reading->options->places_only)
        return true;
    graze_status status = graze_world_clear(on->world, body, map_place(on, place),
                                            reading->options->tolerance, &clear);
    if (status != GRAZE_OK)
        return refuse_status(reading, row, field, status);
    if (!clear)
        report(row, field, "a smaller radius, or another place",
               "the %s of agent '%.40s', %s, is too narrow for a radius of %s m", name_of(field),
               row->label, describe_place(on, place, where),
               number_format(body->radius, false, size));
    return clear;
}

/* ---- bodies and speeds -------------------------------------------------------------------- */

/* The row's own number or the option's; both given must agree. */
static bool choose(const scenario_row *row, scenario_field field, bool has_own, double own,
                   bool has_option, double option, double *chosen)
{
    const char *name = field == SCENARIO_RADIUS ? "radius" : "speed";
    char text[NUMBER_TEXT_SIZE], hint[MESSAGE_SIZE];
    *chosen = has_own ? own : option;
    if (has_own && has_option && own != option) {
        snprintf(hint, sizeof hint, "leave out --%s, or let both agree", name);
        report(row, field, hint, "the %s is not that of --%s, %s", name, name,
               number_format(option, false, text));
        return false;
    }
    if (isfinite(*chosen) && *chosen > 0)
        return true;
    snprintf(hint, sizeof hint, "a %s is more than 0 %s", name,
             field == SCENARIO_RADIUS ? "metres" : "metres per second");
    report(row, field, hint, "agent '%.40s': the %s is not positive", row->label, name);
    return false;
}

/* The robots file and the scenario must not say two things. */
static bool agrees(const scenario_row *row, scenario_field field, bool has_own, double own,
                   double other)
{
    if (!has_own || own == other)
        return true;
    report(row, field, "leave out one of them", "agent '%.40s': the robots file says otherwise",
           row->label);
    return false;
}

/* A robot is described in one place. */
static bool check_robot(const scenario_reading *reading, const scenario_row *row)
{
    if (row->robot == NULL || robots_find(reading->options->robots, row->label) == NULL)
        return true;
    report(row, SCENARIO_AGENT, "leave out one of them",
           "agent '%.40s': the robots file says what it is, too", row->label);
    return false;
}

static bool choose_body(const scenario_reading *reading, const scenario_row *row,
                        const robots_row *robot, graze_body *body)
{
    const scenario_options *options = reading->options;
    double *radius = &body->radius;
    *radius = 0;
    if (options->places_only)
        return true;
    if (robot != NULL && robot->has_body) {
        *body = robot->body;
        return agrees(row, SCENARIO_RADIUS, row->has_radius, row->radius, body->radius);
    }
    if (options->radius_optional && !row->has_radius && !options->has_radius)
        return true;
    if (row->has_radius || options->has_radius)
        return choose(row, SCENARIO_RADIUS, row->has_radius, row->radius, options->has_radius,
                      options->radius, radius);
    report(row, SCENARIO_AGENT, "--radius METRES, or a column radius",
           "agent '%.40s' has no radius", row->label);
    return false;
}

static bool choose_speed(const scenario_reading *reading, const scenario_row *row,
                         const robots_row *robot, double *speed)
{
    const scenario_options *options = reading->options;
    if (robot != NULL && robot->speed > 0) {
        *speed = robot->speed;
        return agrees(row, SCENARIO_SPEED, row->has_speed, row->speed, robot->speed);
    }
    return choose(row, SCENARIO_SPEED, row->has_speed, row->speed, options->has_speed,
                  options->has_speed ? options->speed : 1, speed);
}

/* ---- agents beside each other ------------------------------------------------------------- */

static graze_motion standing(graze_point place)
{
    return (graze_motion){
        .form = GRAZE_KINEMATIC, .position = {place.x, place.y, 0}, .duration = INFINITY};
}

/* Does the agent overlap one before it where both start? The first such is named. */
static bool check_start(scenario_reading *reading, const scenario_row *row,
                        const graze_body *body)
{
    const scenario *all = &reading->scenario;
    graze_motion here = standing(map_place(reading->on, row->start));
    for (size_t i = 0; i < all->count; i++) {
        const scenario_agent *other = &all->agents[i];
        graze_motion there = standing(map_place(reading->on, other->start));
        graze_body other_body = scenario_body(other);
        bool overlap = false;
        graze_status status = graze_conflict_exists(body, &here, &other_body, &there,
                                                    reading->options->tolerance, &overlap);
        if (status != GRAZE_OK)
            return refuse_status(reading, row, SCENARIO_START, status);
        if (!overlap && other->start != row->start)
            continue;
        if (other->start == row->start)
            report(row, SCENARIO_START, NULL, "agents '%.40s' and '%.40s' have the same start",
                   other->label, row->label);
        else
            report(row, SCENARIO_START, "a smaller radius, or another start",
                   "agents '%.40s' and '%.40s' overlap where they start", other->label,
                   row->label);
        return false;
    }
    return true;
}

static bool check_label(const scenario_reading *reading, const scenario_row *row)
{
    size_t index;
    if (row->label[0] == '\0')
        report(row, SCENARIO_AGENT, NULL, "the agent has no name");
    else if (!reading->options->places_only && labels_find(&reading->index, row->label, &index))
        report(row, SCENARIO_AGENT, NULL, "agent '%.40s' is there twice", row->label);
    else
        return true;
    return false;
}

/* ---- taking agents ------------------------------------------------------------------------ */

bool scenario_wants_agent(const scenario_reading *reading)
{
    size_t wanted = reading->options->agents;
    return wanted == 0 || reading->scenario.available < wanted;
}

void scenario_skip_agent(scenario_reading *reading)
{
    reading->scenario.available++;
}

static io_result add_agent(scenario_reading *reading, const scenario_row *row,
                           const robots_row *robot, double radius, double speed)
{
    scenario *all = &reading->scenario;
    if (!array_grow(&all->agents, &reading->capacity, all->count + 1, sizeof *all->agents))
        return IO_MEMORY;
    char *label = strdup(row->label);
    if (label == NULL)
        return IO_MEMORY;
    const map *on = reading->on;
    all->has_robots |= row->robot != NULL || row->has_heading;
    all->agents[all->count++] = (scenario_agent){
        label, row->start, row->goal, radius, speed, robot,
        on != NULL ? map_place(on, row->start) : row->start_at,
        on != NULL ? map_place(on, row->goal) : row->goal_at,
        row->robot, row->has_heading, row->heading};
    bool kept = reading->options->places_only ||
                labels_add(&reading->index, label, all->count - 1);
    return kept ? IO_OK : IO_MEMORY;
}

static io_result look_at_agent(scenario_reading *reading, const scenario_row *row)
{
    graze_body body = {0};
    double speed = 1;
    const robots_row *robot = row->robot != NULL
                                  ? row->robot
                                  : robots_find(reading->options->robots, row->label);
    scenario_skip_agent(reading);
    reading->scenario.has_radius |= row->has_radius || reading->options->has_radius;
    reading->scenario.has_speed |= row->has_speed || reading->options->has_speed;
    bool named = check_label(reading, row);
    named &= check_robot(reading, row);
    bool sized = choose_body(reading, row, robot, &body);
    bool fast = reading->options->places_only || choose_speed(reading, row, robot, &speed);
    if (!sized)
        return IO_OK;
    if (reading->on == NULL)
        return named ? add_agent(reading, row, NULL, 0, 1) : IO_OK;
    bool placed = check_place(reading, row, &body, SCENARIO_START, row->start);
    placed &= check_place(reading, row, &body, SCENARIO_GOAL, row->goal);
    bool apart = reading->options->places_only || check_start(reading, row, &body);
    if (reading->no_memory)
        return IO_MEMORY;
    if (!named || !fast || !placed || !apart)
        return IO_OK;
    return add_agent(reading, row, robot, body.radius, speed);
}

/* What the row says of a robot is the agent's then; of one that is not taken it is forgotten. */
io_result scenario_take_agent(scenario_reading *reading, const scenario_row *row)
{
    const size_t before = reading->scenario.count;
    io_result result = look_at_agent(reading, row);
    if (row->robot != NULL && reading->scenario.count == before) {
        robots_forget(row->robot);
        free(row->robot);
    }
    return result;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static io_result refuse(const scenario_reading *reading, const char *name, const char *hint,
                        const char *what)
{
    diagnostic_error(reading->sink, &(diagnostic_place){.file = name}, hint, "%s", what);
    return IO_BAD_INPUT;
}

static io_result check_options(const scenario_reading *reading)
{
    const scenario_options *options = reading->options;
    if (options->has_radius && !(isfinite(options->radius) && options->radius > 0))
        return refuse(reading, "--radius", "more than 0 metres", "the radius is not positive");
    if (options->has_speed && !(isfinite(options->speed) && options->speed > 0))
        return refuse(reading, "--speed", "more than 0 metres per second",
                      "the speed is not positive");
    return IO_OK;
}

static io_result check_count(const scenario_reading *reading)
{
    char text[MESSAGE_SIZE], hint[MESSAGE_SIZE];
    size_t available = reading->scenario.available, wanted = reading->options->agents;
    if (available == 0)
        return refuse(reading, reading->options->file, NULL, "the scenario has no agents");
    if (wanted <= available)
        return IO_OK;
    snprintf(text, sizeof text, "%zu agents are asked for, the scenario has %zu", wanted,
             available);
    snprintf(hint, sizeof hint, "--agents %zu, or less", available);
    return refuse(reading, reading->options->file, hint, text);
}

static io_result read_format(scenario_reading *reading)
{
    const char *bytes;
    size_t length;
    io_result result = source_look(reading->input, reading->sink, &bytes, &length);
    if (result != IO_OK)
        return result;
    if (length > 0 && bytes[0] == '<')
        return scenario_ccbs_read(reading);
    if (length >= 7 && memcmp(bytes, "version", 7) == 0)
        return scenario_movingai_read(reading);
    reading->scenario.is_named = true;
    return scenario_csv_read(reading);
}

static io_result note_input(scenario_reading *reading)
{
    plan_input *input = &reading->scenario.input;
    *input = (plan_input){.name = strdup(reading->options->file), .role = strdup("scenario")};
    if (reading->options->hashed)
        source_hash(reading->input, input->sha256);
    return input->name != NULL && input->role != NULL ? IO_OK : IO_MEMORY;
}

io_result scenario_read(const scenario_options *options, const map *on, diagnostics *sink,
                        scenario *result)
{
    scenario_reading reading = {.options = options, .on = on, .sink = sink};
    io_result outcome = check_options(&reading);
    if (outcome == IO_OK)
        outcome = source_open(options->file, options->hashed, sink, &reading.input);
    if (outcome == IO_OK)
        outcome = read_format(&reading);
    if (outcome == IO_OK)
        outcome = check_count(&reading);
    if (outcome == IO_OK)
        outcome = note_input(&reading);
    source_close(reading.input);
    labels_free(&reading.index);
    if (outcome == IO_OK)
        *result = reading.scenario;
    else
        scenario_free(&reading.scenario);
    return outcome;
}

void scenario_free(scenario *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->agents[i].label);
        if (all->agents[i].own != NULL)
            robots_forget(all->agents[i].own);
        free(all->agents[i].own);
    }
    free(all->agents);
    free(all->input.name);
    free(all->input.role);
    memset(all, 0, sizeof *all);
}
