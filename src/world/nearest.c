/* SPDX-License-Identifier: MIT */
/* Finds the obstacle nearest to a point.
 *
 * Distances are exact and rounded down, by distance.h or, where that is not certain, by the
 * kernel, and are compared as such. A tree of boxes leaves out what is certainly farther away
 * than the best so far. Obstacles with bounds of their distance wait: only those whose lower
 * bound is not above the least upper one are measured, mostly a single one. */
#include <math.h>

#include "geometry/body.h"
#include "numeric/float_mode.h"
#include "world/distance.h"
#include "world/link.h"
#include "world/world.h"

enum { WAITING_MAX = 8 };

/* An obstacle whose distance is not below a bound [m]. */
typedef struct candidate {
    size_t obstacle;
    double lower;
} candidate;

typedef struct search {
    const graze_world *world;
    graze_point place;
    graze_nearest best;
    double limit; /* [m] something is no farther away */
    candidate waiting[WAITING_MAX];
    size_t waiting_count;
} search;

/* ---- one obstacle ------------------------------------------------------------------------ */

static graze_status ask_kernel(const search *s, const graze_obstacle *obstacle, double *distance)
{
    static const graze_body point = {.radius = 0};
    graze_clearance clearance;
    graze_motion waiting = {
        .form = GRAZE_KINEMATIC, .position = {s->place.x, s->place.y, 0}, .duration = 1};
    graze_motion standing = world_standing(obstacle->place, &waiting);
    graze_status status =
        graze_conflict_clearance(&point, &waiting, &obstacle->body, &standing, &clearance);
    if (status == GRAZE_OK)
        *distance = clearance.distance;
    return status;
}

static graze_status measure(const search *s, size_t index, double *distance)
{
    size_t cells = world_cell_count(s->world);
    graze_point corners[4];
    graze_obstacle obstacle;
    if (index < cells) {
        world_box box = world_cell_box(s->world, (uint32_t)(index % s->world->columns),
                                       (uint32_t)(index / s->world->columns));
        if (distance_to_box(&box, s->place, distance))
            return GRAZE_OK;
    } else if (distance_to_obstacle(&s->world->obstacles[index - cells], s->place, distance)) {
        return GRAZE_OK;
    }
    graze_world_obstacle(s->world, index, corners, &obstacle);
    return ask_kernel(s, &obstacle, distance);
}

static graze_status ask(search *s, size_t index, double *distance)
{
    graze_status status = measure(s, index, distance);
    if (status != GRAZE_OK)
        return status;
    bool nearer = !s->best.found || *distance < s->best.distance ||
                  (*distance == s->best.distance && index < s->best.obstacle);
    if (nearer) {
        s->best.found = true;
        s->best.obstacle = index;
        s->best.distance = *distance;
        s->limit = fmin(s->limit, *distance);
    }
    return GRAZE_OK;
}

/* ---- obstacles that wait ----------------------------------------------------------------- */

static graze_status ask_waiting(search *s)
{
    graze_status status = GRAZE_OK;
    double distance;
    for (size_t i = 0; i < s->waiting_count && status == GRAZE_OK; i++)
        if (s->waiting[i].lower <= s->limit)
            status = ask(s, s->waiting[i].obstacle, &distance);
    s->waiting_count = 0;
    return status;
}

static graze_status ask_obstacle(search *s, size_t index)
{
    const graze_obstacle *of = &s->world->obstacles[index - world_cell_count(s->world)];
    double lower, upper, distance;
    if (!distance_bounds(of, s->place, &lower, &upper))
        return ask(s, index, &distance);
    if (lower > s->limit)
        return GRAZE_OK;
    graze_status status = s->waiting_count == WAITING_MAX ? ask_waiting(s) : GRAZE_OK;
    s->waiting[s->waiting_count++] = (candidate){index, lower};
    s->limit = fmin(s->limit, upper);
    return status;
}

/* ---- a run of cells ---------------------------------------------------------------------- */

/* The column of cells that holds x, as far as doubles tell: it may be the next one. */
static size_t column_near(const graze_world *world, double x)
{
    double index = floor(x / world->cell + 0.5), last = world->columns - 1.0;
    return (size_t)fmin(fmax(index, 0), last);
}

/* Cells to the left of the point's are farther the more to the left they are, yet from far
 * above they may be equally near when rounded: the lowest such one is the answer. */
static graze_status ask_lower(search *s, size_t first, size_t from)
{
    const double least = s->best.distance;
    double distance = least;
    graze_status status = GRAZE_OK;
    while (first < from && status == GRAZE_OK) {
        size_t half = first + (from - first) / 2;
        status = ask(s, half, &distance);
        if (distance <= least)
            from = half;
        else
            first = half + 1;
    }
    return status;
}

