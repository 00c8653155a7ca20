/* SPDX-License-Identifier: MIT */
/* Finds the obstacle nearest to a point.
 *
 * Distances come from the kernel, rounded down, and are compared as such; a cell is asked
 * about only when a plain bound, with a margin for its own rounding, says that it may be
 * nearer than the best so far. Of one row of cells, at most those next to the point's
 * column and the next blocked one on either side can be the nearest. */
#include <math.h>
#include <string.h>

#include "geometry/body.h"
#include "numeric/float_mode.h"
#include "world/link.h"
#include "world/world.h"

typedef struct search {
    const graze_world *world;
    graze_point place;
    graze_nearest best;
} search;

/* ---- one obstacle ------------------------------------------------------------------------ */

static graze_status ask(search *s, size_t index)
{
    static const graze_body point = {.radius = 0};
    graze_point corners[4];
    graze_obstacle obstacle;
    graze_clearance clearance;
    graze_motion waiting = {
        .form = GRAZE_KINEMATIC, .position = {s->place.x, s->place.y, 0}, .duration = 1};
    graze_status status = graze_world_obstacle(s->world, index, corners, &obstacle);
    graze_motion standing = world_standing(obstacle.place, &waiting);
    if (status == GRAZE_OK)
        status = graze_conflict_clearance(&point, &waiting, &obstacle.body, &standing, &clearance);
    if (status != GRAZE_OK)
        return status;
    bool nearer = !s->best.found || clearance.distance < s->best.distance ||
                  (clearance.distance == s->best.distance && index < s->best.obstacle);
    if (nearer) {
        s->best.found = true;
        s->best.obstacle = index;
        s->best.distance = clearance.distance;
    }
    return GRAZE_OK;
}

/* ---- cells ------------------------------------------------------------------------------- */

/* Is something that is at least this far away out of the question? The gap is a
 * difference of two doubles, off by less than 2^-52 of them and of itself. */
static bool is_out(const search *s, double gap, double size)
{
    return s->best.found && gap * (1 - 0x1p-50) - size * 0x1p-50 > s->best.distance;
}

static double gap_to(double low, double high, double x)
{
    return fmax(fmax(low - x, x - high), 0);
}

static graze_status ask_cell(search *s, uint32_t column, uint32_t row)
{
    world_box box = world_cell_box(s->world, column, row);
    double dx = gap_to(box.x0, box.x1, s->place.x), dy = gap_to(box.y0, box.y1, s->place.y);
    double size = fabs(box.x0) + fabs(box.x1) + fabs(box.y0) + fabs(box.y1) + fabs(s->place.x) +
                  fabs(s->place.y);
    if (is_out(s, hypot(dx, dy), size))
        return GRAZE_OK;
    return ask(s, (size_t)row * s->world->columns + column);
}

/* The line of cells that holds x, as far as doubles tell: it may be the next one. */
static uint32_t index_near(double x, double cell, uint32_t count)
{
    double index = floor(x / cell + 0.5);
    return index > 0 ? (index < count - 1.0 ? (uint32_t)index : count - 1) : 0;
}

static graze_status ask_row(search *s, uint32_t row)
{
    const graze_world *world = s->world;
    const unsigned char *cells = world->blocked + (size_t)row * world->columns;
    uint32_t at = index_near(s->place.x, world->cell, world->columns);
    uint32_t first = at > 0 ? at - 1 : 0, last = at + 1 < world->columns ? at + 1 : at;
    graze_status status = GRAZE_OK;
    for (uint32_t column = first; column <= last && status == GRAZE_OK; column++)
        if (cells[column] != 0)
            status = ask_cell(s, column, row);

    const unsigned char *right = memchr(cells + last, 1, world->columns - last);
    if (status == GRAZE_OK && right != NULL)
        status = ask_cell(s, (uint32_t)(right - cells), row);
    uint32_t left = first + 1;
    while (left > 0 && cells[left - 1] == 0)
        left--;
    return status == GRAZE_OK && left > 0 ? ask_cell(s, left - 1, row) : status;
}

static bool row_is_out(const search *s, uint32_t row)
{
    double low = world_line(s->world, row), high = world_line(s->world, row + 1);
    return is_out(s, gap_to(low, high, s->place.y), fabs(low) + fabs(high) + fabs(s->place.y));
}

