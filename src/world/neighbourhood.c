/* SPDX-License-Identifier: MIT */
/* The moves of a body on a grid as a roadmap.
 *
 * Where all lines of the grid are exact, a move meets the same cells, counted from
 * where it starts, wherever it starts: they are found once, and a move is then a few
 * looks at the grid. Where lines are rounded (a cell of 0.1 m), every move is asked
 * about in its own place. Either way a move is there iff graze_world_link allows it. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "world/link.h"
#include "world/roadmap.h"
#include "world/sweep.h"

enum { MOVES_MAX = 32 };

/* A step of whole cells. */
typedef struct step {
    int32_t columns, rows;
} step;

typedef struct neighbourhood {
    const graze_world *world;
    const graze_body *body;
    double tolerance;
    graze_allocator allocator;
    int count;
    step moves[MOVES_MAX];        /* by row, then column: targets ascend */
    size_t first[MOVES_MAX + 1];  /* the cells that move m meets: met[first[m]] and on */
    step *met;
    size_t capacity;
} neighbourhood;

/* ---- the moves ----------------------------------------------------------------------- */

static bool is_move(int32_t columns, int32_t rows, int k)
{
    static const step shapes[] = {{1, 0}, {1, 1}, {2, 1}, {3, 1}, {3, 2}};
    static const int known[] = {1, 2, 3, 5}; /* shapes of k = 2, 3, 4, 5 */
    int32_t longer = abs(columns), shorter = abs(rows);
    if (longer < shorter) {
        longer = abs(rows);
        shorter = abs(columns);
    }
    for (int i = 0; i < known[k - 2]; i++)
        if (shapes[i].columns == longer && shapes[i].rows == shorter)
            return true;
    return false;
}

static void list_moves(neighbourhood *n, int k)
{
    for (int32_t rows = -3; rows <= 3; rows++)
        for (int32_t columns = -3; columns <= 3; columns++)
            if (is_move(columns, rows, k))
                n->moves[n->count++] = (step){columns, rows};
}

/* ---- what a move meets ----------------------------------------------------------------- */

static bool add_met(neighbourhood *n, step cell, size_t *count)
{
    if (*count == n->capacity) {
        size_t capacity = 2 * n->capacity + 64;
        step *grown = memory_resize(&n->allocator, n->met, capacity, sizeof *grown);
        if (grown == NULL)
            return false;
        n->met = grown;
        n->capacity = capacity;
    }
    n->met[(*count)++] = cell;
    return true;
}

/* Line i from where the move starts; i - 1/2 and the product are exact. */
static double relative_line(const neighbourhood *n, int64_t i)
{
    return (double)(2 * i - 1) * (n->world->cell / 2);
}

static graze_status meet_cell(const neighbourhood *n, const sweep *path, step cell, bool *met)
{
    world_box box = {relative_line(n, cell.columns), relative_line(n, (int64_t)cell.columns + 1),
                     relative_line(n, cell.rows), relative_line(n, (int64_t)cell.rows + 1)};
    return sweep_meets_box(path, &box, met);
}

static sweep path_of(const neighbourhood *n, graze_point from, graze_point to)
{
    sweep path = sweep_at(from, n->body->radius, n->tolerance);
    path.to_x = to.x;
    path.to_y = to.y;
    path.still = false;
    return path;
}

/* No cell farther than this from the move's own cells, counted in rows and columns, is
 * met, or is in the grid. */
static int32_t greatest_distance(const neighbourhood *n)
{
    uint32_t side = n->world->columns > n->world->rows ? n->world->columns : n->world->rows;
    double reach = ceil(n->body->radius / n->world->cell) + 1;
    return (int32_t)fmin(reach, fmin(side, INT32_MAX - 8.0));
}

static graze_status list_met_by(neighbourhood *n, step move, size_t *count)
{
    int32_t far = greatest_distance(n);
    double cell = n->world->cell;
    sweep path = path_of(n, (graze_point){0, 0},
                         (graze_point){move.columns * cell, move.rows * cell});
    step low = {(move.columns < 0 ? move.columns : 0) - far, (move.rows < 0 ? move.rows : 0) - far};
    step high = {(move.columns > 0 ? move.columns : 0) + far, (move.rows > 0 ? move.rows : 0) + far};
    for (int32_t row = low.rows; row <= high.rows; row++)
        for (int32_t column = low.columns; column <= high.columns; column++) {
            bool met = false;
            graze_status status = meet_cell(n, &path, (step){column, row}, &met);
            if (status != GRAZE_OK)
                return status;
            if (met && !add_met(n, (step){column, row}, count))
                return GRAZE_ERROR_MEMORY;
        }
    return GRAZE_OK;
}

static graze_status list_met(neighbourhood *n)
{
    size_t count = 0;
    for (int m = 0; m < n->count; m++) {
        n->first[m] = count;
        graze_status status = list_met_by(n, n->moves[m], &count);
        if (status != GRAZE_OK)
            return status;
    }
    n->first[n->count] = count;
    return GRAZE_OK;
}

/* ---- one move in its place -------------------------------------------------------------- */

static bool is_blocked(const graze_world *world, int64_t column, int64_t row)
{
    return column >= 0 && row >= 0 && column < world->columns && row < world->rows &&
           world->blocked[(size_t)row * world->columns + (size_t)column] != 0;
}

