/* SPDX-License-Identifier: MIT */
/* A polygon, either way round, with or without holes, as convex pieces that cover exactly the same
 * points.
 *
 * Holes are tied to the outline (polygon_rings.h), ears are clipped (a corner whose triangle holds
 * no other vertex), and pieces that share a cut are put together again where they stay convex.
 * Every turn is decided exactly, by the library. O(n^2) for n vertices in practice.
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

/* What is wrong with a polygon, and where. */
typedef enum polygon_fault {
    POLYGON_SOUND,
    POLYGON_FLAT,    /* the ring that begins at `at` has no area */
    POLYGON_CROSSED, /* two edges, which begin at `at` and `other`, share a point; so does a point
                        that is there twice */
    POLYGON_OUTSIDE, /* the hole that begins at `at` is not in the first ring */
    POLYGON_NESTED,  /* it is in another hole, which begins at `other` */
} polygon_fault;

typedef struct polygon_report {
    polygon_fault fault;
    size_t at, other; /* [index] of the points given */
} polygon_report;

/* Receives a convex piece, counter-clockwise and without flat corners; its vertices are the
 * callee's to read only. */
typedef io_result (*polygon_sink)(void *context, const graze_point *vertices, size_t count);

/* Cuts a polygon. Ring k ends before points[ends[k]]: the outline first, then holes, each of three
 * points at least. IO_BAD_INPUT: *report tells why. */
io_result polygon_cut(const graze_point *points, const size_t *ends, size_t ring_count,
                      polygon_sink take, void *context, polygon_report *report);

#endif
