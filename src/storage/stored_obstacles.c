/* SPDX-License-Identifier: MIT */
/* Obstacles of a file, back from their rows. Nothing is trusted: they count from 0 without a gap,
 * each has a piece at least, and pieces are validated as bodies are. */
#include <math.h>
#include <stdlib.h>

#include "io/array.h"
#include "storage/stored.h"
#include "storage/stored_rows.h"

typedef struct obstacle_rows {
    database *db;
    obstacles all;
    double *radii; /* of obstacles */
    size_t radius_room;
    graze_point *points; /* of the piece at hand */
    size_t count, room;
    int64_t owner, piece; /* of these points */
} obstacle_rows;

static io_result take_obstacle(void *context, const query *row)
{
    obstacle_rows *rows = context;
    obstacles *all = &rows->all;
    if (stored_integer(row, 0) != (int64_t)all->count || stored_has_nul(row, 1))
        return stored_refuse(rows->db, "an obstacle is missing, or its label has a 0 byte");
    if (!array_grow(&all->labels, &all->label_room, all->count + 1, sizeof *all->labels) ||
        !array_grow(&rows->radii, &rows->radius_room, all->count + 1, sizeof *rows->radii))
        return stored_no_memory(rows->db);
    rows->radii[all->count] = stored_real(row, 2);
    all->labels[all->count] = stored_text(row, 1);
    return all->labels[all->count++] != NULL ? IO_OK : stored_no_memory(rows->db);
}

/* Makes the piece at hand of its points. */
static io_result end_piece(obstacle_rows *rows)
{
    obstacles *all = &rows->all;
    if (rows->count == 0)
        return IO_OK;
    if (rows->owner < 0 || (uint64_t)rows->owner >= all->count)
        return stored_refuse(rows->db, "a corner has no obstacle");
    io_result result = obstacles_add_piece(all, (size_t)rows->owner, rows->radii[rows->owner],
                                           rows->points, rows->count);
    rows->count = 0;
    if (result != IO_OK)
        return stored_no_memory(rows->db);
    graze_status status = graze_body_validate(&all->pieces[all->piece_count - 1].body);
    return status == GRAZE_OK ? IO_OK : stored_refuse(rows->db, graze_status_message(status));
}

static io_result take_vertex(void *context, const query *row)
{
    obstacle_rows *rows = context;
    bool begins = rows->count == 0 || stored_integer(row, 0) != rows->owner ||
                  stored_integer(row, 1) != rows->piece;
    io_result result = begins ? end_piece(rows) : IO_OK;
    if (result != IO_OK)
        return result;
    if (!array_grow(&rows->points, &rows->room, rows->count + 1, sizeof *rows->points))
        return stored_no_memory(rows->db);
    rows->owner = stored_integer(row, 0);
    rows->piece = stored_integer(row, 1);
    graze_point at = {stored_real(row, 2), stored_real(row, 3)};
    rows->points[rows->count++] = at;
    return isfinite(at.x) && isfinite(at.y)
               ? IO_OK
               : stored_refuse(rows->db, graze_status_message(GRAZE_ERROR_NOT_FINITE));
}

static io_result read_rows(obstacle_rows *rows, int64_t plan_id)
{
    io_result result = stored_rows_each(rows->db,
                                        "SELECT obstacle_id, label, radius_m FROM obstacle "
                                        "WHERE plan_id = ? ORDER BY obstacle_id",
                                        plan_id, take_obstacle, rows);
    if (result == IO_OK)
        result = stored_rows_each(rows->db,
                                  "SELECT obstacle_id, piece, x_m, y_m FROM obstacle_vertex "
                                  "WHERE plan_id = ? ORDER BY obstacle_id, piece, seq",
                                  plan_id, take_vertex, rows);
    return result == IO_OK ? end_piece(rows) : result;
}

io_result stored_obstacles_read(database *db, int64_t plan_id, obstacles *result)
{
    obstacle_rows rows = {.db = db};
    io_result outcome = read_rows(&rows, plan_id);
    free(rows.radii);
    free(rows.points);
    if (outcome == IO_OK)
        *result = rows.all;
    else
        obstacles_free(&rows.all);
    return outcome;
}
