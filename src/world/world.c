/* SPDX-License-Identifier: MIT */
/* A world made, freed and looked at. */
#include "geometry/body.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "motion/box.h"
#include "numeric/float_mode.h"

/* ---- making ------------------------------------------------------------------------- */

static graze_status check_grid(const graze_grid *grid)
{
    if (grid->columns == 0 || grid->rows == 0 || UINT32_MAX / grid->columns < grid->rows)
        return GRAZE_ERROR_GRID_SIZE;
    if (grid->blocked == NULL)
        return GRAZE_ERROR_NULL;
    /* Wide enough for every use, and far from where squares over- or underflow. */
    if (!(grid->cell >= 0x1p-400 && grid->cell <= 0x1p400))
        return isnan(grid->cell) ? GRAZE_ERROR_NOT_FINITE : GRAZE_ERROR_CELL_SIZE;
    return GRAZE_OK;
}

static graze_status check_obstacle(const graze_obstacle *obstacle)
{
    if (!isfinite(obstacle->place.x) || !isfinite(obstacle->place.y))
        return GRAZE_ERROR_NOT_FINITE;
    return graze_body_validate(&obstacle->body);
}

static graze_status check_parts(const graze_grid *grid, const graze_obstacle *obstacles,
                                size_t count)
{
    graze_status status = grid == NULL ? GRAZE_OK : check_grid(grid);
    if (status == GRAZE_OK && count > 0 && obstacles == NULL)
        status = GRAZE_ERROR_NULL;
    for (size_t i = 0; i < count && status == GRAZE_OK; i++)
        status = check_obstacle(&obstacles[i]);
    return status;
}

/* Is the product of `cell` and every whole number up to 2 (most + 4) a double? The four
 * are for moves that reach beyond the border (neighbourhood.c). */
static bool products_are_exact(double cell, uint32_t most)
{
    int exponent, bits = 0;
    double fraction = frexp(cell, &exponent);
    for (uint64_t number = 2 * ((uint64_t)most + 4); number > 0; number >>= 1)
        bits++;
    double whole = ldexp(fraction, 53 - bits);
    return whole == floor(whole);
}

static bool copy_grid(graze_world *made, const graze_grid *grid)
{
    made->columns = grid->columns;
    made->rows = grid->rows;
    made->cell = grid->cell;
    made->exact_lines =
        products_are_exact(grid->cell, grid->columns > grid->rows ? grid->columns : grid->rows);
    size_t cells = world_cell_count(made);
    made->blocked = memory_new(&made->allocator, cells, 1);
    if (made->blocked == NULL)
        return false;
    for (size_t i = 0; i < cells; i++)
        made->blocked[i] = grid->blocked[i] != 0;
    return true;
}

static bool copy_obstacles(graze_world *made, const graze_obstacle *obstacles, size_t count)
{
    size_t vertices = 0;
    for (size_t i = 0; i < count; i++)
        vertices += obstacles[i].body.vertex_count;
    made->obstacles = memory_new(&made->allocator, count, sizeof *made->obstacles);
    made->vertices = memory_new(&made->allocator, vertices, sizeof *made->vertices);
    if (made->obstacles == NULL || made->vertices == NULL)
        return false;
    graze_point *next = made->vertices;
    for (size_t i = 0; i < count; i++) {
        size_t own = obstacles[i].body.vertex_count;
        made->obstacles[i] = obstacles[i];
        made->obstacles[i].body.vertices = next;
        if (own > 0)
            memcpy(next, obstacles[i].body.vertices, own * sizeof *next);
        next += own;
    }
    made->obstacle_count = count;
    return true;
}

/* ---- hierarchies ---------------------------------------------------------------------- */

/* The next run of blocked cells of a row at or behind `from`; false when there is none. */
static bool find_run(const graze_world *of, uint32_t row, uint32_t from, uint32_t *begin,
                     uint32_t *end)
{
    const unsigned char *cells = of->blocked + (size_t)row * of->columns;
    const unsigned char *first = memchr(cells + from, 1, of->columns - from);
    if (first == NULL)
        return false;
    *begin = (uint32_t)(first - cells);
    const unsigned char *behind = memchr(first, 0, of->columns - *begin);
    *end = behind == NULL ? of->columns : (uint32_t)(behind - cells);
    return true;
}

/* Writes the runs of the grid, in null nothing; returns how many there are. */
static size_t list_runs(const graze_world *of, box_tree_item *items)
{
    size_t count = 0;
    for (uint32_t row = 0; row < of->rows; row++)
        for (uint32_t begin = 0, end = 0; end < of->columns; count++) {
            if (!find_run(of, row, end, &begin, &end))
                break;
            if (items == NULL)
                continue;
            size_t cells_before = (size_t)row * of->columns;
            items[count] = (box_tree_item){{world_line(of, begin), world_line(of, end),
                                        world_line(of, row), world_line(of, row + 1)},
                                       cells_before + begin,
                                       cells_before + end - 1};
        }
    return count;
}

