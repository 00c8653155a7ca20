/* SPDX-License-Identifier: MIT */
/* See distance.h.
 *
 * Of the edges of a polygon, doubles choose those that may be the nearest, and double-doubles
 * with error bounds (numeric/dd.h) find the distance to each of these. The sign: a point
 * outside a convex polygon is strictly to the right of one of its nearest edges (where a vertex
 * is the nearest, of one of the two that share it), and both of these are among the chosen. */
#include "world/distance.h"

#include <math.h>

#include "geometry/body.h"
#include "numeric/dd.h"

typedef struct dd_point {
    dd x, y;
} dd_point;

/* place - at - vertex */
static dd_point offset(graze_point place, graze_point at, graze_point vertex)
{
    return (dd_point){
        dd_sub(dd_sub(dd_from(place.x), dd_from(at.x)), dd_from(vertex.x)),
        dd_sub(dd_sub(dd_from(place.y), dd_from(at.y)), dd_from(vertex.y)),
    };
}

static dd dot(const dd_point *a, const dd_point *b)
{
    return dd_add(dd_mul(a->x, b->x), dd_mul(a->y, b->y));
}

static dd cross(const dd_point *a, const dd_point *b)
{
    return dd_sub(dd_mul(a->x, b->y), dd_mul(a->y, b->x));
}

/* The root of a sum of squares: exact 0 for exact 0. */
static dd root(dd square)
{
    return dd_is_exact_zero(square) ? dd_from(0) : dd_sqrt(square);
}

static dd length(const dd_point *of)
{
    if (dd_is_exact_zero(of->x) && of->y.low == 0 && of->y.error == 0)
        return dd_from(fabs(of->y.high));
    if (dd_is_exact_zero(of->y) && of->x.low == 0 && of->x.error == 0)
        return dd_from(fabs(of->x.high));
    return root(dot(of, of));
}

/* ---- one edge ------------------------------------------------------------------------- */

typedef struct edge_distance {
    dd distance;
    int side; /* of the edge that the point is on: 1 left, -1 right, 0 on it */
} edge_distance;

/* False when a sign is not certain. */
static bool distance_to_edge(const graze_obstacle *of, size_t index, graze_point place,
                             edge_distance *found)
{
    graze_point a = body_vertex(&of->body, index);
    graze_point b = body_vertex(&of->body, body_after(&of->body, index));
    dd_point along = {dd_sub(dd_from(b.x), dd_from(a.x)), dd_sub(dd_from(b.y), dd_from(a.y))};
    dd_point from_a = offset(place, of->place, a), from_b = offset(place, of->place, b);
    dd turn = cross(&along, &from_a);
    int after = dd_sign(dot(&along, &from_a)), beyond = dd_sign(dot(&along, &from_b));
    found->side = dd_sign(turn);
    if (after == SIGN_UNKNOWN || beyond == SIGN_UNKNOWN || found->side == SIGN_UNKNOWN)
        return false;
    if (after <= 0)
        found->distance = length(&from_a);
    else if (beyond >= 0)
        found->distance = length(&from_b);
    else if (found->side == 0)
        found->distance = dd_from(0);
    else
        found->distance = dd_div(found->side > 0 ? turn : dd_negative(turn), length(&along));
    return true;
}

/* ---- in doubles ------------------------------------------------------------------------ */

/* Lengths in doubles are off by less than 2^-48 of `size`: place and vertices are rounded once
 * each, and the foot of a perpendicular moves along its edge by no more. */
typedef struct rough {
    graze_point q; /* [m] the place in the frame of the body */
    double size;   /* [m] no number is greater */
    double least;  /* [m^2] to the nearest edge */
    bool outside;  /* certainly; false: not known */
} rough;

static double greater_double(double a, double b)
{
    return a > b ? a : b;
}

static double rough_square(const graze_obstacle *of, size_t index, rough *at)
{
    graze_point a = body_vertex(&of->body, index);
    graze_point b = body_vertex(&of->body, body_after(&of->body, index));
    double dx = b.x - a.x, dy = b.y - a.y, wx = at->q.x - a.x, wy = at->q.y - a.y;
    double square = dx * dx + dy * dy, t = wx * dx + wy * dy;
    double wrong = 0x1p-46 * at->size * (fabs(dx) + fabs(dy)) + 0x1p-1000;
    at->outside |= dx * wy - dy * wx < -wrong;
    if (t > 0) {
        double share = t < square ? t / square : 1;
        wx -= share * dx;
        wy -= share * dy;
    }
    return wx * wx + wy * wy;
}

