/* SPDX-License-Identifier: MIT */
/* Maps, written in every format that map.h reads.
 *
 * A grid's cells are free or blocked: the kinds of terrain of MovingAI are not kept. The
 * side of a cell is not in a file, but for Continuous-CBS, whose cells are 1 m wide: any
 * other is refused. A roadmap's edges come in the order of their vertices, each direction
 * one edge.
 */
#ifndef GRAZE_IO_MAP_WRITE_H
#define GRAZE_IO_MAP_WRITE_H

#include "io/map.h"
#include "io/writing.h"

/* edges: the second file of MAP_ROADMAP_CSV; else null. IO_BAD_INPUT (reported) where the
 * format cannot hold the map. */
io_result map_write(const map *source, map_format format, writing *to, writing *edges);

#endif
