/* SPDX-License-Identifier: MIT */
#include "io/obstacles.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/array.h"
#include "io/obstacles_reading.h"
#include "io/polygon.h"
#include "io/shape.h"

/* ---- pieces --------------------------------------------------------------------------------- */

io_result outline_add(obstacles_reading *reading, graze_point at, size_t line, size_t column)
{
    if (!array_grow(&reading->points, &reading->capacity, reading->count + 1,
                    sizeof *reading->points))
        return IO_MEMORY;
    reading->points[reading->count++] = (outline_point){at, line, column};
    return IO_OK;
}

io_result outline_end_ring(obstacles_reading *reading)
{
    if (!array_grow(&reading->ends, &reading->ring_room, reading->ring_count + 1,
                    sizeof *reading->ends))
        return IO_MEMORY;
    reading->ends[reading->ring_count++] = reading->count;
    return IO_OK;
}

io_result obstacles_add_piece(obstacles *all, size_t owner, double radius,
                              const graze_point *vertices, size_t count)
{
    graze_obstacle made = {.body = {.radius = radius}};
    graze_body outline = {.radius = radius, .vertices = vertices, .vertex_count = count};
    if (count == 1)
        made.place = vertices[0];
    else if (!shape_copy(&outline, &made.body))
        return IO_MEMORY;
    if (!array_grow(&all->pieces, &all->piece_room, all->piece_count + 1, sizeof *all->pieces) ||
        !array_grow(&all->owners, &all->owner_room, all->piece_count + 1, sizeof *all->owners)) {
        shape_forget(&made.body);
        return IO_MEMORY;
    }
    all->pieces[all->piece_count] = made;
    all->owners[all->piece_count++] = owner;
    return IO_OK;
}

static io_result add_piece(void *context, const graze_point *vertices, size_t count)
{
    obstacles_reading *reading = context;
    return obstacles_add_piece(&reading->all, reading->all.count, reading->radius, vertices, count);
}

static void refuse(const obstacles_reading *reading, size_t point, const char *hint,
                   const char *what)
{
    const outline_point *at = &reading->points[point];
    diagnostic_error(reading->sink,
                     &(diagnostic_place){.file = source_name(reading->input),
                                         .line = at->line,
                                         .column = at->column},
                     hint, "%s", what);
}

static void refuse_polygon(const obstacles_reading *reading, const polygon_report *report)
{
    char what[128];
    const outline_point *other = &reading->points[report->other];
    switch (report->fault) {
    case POLYGON_FLAT:
        refuse(reading, report->at, "an outline round an area",
               report->at == 0 ? "the polygon has no area" : "the hole has no area");
        return;
    case POLYGON_OUTSIDE:
        refuse(reading, report->at, "the first ring of a polygon is its outline, the others holes",
               "the hole is not inside of the polygon");
        return;
    case POLYGON_NESTED:
        snprintf(what, sizeof what, "the hole is in that from line %zu, column %zu", other->line,
                 other->column);
        refuse(reading, report->at, "what is in a hole is a polygon of its own", what);
        return;
    default:
        snprintf(what, sizeof what,
                 "the edge from here meets that from line %zu, column %zu: no polygon",
                 other->line, other->column);
        refuse(reading, report->at, "an outline that does not cross or touch itself", what);
    }
}

static io_result cut_polygon(obstacles_reading *reading)
{
    polygon_report report;
    bool has_rings = reading->ring_count > 0;
    io_result result = polygon_cut(reading->places, has_rings ? reading->ends : &reading->count,
                                   has_rings ? reading->ring_count : 1, add_piece, reading,
                                   &report);
    if (result != IO_BAD_INPUT)
        return result;
    refuse_polygon(reading, &report);
    return IO_OK;
}

