/* SPDX-License-Identifier: MIT */
/* Obstacles in CSV: obstacle,x,y[,z][,radius], or x,y[,z][,radius] for points. */
#include <stdlib.h>
#include <string.h>

#include "io/labels.h"
#include "io/obstacles_reading.h"
#include "io/table.h"

enum { OBSTACLE, X, Y, Z, RADIUS, COLUMNS };

static const char *const names[COLUMNS] = {"obstacle", "x", "y", "z", "radius"};
static const table_format format = {
    .columns = names,
    .count = COLUMNS,
    .expected = "the columns of obstacles: obstacle,x,y[,radius], or of points: x,y[,z][,radius]"};

typedef struct csv_reader {
    obstacles_reading *reading;
    table *rows;
    labels known; /* of the obstacles that have ended, and the one at hand */
    char *label;  /* at hand; null: none */
} csv_reader;

static io_result end_obstacle(csv_reader *r)
{
    io_result result = outline_end(r->reading);
    if (result == IO_OK)
        result = obstacle_end(r->reading, r->label);
    if (result == IO_OK && r->label != NULL) {
        obstacles *all = &r->reading->all;
        free(r->label);
        r->label = NULL;
        if (!labels_add(&r->known, all->labels[all->count - 1], all->count - 1))
            return IO_MEMORY;
    }
    return result;
}

/* The radius of this row is that of its obstacle. */
static bool read_radius(csv_reader *r, bool begins)
{
    double radius;
    size_t length;
    const obstacles_options *options = r->reading->options;
    if (!table_has(r->rows, RADIUS))
        return true;
    if (!table_number(r->rows, RADIUS, false, &radius))
        return false;
    table_text(r->rows, RADIUS, &length);
    if (radius < 0)
        table_error(r->rows, RADIUS, "0 metres or more", "the radius is negative");
    else if (!begins && radius != r->reading->radius)
        table_error(r->rows, RADIUS, "one radius for all rows of an obstacle",
                    "the radius is not that of the obstacle's first row");
    else if (options->has_radius && radius != options->radius)
        table_error(r->rows, RADIUS, "leave out --obstacle-radius, or let both agree",
                    "the radius is not that of --obstacle-radius");
    else
        r->reading->radius = radius;
    return true;
}

/* Ends the obstacle before when this row begins another one. */
static io_result follow_label(csv_reader *r, bool *begins)
{
    size_t length, index;
    const char *label = table_text(r->rows, OBSTACLE, &length);
    *begins = r->label == NULL || strcmp(r->label, label) != 0;
    if (!*begins)
        return IO_OK;
    io_result result = r->label == NULL ? IO_OK : end_obstacle(r);
    if (result != IO_OK)
        return result;
    if (length == 0)
        table_error(r->rows, OBSTACLE, NULL, "the obstacle has no name");
    else if (labels_find(&r->known, label, &index))
        table_error(r->rows, OBSTACLE, "all rows of an obstacle follow each other",
                    "obstacle '%.40s' has ended before", label);
    r->label = strdup(label);
    return r->label == NULL ? IO_MEMORY : IO_OK;
}

static io_result take_row(csv_reader *r)
{
    graze_point at;
    bool begins = true, is_named = table_has(r->rows, OBSTACLE);
    io_result result = is_named ? follow_label(r, &begins) : IO_OK;
    if (result != IO_OK)
        return result;
    bool sound = table_number(r->rows, X, false, &at.x);
    sound = table_number(r->rows, Y, false, &at.y) && sound;
    sound = read_radius(r, begins) && sound;
    if (!sound)
        return IO_OK;
    diagnostic_place place = table_place(r->rows, X);
    result = outline_add(r->reading, at, place.line, place.column);
    return result == IO_OK && !is_named ? end_obstacle(r) : result;
}

io_result obstacles_csv_read(obstacles_reading *reading)
{
    csv_reader r = {.reading = reading};
    bool more = false;
    io_result result = table_open(reading->input, &format, reading->sink, &r.rows);
    if (result != IO_OK)
        return result;
    table_require(r.rows, X);
    table_require(r.rows, Y);
    result = table_failed(r.rows) ? IO_BAD_INPUT : IO_OK;
    while (result == IO_OK && (result = table_next(r.rows, &more)) == IO_OK && more)
        result = take_row(&r);
    if (result == IO_OK && r.label != NULL)
        result = end_obstacle(&r);
    labels_free(&r.known);
    free(r.label);
    return table_finish(r.rows, result);
}
