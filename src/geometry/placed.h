/* SPDX-License-Identifier: MIT */
/* Two prepared bodies at their places, and the points of the difference of the two:
 * (place_b + b) - (place_a + a) for vertices a, b. The origin lies in the interior of
 * their hull iff the hulls of the vertices overlap.
 *
 * A point is kept rounded, with a bound on what was rounded, for filters; whoever needs
 * the truth asks for its exact sum of four doubles.
 */
#ifndef GRAZE_GEOMETRY_PLACED_H
#define GRAZE_GEOMETRY_PLACED_H

#include <graze/gjk.h>
#include <math.h>

#include "base/cpu.h"
#include "geometry/body.h"
#include "geometry/hull.h"
#include "geometry/minkowski.h"
#include "geometry/orientation.h"
#include "geometry/simplex.h"
#include "numeric/duo.h"
#include "numeric/rounding.h"

typedef struct placed_pair {
    const graze_hull *a, *b;
    graze_point place_a, place_b;
    graze_point offset; /* place_b - place_a, rounded */
    double radius;      /* the sum of the two, rounded */
    double magnitude;   /* which no number that takes part exceeds */
} placed_pair;

/* A point of the difference: at is within 2U |size| (1 + 4U) of the true one, each
 * coordinate, with U = 2^-53: the offset, the difference of the vertices and their sum
 * each add U of themselves, and size is the sum of the first two's magnitudes, which
 * bounds the third's. */
typedef struct placed_point {
    graze_point at, size;
    minkowski_corner corner;
} placed_point;

static inline graze_point placed_offset(graze_point place_a, graze_point place_b)
{
    return (graze_point){place_b.x - place_a.x, place_b.y - place_a.y};
}

static inline double placed_magnitude(const graze_hull *a, const graze_hull *b, graze_point offset)
{
    return fabs(offset.x) + fabs(offset.y) + a->size + b->size;
}

/* Points are written as wholes: wide loads of what was written by halves would wait. */
static inline placed_pair placed(const graze_hull *a, graze_point place_a, const graze_hull *b,
                                 graze_point place_b)
{
    const duo at_a = duo_of(place_a.x, place_a.y), at_b = duo_of(place_b.x, place_b.y);
    placed_pair pair = {.a = a, .b = b, .radius = a->body.radius + b->body.radius};
    duo_store(&pair.place_a.x, at_a);
    duo_store(&pair.place_b.x, at_b);
    duo_store(&pair.offset.x, duo_sub(at_b, at_a));
    pair.magnitude = placed_magnitude(a, b, placed_offset(place_a, place_b));
    return pair;
}

/* True when products and squares of them are far from overflow and underflow. */
static inline bool placed_is_ordinary(const placed_pair *pair)
{
    return pair->magnitude < 0x1p200 && pair->magnitude > 0x1p-200;
}

static inline placed_point placed_corner(const placed_pair *pair, minkowski_corner corner)
{
    graze_point a = body_vertex(&pair->a->body, corner.a);
    graze_point b = body_vertex(&pair->b->body, corner.b);
    graze_point apart = {b.x - a.x, b.y - a.y};
    return (placed_point){
        {pair->offset.x + apart.x, pair->offset.y + apart.y},
        {fabs(pair->offset.x) + fabs(apart.x), fabs(pair->offset.y) + fabs(apart.y)},
        corner};
}

/* A point of the difference far in a direction: far in B, and in A the other way. */
static inline simplex_point placed_near(const placed_pair *pair, graze_point direction,
                                        hull_way way)
{
    graze_point back = {-direction.x, -direction.y};
    minkowski_corner corner = {hull_near(pair->a, back, way), hull_near(pair->b, direction, way)};
    graze_point a = body_vertex(&pair->a->body, corner.a);
    graze_point b = body_vertex(&pair->b->body, corner.b);
    return (simplex_point){{pair->offset.x + (b.x - a.x), pair->offset.y + (b.y - a.y)}, corner};
}

/* The corner that is exactly the farthest, from one near it. */
static inline placed_point placed_farthest(const placed_pair *pair, graze_point direction,
                                           minkowski_corner near)
{
    graze_point back = {-direction.x, -direction.y};
    minkowski_corner corner = {hull_farthest(pair->a, back, near.a),
                               hull_farthest(pair->b, direction, near.b)};
    return placed_corner(pair, corner);
}

