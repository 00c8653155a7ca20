/* SPDX-License-Identifier: MIT */
/* A map while it is being read: what the readers of the formats share. Only map.c and the
 * map readers of this room include it. */
#ifndef GRAZE_IO_MAP_READING_H
#define GRAZE_IO_MAP_READING_H

#include "io/map.h"
#include "io/source.h"

typedef struct map_reading {
    const map_options *options;
    diagnostics *sink;
    source *input;
    source *edges_input; /* opened where needed; map.c notes and closes both */
    map map;
    size_t blocked_capacity;
    graze_point *places; /* of a roadmap */
    size_t place_count, place_capacity;
    graze_edge *edges;
    size_t edge_count, edge_capacity;
} map_reading;

/* Most places of a map: they are counted in 32 bits. */
#define MAP_PLACES_MAX (UINT32_MAX - 1)

/* Each reads the whole input into the reading. */
io_result map_grid_csv_read(map_reading *reading);
io_result map_roadmap_csv_read(map_reading *reading);
io_result map_movingai_read(map_reading *reading);

#endif
