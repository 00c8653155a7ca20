/* SPDX-License-Identifier: MIT */
/* Static obstacles from a file. Formats are recognised by content:
 *
 *     begins with             is
 *     # .PCD or VERSION       a cloud of points: PCD, DATA ascii
 *     a word and ( or EMPTY   WKT: POINT, LINESTRING, POLYGON and MULTIPOLYGON, one after the other
 *     anything else           CSV with the columns obstacle,x,y[,z][,radius]; without the column
 *                             obstacle every row is a point
 *
 * Rows of one obstacle follow each other: one is a disc (of the radius), two a segment, more a
 * polygon, either way round. A polygon that is not convex is cut into convex pieces (polygon.h).
 * A radius rounds the obstacle; one without its own has that of the options. z is passed over: all
 * obstacles are in the plane. Points of a cloud that are not finite (nan) are no points.
 *
 * A file is read whole or not at all: on any result but IO_OK nothing is left to free and
 * every reason has been reported.
 */
#ifndef GRAZE_IO_OBSTACLES_H
#define GRAZE_IO_OBSTACLES_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"
#include "io/plan.h"

typedef struct obstacles_options {
    const char *file;
    bool has_radius;
    double radius; /* [m] of obstacles that have none of their own; otherwise 0 */
    bool hashed;   /* the SHA-256 of the file is wanted */
} obstacles_options;

typedef struct obstacles {
    graze_obstacle *pieces; /* convex; those of one obstacle follow each other */
    size_t *owners;         /* [index] of each piece's obstacle */
    size_t piece_count, piece_room, owner_room;
    char **labels; /* of obstacles; null: they are called 0, 1, ... */
    size_t count, label_room;
    plan_input input; /* the file; all null where they are of none */
} obstacles;

io_result obstacles_read(const obstacles_options *options, diagnostics *sink, obstacles *result);

/* Adds a convex piece with these corners (one is a point, two a segment), rounded by a radius, to
 * an obstacle that is none before the latest. IO_MEMORY. */
io_result obstacles_add_piece(obstacles *all, size_t owner, double radius,
                              const graze_point *vertices, size_t count);

/* The name of an obstacle; `room` holds it where it is a number. */
const char *obstacles_label(const obstacles *all, size_t obstacle, char room[32]);

/* Frees what obstacles_read filled and clears it. */
void obstacles_free(obstacles *all);

#endif
