/* SPDX-License-Identifier: MIT */
/* Walks along the boundary of a placed difference. */
#include "geometry/boundary.h"

#include "numeric/rounding.h"

static bool same_corner(minkowski_corner p, minkowski_corner q)
{
    return p.a == q.a && p.b == q.b;
}

static placed_point after(const placed_pair *pair, const placed_point *point)
{
    return placed_corner(pair,
                         minkowski_after(&pair->a->body, &pair->b->body, point->corner));
}

static placed_point before(const placed_pair *pair, const placed_point *point)
{
    return placed_corner(pair,
                         minkowski_before(&pair->a->body, &pair->b->body, point->corner));
}

bool boundary_holds_origin(const placed_pair *pair, minkowski_corner *outer)
{
    minkowski_walk walk = minkowski_begin(&pair->a->body, &pair->b->body);
    minkowski_corner first = {0, 0}, corner;
    placed_point last = {{0, 0}, {0, 0}, first};
    size_t count = 0;
    while (minkowski_next(&walk, &corner)) {
        placed_point point = placed_corner(pair, corner);
        if (count == 0)
            first = corner;
        *outer = last.corner;
        if (count++ > 0 && placed_cross_sign(pair, &last, &point) <= 0)
            return false;
        last = point;
    }
    *outer = last.corner;
    placed_point start = placed_corner(pair, first);
    return count >= 3 && placed_cross_sign(pair, &last, &start) > 0;
}

/* The middle of the difference: inside, but for bodies without an inner disc. */
static exact_vector exact_middle(const placed_pair *pair)
{
    graze_point a = pair->a->middle, b = pair->b->middle;
    return (exact_vector){{pair->place_b.x, -pair->place_a.x, b.x, -a.x},
                          {pair->place_b.y, -pair->place_a.y, b.y, -a.y}};
}

/* The sign of corner x middle; the bound as in placed_cross_sign. */
int boundary_side_of_ray(const placed_pair *pair, const placed_point *corner)
{
    graze_point a = pair->a->middle, b = pair->b->middle;
    graze_point apart = {b.x - a.x, b.y - a.y};
    placed_point middle = {
        {pair->offset.x + apart.x, pair->offset.y + apart.y},
        {fabs(pair->offset.x) + fabs(apart.x), fabs(pair->offset.y) + fabs(apart.y)},
        {0, 0}};
    int sign = placed_cross_filter(corner, &middle);
    if (sign != SIGN_UNKNOWN)
        return sign;
    exact_vector exact = placed_exact(pair, corner->corner), inner = exact_middle(pair);
    return exact_vector_cross_sign(&exact, &inner);
}

int boundary_holds_origin_near(const placed_pair *pair, const placed_point *farthest,
                               minkowski_corner *outer)
{
    size_t bound = body_size(&pair->a->body) + body_size(&pair->b->body);
    placed_point from = *farthest, to = from;
    int side = boundary_side_of_ray(pair, farthest);
    bool forward = side <= 0;
    for (size_t i = 0; i < bound; i++) {
        placed_point next = forward ? after(pair, &to) : before(pair, &to);
        from = forward ? to : next;
        to = next;
        side = boundary_side_of_ray(pair, &next);
        if (forward ? side >= 0 : side <= 0) {
            placed_point end = forward ? next : after(pair, &from);
            *outer = from.corner;
            return placed_cross_sign(pair, &from, &end) > 0;
        }
    }
    return -1; /* UNREACHED: a walk round the boundary crosses the ray */
}

/* The sign of point . (to - from). Bound: 2U of the sizes for the point, 2U for the
 * edge, U for each product and the sum; with its own rounding 8U. */
static int progress(const placed_pair *pair, const placed_point *from, const placed_point *to,
                    const placed_point *point)
{
    graze_point along = placed_edge(pair, from->corner, to->corner);
    double dot = point_dot(point->at, along);
    double bound = 8 * 0x1p-53 * (fabs(along.x) * point->size.x + fabs(along.y) * point->size.y) +
                   ORIENTATION_UNDERFLOW;
    if (fabs(dot) > bound)
        return dot > 0 ? 1 : -1;
    exact_vector place = placed_exact(pair, point->corner);
    exact_vector edge = placed_exact_edge(pair, from->corner, to->corner);
    return exact_vector_dot_sign(&place, &edge);
}

/* Two parallel segments: their difference is one, and every way along it is as good. */
static bool is_flat(const placed_pair *pair)
{
    const graze_body *a = &pair->a->body, *b = &pair->b->body;
    return a->vertex_count == 2 && b->vertex_count == 2 &&
           orientation_of_edges(a->vertices[0], a->vertices[1], b->vertices[0],
                                b->vertices[1]) == 0;
}

/* Goes one edge onward when the edge from *at to next faces the origin and descends
 * from *at. `forward` tells whether that is counter-clockwise. Answers whether *at
 * moved; *part is the edge when the nearest point lies within. */
typedef enum step { STEP_NONE, STEP_ON, STEP_WITHIN } step;

static step descend(const placed_pair *pair, placed_point *at, bool forward, boundary_part *part)
{
    placed_point next = forward ? after(pair, at) : before(pair, at);
    if (same_corner(next.corner, at->corner) || progress(pair, at, &next, at) >= 0)
        return STEP_NONE;
    boundary_part edge = forward ? (boundary_part){*at, next} : (boundary_part){next, *at};
    if (placed_cross_sign(pair, &edge.from, &edge.to) > 0) {
        if (!is_flat(pair))
            return STEP_NONE;
        edge = (boundary_part){edge.to, edge.from};
    }
    if (progress(pair, at, &next, &next) > 0) {
        *part = edge;
        return STEP_WITHIN;
    }
    *at = next;
    return STEP_ON;
}

bool boundary_nearest(const placed_pair *pair, placed_point outer, boundary_part *nearest)
{
    size_t bound = body_size(&pair->a->body) + body_size(&pair->b->body) + 1;
    placed_point at = outer;
    for (int way = 1; way >= 0; way--) {
        step taken = STEP_ON;
        for (size_t i = 0; taken == STEP_ON; i++) {
            /* UNREACHED: no walk that comes nearer at each step visits a corner twice */
            if (i > bound)
                return false;
            taken = descend(pair, &at, way == 1, nearest);
            if (taken == STEP_WITHIN)
                return true;
        }
        if (!same_corner(at.corner, outer.corner))
            break; /* it got nearer one way; the other way leads back */
    }
    *nearest = (boundary_part){at, at};
    return true;
}
