/* SPDX-License-Identifier: MIT */
/* A map as rows: its blocked cells, or its vertices and edges. Several transactions for
 * large ones, as for plans. */
#include <stdio.h>

#include "storage/connection.h"
#include "storage/insert.h"

typedef struct map_writer {
    database *db;
    const map *source;
    int64_t map_id;
    size_t rows; /* in the present transaction */
} map_writer;

static io_result write_map(map_writer *writer, int64_t run_id)
{
    const map *source = writer->source;
    insert row;
    io_result result = insert_prepare(
        &row, writer->db,
        "INSERT INTO map (run_id, kind, columns, rows, cell_m) VALUES (?, ?, ?, ?, ?)");
    if (result != IO_OK)
        return result;
    insert_integer(&row, run_id);
    insert_text(&row, source->kind == MAP_GRID ? "grid" : "roadmap");
    if (source->kind == MAP_GRID) {
        insert_integer(&row, source->columns);
        insert_integer(&row, source->rows);
        insert_real(&row, source->cell);
    } else {
        for (int i = 0; i < 3; i++)
            insert_null(&row);
    }
    result = insert_row(&row);
    insert_close(&row);
    writer->map_id = sqlite3_last_insert_rowid(writer->db->handle);
    return result;
}

static io_result write_cells(map_writer *writer)
{
    const map *source = writer->source;
    insert cells;
    io_result result =
        insert_prepare(&cells, writer->db,
                       "INSERT INTO map_cell (map_id, map_row, map_column) VALUES (?, ?, ?)");
    for (uint32_t place = 0; place < map_place_count(source) && result == IO_OK; place++) {
        if (source->blocked[place] == 0)
            continue;
        insert_integer(&cells, writer->map_id);
        insert_integer(&cells, place / source->columns);
        insert_integer(&cells, place % source->columns);
        result = insert_row_of_many(&cells, &writer->rows);
    }
    insert_close(&cells);
    return result;
}

static io_result write_vertices(map_writer *writer)
{
    const map *source = writer->source;
    insert vertices;
    io_result result = insert_prepare(
        &vertices, writer->db,
        "INSERT INTO vertex (map_id, vertex_id, label, x_m, y_m) VALUES (?, ?, ?, ?, ?)");
    for (uint32_t v = 0; v < source->roadmap.vertex_count && result == IO_OK; v++) {
        char number[16];
        snprintf(number, sizeof number, "%u", (unsigned)v);
        insert_integer(&vertices, writer->map_id);
        insert_integer(&vertices, v);
        insert_text(&vertices, source->labels != NULL ? source->labels[v] : number);
        insert_real(&vertices, source->roadmap.places[v].x);
        insert_real(&vertices, source->roadmap.places[v].y);
        result = insert_row_of_many(&vertices, &writer->rows);
    }
    insert_close(&vertices);
    return result;
}

static io_result write_edges(map_writer *writer)
{
    const graze_roadmap *roadmap = &writer->source->roadmap;
    insert edges;
    io_result result =
        insert_prepare(&edges, writer->db,
                       "INSERT INTO edge (map_id, from_vertex_id, to_vertex_id) VALUES (?, ?, ?)");
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        for (size_t i = roadmap->first[v]; i < roadmap->first[v + 1] && result == IO_OK; i++) {
            insert_integer(&edges, writer->map_id);
            insert_integer(&edges, v);
            insert_integer(&edges, roadmap->targets[i]);
            result = insert_row_of_many(&edges, &writer->rows);
        }
    insert_close(&edges);
    return result;
}

static io_result link_plan(map_writer *writer, int64_t plan_id)
{
    insert row;
    io_result result = insert_prepare(&row, writer->db,
                                      "INSERT INTO plan_map (plan_id, map_id) VALUES (?, ?)");
    if (result != IO_OK)
        return result;
    insert_integer(&row, plan_id);
    insert_integer(&row, writer->map_id);
    result = insert_row(&row);
    insert_close(&row);
    return result;
}

io_result database_add_map(database *db, int64_t run_id, int64_t plan_id, const map *source)
{
    if (db->failure != IO_OK)
        return db->failure;
    map_writer writer = {.db = db, .source = source};
    io_result result = connection_begin(db);
    if (result != IO_OK)
        return result;
    result = write_map(&writer, run_id);
    if (result == IO_OK && source->kind == MAP_GRID)
        result = write_cells(&writer);
    if (result == IO_OK && source->kind == MAP_ROADMAP)
        result = write_vertices(&writer);
    if (result == IO_OK && source->kind == MAP_ROADMAP)
        result = write_edges(&writer);
    if (result == IO_OK && plan_id != 0)
        result = link_plan(&writer, plan_id);
    return connection_end(db, result);
}
