/* SPDX-License-Identifier: MIT */
/* A simple polygon, either way round, as convex pieces that cover exactly the same points.
 *
 * Ears are clipped (a corner whose triangle holds no other vertex), and pieces that share a
 * diagonal are put together again where they stay convex. Every turn is decided exactly, by the
 * library. O(n^2) for n vertices in practice.
 *
 * The cuts between pieces belong to both, as borders: what has no extent and moves along a cut
 * touches, and how deep something lies is told for each piece.
 *
 * Source: S. Hertel, K. Mehlhorn, "Fast triangulation of simple polygons", 1983 (the pieces). */
#ifndef GRAZE_IO_POLYGON_H
#define GRAZE_IO_POLYGON_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"

/* What is wrong with a polygon, and where: POLYGON_CROSSED is about two of its edges, which begin
 * at `at` and `other`; a point that is there twice is one, too. */
typedef enum polygon_fault { POLYGON_SOUND, POLYGON_FLAT, POLYGON_CROSSED } polygon_fault;

typedef struct polygon_report {
    polygon_fault fault;
    size_t at, other; /* [index] of the points given */
} polygon_report;

/* Receives a convex piece, counter-clockwise and without flat corners; its vertices are the
 * callee's to read only. */
typedef io_result (*polygon_sink)(void *context, const graze_point *vertices, size_t count);

/* Cuts a polygon of at least three points. IO_BAD_INPUT: *report tells why. */
io_result polygon_cut(const graze_point *points, size_t count, polygon_sink take, void *context,
                      polygon_report *report);

#endif