/* Of a run only the cells at the point's column and next to it can be the nearest. */
static graze_status ask_run(search *s, const box_tree_item *run)
{
    size_t row = run->first - run->first % s->world->columns;
    size_t near = row + column_near(s->world, s->place.x);
    size_t at = near < run->first ? run->first : near > run->last ? run->last : near;
    size_t first = at > run->first ? at - 1 : at, last = at < run->last ? at + 1 : at;
    double distance;
    graze_status status = GRAZE_OK;
    for (size_t cell = first; cell <= last && status == GRAZE_OK; cell++)
        status = ask(s, cell, &distance);
    if (status == GRAZE_OK && first > run->first && s->best.obstacle == first)
        status = ask_lower(s, run->first, first);
    return status;
}

/* ---- the search -------------------------------------------------------------------------- */

typedef struct branch {
    size_t node;
    double bound; /* [m] nothing in it is nearer */
} branch;

/* What is exactly as far away as the best may have a lower index. */
static bool is_out(const search *s, double bound)
{
    return bound > s->limit;
}

static graze_status ask_leaf(search *s, const box_tree *of, const box_tree_node *leaf)
{
    size_t cells = world_cell_count(s->world);
    graze_status status = GRAZE_OK;
    for (size_t i = leaf->first; i < leaf->first + leaf->count && status == GRAZE_OK; i++) {
        const box_tree_item *item = &of->items[i];
        if (is_out(s, box_tree_bound(&item->box, s->place)))
            continue;
        status = item->first < cells ? ask_run(s, item) : ask_obstacle(s, item->first);
    }
    return status;
}

static size_t open_branch(const search *s, const box_tree *of, size_t node, branch *left,
                          size_t count)
{
    size_t nearer = node + 1, farther = of->nodes[node].right;
    double near_bound = box_tree_bound(&of->nodes[nearer].box, s->place);
    double far_bound = box_tree_bound(&of->nodes[farther].box, s->place);
    if (far_bound < near_bound) {
        left[count++] = (branch){nearer, near_bound};
        left[count++] = (branch){farther, far_bound};
    } else {
        left[count++] = (branch){farther, far_bound};
        left[count++] = (branch){nearer, near_bound};
    }
    return count;
}

/* Depth first, the nearer child before the other one. */
static graze_status search_tree(search *s, const box_tree *of)
{
    branch left[BOX_TREE_DEPTH];
    size_t count = 0;
    if (of->item_count > 0)
        left[count++] = (branch){0, box_tree_bound(&of->nodes[0].box, s->place)};
    while (count > 0) {
        branch next = left[--count];
        const box_tree_node *node = &of->nodes[next.node];
        if (is_out(s, next.bound))
            continue;
        if (node->count == 0) {
            count = open_branch(s, of, next.node, left, count);
            continue;
        }
        graze_status status = ask_leaf(s, of, node);
        if (status != GRAZE_OK)
            return status;
    }
    return GRAZE_OK;
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

/* The point of the polygon's outline that is nearest, and the edge that it is on. */
static graze_point nearest_on_outline(const outline *of, size_t *edge)
{
    graze_point best = {0, 0};
    double least = INFINITY;
    for (size_t i = 0; i < body_size(of->body); i++) {
        graze_point a = corner(of, i), b = corner(of, body_after(of->body, i));
        graze_point at = nearest_on_segment(a, b, of->p);
        double dx = of->p.x - at.x, dy = of->p.y - at.y, square = dx * dx + dy * dy;
        if (square < least) {
            least = square;
            best = at;
            *edge = i;
        }
    }
    return best;
}

/* The direction away from it: towards the point that asks, or across the edge that this is on. */
static graze_point away_from(const outline *of, graze_point best, size_t edge)
{
    if (of->p.x != best.x || of->p.y != best.y)
        return direction(of->p.x - best.x, of->p.y - best.y);
    graze_point a = corner(of, edge), b = corner(of, body_after(of->body, edge));
    return direction(b.y - a.y, a.x - b.x);
}

/* From the nearest point of the polygon go on by the radius: towards the point that asks;
 * when that is inside the polygon, away from it; when it is on an edge, across that. */
static graze_point surface_point(const graze_obstacle *obstacle, graze_point place)
{
    const outline of = outline_of(obstacle, place);
    double radius = obstacle->body.radius;
    size_t edge = 0;
    graze_point best = nearest_on_outline(&of, &edge), across = {0, 0};
    if (radius > 0) {
        across = away_from(&of, best, edge);
        radius = lies_inside(&of) ? -radius : radius;
    }
    return (graze_point){best.x / of.units + obstacle->place.x + radius * across.x,
                         best.y / of.units + obstacle->place.y + radius * across.y};
}

/* ---- the question --------------------------------------------------------------------------- */

graze_status graze_world_nearest(const graze_world *world, graze_point place, graze_nearest *answer)
{
    FLOAT_MODE_DEFAULT;
    if (world == NULL || answer == NULL)
        return GRAZE_ERROR_NULL;
    if (!isfinite(place.x) || !isfinite(place.y))
        return GRAZE_ERROR_NOT_FINITE;
    search s = {.world = world, .place = place, .limit = INFINITY};
    graze_status status = search_tree(&s, &world->runs);
    if (status == GRAZE_OK)
        status = search_tree(&s, &world->others);
    if (status == GRAZE_OK)
        status = ask_waiting(&s);
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
