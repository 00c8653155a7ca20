/* SPDX-License-Identifier: MIT */
#include "io/robots.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/shape.h"
#include "io/source.h"
#include "io/table.h"

enum { AGENT, RADIUS, VERTICES, SPEED, ACCELERATION, DECELERATION, TURN_RATE, COLUMNS };

static const char *const names[COLUMNS] = {"agent",        "radius",       "vertices", "speed",
                                           "acceleration", "deceleration", "turn_rate"};
static const char *const units[COLUMNS] = {"",
                                           "metres",
                                           "",
                                           "metres per second",
                                           "metres per second squared",
                                           "metres per second squared",
                                           "radians per second"};
static const table_format format = {
    .columns = names,
    .count = COLUMNS,
    .expected = "the columns of a robots file: agent, and any of radius, vertices, speed, "
                "acceleration, deceleration, turn_rate"};

static bool is_empty(const table *t, size_t column)
{
    size_t length = 0;
    if (table_has(t, column))
        table_text(t, column, &length);
    return length == 0;
}

/* A limit, if one is given: more than 0. */
static bool take_limit(table *t, size_t column, double *value)
{
    *value = 0;
    if (is_empty(t, column))
        return true;
    if (!table_number(t, column, column == TURN_RATE, value))
        return false;
    if (*value > 0)
        return true;
    table_error(t, column, "leave it empty where there is no limit",
                "%s is not more than 0 %s", names[column], units[column]);
    return false;
}

/* A body with an empty radius has none beside its vertices. */
static io_result take_body(table *t, shape *room, robots_row *row)
{
    const shape_columns both = {RADIUS, VERTICES}, corners = {COLUMNS, VERTICES};
    bool sized = !is_empty(t, RADIUS);
    row->has_body = sized || !is_empty(t, VERTICES);
    if (!row->has_body)
        return IO_OK;
    io_result result = shape_read(t, sized ? both : corners, room, &row->body);
    if (result == IO_OK && row->body.vertex_count == 0 && !(row->body.radius > 0)) {
        table_error(t, RADIUS, "a radius of more than 0 metres, or vertices",
                    "the robot is a point");
        result = IO_BAD_INPUT;
    }
    return result;
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

static io_result add_row(robots *all, const robots_row *row, const char *label)
{
    if (!array_grow(&all->rows, &all->capacity, all->count + 1, sizeof *all->rows))
        return IO_MEMORY;
    robots_row *kept = &all->rows[all->count];
    *kept = *row;
    kept->label = strdup(label);
    if (kept->label == NULL || !shape_copy(&row->body, &kept->body)) {
        free(kept->label);
        return IO_MEMORY;
    }
    all->count++;
    return labels_add(&all->index, kept->label, all->count - 1) ? IO_OK : IO_MEMORY;
}

static io_result take_row(table *t, shape *room, robots *all)
{
    size_t length;
    robots_row row = {.line = table_line(t)};
    const char *label = table_text(t, AGENT, &length);
    bool sound = check_label(t, all, label);
    sound &= take_limit(t, SPEED, &row.speed);
    sound &= take_limit(t, ACCELERATION, &row.acceleration);
    sound &= take_limit(t, DECELERATION, &row.deceleration);
    sound &= take_limit(t, TURN_RATE, &row.turn_rate);
    io_result result = take_body(t, room, &row);
    if (result == IO_MEMORY)
        return result;
    if (result != IO_OK || !sound)
        return IO_OK; /* reported; the next row may be at fault, too */
    return add_row(all, &row, label);
}

static io_result read_rows(source *input, diagnostics *sink, robots *all)
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
        if ((result = take_row(t, &room, all)) != IO_OK)
            break;
    shape_free(&room);
    return table_finish(t, result);
}

io_result robots_read(const char *file, diagnostics *sink, robots *all)
{
    source *input = NULL;
    io_result result = source_open(file, false, sink, &input);
    if (result == IO_OK)
        result = read_rows(input, sink, all);
    source_close(input);
    return result;
}

const robots_row *robots_find(const robots *all, const char *label)
{
    size_t index;
    return all != NULL && labels_find(&all->index, label, &index) ? &all->rows[index] : NULL;
}

void robots_free(robots *all)
{
    labels_free(&all->index);
    for (size_t i = 0; i < all->count; i++) {
        free(all->rows[i].label);
        shape_forget(&all->rows[i].body);
    }
    free(all->rows);
    *all = (robots){.rows = NULL};
}
