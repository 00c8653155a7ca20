/* SPDX-License-Identifier: MIT */
/* The filter for swept bodies: GJK on the difference of two swept sets, in which every
 * corner is the sum of four: a vertex and a place of either. */
#include "geometry/apart.h"

#include <math.h>

#include "geometry/body.h"
#include "geometry/simplex.h"

enum { STEPS = 16 };

/* The difference b - a of the sets, and how large its numbers are. */
typedef struct difference {
    const swept_set *a, *b;
    graze_point size; /* sums of the largest |x| and |y| of the four lists */
    double margin;
} difference;

/* The farthest point in a direction, and how far it is, as they come out in doubles. */
typedef struct support {
    graze_point at;
    double height;
} support;

static support farthest_of(const graze_point *points, size_t count, graze_point direction)
{
    support best = {points[0], point_dot(points[0], direction)};
    for (size_t i = 1; i < count; i++) {
        double height = point_dot(points[i], direction);
        if (height > best.height)
            best = (support){points[i], height};
    }
    return best;
}

static support farthest_in(const swept_set *set, graze_point direction)
{
    const graze_point origin = {0, 0};
    const graze_body *body = set->body;
    support place = farthest_of(set->places, set->place_count, direction);
    support vertex = body->vertex_count == 0 ? (support){origin, 0}
                                             : farthest_of(body->vertices, body->vertex_count,
                                                           direction);
    return (support){{place.at.x + vertex.at.x, place.at.y + vertex.at.y},
                     place.height + vertex.height};
}

static support farthest(const difference *of, graze_point direction)
{
    support b = farthest_in(of->b, direction);
    support a = farthest_in(of->a, (graze_point){-direction.x, -direction.y});
    return (support){point_minus(b.at, a.at), b.height + a.height};
}

/* Is the whole difference, margin and all, on the far side of the line through the
 * origin?
 *
 * Bound, with U = 2^-53: each height in a list is within 2U of |x| |direction.x| +
 * |y| |direction.y|, so the largest of the true ones exceeds the largest of the rounded
 * ones by no more; three additions of four heights add 3U of their sum. 8U of the sizes
 * covers this and its own rounding, 2^-1040 what underflows. The margin is met by 8U
 * for the sum, the root and the product. */
static bool separates(const difference *of, graze_point direction, double height)
{
    const double unit = 0x1p-53;
    double scale = fabs(direction.x) * of->size.x + fabs(direction.y) * of->size.y;
    double length = sqrt(point_dot(direction, direction));
    double grown = height + (8 * unit * scale + 0x1p-1040);
    /* A length whose squares underflow is no length to rely on. */
    return length > 0x1p-500 && grown + of->margin * length * (1 + 8 * unit) < 0;
}

static graze_point largest_of(const graze_point *points, size_t count)
{
    graze_point size = {0, 0};
    for (size_t i = 0; i < count; i++) {
        size.x = fmax(size.x, fabs(points[i].x));
        size.y = fmax(size.y, fabs(points[i].y));
    }
    return size;
}

static void enlarge(graze_point *size, const swept_set *set)
{
    graze_point places = largest_of(set->places, set->place_count);
    graze_point vertices = largest_of(set->body->vertices, set->body->vertex_count);
    size->x += places.x + vertices.x;
    size->y += places.y + vertices.y;
}

/* From any point of the difference towards the origin. */
static graze_point first_direction(const difference *of)
{
    graze_point a = body_vertex(of->a->body, 0), b = body_vertex(of->b->body, 0);
    return (graze_point){(of->a->places[0].x + a.x) - (of->b->places[0].x + b.x),
                         (of->a->places[0].y + a.y) - (of->b->places[0].y + b.y)};
}

static bool same_point(const simplex *s, graze_point at)
{
    for (int i = 0; i < s->count; i++)
        if (s->point[i].at.x == at.x && s->point[i].at.y == at.y)
            return true;
    return false;
}

bool swept_sets_apart(const swept_set *a, const swept_set *b)
{
    difference of = {a, b, {0, 0}, a->margin + b->margin};
    enlarge(&of.size, a);
    enlarge(&of.size, b);
    graze_point direction = first_direction(&of);
    simplex found = {.count = 0};
    for (int step = 0; step < STEPS; step++) {
        support best = farthest(&of, direction);
        if (separates(&of, direction, best.height))
            return true;
        if (same_point(&found, best.at))
            return false; /* nothing nearer: the gap is narrower than the margin */
        found.point[found.count++] = (simplex_point){.at = best.at};
        if (found.count == 1)
            direction = (graze_point){-best.at.x, -best.at.y};
        else if (found.count == 2)
            found = simplex_segment(found.point[0], found.point[1], &direction);
        else
            found = simplex_triangle(&found, &direction);
        if (found.count == 3)
            return false; /* the triangle holds the origin */
    }
    return false;
}