/* Rows outward from the point's own, on both sides until none can be nearer. */
static graze_status ask_cells(search *s)
{
    const graze_world *world = s->world;
    if (world->columns == 0)
        return GRAZE_OK;
    uint32_t middle = index_near(s->place.y, world->cell, world->rows);
    graze_status status = GRAZE_OK;
    for (uint32_t row = middle; row < world->rows && status == GRAZE_OK; row++) {
        if (row > middle + 1 && row_is_out(s, row))
            break;
        status = ask_row(s, row);
    }
    for (uint32_t below = middle; below > 0 && status == GRAZE_OK; below--) {
        if (below < middle && row_is_out(s, below - 1))
            break;
        status = ask_row(s, below - 1);
    }
    return status;
}

/* ---- the nearest point of its surface ------------------------------------------------------ */

/* Lengths are taken in units, a power of two, in which their squares neither overflow nor
 * vanish. */
typedef struct outline {
    const graze_body *body;
    double units; /* of a metre */
    graze_point p; /* the point that asks, in the frame of the body [unit] */
} outline;

static outline outline_of(const graze_obstacle *obstacle, graze_point place)
{
    const graze_point *at = &obstacle->place;
    double size = fmax(fmax(fabs(at->x), fabs(at->y)), fmax(fabs(place.x), fabs(place.y)));
    for (size_t i = 0; i < obstacle->body.vertex_count; i++) {
        graze_point vertex = obstacle->body.vertices[i];
        size = fmax(size, fmax(fabs(vertex.x), fabs(vertex.y)));
    }
    double units = size > 0x1p400 ? 0x1p-600 : size < 0x1p-400 ? 0x1p600 : 1;
    return (outline){&obstacle->body, units,
                     {place.x * units - at->x * units, place.y * units - at->y * units}};
}

static graze_point corner(const outline *of, size_t index)
{
    graze_point vertex = body_vertex(of->body, index);
    return (graze_point){vertex.x * of->units, vertex.y * of->units};
}

static graze_point nearest_on_segment(graze_point a, graze_point b, graze_point p)
{
    double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    double t = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;
    t = fmin(1, fmax(0, t));
    return (graze_point){a.x + t * dx, a.y + t * dy};
}

static bool lies_inside(const outline *of)
{
    const graze_point p = of->p;
    if (body_size(of->body) < 3)
        return false;
    for (size_t i = 0; i < body_size(of->body); i++) {
        graze_point a = corner(of, i), b = corner(of, body_after(of->body, i));
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) <= 0)
            return false;
    }
    return true;
}

static graze_point direction(double x, double y)
{
    double length = hypot(x, y);
    return length > 0 ? (graze_point){x / length, y / length} : (graze_point){1, 0};
}

/* From the nearest point of the polygon go on by the radius: towards the point that asks;
 * when that is inside the polygon, away from it; when it is on an edge, across that. */
static graze_point surface_point(const graze_obstacle *obstacle, graze_point place)
{
    const outline of = outline_of(obstacle, place);
    const graze_body *body = &obstacle->body;
    graze_point best = {0, 0}, across = {1, 0};
    double least = INFINITY;
    for (size_t i = 0; i < body_size(body); i++) {
        graze_point a = corner(&of, i), b = corner(&of, body_after(body, i));
        graze_point at = nearest_on_segment(a, b, of.p);
        double distance = hypot(of.p.x - at.x, of.p.y - at.y);
        if (distance < least) {
            least = distance;
            best = at;
            across = direction(b.y - a.y, a.x - b.x);
        }
    }
    if (least > 0)
        across = direction(of.p.x - best.x, of.p.y - best.y);
    double outward = lies_inside(&of) ? -body->radius : body->radius;
    return (graze_point){best.x / of.units + obstacle->place.x + outward * across.x,
                         best.y / of.units + obstacle->place.y + outward * across.y};
}

/* ---- the question --------------------------------------------------------------------------- */

graze_status graze_world_nearest(const graze_world *world, graze_point place, graze_nearest *answer)
{
    FLOAT_MODE_DEFAULT;
    if (world == NULL || answer == NULL)
        return GRAZE_ERROR_NULL;
    if (!isfinite(place.x) || !isfinite(place.y))
        return GRAZE_ERROR_NOT_FINITE;
    search s = {.world = world, .place = place};
    graze_status status = ask_cells(&s);
    for (size_t i = 0; i < world->obstacle_count && status == GRAZE_OK; i++)
        status = ask(&s, world_cell_count(world) + i);
    if (status != GRAZE_OK)
        return status;
    if (s.best.found) {
        graze_point corners[4];
        graze_obstacle obstacle;
        graze_world_obstacle(world, s.best.obstacle, corners, &obstacle);
        s.best.point = surface_point(&obstacle, place);
    }
    *answer = s.best;
    return GRAZE_OK;
}
