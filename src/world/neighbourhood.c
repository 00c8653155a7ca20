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
#include "numeric/float_mode.h"
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

static graze_status meet_cell(const neighbourhood *n, const graze_motion *motion, step cell,
                              bool *met)
{
    sweep path;
    world_box box = {relative_line(n, cell.columns), relative_line(n, (int64_t)cell.columns + 1),
                     relative_line(n, cell.rows), relative_line(n, (int64_t)cell.rows + 1)};
    if (body_has_corners(n->body) ||
        !sweep_of_motion(motion, n->body->radius, n->tolerance, &path))
        return world_body_meets_box(n->body, motion, n->tolerance, &box, met);
    return sweep_meets_box(&path, &box, met);
}

/* A move as a motion; how long it takes does not matter. */
static graze_motion motion_of(graze_point from, graze_point to)
{
    return (graze_motion){.form = GRAZE_WAYPOINT,
                          .position = {from.x, from.y, 0},
                          .to = {to.x, to.y, 0},
                          .duration = 1};
}

/* No cell farther than this from the move's own cells, counted in rows and columns, is
 * met, or is in the grid. */
static int32_t greatest_distance(const neighbourhood *n)
{
    uint32_t side = n->world->columns > n->world->rows ? n->world->columns : n->world->rows;
    double reach = 0;
    for (size_t i = 0; i < body_size(n->body); i++) {
        graze_point vertex = body_vertex(n->body, i);
        reach = fmax(reach, fmax(fabs(vertex.x), fabs(vertex.y)));
    }
    reach = ceil((reach + n->body->radius) * (1 + 0x1p-50) / n->world->cell) + 1;
    return (int32_t)fmin(reach, fmin(side, INT32_MAX - 8.0));
}

static graze_status list_met_by(neighbourhood *n, step move, size_t *count)
{
    int32_t far = greatest_distance(n);
    double cell = n->world->cell;
    graze_motion motion =
        motion_of((graze_point){0, 0}, (graze_point){move.columns * cell, move.rows * cell});
    step low = {(move.columns < 0 ? move.columns : 0) - far, (move.rows < 0 ? move.rows : 0) - far};
    step high = {(move.columns > 0 ? move.columns : 0) + far,
                 (move.rows > 0 ? move.rows : 0) + far};
    for (int32_t row = low.rows; row <= high.rows; row++)
        for (int32_t column = low.columns; column <= high.columns; column++) {
            bool met = false;
            graze_status status = meet_cell(n, &motion, (step){column, row}, &met);
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

static graze_status allow(const neighbourhood *n, int m, uint32_t column, uint32_t row, bool *free)
{
    const graze_world *world = n->world;
    int64_t to_column = (int64_t)column + n->moves[m].columns;
    int64_t to_row = (int64_t)row + n->moves[m].rows;
    graze_status status = GRAZE_OK;
    *free = to_column >= 0 && to_row >= 0 && to_column < world->columns && to_row < world->rows;
    if (!*free)
        return GRAZE_OK;
    graze_motion motion =
        motion_of((graze_point){world_centre(world, column), world_centre(world, row)},
                  (graze_point){world_centre(world, (uint32_t)to_column),
                                world_centre(world, (uint32_t)to_row)});
    if (world->exact_lines)
        *free = meets_none(n, m, column, row);
    else
        status = world_motion_is_free(world, n->body, &motion, n->tolerance, free);
    if (status != GRAZE_OK || !*free)
        return status;
    return world_motion_passes(world, n->body, &motion, n->tolerance, free);
}

/* ---- the whole -------------------------------------------------------------------------- */

/* Where move m from a vertex ends; it ends in the grid. */
static size_t target_of(const neighbourhood *n, int m, size_t vertex)
{
    return (size_t)((int64_t)vertex + (int64_t)n->moves[m].rows * n->world->columns +
                    n->moves[m].columns);
}

/* A move and its way back sweep the same points, so both are there or neither: only moves to later
 * vertices, which are the latter half, are asked about. The way back of move m is move
 * count - 1 - m. Bit m of allowed[vertex] is move m. */
static graze_status allow_from(const neighbourhood *n, uint32_t column, uint32_t row,
                               uint32_t *allowed, size_t *edges)
{
    size_t from = (size_t)row * n->world->columns + column;
    for (int m = n->count / 2; m < n->count; m++) {
        bool free = false;
        graze_status status = allow(n, m, column, row, &free);
        if (status != GRAZE_OK)
            return status;
        if (!free)
            continue;
        allowed[from] |= UINT32_C(1) << m;
        allowed[target_of(n, m, from)] |= UINT32_C(1) << (n->count - 1 - m);
        *edges += 2;
    }
    return GRAZE_OK;
}

static graze_status allow_all(const neighbourhood *n, uint32_t *allowed, size_t *edges)
{
    graze_status status = GRAZE_OK;
    *edges = 0;
    for (uint32_t row = 0; row < n->world->rows && status == GRAZE_OK; row++)
        for (uint32_t column = 0; column < n->world->columns && status == GRAZE_OK; column++)
            status = allow_from(n, column, row, allowed, edges);
    return status;
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
                into->targets[edges++] = (uint32_t)target_of(n, m, v);
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
    return k < 2 || k > 5 ? GRAZE_ERROR_CHOICE : GRAZE_OK;
}

graze_status graze_roadmap_from_grid(const graze_world *world, const graze_body *body, int k,
                                     double tolerance, const graze_allocator *allocator,
                                     graze_roadmap *roadmap)
{
    FLOAT_MODE_DEFAULT;
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
