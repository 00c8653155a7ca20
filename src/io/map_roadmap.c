/* SPDX-License-Identifier: MIT */
/* Roadmaps as CSV: one table of vertices, one of edges.
 *
 *     vertex,x,y        from,to,directed
 *     gate,0,0          gate,dock,1
 *     dock,4,1.5        dock,yard,0        both ways
 */
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/map_reading.h"
#include "io/table.h"

enum { VERTEX, X, Y, VERTEX_COLUMNS };
enum { FROM, TO, DIRECTED, EDGE_COLUMNS };

static const char *const vertex_names[VERTEX_COLUMNS] = {"vertex", "x", "y"};
static const char *const edge_names[EDGE_COLUMNS] = {"from", "to", "directed"};
static const table_format vertex_format = {
    .columns = vertex_names,
    .count = VERTEX_COLUMNS,
    .expected = "a grid is rows of 0 and 1; a roadmap has vertex,x,y"};
static const table_format edge_format = {
    .columns = edge_names,
    .count = EDGE_COLUMNS,
    .expected = "the columns of a list of edges: from,to[,directed]"};

/* ---- vertices ------------------------------------------------------------------------------- */

static io_result add_vertex(map_reading *reading, const char *label, graze_point place)
{
    size_t capacity = reading->place_capacity;
    map *made = &reading->map;
    if (!array_grow(&reading->places, &reading->place_capacity, reading->place_count + 1,
                    sizeof *reading->places) ||
        !array_grow(&made->labels, &capacity, reading->place_count + 1, sizeof *made->labels))
        return IO_MEMORY;
    char *copy = strdup(label);
    if (copy == NULL)
        return IO_MEMORY;
    reading->places[reading->place_count] = place;
    reading->place_count++;
    made->labels[made->label_count++] = copy;
    return labels_add(&made->index, copy, made->label_count - 1) ? IO_OK : IO_MEMORY;
}

static io_result take_vertex(map_reading *reading, table *t)
{
    size_t length, index;
    graze_point place;
    const char *label = table_text(t, VERTEX, &length);
    bool sound = table_number(t, X, false, &place.x);
    sound &= table_number(t, Y, false, &place.y);
    if (length == 0)
        table_error(t, VERTEX, NULL, "the vertex has no name");
    else if (labels_find(&reading->map.index, label, &index))
        table_error(t, VERTEX, NULL, "vertex '%.40s' is there twice", label);
    /* UNREACHED: such a file has thirty thousand million bytes. */
    else if (reading->place_count == MAP_PLACES_MAX)
        table_error(t, VERTEX, NULL, "a roadmap has less than 2^32 vertices");
    else if (sound)
        return add_vertex(reading, label, place);
    return IO_OK;
}

/* ---- edges ---------------------------------------------------------------------------------- */

static bool find_end(map_reading *reading, table *t, size_t column, uint32_t *vertex)
{
    size_t length;
    const char *label = table_text(t, column, &length);
    if (map_find_vertex(&reading->map, label, vertex))
        return true;
    table_error(t, column, NULL, "%s: the map has no vertex '%.40s'", edge_names[column], label);
    return false;
}

static bool take_directed(table *t, bool *directed)
{
    size_t length;
    *directed = false;
    if (!table_has(t, DIRECTED))
        return true;
    const char *text = table_text(t, DIRECTED, &length);
    if (length == 1 && (text[0] == '0' || text[0] == '1')) {
        *directed = text[0] == '1';
        return true;
    }
    table_error(t, DIRECTED, "1: one way; 0: both ways", "directed: '%.40s' is neither 0 nor 1",
                text);
    return false;
}

static bool add_edge(map_reading *reading, graze_edge edge)
{
    if (!array_grow(&reading->edges, &reading->edge_capacity, reading->edge_count + 1,
                    sizeof *reading->edges))
        return false;
    reading->edges[reading->edge_count++] = edge;
    return true;
}

static io_result take_edge(map_reading *reading, table *t)
{
    graze_edge edge;
    bool directed;
    bool sound = find_end(reading, t, FROM, &edge.from);
    sound &= find_end(reading, t, TO, &edge.to);
    sound &= take_directed(t, &directed);
    if (!sound)
        return IO_OK;
    if (edge.from == edge.to) {
        table_error(t, TO, "an agent that stays needs no edge", "%s",
                    graze_status_message(GRAZE_ERROR_EDGE));
        return IO_OK;
    }
    if (!add_edge(reading, edge) ||
        (!directed && !add_edge(reading, (graze_edge){edge.to, edge.from})))
        return IO_MEMORY;
    reading->map.undirected_edges += !table_has(t, DIRECTED);
    return IO_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static io_result read_table(map_reading *reading, source *input, const table_format *format,
                            size_t required, io_result (*take)(map_reading *, table *))
{
    table *t = NULL;
    bool more = false;
    io_result result = table_open(input, format, reading->sink, &t);
    if (result != IO_OK)
        return result;
    for (size_t column = 0; column < required; column++)
        table_require(t, column);
    if (table_failed(t))
        return table_finish(t, IO_BAD_INPUT);
    while ((result = table_next(t, &more)) == IO_OK && more)
        if ((result = take(reading, t)) != IO_OK)
            break;
    return table_finish(t, result);
}

static io_result open_edges(map_reading *reading)
{
    const map_options *options = reading->options;
    if (strcmp(options->file, "-") == 0 && strcmp(options->edges_file, "-") == 0) {
        diagnostic_error(reading->sink, &(diagnostic_place){.file = "-"},
                         "give one of them a name", "standard input can be read only once");
        return IO_BAD_INPUT;
    }
    return source_open(options->edges_file, options->hashed, reading->sink, &reading->edges_input);
}

io_result map_roadmap_csv_read(map_reading *reading)
{
    io_result result = read_table(reading, reading->input, &vertex_format, 3, take_vertex);
    if (result == IO_OK && reading->place_count == 0) {
        diagnostic_error(reading->sink,
                         &(diagnostic_place){.file = source_name(reading->input), .line = 1}, NULL,
                         "the roadmap has no vertices");
        result = IO_BAD_INPUT;
    }
    if (result == IO_OK)
        result = open_edges(reading);
    return result == IO_OK
               ? read_table(reading, reading->edges_input, &edge_format, 2, take_edge)
               : result;
}
