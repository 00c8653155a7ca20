/* SPDX-License-Identifier: MIT */
/* A map in memory, whatever its format: a grid of cells or a roadmap, with the world
 * that the library makes of it. Formats are recognised by content:
 *
 *     begins with          is
 *     0 or 1 (a number)    a grid: a headerless CSV table of 0 (free) and 1 (blocked)
 *     type                 a grid of MovingAI
 *     <graphml             a roadmap: GraphML of Continuous-CBS
 *     < (other XML)        a grid of Continuous-CBS
 *     anything else        a roadmap: CSV with the columns vertex,x,y, and its edges
 *                          from,to[,directed] in a second file
 *
 * A row of a list of edges is a move from one vertex to the other, and back as well, unless a
 * column `directed` says 1.
 *
 * A map is read whole or not at all: on any result but IO_OK nothing is left to free and
 * every reason has been reported.
 */
#ifndef GRAZE_IO_MAP_H
#define GRAZE_IO_MAP_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/diagnostic.h"
#include "io/labels.h"
#include "io/plan.h"

typedef enum map_kind { MAP_GRID, MAP_ROADMAP } map_kind;

typedef enum map_format {
    MAP_GRID_CSV,
    MAP_ROADMAP_CSV,
    MAP_MOVINGAI,
    MAP_CCBS_GRID,
    MAP_GRAPHML
} map_format;

typedef struct map {
    map_kind kind;
    map_format format;

    /* a grid */
    uint32_t columns, rows;
    unsigned char *blocked; /* [row * columns + column], 0 or 1 */
    double cell;            /* [m] */

    /* a roadmap */
    char **labels; /* of a CSV roadmap's vertices; null: vertices are called 0, 1, ... */
    size_t label_count;
    labels index;
    size_t undirected_edges; /* rows of a CSV roadmap whose file has no column `directed` */
    graze_roadmap roadmap;  /* of a grid it is made for a body: graze_roadmap_from_grid */

    graze_world *world;     /* the grid's cells; of a roadmap the open plane */
    plan_input inputs[2];   /* roles "map" and "edges" */
    size_t input_count;
} map;

typedef struct map_options {
    const char *file;
    const char *edges_file; /* --edges, or null */
    bool has_cell;          /* --cell was given */
    double cell;            /* [m] */
    bool hashed;            /* are the inputs' SHA-256 wanted? They cost 6 ms a megabyte. */
} map_options;

/* Do these first bytes begin a grid in CSV? A number, perhaps in quotes: no header does. */
bool map_begins_as_grid(const char *bytes, size_t length);

/* Reads a map; "-" is standard input. */
io_result map_read(const map_options *options, diagnostics *sink, map *result);

/* Frees what map_read filled and clears it. */
void map_free(map *all);

/* How many places there are to stand: cells or vertices. A place of a grid is
 * row * columns + column, blocked or not. */
uint32_t map_place_count(const map *all);

/* Where a place is [m]. */
graze_point map_place(const map *all, uint32_t place);

/* The vertex of that name; false when there is none. In GraphML 12 and n12 are one. */
bool map_find_vertex(const map *all, const char *label, uint32_t *vertex);

/* The place nearest to these coordinates, if it is theirs but for rounding: the centre of
 * a cell may be off by two ulps, since 3 * 0.1 is not the double nearest to 0.3. */
bool map_find_cell(const map *all, double x, double y, uint32_t *column, uint32_t *row);

#endif