static void list_others(const graze_world *of, box_tree_item *items)
{
    for (size_t i = 0; i < of->obstacle_count; i++) {
        const graze_obstacle *obstacle = &of->obstacles[i];
        graze_motion standing = {.form = GRAZE_KINEMATIC,
                                 .position = {obstacle->place.x, obstacle->place.y, 0},
                                 .duration = INFINITY};
        box around = box_of_motion(&obstacle->body, &standing);
        size_t index = world_cell_count(of) + i;
        items[i] = (box_tree_item){
            {around.lower[0], around.upper[0], around.lower[1], around.upper[1]}, index, index};
    }
}

static bool build_trees(graze_world *made)
{
    size_t runs = list_runs(made, NULL);
    box_tree_item *items = memory_resize(&made->allocator, NULL, runs, sizeof *items);
    if (items == NULL)
        return false;
    list_runs(made, items);
    if (!box_tree_build(&made->runs, items, runs, &made->allocator))
        return false;
    items = memory_resize(&made->allocator, NULL, made->obstacle_count, sizeof *items);
    if (items == NULL)
        return false;
    list_others(made, items);
    return box_tree_build(&made->others, items, made->obstacle_count, &made->allocator);
}

graze_status graze_world_create(const graze_grid *grid, const graze_obstacle *obstacles,
                                size_t count, const graze_allocator *allocator,
                                graze_world **world)
{
    FLOAT_MODE_DEFAULT;
    if (world == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = check_parts(grid, obstacles, count);
    if (status != GRAZE_OK)
        return status;
    graze_allocator own = memory_allocator(allocator);
    graze_world *made = memory_new(&own, 1, sizeof *made);
    if (made == NULL)
        return GRAZE_ERROR_MEMORY;
    made->allocator = own;
    if ((grid != NULL && !copy_grid(made, grid)) || !copy_obstacles(made, obstacles, count) ||
        !build_trees(made) ||
        !standing_make(made->obstacles, count, &own, &made->standing)) {
        graze_world_free(made);
        return GRAZE_ERROR_MEMORY;
    }
    *world = made;
    return GRAZE_OK;
}

void graze_world_free(graze_world *world)
{
    if (world == NULL)
        return;
    graze_allocator allocator = world->allocator;
    memory_free(&allocator, world->blocked);
    memory_free(&allocator, world->obstacles);
    memory_free(&allocator, world->vertices);
    box_tree_free(&world->runs, &allocator);
    box_tree_free(&world->others, &allocator);
    standing_free(&world->standing, &allocator);
    memory_free(&allocator, world);
}

/* ---- looking ------------------------------------------------------------------------- */

graze_status graze_world_grid(const graze_world *world, graze_grid *grid)
{
    FLOAT_MODE_DEFAULT;
    if (world == NULL || grid == NULL)
        return GRAZE_ERROR_NULL;
    *grid = (graze_grid){world->columns, world->rows, world->blocked, world->cell};
    return GRAZE_OK;
}

graze_status graze_world_place(const graze_world *world, uint32_t column, uint32_t row,
                               graze_point *place)
{
    FLOAT_MODE_DEFAULT;
    if (world == NULL || place == NULL)
        return GRAZE_ERROR_NULL;
    if (column >= world->columns || row >= world->rows)
        return GRAZE_ERROR_INDEX;
    *place = (graze_point){world_centre(world, column), world_centre(world, row)};
    return GRAZE_OK;
}

graze_status graze_world_obstacle(const graze_world *world, size_t obstacle,
                                  graze_point corners[4], graze_obstacle *answer)
{
    FLOAT_MODE_DEFAULT;
    if (world == NULL || corners == NULL || answer == NULL)
        return GRAZE_ERROR_NULL;
    size_t cells = world_cell_count(world);
    if (obstacle >= cells + world->obstacle_count)
        return GRAZE_ERROR_INDEX;
    if (obstacle >= cells) {
        *answer = world->obstacles[obstacle - cells];
        return GRAZE_OK;
    }
    world_box at = world_cell_box(world, (uint32_t)(obstacle % world->columns),
                                  (uint32_t)(obstacle / world->columns));
    world_box_corners(&at, corners);
    *answer = (graze_obstacle){.body = {.vertices = corners, .vertex_count = 4}};
    return GRAZE_OK;
}

graze_status world_validate(const graze_world *world, const graze_body *body, double tolerance)
{
    if (world == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = graze_body_validate(body);
    return status == GRAZE_OK ? tolerance_validate(tolerance) : status;
}