io_result outline_end(obstacles_reading *reading)
{
    size_t count = reading->count;
    if (!array_grow(&reading->places, &reading->place_room, count + 1, sizeof *reading->places))
        return IO_MEMORY;
    for (size_t i = 0; i < count; i++)
        reading->places[i] = reading->points[i].at;
    io_result result = IO_OK;
    bool is_dot = count == 2 && reading->places[0].x == reading->places[1].x &&
                  reading->places[0].y == reading->places[1].y;
    if (count >= 3)
        result = cut_polygon(reading);
    else if (count > 0)
        result = add_piece(reading, reading->places, is_dot ? 1 : count);
    reading->count = reading->ring_count = 0;
    return result;
}

io_result obstacle_end(obstacles_reading *reading, const char *label)
{
    obstacles *all = &reading->all;
    if (label != NULL) {
        if (!array_grow(&all->labels, &all->label_room, all->count + 1, sizeof *all->labels))
            return IO_MEMORY;
        all->labels[all->count] = strdup(label);
        if (all->labels[all->count] == NULL)
            return IO_MEMORY;
    }
    all->count++;
    return IO_OK;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool begins_with(const char *bytes, size_t length, const char *word)
{
    size_t wanted = strlen(word);
    return length >= wanted && memcmp(bytes, word, wanted) == 0;
}

/* A word in capitals or not, with no letter behind it. */
static bool begins_as_wkt(const char *bytes, size_t length)
{
    static const char *const words[] = {"POINT", "LINESTRING", "POLYGON", "MULTIPOLYGON"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t wanted = strlen(words[i]);
        if (length >= wanted && strncasecmp(bytes, words[i], wanted) == 0)
            return length == wanted || !isalpha((unsigned char)bytes[wanted]);
    }
    return false;
}

static io_result read_format(obstacles_reading *reading)
{
    const char *bytes;
    size_t length;
    io_result result = source_look(reading->input, reading->sink, &bytes, &length);
    if (result != IO_OK)
        return result;
    if (begins_with(bytes, length, "# .PCD") || begins_with(bytes, length, "VERSION"))
        return obstacles_pcd_read(reading);
    return begins_as_wkt(bytes, length) ? obstacles_wkt_read(reading)
                                        : obstacles_csv_read(reading);
}

/* Notes the file, which was read to its end. */
static io_result note_input(obstacles_reading *reading)
{
    plan_input *input = &reading->all.input;
    input->name = strdup(source_name(reading->input));
    input->role = strdup("obstacles");
    if (reading->options->hashed)
        source_hash(reading->input, input->sha256);
    return input->name != NULL && input->role != NULL ? IO_OK : IO_MEMORY;
}

io_result obstacles_read(const obstacles_options *options, diagnostics *sink, obstacles *result)
{
    obstacles_reading reading = {.options = options,
                                 .sink = sink,
                                 .radius = options->has_radius ? options->radius : 0};
    size_t before = sink->errors;
    io_result outcome = source_open(options->file, options->hashed, sink, &reading.input);
    if (outcome == IO_OK)
        outcome = read_format(&reading);
    if (outcome == IO_OK && sink->errors > before)
        outcome = IO_BAD_INPUT;
    if (outcome == IO_OK)
        outcome = note_input(&reading);
    source_close(reading.input);
    free(reading.points);
    free(reading.ends);
    free(reading.places);
    if (outcome == IO_OK)
        *result = reading.all;
    else
        obstacles_free(&reading.all);
    return outcome;
}

const char *obstacles_label(const obstacles *all, size_t obstacle, char room[32])
{
    if (all->labels != NULL)
        return all->labels[obstacle];
    snprintf(room, 32, "%zu", obstacle);
    return room;
}

void obstacles_free(obstacles *all)
{
    for (size_t i = 0; i < all->piece_count; i++)
        shape_forget(&all->pieces[i].body);
    for (size_t i = 0; all->labels != NULL && i < all->count; i++)
        free(all->labels[i]);
    free(all->pieces);
    free(all->owners);
    free(all->labels);
    free(all->input.name);
    free(all->input.role);
    *all = (obstacles){.count = 0};
}
