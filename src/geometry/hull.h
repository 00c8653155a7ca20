/* SPDX-License-Identifier: MIT */
/* The support mapping of a prepared body: its vertex that lies farthest in a direction.
 *
 * In two steps. hull_near answers fast: by climbing from a vertex to the neighbour that
 * is higher, or by scanning all of them; its heights are rounded, so on long rows of
 * nearly level edges it may stop short of the farthest. That does no harm to a search.
 * hull_farthest climbs on from there with exact comparisons (a filter, then exact
 * numbers): in a convex polygon a vertex that is higher than both neighbours is the
 * highest of all. It is for proofs.
 */
#ifndef GRAZE_GEOMETRY_HULL_H
#define GRAZE_GEOMETRY_HULL_H

#include <graze/gjk.h>
#include <math.h>

#include "geometry/body.h"
#include "geometry/orientation.h"

/* The first half of the directions of graze_hull.reach; the others are opposite to them. No longer
 * than 1, exactly (their squares add up to 1 at most). */
enum { HULL_AXES = 16 };
extern const float hull_axis_x[HULL_AXES], hull_axis_y[HULL_AXES]; /* at the start of vectors */

/* Hulls of three or four corners without a radius keep these where others have reaches, if floats
 * hold them far from their limits. */
enum { HULL_CORNERS = 4 };

static inline bool hull_keeps_corners(const graze_hull *hull) { return hull->reach_unit < 0; }

/* Of those, rectangles along the axes no side of which is less than a fourth of their size. */
static inline bool hull_is_box(const graze_hull *hull) { return hull->reach_unit < -1; }

/* How hull_near looks. */
typedef enum hull_way { HULL_CLIMB, HULL_SCAN } hull_way;

/* The sign of direction . (to - from) where doubles cannot tell. */
int hull_rise_exact(graze_point direction, graze_point from, graze_point to);

/* The same. Bound: as for a cross product, see ORIENTATION_ERROR. */
static inline int hull_rise(graze_point direction, graze_point from, graze_point to)
{
    double x = direction.x * (to.x - from.x), y = direction.y * (to.y - from.y);
    double rise = x + y;
    if (fabs(rise) > ORIENTATION_ERROR * (fabs(x) + fabs(y)) + ORIENTATION_UNDERFLOW)
        return rise > 0 ? 1 : -1;
    return hull_rise_exact(direction, from, to);
}

/* The octant of a direction: its signs, and which of |x|, |y| is larger. */
static inline int hull_octant(graze_point direction)
{
    return (direction.x < 0) | (direction.y < 0) << 1 |
           (fabs(direction.x) < fabs(direction.y)) << 2;
}

/* The farthest vertex, starting from any vertex; of two, the one met first. Each step
 * rises, so there are fewer than vertex_count. */
static inline size_t hull_climb(const graze_body *body, graze_point direction, size_t from)
{
    size_t count = body->vertex_count, at = from;
    const graze_point *vertices = body->vertices;
    if (count < 2)
        return 0;
    for (;;) {
        size_t next = at + 1 < count ? at + 1 : 0;
        if (hull_rise(direction, vertices[at], vertices[next]) <= 0)
            break;
        at = next;
    }
    if (at != from)
        return at;
    for (;;) {
        size_t next = (at == 0 ? count : at) - 1;
        if (hull_rise(direction, vertices[at], vertices[next]) <= 0)
            return at;
        at = next;
    }
}

static inline double hull_height(const graze_body *body, size_t index, graze_point direction)
{
    return body->vertices[index].x * direction.x + body->vertices[index].y * direction.y;
}

/* The vertex of the largest rounded height. */
static inline size_t hull_scan(const graze_body *body, graze_point direction)
{
    size_t best = 0;
    double highest = -INFINITY;
    for (size_t i = 0; i < body->vertex_count; i++) {
        double height = hull_height(body, i, direction);
        best = height > highest ? i : best;
        highest = height > highest ? height : highest;
    }
    return best;
}

/* A vertex whose rounded height neither neighbour exceeds. */
static inline size_t hull_climb_rounded(const graze_body *body, graze_point direction, size_t at)
{
    size_t count = body->vertex_count;
    if (count < 2)
        return 0;
    double height = hull_height(body, at, direction);
    size_t next = at + 1 < count ? at + 1 : 0;
    double higher = hull_height(body, next, direction);
    if (higher > height) {
        do {
            height = higher;
            at = next;
            next = at + 1 < count ? at + 1 : 0;
            higher = hull_height(body, next, direction);
        } while (higher > height);
        return at;
    }
    for (;;) {
        next = (at == 0 ? count : at) - 1;
        higher = hull_height(body, next, direction);
        if (!(higher > height))
            return at;
        height = higher;
        at = next;
    }
}

/* Where a climb in the direction begins. */
static inline size_t hull_start(const graze_hull *hull, graze_point direction)
{
    const size_t part = hull->start[hull_octant(direction)], count = hull->body.vertex_count;
    return count / 256 * part + count % 256 * part / 256;
}

static inline size_t hull_near(const graze_hull *hull, graze_point direction, hull_way way)
{
    return way == HULL_SCAN
               ? hull_scan(&hull->body, direction)
               : hull_climb_rounded(&hull->body, direction, hull_start(hull, direction));
}

/* The farthest vertex, exactly. */
static inline size_t hull_farthest(const graze_hull *hull, graze_point direction, size_t near)
{
    return hull_climb(&hull->body, direction, near);
}

#endif
