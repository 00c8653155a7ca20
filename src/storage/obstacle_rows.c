/* SPDX-License-Identifier: MIT */
/* Obstacles of a file as rows: each with its name and radius, and the corners of its convex
 * pieces. Clouds of points are large, and go in by several transactions, as plans do. */
#include "storage/connection.h"
#include "storage/insert.h"

typedef struct obstacle_writer {
    database *db;
    const obstacles *source;
    int64_t plan_id;
    insert obstacles, vertices;
    size_t rows; /* in the present transaction */
} obstacle_writer;

static io_result write_obstacle(obstacle_writer *writer, size_t obstacle, double radius)
{
    char number[32];
    insert *row = &writer->obstacles;
    insert_integer(row, writer->plan_id);
    insert_integer(row, (int64_t)obstacle);
    insert_text(row, obstacles_label(writer->source, obstacle, number));
    insert_real(row, radius);
    return insert_row_of_many(row, &writer->rows);
}

static io_result write_piece(obstacle_writer *writer, size_t index, size_t number)
{
    const graze_obstacle *piece = &writer->source->pieces[index];
    size_t count = piece->body.vertex_count > 0 ? piece->body.vertex_count : 1;
    insert *row = &writer->vertices;
    io_result result = IO_OK;
    for (size_t i = 0; i < count && result == IO_OK; i++) {
        const graze_point *at =
            piece->body.vertex_count > 0 ? &piece->body.vertices[i] : &piece->place;
        insert_integer(row, writer->plan_id);
        insert_integer(row, (int64_t)writer->source->owners[index]);
        insert_integer(row, (int64_t)number);
        insert_integer(row, (int64_t)i);
        insert_real(row, at->x);
        insert_real(row, at->y);
        result = insert_row_of_many(row, &writer->rows);
    }
    return result;
}

static io_result write_all(obstacle_writer *writer)
{
    const obstacles *source = writer->source;
    size_t next = 0; /* of the pieces */
    io_result result = IO_OK;
    for (size_t k = 0; k < source->count && result == IO_OK; k++) {
        bool any = next < source->piece_count && source->owners[next] == k;
        result = write_obstacle(writer, k, any ? source->pieces[next].body.radius : 0);
        for (size_t number = 0; next < source->piece_count && source->owners[next] == k &&
                                result == IO_OK; number++)
            result = write_piece(writer, next++, number);
    }
    return result;
}

static io_result prepare(obstacle_writer *writer)
{
    io_result result =
        insert_prepare(&writer->obstacles, writer->db,
                       "INSERT INTO obstacle (plan_id, obstacle_id, label, radius_m) "
                       "VALUES (?, ?, ?, ?)");
    return result != IO_OK
               ? result
               : insert_prepare(&writer->vertices, writer->db,
                                "INSERT INTO obstacle_vertex (plan_id, obstacle_id, piece, seq, "
                                "x_m, y_m) VALUES (?, ?, ?, ?, ?, ?)");
}

io_result database_add_obstacles(database *db, int64_t plan_id, const obstacles *source)
{
    if (db->failure != IO_OK)
        return db->failure;
    obstacle_writer writer = {.db = db, .source = source, .plan_id = plan_id};
    io_result result = connection_begin(db);
    if (result == IO_OK) {
        result = prepare(&writer);
        if (result == IO_OK)
            result = write_all(&writer);
        insert_close(&writer.obstacles);
        insert_close(&writer.vertices);
        result = connection_end(db, result);
    }
    return result;
}
