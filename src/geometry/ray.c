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
#if CPU_WIDE
    if (placed_far_applies(pair))
        return placed_far_quickly(pair, duo_of(direction.x, direction.y));
#endif
    const graze_point back = {-direction.x, -direction.y};
    return (minkowski_corner){hull_scan(&pair->a->body, back),
                              hull_scan(&pair->b->body, direction)};
}

bool ray_begin(const placed_pair *pair, minkowski_corner *near)
{
    const graze_point middle = middle_of(pair);
    *near = far_in(pair, (graze_point){-middle.x, -middle.y});
    return point_dot(place_of(pair, *near), middle) > 0;
}

/* From the corner that is farthest along the ray towards it: counter-clockwise from its right
 * side, clockwise from its left. */
static inline bool walk_to_ray(const placed_pair *pair, minkowski_corner at, ray_edge *edge)
{
    const graze_point middle = middle_of(pair);
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

/* An edge of the difference as that of one body, which it is parallel to; and the vertex of the
 * other. No processor foresees which body's it is, so it is chosen without a branch. */
typedef struct own_edge {
    graze_point start, end;
    const graze_body *other;
    size_t at;
    int turned; /* -1 where it is one of A, which C = B - A turns round; else 1 */
} own_edge;

static inline own_edge own_edge_of(const placed_pair *pair, const ray_edge *edge)
{
    const bool by_b = edge->from.a == edge->to.a;
    const graze_body *const body[2] = {&pair->a->body, &pair->b->body};
    const size_t first[2] = {edge->to.a, edge->from.b}, last[2] = {edge->from.a, edge->to.b};
    const size_t other[2] = {edge->from.b, edge->from.a};
    const graze_point *vertices = body[by_b]->vertices;
    return (own_edge){vertices[first[by_b]], vertices[last[by_b]], body[!by_b], other[by_b],
                      2 * by_b - 1};
}

/* How the other body's edges at its vertex turn from the edge, exactly: 1 inward, 0 where one is
 * parallel, -1 outward. Where neither turns outward, the vertex is farthest across the edge, since
 * bodies are convex. C turns those of A round, and own_edge_of that of A. */
typedef struct turns {
    int before, after;
} turns;

static turns turns_at(const own_edge *own)
{
    const graze_body *other = own->other;
    const graze_point here = other->vertices[own->at];
    const graze_point last = other->vertices[body_before(other, own->at)];
    const graze_point next = other->vertices[body_after(other, own->at)];
    return (turns){own->turned * orientation_of_edges(here, last, own->start, own->end),
                   own->turned * orientation_of_edges(own->start, own->end, next, here)};
}

/* The same as side_of_edge(), or SIGN_UNKNOWN. */
static int side_quickly(const placed_pair *pair, const own_edge *own, minkowski_corner from)
{
    int beyond = SIGN_UNKNOWN;
#if CPU_WIDE
    if (cpu_has_avx2())
        beyond = placed_side_quickly(pair, fan_vertex(pair->a->body.vertices, from.a),
                                     fan_vertex(pair->b->body.vertices, from.b),
                                     duo_load(&own->start.x), duo_load(&own->end.x));
#else
    (void)pair, (void)own, (void)from;
#endif
    return beyond == SIGN_UNKNOWN ? SIGN_UNKNOWN : -beyond;
}

/* On which side of the edge is the origin, exactly: 1 on the inner one. Bound: 2U of the size
 * for the point, U for the edge, each product and the difference, below 6U; with its own
 * rounding 8U. */
static int side_of_edge(const placed_pair *pair, const own_edge *own, const placed_point *from)
{
    const double x = own->end.x - own->start.x, y = own->end.y - own->start.y;
    const double cross = from->at.x * y - from->at.y * x;
    const double bound =
        8 * 0x1p-53 * (from->size.x * fabs(y) + from->size.y * fabs(x)) + ORIENTATION_UNDERFLOW;
    if (fabs(cross) > bound)
        return cross > 0 ? 1 : -1;
    const int sign = side_quickly(pair, own, from->corner);
    if (sign != SIGN_UNKNOWN)
        return sign;
    const exact_vector exact = placed_exact(pair, from->corner);
    return exact_vector_cross_edge_sign(&exact, own->start, own->end);
}

/* The same where bodies seem to touch: since most of them do, the bound above is asked last. */
static int side_of_touch(const placed_pair *pair, const ray_edge *edge)
{
    const own_edge own = own_edge_of(pair, edge);
    const int sign = side_quickly(pair, &own, edge->from);
    if (sign != SIGN_UNKNOWN)
        return sign;
    const placed_point from = placed_corner(pair, edge->from);
    return side_of_edge(pair, &own, &from);
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

static inline ray_answer leave_by(const ray_edge *edge, int inner, bool alone, ray_exit *exit)
{
    if (inner > 0)
        return RAY_INSIDE;
    *exit = (ray_exit){*edge, inner, alone};
    return RAY_OUTSIDE;
}

ray_answer ray_leaves_by(const placed_pair *pair, const ray_edge *edge, ray_exit *exit)
{
    return leave_by(edge, side_of_touch(pair, edge), true, exit);
}

/* Is the origin surely inside the triangle of the corner of ray_begin and the diameter of the inner
 * disc that is seen across from there? Most pairs that overlap are told so.
 *
 * It is where it is t of the way from the corner to the middle, 0 < t < 1, and less than t r beside
 * that way, whose length is L. Let u = 2^-53 and m be the magnitude, r at least 2^-9 m, and t at
 * least 2^-8. No corner is farther towards the origin, up to roundings, so that L >= r / 2 and
 * t < 1, or the origin is in the disc, which is inside, too. Of r 2^-17 m are left for errors. Both
 * ends are off by a few u m, which is 2^9 times as much at most when the middle makes up for it.
 * The product across is off by 12u m^2, thus the distance beside by 2^-39 m, less than 2^-30 m t;
 * the product ahead by as much, 2^-19 of itself. Floats hold r, so that no product of six numbers
 * overflows, nor does the right one underflow. */
static bool holds_origin_aside(const placed_pair *pair, minkowski_corner near)
{
    const double radius = (double)pair->a->inner_radius + (double)pair->b->inner_radius;
    const graze_point at = place_of(pair, near), way = point_minus(middle_of(pair), at);
    const double whole = point_dot(way, way), ahead = -point_dot(at, way);
    const double across = point_cross(at, way), reach = ahead * radius * (1 - 0x1p-8);
    return across * across * whole < reach * reach && ahead > 0x1p-8 * whole &&
           radius > 0x1p-9 * pair->magnitude;
}

/* The ray leaves by the edge if that is an edge of the difference, counter-clockwise, and its ends
 * are on the ray's two sides: then so much of the ray is inside as is on the inner side of it. */
ray_answer ray_tells(const placed_pair *pair, minkowski_corner near, ray_exit *exit)
{
    ray_edge edge;
    boundary_part ends;
    if (holds_origin_aside(pair, near))
        return RAY_INSIDE;
    if (!walk_to_ray(pair, near, &edge))
        return RAY_UNKNOWN;
    if (!has_ray_between(pair, &edge, &ends) && !has_ray_between(pair, &edge, &ends))
        return RAY_UNKNOWN;
    const own_edge own = own_edge_of(pair, &edge);
    const turns beside = turns_at(&own);
    if (beside.before < 0 || beside.after < 0)
        return RAY_UNKNOWN;
    const placed_point from = placed_corner(pair, edge.from);
    return leave_by(&edge, side_of_edge(pair, &own, &from),
                    beside.before > 0 && beside.after > 0, exit);
}

/* Is edge . point certainly positive, for an edge of one body? Bound: 2U of the sizes for the
 * point, U for the edge, U for each product and the sum, below 6U; with its own rounding 8U. */
static inline bool surely_ahead(graze_point from, graze_point to, const placed_point *point)
{
    const double x = to.x - from.x, y = to.y - from.y;
    const double bound =
        8 * 0x1p-53 * (fabs(x) * point->size.x + fabs(y) * point->size.y) + ORIENTATION_UNDERFLOW;
    return x * point->at.x + y * point->at.y > bound;
}

/* Is the origin's foot on the line of one body's edge surely between its ends? */
static inline bool has_foot_between(const placed_pair *pair, const own_edge *own,
                                    const ray_edge *edge)
{
    const placed_point from = placed_corner(pair, edge->from), to = placed_corner(pair, edge->to);
    return surely_ahead(own->start, own->end, &to) && surely_ahead(own->end, own->start, &from);
}

bool ray_exit_is_nearest(const placed_pair *pair, const ray_exit *exit)
{
    if (!exit->alone)
        return false;
    const own_edge own = own_edge_of(pair, &exit->edge);
    return has_foot_between(pair, &own, &exit->edge);
}

/* Where the origin is (ray_side), if the edge has one of each body in it: exactly parallel and one
 * way, so that both are what is farthest across them. */
static int side_of_long_edge(const placed_pair *pair, const ray_edge *edge)
{
    const graze_point *a = pair->a->body.vertices, *b = pair->b->body.vertices;
    const own_edge own = {.start = a[edge->to.a], .end = a[edge->from.a]};
    const graze_point start = b[edge->from.b], end = b[edge->to.b];
    const placed_point from = placed_corner(pair, edge->from), to = placed_corner(pair, edge->to);
    const bool is_one = point_dot(point_minus(own.end, own.start), point_minus(end, start)) > 0 &&
                        orientation_of_edges(own.start, own.end, start, end) == 0 &&
                        surely_ahead(own.start, own.end, &to) &&
                        surely_ahead(own.end, own.start, &from);
    return is_one ? side_of_edge(pair, &own, &from) : 1;
}

/* An edge of one body with the other's that is parallel to it, before or after it. */
static ray_edge lengthened(const placed_pair *pair, const ray_edge *edge, const turns *beside)
{
    const graze_body *a = &pair->a->body, *b = &pair->b->body;
    const bool by_b = edge->from.a == edge->to.a;
    ray_edge both = *edge;
    if (by_b && beside->after == 0)
        both.to.a = body_after(a, edge->to.a);
    else if (by_b)
        both.from.a = body_before(a, edge->from.a);
    else if (beside->after == 0)
        both.to.b = body_after(b, edge->to.b);
    else
        both.from.b = body_before(b, edge->from.b);
    return both;
}

/* The same of an edge that is one body's; it becomes the longer one that it is a part of. */
static int side_of_own_edge(const placed_pair *pair, ray_edge *edge)
{
    const own_edge own = own_edge_of(pair, edge);
    const turns beside = turns_at(&own);
    if (beside.before < 0 || beside.after < 0)
        return 1;
    if (beside.before == 0 || beside.after == 0) {
        *edge = lengthened(pair, edge, &beside);
        return side_of_long_edge(pair, edge);
    }
    const placed_point from = placed_corner(pair, edge->from);
    return has_foot_between(pair, &own, edge) ? side_of_edge(pair, &own, &from) : 1;
}

/* ---- the nearest part ------------------------------------------------------------------- */

int ray_side(const placed_pair *pair, walk_end end, ray_edge *part)
{
    switch (end) {
    case WALK_SURE:
        return -1;
    case WALK_AT_EDGE:
        return side_of_touch(pair, part);
    case WALK_LONG:
        return side_of_long_edge(pair, part);
    case WALK_UNSURE:
        return side_of_own_edge(pair, part);
    default:
        return 1;
    }
}

bool ray_nearest(const placed_pair *pair, minkowski_corner from, boundary_part *nearest)
{
    ray_edge part;
    const walk_end end = fan_walk(pair, from, &part);
    if (ray_side(pair, end, &part) > 0)
        return false;
    *nearest = (boundary_part){placed_corner(pair, part.from), placed_corner(pair, part.to)};
    return true;
}
