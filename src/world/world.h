/* SPDX-License-Identifier: MIT */
/* The world inside: the copied grid and obstacles, and the lines of the grid. */
#ifndef GRAZE_WORLD_WORLD_H
#define GRAZE_WORLD_WORLD_H

#include <graze/world.h>

#include "world/box_tree.h"
#include "world/standing.h"

struct graze_world {
    graze_allocator allocator;
    uint32_t columns, rows; /* 0: no grid */
    double cell;
    unsigned char *blocked; /* 0 or 1 */
    bool exact_lines;       /* all lines and centres are the real products themselves */
    size_t obstacle_count;
    graze_obstacle *obstacles;
    graze_point *vertices; /* of all obstacles, one after the other */
    box_tree runs, others; /* of blocked cells in rows; of obstacles that are no cells */
    standing_set standing;     /* the latter side by side, if they are few */
};

/* Line i of the grid, 0 <= i <= columns (or rows): the double nearest to
 * (i - 1/2) cell. 2i - 1 and cell/2 are doubles, so this rounds once. */
static inline double world_line(const graze_world *world, uint32_t i)
{
    return (2.0 * i - 1) * (world->cell / 2);
}

static inline double world_centre(const graze_world *world, uint32_t i)
{
    return (double)i * world->cell;
}

static inline size_t world_cell_count(const graze_world *world)
{
    return (size_t)world->columns * world->rows;
}

static inline world_box world_cell_box(const graze_world *world, uint32_t column, uint32_t row)
{
    return (world_box){world_line(world, column), world_line(world, column + 1),
                       world_line(world, row), world_line(world, row + 1)};
}

/* The corners of a box, counter-clockwise. */
static inline void world_box_corners(const world_box *at, graze_point corners[4])
{
    corners[0] = (graze_point){at->x0, at->y0};
    corners[1] = (graze_point){at->x1, at->y0};
    corners[2] = (graze_point){at->x1, at->y1};
    corners[3] = (graze_point){at->x0, at->y1};
}

/* GRAZE_OK, or what is wrong with a question's body and tolerance. */
graze_status world_validate(const graze_world *world, const graze_body *body, double tolerance);

#endif
