/* SPDX-License-Identifier: MIT */
#include "io/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/ccbs_grid.h"
#include "io/ccbs_roadmap.h"
#include "io/map_reading.h"
#include "io/xml.h"

/* ---- what is it? ------------------------------------------------------------------------ */

static bool begins_with(const char *bytes, size_t length, const char *word)
{
    size_t wanted = strlen(word);
    return length >= wanted && memcmp(bytes, word, wanted) == 0;
}

static bool contains(const char *bytes, size_t length, const char *word)
{
    for (; length >= strlen(word); bytes++, length--)
        if (begins_with(bytes, length, word))
            return true;
    return false;
}

bool map_begins_as_grid(const char *bytes, size_t length)
{
    while (length > 0 && strchr("\" \t", bytes[0]) != NULL && bytes[0] != '\0') {
        bytes++;
        length--;
    }
    return length > 0 && bytes[0] != '\0' && strchr("0123456789.-+", bytes[0]) != NULL;
}

static map_format recognise(const char *bytes, size_t length)
{
    if (length == 0 || map_begins_as_grid(bytes, length))
        return MAP_GRID_CSV;
    if (bytes[0] == '<')
        return contains(bytes, length, "<graphml") ? MAP_GRAPHML : MAP_CCBS_GRID;
    return begins_with(bytes, length, "type") ? MAP_MOVINGAI : MAP_ROADMAP_CSV;
}

/* ---- the formats of Continuous-CBS ---------------------------------------------------------- */

static io_result read_ccbs_grid(map_reading *reading)
{
    ccbs_grid grid;
    io_result result = ccbs_grid_read(reading->input, reading->sink, &grid);
    if (result != IO_OK)
        return result;
    reading->map.columns = (uint32_t)grid.width;
    reading->map.rows = (uint32_t)grid.height;
    reading->map.blocked = grid.blocked;
    return IO_OK;
}

static io_result read_graphml(map_reading *reading)
{
    ccbs_roadmap roadmap;
    io_result result = ccbs_roadmap_read(reading->input, reading->sink, &roadmap);
    if (result != IO_OK)
        return result;
    reading->places = roadmap.vertices;
    reading->place_count = roadmap.vertex_count;
    reading->edges = roadmap.edges;
    reading->edge_count = roadmap.edge_count;
    return IO_OK;
}

/* ---- reading -------------------------------------------------------------------------------- */

static io_result refuse(const map_reading *reading, const char *name, const char *hint,
                        const char *what)
{
    diagnostic_error(reading->sink, &(diagnostic_place){.file = name}, hint, "%s", what);
    return IO_BAD_INPUT;
}

static io_result check_options(const map_reading *reading)
{
    const map_options *options = reading->options;
    map_format format = reading->map.format;
    if (options->edges_file != NULL && format != MAP_ROADMAP_CSV)
        return refuse(reading, options->edges_file, "leave out --edges",
                      "edges are given to a map that is no CSV roadmap");
    if (options->edges_file == NULL && format == MAP_ROADMAP_CSV)
        return refuse(reading, options->file, "--edges FILE (CSV with the columns from,to)",
                      "a CSV roadmap of vertices needs its edges");
    if (!options->has_cell)
        return IO_OK;
    if (format != MAP_GRID_CSV && format != MAP_MOVINGAI)
        return refuse(reading, "--cell", "leave out --cell",
                      format == MAP_CCBS_GRID ? "the cells of Continuous-CBS are 1 m wide"
                                              : "a roadmap has no cells");
    if (options->cell >= 0x1p-400 && options->cell <= 0x1p400)
        return IO_OK;
    return refuse(reading, "--cell", "more than 0 metres", "the side of a cell is no length");
}

static io_result read_format(map_reading *reading)
{
    switch (reading->map.format) {
    case MAP_GRID_CSV:
        return map_grid_csv_read(reading);
    case MAP_MOVINGAI:
        return map_movingai_read(reading);
    case MAP_CCBS_GRID:
        return read_ccbs_grid(reading);
    case MAP_GRAPHML:
        return read_graphml(reading);
    default:
        return map_roadmap_csv_read(reading);
    }
}

static io_result add_input(map_reading *reading, const char *role, source *input)
{
    if (input == NULL)
        return IO_OK;
    plan_input *added = &reading->map.inputs[reading->map.input_count++];
    *added = (plan_input){.name = strdup(source_name(input)), .role = strdup(role)};
    if (reading->options->hashed)
        source_hash(input, added->sha256);
    return added->name != NULL && added->role != NULL ? IO_OK : IO_MEMORY;
}

