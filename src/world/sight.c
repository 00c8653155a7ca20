/* SPDX-License-Identifier: MIT */
/* Ranges of slopes, row by row. */
#include "world/sight.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "geometry/body.h"

/* One way to look: "rows" go away from the viewer, "columns" across. Later vertices are below, or
 * beside in the same row; three quarters hold them. */
typedef struct outlook {
    int depth_columns, depth_rows, side_columns, side_rows;
    double low; /* the highest slope is 1 */
} outlook;

static const outlook outlooks[] = {{0, 1, 1, 0, -1}, {1, 0, 0, 1, 0}, {-1, 0, 0, 1, 0}};

graze_status sight_open(sight *view, const graze_world *world, const graze_body *body,
                        double tolerance, const graze_allocator *memory)
{
    double rounded = ((double)world->columns + world->rows) * 0x1p-46;
    double reach = (body->radius - tolerance) / world->cell * (1 - 0x1p-50);
    bool shades = !body_has_corners(body) && reach >= 0;
    *view = (sight){.world = world,
                    .memory = *memory,
                    .half_width = shades ? 0.5 + reach - rounded : 0,
                    .half_depth = 0.5 - rounded};
    view->seen = memory_new(memory, world_cell_count(world), sizeof *view->seen);
    return view->seen != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void sight_close(sight *view)
{
    memory_free(&view->memory, view->seen);
    memory_free(&view->memory, view->now);
    memory_free(&view->memory, view->next);
    view->seen = NULL;
    view->now = view->next = NULL;
}

bool sight_is_shut(const sight *view, size_t vertex)
{
    return view->half_width > 0 && view->world->blocked[vertex] != 0;
}

/* Finds the vertex at a depth and a side; false outside the grid. */
static bool vertex_at(const sight *view, const outlook *way, int64_t depth, int64_t side,
                      size_t *vertex)
{
    int64_t column = view->column + depth * way->depth_columns + side * way->side_columns;
    int64_t row = view->row + depth * way->depth_rows + side * way->side_rows;
    if (column < 0 || row < 0 || column >= view->world->columns || row >= view->world->rows)
        return false;
    *vertex = (size_t)row * view->world->columns + (size_t)column;
    return true;
}

/* How far the grid goes to both sides. */
static void find_sides(const sight *view, const outlook *way, int64_t *low, int64_t *high)
{
    bool across = way->side_columns != 0;
    int64_t at = across ? view->column : view->row;
    *low = -at;
    *high = (across ? view->world->columns : view->world->rows) - 1 - at;
}

static int64_t clipped(double side, int64_t low, int64_t high)
{
    return side < (double)low ? low : side > (double)high ? high : (int64_t)side;
}

static bool is_primitive(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1 || a == -1;
}

static void mark(sight *view, const outlook *way, int64_t depth, const slope_range *range)
{
    int64_t low, high;
    size_t from = (size_t)view->row * view->world->columns + view->column, vertex;
    find_sides(view, way, &low, &high);
    int64_t first = clipped(floor(range->low * (double)depth), low, high);
    int64_t last = clipped(ceil(range->high * (double)depth), low, high);
    for (int64_t side = first; side <= last; side++) {
        if (!vertex_at(view, way, depth, side, &vertex) || vertex <= from ||
            sight_is_shut(view, vertex) || !is_primitive(depth, side))
            continue;
        view->seen[vertex] = 1;
        if (vertex > view->last)
            view->last = (uint32_t)vertex;
    }
}

/* The slopes that a blocked cell shades. */
static slope_range shadow(const sight *view, int64_t depth, int64_t side)
{
    double near = (double)depth - view->half_depth, far = (double)depth + view->half_depth;
    double left = (double)side - view->half_width, right = (double)side + view->half_width;
    return (slope_range){left / (left >= 0 ? far : near), right / (right >= 0 ? near : far)};
}

static graze_status keep(sight *view, double low, double high)
{
    if (low > high)
        return GRAZE_OK;
    if (!ARRAY_RESERVE(&view->memory, view->next, view->next_capacity, view->next_count + 1))
        return GRAZE_ERROR_MEMORY;
    view->next[view->next_count++] = (slope_range){low, high};
    return GRAZE_OK;
}

/* Keeps of a range what the cells of this row leave of it; their shadows ascend from side to
 * side. */
static graze_status shade(sight *view, const outlook *way, int64_t depth, const slope_range *range)
{
    int64_t low, high;
    double d = (double)depth, at = range->low;
    graze_status status = GRAZE_OK;
    find_sides(view, way, &low, &high);
    double left = fmin(range->low * (d - 0.5), range->low * (d + 0.5)) - view->half_width;
    double right = fmax(range->high * (d - 0.5), range->high * (d + 0.5)) + view->half_width;
    int64_t first = clipped(floor(left), low, high), last = clipped(ceil(right), low, high);
    for (int64_t side = first; side <= last && status == GRAZE_OK; side++) {
        size_t vertex;
        if (!vertex_at(view, way, depth, side, &vertex) || view->world->blocked[vertex] == 0)
            continue;
        slope_range dark = shadow(view, depth, side);
        if (dark.low >= at)
            status = keep(view, at, fmin(dark.low, range->high));
        at = fmax(at, dark.high);
    }
    return status == GRAZE_OK ? keep(view, at, range->high) : status;
}

static void step_back(sight *view)
{
    slope_range *kept = view->now;
    size_t capacity = view->capacity;
    view->now = view->next;
    view->capacity = view->next_capacity;
    view->count = view->next_count;
    view->next = kept;
    view->next_capacity = capacity;
    view->next_count = 0;
}

static graze_status look_one_way(sight *view, const outlook *way)
{
    size_t vertex;
    view->next_count = 0;
    graze_status status = keep(view, way->low, 1);
    step_back(view);
    for (int64_t depth = 1;
         status == GRAZE_OK && view->count > 0 && vertex_at(view, way, depth, 0, &vertex);
         depth++) {
        for (size_t i = 0; i < view->count; i++)
            mark(view, way, depth, &view->now[i]);
        if (view->half_width <= 0)
            continue;
        for (size_t i = 0; i < view->count && status == GRAZE_OK; i++)
            status = shade(view, way, depth, &view->now[i]);
        step_back(view);
    }
    return status;
}

graze_status sight_look(sight *view, uint32_t column, uint32_t row)
{
    graze_status status = GRAZE_OK;
    size_t from = (size_t)row * view->world->columns + column;
    memset(view->seen, 0, view->last + (size_t)1);
    view->column = column;
    view->row = row;
    view->last = (uint32_t)from;
    for (size_t i = 0; i < sizeof outlooks / sizeof outlooks[0] && status == GRAZE_OK; i++)
        status = look_one_way(view, &outlooks[i]);
    return status;
}