static double size_of(const graze_obstacle *of, graze_point place)
{
    double size = fabs(of->place.x) + fabs(of->place.y) + fabs(place.x) + fabs(place.y);
    double most = 0;
    for (size_t i = 0; i < body_size(&of->body); i++) {
        graze_point vertex = body_vertex(&of->body, i);
        most = greater_double(most, fabs(vertex.x) + fabs(vertex.y));
    }
    return size + most;
}

static size_t edge_count(const graze_obstacle *of)
{
    return body_size(&of->body) <= 2 ? 1 : body_size(&of->body);
}

/* False where squares might over- or underflow. */
static bool look_roughly(const graze_obstacle *of, graze_point place, rough *at)
{
    size_t edges = edge_count(of);
    *at = (rough){.q = {place.x - of->place.x, place.y - of->place.y},
                  .size = size_of(of, place),
                  .least = INFINITY,
                  .outside = body_size(&of->body) <= 2};
    for (size_t i = 0; i < edges; i++) {
        double square = rough_square(of, i, at);
        at->least = square < at->least ? square : at->least;
    }
    return at->size > 0x1p-400 && at->size < 0x1p400 && of->body.radius < 0x1p400;
}

/* ---- which edges ----------------------------------------------------------------------- */

/* The lesser of two; where they are too near each other to tell, either is, up to its error. */
static dd lesser(dd a, dd b)
{
    dd less = dd_sub(a, b);
    dd chosen = less.high < 0 ? a : b;
    if (dd_sign(less) == SIGN_UNKNOWN)
        chosen.error = greater_double(a.error, b.error) + 2 * fabs(less.high) + less.error;
    return chosen;
}

/* The least of those edges that may be it, its distance negative inside. */
static bool distance_to_edges(const graze_obstacle *of, graze_point place, rough *at, dd *distance)
{
    double limit = sqrt(at->least) + 0x1p-46 * at->size;
    bool outside = at->outside;
    dd nearest = dd_from(0x1p600);
    limit *= limit * (1 + 0x1p-46);
    for (size_t i = 0; i < edge_count(of); i++) {
        edge_distance edge;
        if (rough_square(of, i, at) > limit)
            continue;
        if (!distance_to_edge(of, i, place, &edge))
            return false;
        outside = outside || edge.side < 0;
        nearest = lesser(edge.distance, nearest);
    }
    *distance = outside ? nearest : dd_negative(nearest);
    return true;
}

/* ---- the questions --------------------------------------------------------------------- */

bool distance_bounds(const graze_obstacle *obstacle, graze_point place, double *lower,
                     double *upper)
{
    rough at;
    if (!look_roughly(obstacle, place, &at) || !at.outside)
        return false;
    double distance = sqrt(at.least) - obstacle->body.radius;
    double wrong = 0x1p-46 * (at.size + obstacle->body.radius);
    *lower = distance - wrong;
    *upper = distance + wrong;
    return true;
}

bool distance_to_obstacle(const graze_obstacle *obstacle, graze_point place, double *distance)
{
    rough at;
    dd exact;
    if (!look_roughly(obstacle, place, &at))
        return false;
    if (body_size(&obstacle->body) == 1) {
        dd_point from = offset(place, obstacle->place, body_vertex(&obstacle->body, 0));
        exact = length(&from);
    } else if (!distance_to_edges(obstacle, place, &at, &exact)) {
        return false;
    }
    return dd_round_down(dd_sub(exact, dd_from(obstacle->body.radius)), distance);
}

/* Differences of two doubles are exact: high and low tell which is greater. */
static dd greater(dd a, dd b)
{
    return a.high != b.high ? (a.high > b.high ? a : b) : a.low > b.low ? a : b;
}

/* Beside the box one coordinate counts, at its corners both, inside the nearest side. */
bool distance_to_box(const world_box *box, graze_point place, double *distance)
{
    dd px = dd_from(place.x), py = dd_from(place.y);
    dd_point gap = {greater(dd_sub(dd_from(box->x0), px), dd_sub(px, dd_from(box->x1))),
                    greater(dd_sub(dd_from(box->y0), py), dd_sub(py, dd_from(box->y1)))};
    bool at_corner = gap.x.high > 0 && gap.y.high > 0;
    return dd_round_down(at_corner ? root(dot(&gap, &gap)) : greater(gap.x, gap.y), distance);
}
