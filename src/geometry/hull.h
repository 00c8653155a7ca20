/* SPDX-License-Identifier: MIT */
/* The support mapping of a prepared body: its vertex that lies farthest in a direction.
 *
 * By climbing: from a vertex on to the neighbour that is higher, until none is. In a
 * convex polygon that is the highest of all, provided that each comparison is right;
 * rounded comparisons stop too early on long rows of nearly level edges. Here each is
 * exact (a filter, then exact numbers), so what is found is the farthest vertex, not
 * nearly so. By scanning: the largest rounded height, and then a climb from there,
 * which ends at once nearly always.
 */
#ifndef GRAZE_GEOMETRY_HULL_H
#define GRAZE_GEOMETRY_HULL_H

#include <graze/gjk.h>
#include <math.h>

#include "geometry/body.h"
#include "geometry/orientation.h"

/* How a farthest vertex is looked for; the answer is the same but for ties. */
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

/* The vertex of the largest rounded height. */
static inline size_t hull_scan(const graze_body *body, graze_point direction)
{
    size_t best = 0;
    double highest = -INFINITY;
    for (size_t i = 0; i < body->vertex_count; i++) {
        double height =
            body->vertices[i].x * direction.x + body->vertices[i].y * direction.y;
        if (height > highest) {
            highest = height;
            best = i;
        }
    }
    return best;
}

static inline size_t hull_farthest(const graze_hull *hull, graze_point direction, hull_way way)
{
    size_t start = way == HULL_SCAN ? hull_scan(&hull->body, direction)
                                    : hull->start[hull_octant(direction)];
    return hull_climb(&hull->body, direction, start);
}

#endif
