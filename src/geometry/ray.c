/* SPDX-License-Identifier: MIT */
/* The walks of ray.h. */
#include "geometry/ray.h"

/* ---- in doubles ------------------------------------------------------------------------- */

static inline graze_point place_of(const placed_pair *pair, minkowski_corner corner)
{
    const graze_point a = pair->a->body.vertices[corner.a], b = pair->b->body.vertices[corner.b];
    return (graze_point){pair->offset.x + (b.x - a.x), pair->offset.y + (b.y - a.y)};
}

static inline graze_point middle_of(const placed_pair *pair)
{
    const graze_point a = pair->a->middle, b = pair->b->middle;
    return (graze_point){pair->offset.x + (b.x - a.x), pair->offset.y + (b.y - a.y)};
}

/* The corner after, of the two edges that leave this one by the one that turns less. */
static inline minkowski_corner next_of(const placed_pair *pair, minkowski_corner at)
{
    const graze_body *a = &pair->a->body, *b = &pair->b->body;
    const size_t a_next = body_after(a, at.a), b_next = body_after(b, at.b);
    const graze_point along_a = point_minus(a->vertices[at.a], a->vertices[a_next]);
    const graze_point along_b = point_minus(b->vertices[b_next], b->vertices[at.b]);
    const bool by_b = point_cross(along_b, along_a) > 0;
    return (minkowski_corner){by_b ? at.a : a_next, by_b ? b_next : at.b};
}

static inline minkowski_corner last_of(const placed_pair *pair, minkowski_corner at)
{
    const graze_body *a = &pair->a->body, *b = &pair->b->body;
    const size_t a_last = body_before(a, at.a), b_last = body_before(b, at.b);
    const graze_point along_a = point_minus(a->vertices[a_last], a->vertices[at.a]);
    const graze_point along_b = point_minus(b->vertices[at.b], b->vertices[b_last]);
    const bool by_b = point_cross(along_a, along_b) > 0;
    return (minkowski_corner){by_b ? at.a : a_last, by_b ? b_last : at.b};
}

static inline minkowski_corner far_in(const placed_pair *pair, graze_point direction)
{
    const graze_point back = {-direction.x, -direction.y};
    return (minkowski_corner){hull_scan(&pair->a->body, back),
                              hull_scan(&pair->b->body, direction)};
}

minkowski_corner ray_begin(const placed_pair *pair)
{
    const graze_point middle = middle_of(pair);
    return far_in(pair, (graze_point){-middle.x, -middle.y});
}

/* The edge that the ray leaves by. */
typedef struct ray_edge {
    minkowski_corner from, to; /* counter-clockwise */
} ray_edge;

/* From the corner that is farthest along the ray towards it: counter-clockwise from its right
 * side, clockwise from its left. */
static inline bool walk_to_ray(const placed_pair *pair, ray_edge *edge)
{
    const graze_point middle = middle_of(pair);
    minkowski_corner at = ray_begin(pair);
    size_t left = pair->a->body.vertex_count + pair->b->body.vertex_count;
    double side = point_cross(place_of(pair, at), middle);
    if (side <= 0) {
        do {
            edge->from = at;
            at = next_of(pair, at);
            side = point_cross(place_of(pair, at), middle);
        } while (side <= 0 && --left != 0);
        edge->to = at;
    } else {
        do {
            edge->to = at;
            at = last_of(pair, at);
            side = point_cross(place_of(pair, at), middle);
        } while (side > 0 && --left != 0);
        edge->from = at;
    }
    return left != 0;
}

/* ---- certain ---------------------------------------------------------------------------- */

/* Of the edge of one body, whether the vertex of the other is farthest across it, exactly: 1
 * where it is the only one, 0 where an edge is parallel, -1 where it is not. Its neighbours
 * tell, since bodies are convex. A difference turns the edges of A round, which turns both
 * signs. */
static int support_of(const placed_pair *pair, const ray_edge *edge)
{
    const bool by_b = edge->from.a == edge->to.a;
    const graze_body *of = by_b ? &pair->b->body : &pair->a->body;
    const graze_body *other = by_b ? &pair->a->body : &pair->b->body;
    const graze_point start = of->vertices[by_b ? edge->from.b : edge->from.a];
    const graze_point end = of->vertices[by_b ? edge->to.b : edge->to.a];
    const size_t at = by_b ? edge->from.a : edge->from.b;
    const graze_point here = other->vertices[at];
    const int before =
        orientation_of_edges(other->vertices[body_before(other, at)], here, start, end);
    const int after =
        orientation_of_edges(start, end, here, other->vertices[body_after(other, at)]);
    return before > after ? -before : -after;
}

/* Are the ends of the edge on the two sides of the ray, exactly? Where it passes a corner that
 * doubles take to be on the other side, the edge becomes the one beside it. */