static bool meets_none(const neighbourhood *n, int m, uint32_t column, uint32_t row)
{
    for (size_t i = n->first[m]; i < n->first[m + 1]; i++)
        if (is_blocked(n->world, (int64_t)column + n->met[i].columns,
                       (int64_t)row + n->met[i].rows))
            return false;
    return true;
}

static graze_status passes_others(const neighbourhood *n, const sweep *path, bool *free)
{
    graze_motion motion;
    if (n->world->obstacle_count == 0)
        return GRAZE_OK;
    graze_status status = graze_motion_waypoint((graze_vector){path->x, path->y, 0},
                                                (graze_vector){path->to_x, path->to_y, 0}, 0, 1,
                                                &motion);
    if (status != GRAZE_OK)
        return status;
    return world_motion_passes(n->world, n->body, &motion, n->tolerance, free);
}

static graze_status allow(const neighbourhood *n, int m, uint32_t column, uint32_t row, bool *free)
{
    const graze_world *world = n->world;
    int64_t to_column = (int64_t)column + n->moves[m].columns;
    int64_t to_row = (int64_t)row + n->moves[m].rows;
    graze_status status = GRAZE_OK;
    *free = to_column >= 0 && to_row >= 0 && to_column < world->columns && to_row < world->rows;
    if (!*free)
        return GRAZE_OK;
    sweep path = path_of(
        n, (graze_point){world_centre(world, column), world_centre(world, row)},
        (graze_point){world_centre(world, (uint32_t)to_column), world_centre(world, (uint32_t)to_row)});
    if (world->exact_lines)
        *free = meets_none(n, m, column, row);
    else
        status = world_sweep_is_free(world, &path, free);
    return status == GRAZE_OK && *free ? passes_others(n, &path, free) : status;
}

/* ---- the whole -------------------------------------------------------------------------- */

/* Bit m of allowed[vertex] is move m. */
static graze_status allow_all(const neighbourhood *n, uint32_t *allowed, size_t *edges)
{
    *edges = 0;
    for (uint32_t row = 0; row < n->world->rows; row++)
        for (uint32_t column = 0; column < n->world->columns; column++) {
            uint32_t bits = 0;
            for (int m = 0; m < n->count; m++) {
                bool free = false;
                graze_status status = allow(n, m, column, row, &free);
                if (status != GRAZE_OK)
                    return status;
                bits |= (uint32_t)free << m;
                *edges += free;
            }
            allowed[(size_t)row * n->world->columns + column] = bits;
        }
    return GRAZE_OK;
}

static void fill(const neighbourhood *n, const uint32_t *allowed, roadmap_arrays *into)
{
    const graze_world *world = n->world;
    size_t edges = 0;
    for (size_t v = 0; v < world_cell_count(world); v++) {
        uint32_t column = (uint32_t)(v % world->columns), row = (uint32_t)(v / world->columns);
        into->places[v] = (graze_point){world_centre(world, column), world_centre(world, row)};
        into->first[v] = edges;
        for (int m = 0; m < n->count; m++)
            if ((allowed[v] >> m & 1) != 0)
                into->targets[edges++] =
                    (uint32_t)((int64_t)v + (int64_t)n->moves[m].rows * world->columns +
                               n->moves[m].columns);
    }
    into->first[world_cell_count(world)] = edges;
}

static graze_status build(neighbourhood *n, uint32_t *allowed, graze_roadmap *roadmap)
{
    size_t edges = 0;
    roadmap_arrays into;
    graze_status status = n->world->exact_lines ? list_met(n) : GRAZE_OK;
    if (status == GRAZE_OK)
        status = allow_all(n, allowed, &edges);
    if (status != GRAZE_OK)
        return status;
    uint32_t vertices = (uint32_t)world_cell_count(n->world);
    if (!roadmap_arrays_make(&n->allocator, vertices, edges, &into))
        return GRAZE_ERROR_MEMORY;
    fill(n, allowed, &into);
    *roadmap = roadmap_of_arrays(vertices, &into);
    return GRAZE_OK;
}

static graze_status check(const graze_world *world, const graze_body *body, int k,
                          double tolerance, const graze_roadmap *roadmap)
{
    graze_status status = world_validate(world, body, tolerance);
    if (status != GRAZE_OK)
        return status;
    if (roadmap == NULL)
        return GRAZE_ERROR_NULL;
    if (world->columns == 0)
        return GRAZE_ERROR_GRID_SIZE;
    if (k < 2 || k > 5)
        return GRAZE_ERROR_CHOICE;
    return world_is_disc(body) ? GRAZE_OK : GRAZE_ERROR_UNSUPPORTED;
}

graze_status graze_roadmap_from_grid(const graze_world *world, const graze_body *body, int k,
                                     double tolerance, const graze_allocator *allocator,
                                     graze_roadmap *roadmap)
{
    graze_status status = check(world, body, k, tolerance, roadmap);
    if (status != GRAZE_OK)
        return status;
    neighbourhood n = {.world = world,
                       .body = body,
                       .tolerance = tolerance,
                       .allocator = memory_allocator(allocator)};
    list_moves(&n, k);
    uint32_t *allowed = memory_new(&n.allocator, world_cell_count(world), sizeof *allowed);
    status = allowed == NULL ? GRAZE_ERROR_MEMORY : build(&n, allowed, roadmap);
    memory_free(&n.allocator, allowed);
    memory_free(&n.allocator, n.met);
    return status;
}
