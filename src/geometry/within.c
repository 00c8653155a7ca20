/* SPDX-License-Identifier: MIT */
/* Exact comparisons of a distance with the sum of two radii, as squares. */
#include "geometry/within.h"

#include <assert.h>

#include "numeric/dd.h"
#include "numeric/dyadic.h"

/* A square of a cross product of sums of doubles fills at most 4 times 35 limbs of 64
 * bits; four sums of four terms, two radii, and some thirty operations stay below 3000. */
enum { LIMBS = 6000 * 8 / (int)sizeof(mp_limb_t) };

typedef struct exact_pair {
    dyadic x, y;
} exact_pair;

static dyadic total(dyadic_arena *arena, const double *terms, int count)
{
    dyadic sum = dyadic_zero();
    for (int i = 0; i < count; i++)
        sum = dyadic_add(arena, sum, dyadic_from(arena, terms[i]));
    return sum;
}

static exact_pair exact_of(dyadic_arena *arena, const exact_vector *vector)
{
    return (exact_pair){total(arena, vector->x, 4), total(arena, vector->y, 4)};
}

static dyadic exact_square(dyadic_arena *arena, exact_pair p)
{
    return dyadic_add(arena, dyadic_square(arena, p.x), dyadic_square(arena, p.y));
}

/* The sign of cross(p, edge)^2 - (r1 + r2)^2 |edge|^2; without an edge of |p|^2 -
 * (r1 + r2)^2. */
static int compare_exact(const exact_vector *p, const exact_vector *edge, const double radii[2])
{
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    exact_pair point = exact_of(&arena, p);
    dyadic reach = dyadic_square(&arena, total(&arena, radii, 2)), square;
    if (edge == NULL) {
        square = exact_square(&arena, point);
    } else {
        exact_pair along = exact_of(&arena, edge);
        dyadic cross = dyadic_sub(&arena, dyadic_mul(&arena, point.x, along.y),
                                  dyadic_mul(&arena, point.y, along.x));
        square = dyadic_square(&arena, cross);
        reach = dyadic_mul(&arena, reach, exact_square(&arena, along));
    }
    int sign = dyadic_sign(dyadic_sub(&arena, square, reach));
    assert(!arena.exhausted);
    return sign;
}

static dd dd_total(const double terms[4])
{
    return dd_add(dd_add(dd_from(terms[0]), dd_from(terms[1])),
                  dd_add(dd_from(terms[2]), dd_from(terms[3])));
}

static int compare(const exact_vector *p, const exact_vector *edge, const double radii[2])
{
    dd x = dd_total(p->x), y = dd_total(p->y), square;
    dd reach = dd_square(dd_add(dd_from(radii[0]), dd_from(radii[1])));
    if (edge == NULL) {
        square = dd_add(dd_square(x), dd_square(y));
    } else {
        dd along_x = dd_total(edge->x), along_y = dd_total(edge->y);
        square = dd_square(dd_sub(dd_mul(x, along_y), dd_mul(y, along_x)));
        reach = dd_mul(reach, dd_add(dd_square(along_x), dd_square(along_y)));
    }
    int sign = dd_sign(dd_sub(square, reach));
    return sign != SIGN_UNKNOWN ? sign : compare_exact(p, edge, radii);
}

int within_point(const placed_pair *pair, minkowski_corner corner)
{
    const double radii[2] = {pair->a->body.radius, pair->b->body.radius};
    exact_vector point = placed_exact(pair, corner);
    return compare(&point, NULL, radii);
}

int within_segment(const placed_pair *pair, minkowski_corner from, minkowski_corner to)
{
    const double radii[2] = {pair->a->body.radius, pair->b->body.radius};
    exact_vector start = placed_exact(pair, from), end = placed_exact(pair, to);
    exact_vector edge = placed_exact_edge(pair, from, to);
    if (exact_vector_dot_sign(&start, &edge) >= 0)
        return compare(&start, NULL, radii);
    if (exact_vector_dot_sign(&end, &edge) <= 0)
        return compare(&end, NULL, radii);
    return compare(&start, &edge, radii);
}
