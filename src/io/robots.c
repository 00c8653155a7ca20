/* SPDX-License-Identifier: MIT */
#include "io/robots.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/robots_columns.h"
#include "io/source.h"
#include "io/table.h"

enum {
    AGENT,
    RADIUS,
    VERTICES,
    SPEED,
    ACCELERATION,
    DECELERATION,
    TURN_RATE,
    TURN_TIMES,
    COLUMNS
};

static const char *const names[COLUMNS] = {"agent",        "radius",       "vertices",  "speed",
                                           "acceleration", "deceleration", "turn_rate",
                                           "turn_times"};
static const robots_columns own_columns = {
    {RADIUS, VERTICES}, ACCELERATION, DECELERATION, TURN_RATE, TURN_TIMES};
static const table_format format = {
    .columns = names,
    .count = COLUMNS,
    .expected = "the columns of a robots file: agent, and any of radius, vertices, speed, "
                "acceleration, deceleration, turn_rate, turn_times"};
static const char turn_times_hint[] =
    "angle seconds angle seconds ..., in radians, ascending, all more than 0";

static bool is_empty(const table *t, size_t column)
{
    size_t length = 0;
    if (table_has(t, column))
        table_text(t, column, &length);
    return length == 0;
}

/* A limit, if one is given: more than 0. */
static bool take_limit(table *t, size_t column, const char *name, const char *unit, double *value)
{
    *value = 0;
    if (is_empty(t, column))
        return true;
    if (!table_number(t, column, strcmp(name, names[TURN_RATE]) == 0, value))
        return false;
    if (*value > 0)
        return true;
    table_error(t, column, "leave it empty where there is no limit", "%s is not more than 0 %s",
                name, unit);
    return false;
}

/* ---- tables of turns -------------------------------------------------------------------- */

/* The number that is at fault; `count`: none is. */
static size_t find_bad_turn(const graze_point *turns, size_t count)
{
    for (size_t k = 0; 2 * k < count; k++) {
        if (!(turns[k].x > (k == 0 ? 0 : turns[k - 1].x)))
            return 2 * k;
        if (2 * k + 1 < count && !(turns[k].y > 0))
            return 2 * k + 1;
    }
    return count;
}

static io_result take_turn_times(table *t, size_t column, robots_row *row)
{
    shape turns = {NULL, 0};
    size_t count = 0;
    io_result result = shape_read_numbers(t, column, turn_times_hint, &turns, &count);
    size_t bad = result == IO_OK ? find_bad_turn(turns.points, count) : count;
    if (bad < count || (result == IO_OK && count % 2 != 0)) {
        shape_error(t, column, bad < count ? bad : count - 1, turn_times_hint,
                    bad < count ? bad % 2 == 0 ? "the angles of turns do not ascend from 0"
                                               : "a turn that takes no time"
                                : "the last angle has no time");
        result = IO_BAD_INPUT;
    }
    if (result == IO_OK && count > 0) {
        row->turn_time_count = count / 2;
        row->turn_times = calloc(row->turn_time_count, sizeof *row->turn_times);
        result = row->turn_times != NULL ? IO_OK : IO_MEMORY;
    }
    for (size_t k = 0; result == IO_OK && k < row->turn_time_count; k++)
        row->turn_times[k] = (graze_turn_time){turns.points[k].x, turns.points[k].y};
    shape_free(&turns);
    return result;
}

/* ---- a row -------------------------------------------------------------------------------- */

/* A body with an empty radius has none beside its vertices. */
static io_result take_body(table *t, shape_columns columns, shape *room, robots_row *row)
{
    const shape_columns corners = {COLUMNS, columns.vertices};
    bool sized = !is_empty(t, columns.radius);
    row->has_body = sized || !is_empty(t, columns.vertices);
    if (!row->has_body)
        return IO_OK;
    io_result result = shape_read(t, sized ? columns : corners, room, &row->body);
    if (result == IO_OK && row->body.vertex_count == 0 && !(row->body.radius > 0)) {
        table_error(t, columns.radius, "a radius of more than 0 metres, or vertices",
                    "the robot is a point");
        result = IO_BAD_INPUT;
    }
    return result;
}

bool robots_says(const table *t, const robots_columns *columns)
{
    return !is_empty(t, columns->body.vertices) || !is_empty(t, columns->acceleration) ||
           !is_empty(t, columns->deceleration) || !is_empty(t, columns->turn_rate) ||
           !is_empty(t, columns->turn_times);
}