/* The way between two corners of one edge, each coordinate within 2U of itself: where
 * both bodies' edges take part they are parallel, so nothing cancels. */
static inline graze_point placed_edge(const placed_pair *pair, minkowski_corner from,
                                      minkowski_corner to)
{
    graze_point a_from = body_vertex(&pair->a->body, from.a);
    graze_point a_to = body_vertex(&pair->a->body, to.a);
    graze_point b_from = body_vertex(&pair->b->body, from.b);
    graze_point b_to = body_vertex(&pair->b->body, to.b);
    return (graze_point){(b_to.x - b_from.x) - (a_to.x - a_from.x),
                         (b_to.y - b_from.y) - (a_to.y - a_from.y)};
}

/* The exact point, and the exact way from one corner to another. */
static inline exact_vector placed_exact(const placed_pair *pair, minkowski_corner corner)
{
    graze_point a = body_vertex(&pair->a->body, corner.a);
    graze_point b = body_vertex(&pair->b->body, corner.b);
    return (exact_vector){{pair->place_b.x, -pair->place_a.x, b.x, -a.x},
                          {pair->place_b.y, -pair->place_a.y, b.y, -a.y}};
}

static inline exact_vector placed_exact_edge(const placed_pair *pair, minkowski_corner from,
                                             minkowski_corner to)
{
    graze_point a_from = body_vertex(&pair->a->body, from.a);
    graze_point a_to = body_vertex(&pair->a->body, to.a);
    graze_point b_from = body_vertex(&pair->b->body, from.b);
    graze_point b_to = body_vertex(&pair->b->body, to.b);
    return (exact_vector){{b_to.x, -b_from.x, a_from.x, -a_to.x},
                          {b_to.y, -b_from.y, a_from.y, -a_to.y}};
}

/* The sign of direction . point and of p x q, exact; in placed.c where doubles cannot
 * tell. */
int placed_dot_exact(const placed_pair *pair, graze_point direction, minkowski_corner corner);
int placed_cross_exact(const placed_pair *pair, minkowski_corner p, minkowski_corner q);

/* Bound: 2U of the size for the point, U for each product and U for the sum, below 5U;
 * the bound's own rounding makes it 6U. */
static inline int placed_dot_sign(const placed_pair *pair, graze_point direction,
                                  const placed_point *point)
{
    double dot = direction.x * point->at.x + direction.y * point->at.y;
    double bound = 6 * 0x1p-53 *
                       (fabs(direction.x) * point->size.x + fabs(direction.y) * point->size.y) +
                   ORIENTATION_UNDERFLOW;
    if (fabs(dot) > bound)
        return dot > 0 ? 1 : -1;
    return placed_dot_exact(pair, direction, point->corner);
}

/* The sign of p x q, or SIGN_UNKNOWN. Bound: twice 2U of the sizes for the points, U for
 * each product, U for the difference, below 7U; with the bound's own rounding 8U. */
static inline int placed_cross_filter(const placed_point *p, const placed_point *q)
{
    double cross = p->at.x * q->at.y - p->at.y * q->at.x;
    double bound = 8 * 0x1p-53 * (p->size.x * q->size.y + p->size.y * q->size.x) +
                   ORIENTATION_UNDERFLOW;
    if (fabs(cross) > bound)
        return cross > 0 ? 1 : -1;
    return SIGN_UNKNOWN;
}

static inline int placed_cross_sign(const placed_pair *pair, const placed_point *p,
                                    const placed_point *q)
{
    int sign = placed_cross_filter(p, q);
    return sign != SIGN_UNKNOWN ? sign : placed_cross_exact(pair, p->corner, q->corner);
}

#if CPU_WIDE
/* The sign of u x e, u = (place_a - place_b) + (a - b) and e = to - from, or SIGN_UNKNOWN: 1 if the
 * origin is beyond the edge of C that begins at vertices a, b and goes along e. For processors that
 * have AVX2. */
int placed_side_quickly(const placed_pair *pair, duo a, duo b, duo from, duo to);

/* A corner far in a direction: of B the vertex of the largest rounded height, of A that of the
 * largest one the other way. */
minkowski_corner placed_far_quickly(const placed_pair *pair, duo ahead);

/* For bodies of four vertices or more, and such processors. */
static inline bool placed_far_applies(const placed_pair *pair)
{
    return pair->a->body.vertex_count >= 4 && pair->b->body.vertex_count >= 4 && cpu_has_avx2();
}
#endif

#endif
