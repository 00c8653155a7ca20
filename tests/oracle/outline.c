/* SPDX-License-Identifier: MIT */
/* The hull of differences, and signs round it. See outline.h. */
#include "oracle/outline.h"

#include <assert.h>
#include <stdlib.h>

#include "oracle/rational.h"

/* ---- the hull -------------------------------------------------------------------------------- */

/* (q - p) x (r - p), as a sign */
static int turn(const oracle_corner *p, const oracle_corner *q, const oracle_corner *r)
{
    mpq_t x1, y1, x2, y2;
    mpq_inits(x1, y1, x2, y2, NULL);
    mpq_sub(x1, q->at[0], p->at[0]);
    mpq_sub(y1, q->at[1], p->at[1]);
    mpq_sub(x2, r->at[0], p->at[0]);
    mpq_sub(y2, r->at[1], p->at[1]);
    mpq_mul(x1, x1, y2);
    mpq_mul(y1, y1, x2);
    int order = mpq_cmp(x1, y1);
    mpq_clears(x1, y1, x2, y2, NULL);
    return (order > 0) - (order < 0);
}

static int by_place(const void *left, const void *right)
{
    const oracle_corner *p = left, *q = right;
    int order = mpq_cmp(p->at[0], q->at[0]);
    return order != 0 ? order : mpq_cmp(p->at[1], q->at[1]);
}

static graze_point vertex(const graze_body *body, size_t i)
{
    return body->vertex_count == 0 ? (graze_point){0, 0} : body->vertices[i];
}

static size_t vertices(const graze_body *body)
{
    return body->vertex_count == 0 ? 1 : body->vertex_count;
}

static oracle_corner *differences(const graze_body *a, const graze_body *b, size_t *count)
{
    *count = vertices(a) * vertices(b);
    oracle_corner *all = malloc(*count * sizeof *all);
    assert(all != NULL);
    for (size_t k = 0; k < *count; k++) {
        graze_point from = vertex(a, k % vertices(a)), to = vertex(b, k / vertices(a));
        mpq_inits(all[k].at[0], all[k].at[1], NULL);
        rational_difference(all[k].at[0], to.x, from.x);
        rational_difference(all[k].at[1], to.y, from.y);
    }
    qsort(all, *count, sizeof *all, by_place);
    return all;
}

/* Puts a point behind the chain that begins at `first`, taking off what then turns
 * clockwise or not at all. */
static void extend(oracle_hull *hull, size_t first, const oracle_corner *next)
{
    while (hull->count >= first + 2 &&
           turn(&hull->corner[hull->count - 2], &hull->corner[hull->count - 1], next) <= 0)
        hull->count--;
    if (hull->count > first && by_place(&hull->corner[hull->count - 1], next) == 0)
        return;
    mpq_set(hull->corner[hull->count].at[0], next->at[0]);
    mpq_set(hull->corner[hull->count].at[1], next->at[1]);
    hull->count++;
}

static size_t room_of(size_t points)
{
    return 2 * points + 2;
}

/* Source: A. M. Andrew, "Another efficient algorithm for convex hulls in two
 * dimensions", 1979: the lower chain from left to right, the upper one back. */
static void wrap(oracle_hull *hull, const oracle_corner *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        extend(hull, 0, &all[i]);
    if (hull->count == 1)
        return;
    size_t turning = hull->count - 1;
    for (size_t i = count - 1; i-- > 0;)
        extend(hull, turning, &all[i]);
    hull->count--; /* the first point again */
}

static void free_points(oracle_corner *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpq_clears(all[i].at[0], all[i].at[1], NULL);
    free(all);
}

void oracle_hull_init(oracle_hull *hull, const graze_body *a, const graze_body *b)
{
    size_t count;
    oracle_corner *all = differences(a, b, &count);
    oracle_corner *room = malloc(room_of(count) * sizeof *room);
    assert(room != NULL);
    for (size_t i = 0; i < room_of(count); i++)
        mpq_inits(room[i].at[0], room[i].at[1], NULL);
    *hull = (oracle_hull){.count = 0, .corner = room};
    wrap(hull, all, count);
    for (size_t i = hull->count; i < room_of(count); i++)
        mpq_clears(room[i].at[0], room[i].at[1], NULL);
    free_points(all, count);
}

