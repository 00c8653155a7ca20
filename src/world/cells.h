/* SPDX-License-Identifier: MIT */
/* A filter for blocked cells: it visits every blocked cell that a body meets, in order of
 * rows and columns, and others beside them.
 *
 *     cells near;
 *     cells_near_sweep(&near, world, &path);
 *     while (cells_next(&near, &column, &row))
 *         ... look closer ...
 */
#ifndef GRAZE_WORLD_CELLS_H
#define GRAZE_WORLD_CELLS_H

#include "world/sweep.h"
#include "world/world.h"

typedef struct cells {
    const graze_world *world;
    uint32_t row, rows_end;       /* the row at hand, and behind the last one */
    uint32_t column, columns_end; /* the next column of this row, and behind its last one */
    uint32_t first_column, last_column; /* of the whole box */
    bool slanted;                 /* rows are clipped by the path that follows */
    double x, y, dx, dy, margin;
} cells;

/* Cells that a sweep may come near. */
void cells_near_sweep(cells *near, const graze_world *world, const sweep *path);

/* Cells that a closed box may come near; its sides may be infinite. */
void cells_near_box(cells *near, const graze_world *world, const world_box *box);

/* Goes to the next blocked cell; false when there is none left. */
bool cells_next(cells *near, uint32_t *column, uint32_t *row);

#endif