io_result robots_read_limits(table *t, const robots_columns *columns, shape *room, robots_row *row)
{
    static const char squared[] = "metres per second squared";
    bool sound = take_limit(t, columns->acceleration, names[ACCELERATION], squared,
                            &row->acceleration);
    sound &= take_limit(t, columns->deceleration, names[DECELERATION], squared,
                        &row->deceleration);
    sound &= take_limit(t, columns->turn_rate, names[TURN_RATE], "radians per second",
                        &row->turn_rate);
    row->acceleration_column = table_place(t, columns->acceleration).column;
    row->deceleration_column = table_place(t, columns->deceleration).column;
    row->turn_column =
        table_place(t, row->turn_rate > 0 ? columns->turn_rate : columns->turn_times).column;
    if (row->turn_rate > 0 && !is_empty(t, columns->turn_times)) {
        table_error(t, columns->turn_times, "leave one of them empty",
                    "the robot has a turn_rate and turn_times");
        sound = false;
    }
    io_result result = take_body(t, columns->body, room, row);
    if (result != IO_MEMORY && sound && !is_empty(t, columns->turn_times)) {
        io_result turned = take_turn_times(t, columns->turn_times, row);
        result = turned != IO_OK ? turned : result;
    }
    return result == IO_OK && !sound ? IO_BAD_INPUT : result;
}

void robots_forget(robots_row *kept)
{
    free(kept->label);
    shape_forget(&kept->body);
    free(kept->turn_times);
}

io_result robots_keep(const robots_row *row, const char *label, robots_row *kept)
{
    *kept = *row;
    kept->label = strdup(label);
    if (kept->label != NULL && shape_copy(&row->body, &kept->body))
        return IO_OK;
    free(kept->label);
    free(kept->turn_times);
    return IO_MEMORY;
}

static bool check_label(table *t, const robots *all, const char *label)
{
    if (label[0] == '\0')
        table_error(t, AGENT, NULL, "the agent has no name");
    else if (robots_find(all, label) != NULL)
        table_error(t, AGENT, NULL, "agent '%.40s' is there twice", label);
    else
        return true;
    return false;
}

static io_result add_row(robots *all, robots_row *row, const char *label)
{
    if (!array_grow(&all->rows, &all->capacity, all->count + 1, sizeof *all->rows)) {
        free(row->turn_times);
        return IO_MEMORY;
    }
    robots_row *kept = &all->rows[all->count];
    io_result result = robots_keep(row, label, kept);
    if (result != IO_OK)
        return result;
    all->count++;
    return labels_add(&all->index, kept->label, all->count - 1) ? IO_OK : IO_MEMORY;
}

static io_result take_row(table *t, const char *file, shape *room, robots *all)
{
    size_t length;
    robots_row row = {.file = file, .line = table_line(t)};
    const char *label = table_text(t, AGENT, &length);
    bool sound = check_label(t, all, label);
    sound &= take_limit(t, SPEED, names[SPEED], "metres per second", &row.speed);
    io_result result = robots_read_limits(t, &own_columns, room, &row);
    if (result == IO_OK && sound)
        return add_row(all, &row, label);
    free(row.turn_times);
    return result == IO_MEMORY ? result : IO_OK; /* reported; the next row may be at fault, too */
}

static io_result read_rows(source *input, const char *file, diagnostics *sink, robots *all)
{
    table *t = NULL;
    shape room = {NULL, 0};
    bool more = false;
    io_result result = table_open(input, &format, sink, &t);
    if (result != IO_OK)
        return result;
    table_require(t, AGENT);
    if (table_failed(t))
        return table_finish(t, IO_BAD_INPUT);
    while ((result = table_next(t, &more)) == IO_OK && more)
        if ((result = take_row(t, file, &room, all)) != IO_OK)
            break;
    shape_free(&room);
    return table_finish(t, result);
}

io_result robots_read(const char *file, diagnostics *sink, robots *all)
{
    source *input = NULL;
    io_result result = source_open(file, false, sink, &input);
    if (result == IO_OK)
        result = read_rows(input, file, sink, all);
    source_close(input);
    return result;
}

const robots_row *robots_find(const robots *all, const char *label)
{
    size_t index;
    return all != NULL && labels_find(&all->index, label, &index) ? &all->rows[index] : NULL;
}

io_result robots_check_used(const char *file, size_t used, diagnostics *sink)
{
    if (used > 0)
        return IO_OK;
    diagnostic_error(sink, &(diagnostic_place){.file = file},
                     "a row for an agent, by the name that it has there",
                     "no row is about any of the agents");
    return IO_BAD_INPUT;
}

void robots_free(robots *all)
{
    labels_free(&all->index);
    for (size_t i = 0; i < all->count; i++)
        robots_forget(&all->rows[i]);
    free(all->rows);
    *all = (robots){.rows = NULL};
}