void oracle_hull_clear(oracle_hull *hull)
{
    free_points(hull->corner, hull->count);
}

/* ---- polynomials ----------------------------------------------------------------------------- */

/* x - p on both axes, as polynomials of time. */
typedef struct relative {
    oracle_rational_polynomial axis[2];
} relative;

static void relative_init(relative *r, mpq_t place[2][3],
                          const oracle_corner *from)
{
    for (int axis = 0; axis < 2; axis++) {
        oracle_rational_polynomial_init(&r->axis[axis]);
        for (int i = 0; i < 3; i++)
            mpq_set(r->axis[axis].coefficient[i], place[axis][i]);
        mpq_sub(r->axis[axis].coefficient[0], r->axis[axis].coefficient[0], from->at[axis]);
    }
}

static void relative_clear(relative *r)
{
    oracle_rational_polynomial_clear(&r->axis[0]);
    oracle_rational_polynomial_clear(&r->axis[1]);
}

/* sum += x y, both of degree 2 at most; sum += factor x */
static void add_product(oracle_rational_polynomial *sum, const oracle_rational_polynomial *x,
                        const oracle_rational_polynomial *y)
{
    mpq_t product;
    mpq_init(product);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            mpq_mul(product, x->coefficient[i], y->coefficient[j]);
            mpq_add(sum->coefficient[i + j], sum->coefficient[i + j], product);
        }
    mpq_clear(product);
}

static void add_multiple(oracle_rational_polynomial *sum, const oracle_rational_polynomial *x,
                         const mpq_t factor)
{
    mpq_t product;
    mpq_init(product);
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++) {
        mpq_mul(product, x->coefficient[i], factor);
        mpq_add(sum->coefficient[i], sum->coefficient[i], product);
    }
    mpq_clear(product);
}

static void keep(oracle_polynomial *result, oracle_rational_polynomial *p)
{
    oracle_polynomial_set(result, p->coefficient[0], POLYNOMIAL_DEGREE);
    oracle_rational_polynomial_clear(p);
}

static void set_near(oracle_polynomial *result, const relative *r, const mpq_t reach_square)
{
    oracle_rational_polynomial sum;
    oracle_rational_polynomial_init(&sum);
    add_product(&sum, &r->axis[0], &r->axis[0]);
    add_product(&sum, &r->axis[1], &r->axis[1]);
    mpq_sub(sum.coefficient[0], sum.coefficient[0], reach_square);
    keep(result, &sum);
}

/* edge . r */
static void set_dot(oracle_polynomial *result, const relative *r, const oracle_corner *edge)
{
    oracle_rational_polynomial sum;
    oracle_rational_polynomial_init(&sum);
    add_multiple(&sum, &r->axis[0], edge->at[0]);
    add_multiple(&sum, &r->axis[1], edge->at[1]);
    keep(result, &sum);
}

/* edge x r, and its square less reach² |edge|² */
static void set_side_and_strip(oracle_polynomial sign[OUTLINE_SIGNS], const relative *r,
                               const oracle_corner *edge,
                               const mpq_t reach_square)
{
    oracle_rational_polynomial cross, square;
    mpq_t factor;
    oracle_rational_polynomial_init(&cross);
    oracle_rational_polynomial_init(&square);
    mpq_init(factor);
    add_multiple(&cross, &r->axis[1], edge->at[0]);
    mpq_neg(factor, edge->at[1]);
    add_multiple(&cross, &r->axis[0], factor);
    add_product(&square, &cross, &cross);
    for (int axis = 0; axis < 2; axis++) {
        mpq_mul(factor, edge->at[axis], edge->at[axis]);
        mpq_mul(factor, factor, reach_square);
        mpq_sub(square.coefficient[0], square.coefficient[0], factor);
    }
    mpq_clear(factor);
    keep(&sign[OUTLINE_SIDE], &cross);
    keep(&sign[OUTLINE_STRIP], &square);
}

