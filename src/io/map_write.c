/* SPDX-License-Identifier: MIT */
#include "io/map_write.h"

#include <inttypes.h>

/* ---- grids --------------------------------------------------------------------------- */

static bool is_blocked(const map *source, uint32_t column, uint32_t row)
{
    return source->blocked[(size_t)row * source->columns + column] != 0;
}

static void write_grid_csv(const map *source, writing *to)
{
    for (uint32_t row = 0; row < source->rows; row++)
        for (uint32_t column = 0; column < source->columns; column++) {
            putc(is_blocked(source, column, row) ? '1' : '0', to->out);
            putc(column + 1 < source->columns ? ',' : '\n', to->out);
        }
}

static void write_movingai(const map *source, writing *to)
{
    fprintf(to->out, "type octile\nheight %" PRIu32 "\nwidth %" PRIu32 "\nmap\n", source->rows,
            source->columns);
    for (uint32_t row = 0; row < source->rows; row++) {
        for (uint32_t column = 0; column < source->columns; column++)
            putc(is_blocked(source, column, row) ? '@' : '.', to->out);
        putc('\n', to->out);
    }
}

static void write_ccbs_grid(const map *source, writing *to)
{
    if (source->cell != 1)
        writing_refuse(to, NULL, "the cells of Continuous-CBS are 1 m wide, and these are not");
    fprintf(to->out,
            "<?xml version=\"1.0\" ?>\n<root>\n    <map>\n        <width>%" PRIu32 "</width>\n"
            "        <height>%" PRIu32 "</height>\n        <grid>\n",
            source->columns, source->rows);
    for (uint32_t row = 0; row < source->rows; row++) {
        fputs("            <row>", to->out);
        for (uint32_t column = 0; column < source->columns; column++)
            fprintf(to->out, "%s%c", column > 0 ? " " : "",
                    is_blocked(source, column, row) ? '1' : '0');
        fputs("</row>\n", to->out);
    }
    fputs("        </grid>\n    </map>\n</root>\n", to->out);
}

/* ---- roadmaps ------------------------------------------------------------------------ */

static void write_name(const map *source, uint32_t vertex, writing *to)
{
    if (source->labels != NULL)
        writing_field(to, source->labels[vertex]);
    else
        fprintf(to->out, "%" PRIu32, vertex);
}

static void write_roadmap_csv(const map *source, writing *to, writing *edges)
{
    const graze_roadmap *roadmap = &source->roadmap;
    fputs("vertex,x,y\n", to->out);
    fputs("from,to,directed\n", edges->out);
    for (uint32_t from = 0; from < roadmap->vertex_count; from++) {
        write_name(source, from, to);
        putc(',', to->out);
        writing_number(to, roadmap->places[from].x);
        putc(',', to->out);
        writing_number(to, roadmap->places[from].y);
        putc('\n', to->out);
        for (size_t i = roadmap->first[from]; i < roadmap->first[from + 1]; i++) {
            write_name(source, from, edges);
            putc(',', edges->out);
            write_name(source, roadmap->targets[i], edges);
            fputs(",1\n", edges->out);
        }
    }
}

static void write_nodes(const map *source, writing *to)
{
    const graze_roadmap *roadmap = &source->roadmap;
    bool counted = true;
    for (uint32_t i = 0; i < roadmap->vertex_count; i++) {
        if (counted && source->labels != NULL)
            counted = writing_counts(to, "vertex", source->labels[i], i);
        fprintf(to->out, "    <node id=\"n%" PRIu32 "\">\n      <data key=\"key0\">", i);
        writing_number(to, roadmap->places[i].x);
        putc(',', to->out);
        writing_number(to, roadmap->places[i].y);
        fputs("</data>\n    </node>\n", to->out);
    }
}

static void write_graphml(const map *source, writing *to)
{
    const graze_roadmap *roadmap = &source->roadmap;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
          "  <key id=\"key0\" for=\"node\" attr.name=\"coords\" attr.type=\"string\" />\n"
          "  <graph id=\"G\" edgedefault=\"directed\">\n",
          to->out);
    write_nodes(source, to);
    for (uint32_t from = 0; from < roadmap->vertex_count; from++)
        for (size_t i = roadmap->first[from]; i < roadmap->first[from + 1]; i++)
            fprintf(to->out,
                    "    <edge id=\"e%zu\" source=\"n%" PRIu32 "\" target=\"n%" PRIu32 "\"/>\n", i,
                    from, roadmap->targets[i]);
    fputs("  </graph>\n</graphml>\n", to->out);
}

io_result map_write(const map *source, map_format format, writing *to, writing *edges)
{
    bool to_roadmap = format == MAP_ROADMAP_CSV || format == MAP_GRAPHML;
    if (to_roadmap != (source->kind == MAP_ROADMAP)) {
        writing_refuse(to, NULL, to_roadmap ? "a grid of cells is no roadmap"
                                            : "a roadmap has no cells");
        return IO_BAD_INPUT;
    }
    switch (format) {
    case MAP_GRID_CSV:
        write_grid_csv(source, to);
        break;
    case MAP_MOVINGAI:
        write_movingai(source, to);
        break;
    case MAP_CCBS_GRID:
        write_ccbs_grid(source, to);
        break;
    case MAP_ROADMAP_CSV:
        write_roadmap_csv(source, to, edges);
        break;
    case MAP_GRAPHML:
        write_graphml(source, to);
        break;
    }
    return writing_result(to);
}