/* The readers let nothing pass that the library would refuse. */
static io_result make_world(map_reading *reading)
{
    map *made = &reading->map;
    graze_grid grid = {made->columns, made->rows, made->blocked, made->cell};
    graze_status status =
        graze_world_create(made->kind == MAP_GRID ? &grid : NULL, NULL, 0, NULL, &made->world);
    if (status == GRAZE_OK && made->kind == MAP_ROADMAP)
        status = graze_roadmap_from_edges((uint32_t)reading->place_count, reading->places,
                                          reading->edge_count, reading->edges, NULL,
                                          &made->roadmap, NULL);
    if (status == GRAZE_OK)
        return IO_OK;
    if (status == GRAZE_ERROR_MEMORY)
        return IO_MEMORY;
    return refuse(reading, reading->options->file, NULL, graze_status_message(status));
}

static io_result read_all(map_reading *reading)
{
    const char *bytes;
    size_t length;
    const map_options *options = reading->options;
    io_result result =
        source_open(options->file, options->hashed, reading->sink, &reading->input);
    if (result == IO_OK)
        result = source_look(reading->input, reading->sink, &bytes, &length);
    if (result != IO_OK)
        return result;
    reading->map.format = recognise(bytes, length);
    bool is_roadmap =
        reading->map.format == MAP_ROADMAP_CSV || reading->map.format == MAP_GRAPHML;
    reading->map.kind = is_roadmap ? MAP_ROADMAP : MAP_GRID;
    reading->map.cell = options->has_cell ? options->cell : 1;
    result = check_options(reading);
    if (result == IO_OK)
        result = read_format(reading);
    if (result == IO_OK)
        result = add_input(reading, "map", reading->input);
    if (result == IO_OK)
        result = add_input(reading, "edges", reading->edges_input);
    return result == IO_OK ? make_world(reading) : result;
}

io_result map_read(const map_options *options, diagnostics *sink, map *result)
{
    map_reading reading = {.options = options, .sink = sink};
    io_result outcome = read_all(&reading);
    source_close(reading.input);
    source_close(reading.edges_input);
    free(reading.places);
    free(reading.edges);
    if (outcome == IO_OK)
        *result = reading.map;
    else
        map_free(&reading.map);
    return outcome;
}

void map_free(map *all)
{
    graze_world_free(all->world);
    graze_roadmap_free(&all->roadmap, NULL);
    labels_free(&all->index);
    for (size_t i = 0; i < all->label_count; i++)
        free(all->labels[i]);
    free(all->labels);
    free(all->blocked);
    for (size_t i = 0; i < all->input_count; i++) {
        free(all->inputs[i].name);
        free(all->inputs[i].role);
    }
    memset(all, 0, sizeof *all);
}

/* ---- places --------------------------------------------------------------------------------- */

uint32_t map_place_count(const map *all)
{
    return all->kind == MAP_GRID ? all->columns * all->rows : all->roadmap.vertex_count;
}

graze_point map_place(const map *all, uint32_t place)
{
    graze_point at = {0, 0};
    if (all->kind == MAP_ROADMAP)
        return all->roadmap.places[place];
    graze_world_place(all->world, place % all->columns, place / all->columns, &at);
    return at;
}

bool map_find_vertex(const map *all, const char *label, uint32_t *vertex)
{
    size_t index = 0;
    if (all->labels != NULL) {
        if (!labels_find(&all->index, label, &index))
            return false;
    } else {
        const char *digits = label + (label[0] == 'n');
        if (!xml_text_count(digits, strlen(digits), &index) || index >= map_place_count(all))
            return false;
    }
    *vertex = (uint32_t)index;
    return true;
}

static bool find_index(double x, double cell, uint32_t count, uint32_t *index)
{
    double nearest = round(x / cell);
    if (!(nearest >= 0 && nearest < count))
        return false;
    double centre = nearest * cell;
    double ulps = nextafter(nextafter(centre, INFINITY), INFINITY) - centre;
    *index = (uint32_t)nearest;
    return fabs(x - centre) <= ulps && (nearest > 0 || x == 0);
}

bool map_find_cell(const map *all, double x, double y, uint32_t *column, uint32_t *row)
{
    return find_index(x, all->cell, all->columns, column) &&
           find_index(y, all->cell, all->rows, row);
}