static void set_edge(oracle_polynomial sign[OUTLINE_SIGNS], mpq_t place[2][3],
                     const oracle_corner *from, const oracle_corner *to, const mpq_t reach_square)
{
    oracle_corner edge;
    relative at_begin, at_end;
    mpq_inits(edge.at[0], edge.at[1], NULL);
    mpq_sub(edge.at[0], to->at[0], from->at[0]);
    mpq_sub(edge.at[1], to->at[1], from->at[1]);
    relative_init(&at_begin, place, from);
    relative_init(&at_end, place, to);
    set_side_and_strip(sign, &at_begin, &edge, reach_square);
    set_dot(&sign[OUTLINE_ALONG], &at_begin, &edge);
    set_dot(&sign[OUTLINE_BEYOND], &at_end, &edge);
    relative_clear(&at_begin);
    relative_clear(&at_end);
    mpq_clears(edge.at[0], edge.at[1], NULL);
}

void oracle_outline_init(oracle_outline *outline, const oracle_hull *hull, mpq_t place[2][3],
                         const mpq_t reach)
{
    mpq_t reach_square;
    mpq_init(reach_square);
    mpq_mul(reach_square, reach, reach);
    outline->corners = hull->count;
    outline->edges = hull->count < 3 ? hull->count - 1 : hull->count;
    outline->reach = mpq_sgn(reach);
    outline->sign = malloc(hull->count * sizeof *outline->sign);
    assert(outline->sign != NULL);
    for (size_t i = 0; i < hull->count; i++) {
        relative from_corner;
        for (int k = 0; k < OUTLINE_SIGNS; k++)
            oracle_polynomial_init(&outline->sign[i][k]);
        relative_init(&from_corner, place, &hull->corner[i]);
        set_near(&outline->sign[i][OUTLINE_NEAR], &from_corner, reach_square);
        relative_clear(&from_corner);
        if (i < outline->edges)
            set_edge(outline->sign[i], place, &hull->corner[i],
                     &hull->corner[(i + 1) % hull->count], reach_square);
    }
    mpq_clear(reach_square);
}

void oracle_outline_clear(oracle_outline *outline)
{
    for (size_t i = 0; i < outline->corners; i++)
        for (int k = 0; k < OUTLINE_SIGNS; k++)
            oracle_polynomial_clear(&outline->sign[i][k]);
    free(outline->sign);
}

/* ---- at an instant --------------------------------------------------------------------------- */

/* Inside every line (least 1), or on it (least 0); of a polygon only. */
static bool is_inside(const oracle_outline *o, oracle_sign_source sign, void *instant,
                      outline_sign which, int least)
{
    for (size_t i = 0; i < o->edges; i++)
        if (sign(instant, &o->sign[i][which]) < least)
            return false;
    return o->corners >= 3;
}

/* Nearer to a corner or to an edge than the reach (most -1), or just as near (most 0). */
static bool is_near(const oracle_outline *o, oracle_sign_source sign, void *instant, int most)
{
    for (size_t i = 0; i < o->corners; i++)
        if (sign(instant, &o->sign[i][OUTLINE_NEAR]) <= most)
            return true;
    for (size_t i = 0; i < o->edges; i++)
        if (sign(instant, &o->sign[i][OUTLINE_STRIP]) <= most &&
            sign(instant, &o->sign[i][OUTLINE_ALONG]) >= 0 &&
            sign(instant, &o->sign[i][OUTLINE_BEYOND]) <= 0)
            return true;
    return false;
}

bool oracle_outline_is_within(const oracle_outline *o, oracle_sign_source sign, void *instant)
{
    if (o->reach > 0)
        return is_near(o, sign, instant, -1) || is_inside(o, sign, instant, OUTLINE_SIDE, 0);
    return is_inside(o, sign, instant, OUTLINE_SIDE, 1) &&
           (o->reach == 0 || is_inside(o, sign, instant, OUTLINE_STRIP, 1));
}

bool oracle_outline_reaches(const oracle_outline *o, oracle_sign_source sign, void *instant)
{
    if (o->reach >= 0)
        return is_near(o, sign, instant, 0) || is_inside(o, sign, instant, OUTLINE_SIDE, 0);
    return is_inside(o, sign, instant, OUTLINE_SIDE, 0) &&
           is_inside(o, sign, instant, OUTLINE_STRIP, 0);
}