static bool has_ray_between(const placed_pair *pair, ray_edge *edge, boundary_part *ends)
{
    *ends = (boundary_part){placed_corner(pair, edge->from), placed_corner(pair, edge->to)};
    if (boundary_side_of_ray(pair, &ends->from) > 0)
        *edge = (ray_edge){last_of(pair, edge->from), edge->from};
    else if (boundary_side_of_ray(pair, &ends->to) < 0)
        *edge = (ray_edge){edge->to, next_of(pair, edge->to)};
    else
        return true;
    return false;
}

/* The ray leaves by the edge if that is an edge of the difference, counter-clockwise, and its ends
 * are on the ray's two sides: then so much of the ray is inside as is on the inner side of it. */
ray_answer ray_tells(const placed_pair *pair, minkowski_corner *near)
{
    ray_edge edge;
    boundary_part ends;
    if (!walk_to_ray(pair, &edge))
        return RAY_UNKNOWN;
    if (!has_ray_between(pair, &edge, &ends) && !has_ray_between(pair, &edge, &ends))
        return RAY_UNKNOWN;
    if (support_of(pair, &edge) < 0)
        return RAY_UNKNOWN;
    *near = edge.from;
    return placed_cross_sign(pair, &ends.from, &ends.to) > 0 ? RAY_INSIDE : RAY_OUTSIDE;
}

/* Is edge . point certainly positive, for an edge of one body? Bound: 2U of the sizes for the
 * point, U for the edge, U for each product and the sum, below 6U; with its own rounding 8U. */
static inline bool surely_ahead(graze_point from, graze_point to, const placed_point *point)
{
    const double x = to.x - from.x, y = to.y - from.y;
    const double bound = 8 * 0x1p-53 * (fabs(x) * point->size.x + fabs(y) * point->size.y) +
                         ORIENTATION_UNDERFLOW;
    return x * point->at.x + y * point->at.y > bound;
}

/* Does every way from the corner along an edge lead away from the origin? */
static bool is_nearest_corner(const placed_pair *pair, minkowski_corner corner)
{
    const graze_body *a = &pair->a->body, *b = &pair->b->body;
    const graze_point on_a = a->vertices[corner.a], on_b = b->vertices[corner.b];
    const placed_point point = placed_corner(pair, corner);
    return surely_ahead(on_b, b->vertices[body_after(b, corner.b)], &point) &&
           surely_ahead(on_b, b->vertices[body_before(b, corner.b)], &point) &&
           surely_ahead(a->vertices[body_after(a, corner.a)], on_a, &point) &&
           surely_ahead(a->vertices[body_before(a, corner.a)], on_a, &point);
}

/* Is the origin beyond the edge or on it, between its ends, and the edge not a part of another? */
static bool is_nearest_edge(const placed_pair *pair, const ray_edge *edge, boundary_part *part)
{
    const bool by_b = edge->from.a == edge->to.a;
    const graze_body *of = by_b ? &pair->b->body : &pair->a->body;
    const graze_point start = of->vertices[by_b ? edge->from.b : edge->to.a];
    const graze_point end = of->vertices[by_b ? edge->to.b : edge->from.a];
    *part = (boundary_part){placed_corner(pair, edge->from), placed_corner(pair, edge->to)};
    return surely_ahead(start, end, &part->to) && surely_ahead(end, start, &part->from) &&
           support_of(pair, edge) > 0 && placed_cross_sign(pair, &part->from, &part->to) <= 0;
}

/* ---- the nearest part ------------------------------------------------------------------- */

/* Goes on along edges that come nearer, counter-clockwise or clockwise. True with the edge where
 * one comes nearest between its ends; else *at is the corner that no edge leads nearer from. */
static inline bool descend(const placed_pair *pair, bool forward, minkowski_corner *at,
                           ray_edge *edge)
{
    size_t left = pair->a->body.vertex_count + pair->b->body.vertex_count;
    graze_point here = place_of(pair, *at);
    while (left-- != 0) {
        const minkowski_corner next = forward ? next_of(pair, *at) : last_of(pair, *at);
        const graze_point there = place_of(pair, next), along = point_minus(there, here);
        if (point_dot(here, along) >= 0)
            return false;
        if (point_dot(there, along) > 0) {
            *edge = forward ? (ray_edge){*at, next} : (ray_edge){next, *at};
            return true;
        }
        *at = next;
        here = there;
    }
    return false;
}

bool ray_nearest(const placed_pair *pair, minkowski_corner from, boundary_part *nearest)
{
    ray_edge edge;
    minkowski_corner at = from;
    if (descend(pair, true, &at, &edge) || descend(pair, false, &at, &edge))
        return is_nearest_edge(pair, &edge, nearest);
    const placed_point corner = placed_corner(pair, at);
    *nearest = (boundary_part){corner, corner};
    return is_nearest_corner(pair, at);
}
