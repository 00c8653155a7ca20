/* SPDX-License-Identifier: MIT */
/* The walk over blocked cells. See cells.h.
 *
 * Why nothing is passed over. Boxes come rounded outward. An index is computed as
 * x/cell + 1/2, off by less than 2^-18 wherever it lies within the grid (indices are
 * below 2^32) and as far from the true one as the lines are from theirs, less still;
 * one cell more on each side pays for both. Where it lies outside, so does the true one
 * but for that cell. NaN and infinities, from overflow, choose the whole grid. */
#include "world/cells.h"

#include <math.h>
#include <string.h>

/* The indices of lines that [low, high] may touch, one more on each side; false when
 * there are none in 0 .. count - 1. */
static bool find_range(double low, double high, double cell, uint32_t count, uint32_t *first,
                       uint32_t *end)
{
    double from = floor(low / cell + 0.5) - 1, to = floor(high / cell + 0.5) + 1;
    if (to < 0 || from > count - 1.0)
        return false;
    *first = from > 0 ? (uint32_t)from : 0;
    *end = to < count - 1.0 ? (uint32_t)to + 1 : count;
    return true;
}

/* ---- one row ------------------------------------------------------------------------- */

/* The columns that the path's margin may touch while it is near the row. With y0, y1 the
 * row's lines grown by the margin, the path is there for t in (y0 - y)/dy .. (y1 - y)/dy.
 * That quotient is off by less than 2^-50 (|y0| + |y|)/|dy| + 2^-52 |t|, which |dx|
 * carries over to x; for a path that is nearly level this grows to the whole row. */
static void clip_row(cells *near)
{
    const graze_world *world = near->world;
    double y0 = world_line(world, near->row) - near->margin;
    double y1 = world_line(world, near->row + 1) + near->margin;
    double a = (y0 - near->y) / near->dy, b = (y1 - near->y) / near->dy;
    double enter = fmax(0, fmin(a, b)), leave = fmin(1, fmax(a, b));
    double wrong = 0x1p-47 * (2 + (fabs(y0) + fabs(y1) + fabs(near->y)) / fabs(near->dy));
    double from = near->x + near->dx * enter, to = near->x + near->dx * leave;
    double grown = near->margin + fabs(near->dx) * wrong;
    uint32_t first = 0, end = 0;
    if (!find_range(fmin(from, to) - grown, fmax(from, to) + grown, world->cell, world->columns,
                    &first, &end))
        end = first = 0;
    near->column = first > near->first_column ? first : near->first_column;
    near->columns_end = end < near->last_column ? end : near->last_column;
}

static void begin_row(cells *near)
{
    near->column = near->first_column;
    near->columns_end = near->last_column;
    if (near->slanted)
        clip_row(near);
}

bool cells_next(cells *near, uint32_t *column, uint32_t *row)
{
    while (near->row < near->rows_end) {
        if (near->column < near->columns_end) {
            const unsigned char *cells_of_row =
                near->world->blocked + (size_t)near->row * near->world->columns;
            const unsigned char *found = memchr(cells_of_row + near->column, 1,
                                                near->columns_end - near->column);
            if (found != NULL) {
                *column = (uint32_t)(found - cells_of_row);
                *row = near->row;
                near->column = *column + 1;
                return true;
            }
        }
        if (++near->row < near->rows_end)
            begin_row(near);
    }
    return false;
}

/* ---- beginning ----------------------------------------------------------------------- */

static void begin(cells *near, const world_box *box)
{
    const graze_world *world = near->world;
    if (world->columns == 0 ||
        !find_range(box->x0, box->x1, world->cell, world->columns, &near->first_column,
                    &near->last_column) ||
        !find_range(box->y0, box->y1, world->cell, world->rows, &near->row, &near->rows_end)) {
        near->row = near->rows_end = 0;
        return;
    }
    begin_row(near);
}

void cells_near_box(cells *near, const graze_world *world, const world_box *box)
{
    *near = (cells){.world = world};
    begin(near, box);
}

/* `margin` holds the radius, the error of the end (sweep.h) and those of the sums here,
 * each below 2^-50 of the magnitudes that it counts. */
void cells_near_sweep(cells *near, const graze_world *world, const sweep *path)
{
    graze_point end = sweep_end(path);
    double radius = fmax(0, path->radius - path->tolerance);
    double sizes = fabs(path->x) + fabs(path->y) + fabs(end.x) + fabs(end.y) + radius;
    double margin = radius + 0x1p-48 * sizes;
    *near = (cells){.world = world,
                    .slanted = !path->still && end.y != path->y,
                    .x = path->x,
                    .y = path->y,
                    .dx = end.x - path->x,
                    .dy = end.y - path->y,
                    .margin = margin};
    begin(near, &(world_box){fmin(path->x, end.x) - margin, fmax(path->x, end.x) + margin,
                             fmin(path->y, end.y) - margin, fmax(path->y, end.y) + margin});
}
