/* SPDX-License-Identifier: MIT */
/* The least squared distance over a rectangle of times. See diagram.h. */
#include "oracle/diagram.h"

#include "oracle/rational.h"

void oracle_meeting_point_init(oracle_meeting_point *point)
{
    mpq_inits(point->time_a, point->time_b, NULL);
}

void oracle_meeting_point_clear(oracle_meeting_point *point)
{
    mpq_clears(point->time_a, point->time_b, NULL);
}

/* Squared distance by both times x (of a) and y (of b):
 * xx x² + xy x y + yy y² + x_ x + y_ y + rest */
typedef struct surface {
    mpq_t xx, xy, yy, x_, y_, rest;
} surface;

static void surface_init(surface *s, const oracle_path *a, const oracle_path *b)
{
    mpq_t apart;
    mpq_inits(s->xx, s->xy, s->yy, s->x_, s->y_, s->rest, apart, NULL);
    for (int axis = 0; axis < 3; axis++) {
        const mpq_t *p = a->coefficient[axis], *q = b->coefficient[axis];
        mpq_sub(apart, p[0], q[0]);
        rational_add_product(s->xx, p[1], p[1], 1);
        rational_add_product(s->yy, q[1], q[1], 1);
        rational_add_product(s->xy, p[1], q[1], -2);
        rational_add_product(s->x_, apart, p[1], 2);
        rational_add_product(s->y_, apart, q[1], -2);
        rational_add_product(s->rest, apart, apart, 1);
    }
    mpq_clear(apart);
}

static void surface_clear(surface *s)
{
    mpq_clears(s->xx, s->xy, s->yy, s->x_, s->y_, s->rest, NULL);
}

static void surface_value(mpq_t value, const surface *s, const mpq_t x, const mpq_t y)
{
    mpq_t product;
    mpq_init(product);
    mpq_set(value, s->rest);
    rational_add_product(value, s->x_, x, 1);
    rational_add_product(value, s->y_, y, 1);
    mpq_mul(product, x, x);
    rational_add_product(value, s->xx, product, 1);
    mpq_mul(product, x, y);
    rational_add_product(value, s->xy, product, 1);
    mpq_mul(product, y, y);
    rational_add_product(value, s->yy, product, 1);
    mpq_clear(product);
}

/* ---- the least value ------------------------------------------------------------------------ */

typedef struct search {
    const surface *surface;
    const oracle_stretch *life_a, *life_b;
    oracle_meeting_point best;
    mpq_t least;
    bool found;
} search;

static bool in_closure(const mpq_t time, const oracle_stretch *life)
{
    return mpq_cmp(time, life->begin) >= 0 && (life->endless || mpq_cmp(time, life->end) <= 0);
}

static void consider(search *s, const mpq_t x, const mpq_t y)
{
    mpq_t value;
    if (!in_closure(x, s->life_a) || !in_closure(y, s->life_b))
        return;
    mpq_init(value);
    surface_value(value, s->surface, x, y);
    if (!s->found || mpq_cmp(value, s->least) < 0) {
        mpq_set(s->least, value);
        mpq_set(s->best.time_a, x);
        mpq_set(s->best.time_b, y);
        s->found = true;
    }
    mpq_clear(value);
}

/* Where the derivative along y vanishes on the line of constant x (or the other
 * way round): square y² + (mixed x + linear) y. */
static bool still_on_line(mpq_t still, const mpq_t square, const mpq_t mixed, const mpq_t linear,
                          const mpq_t fixed)
{
    if (mpq_sgn(square) == 0)
        return false;
    mpq_mul(still, mixed, fixed);
    mpq_add(still, still, linear);
    mpq_div(still, still, square);
    mpq_div_2exp(still, still, 1);
    mpq_neg(still, still);
    return true;
}

/* The four sides: their corners, and their lowest points. */
static void consider_side_of_a(search *s, const mpq_t x)
{
    const surface *f = s->surface;
    mpq_t y;
    mpq_init(y);
    consider(s, x, s->life_b->begin);
    if (!s->life_b->endless)
        consider(s, x, s->life_b->end);
    if (still_on_line(y, f->yy, f->xy, f->y_, x))
        consider(s, x, y);
    mpq_clear(y);
}

static void consider_side_of_b(search *s, const mpq_t y)
{
    const surface *f = s->surface;
    mpq_t x;
    mpq_init(x);
    if (still_on_line(x, f->xx, f->xy, f->x_, y))
        consider(s, x, y);
    mpq_clear(x);
}

/* Where both derivatives vanish, when that is a single point. Where it is a line,
 * that line crosses a side: the rectangle has two at least. */
static void consider_middle(search *s)
{
    const surface *f = s->surface;
    mpq_t determinant, x, y;
    mpq_inits(determinant, x, y, NULL);
    rational_add_product(determinant, f->xx, f->yy, 4);
    rational_add_product(determinant, f->xy, f->xy, -1);
    if (mpq_sgn(determinant) != 0) {
        rational_add_product(x, f->xy, f->y_, 1);
        rational_add_product(x, f->yy, f->x_, -2);
        rational_add_product(y, f->xy, f->x_, 1);
        rational_add_product(y, f->xx, f->y_, -2);
        mpq_div(x, x, determinant);
        mpq_div(y, y, determinant);
        consider(s, x, y);
    }
    mpq_clears(determinant, x, y, NULL);
}

static void find_least(search *s)
{
    consider_middle(s);
    consider_side_of_a(s, s->life_a->begin);
    if (!s->life_a->endless)
        consider_side_of_a(s, s->life_a->end);
    consider_side_of_b(s, s->life_b->begin);
    if (!s->life_b->endless)
        consider_side_of_b(s, s->life_b->end);
}

/* ---- from the closure inside ------------------------------------------------------------------
 */

static void some_instant(mpq_t instant, const oracle_stretch *life)
{
    if (life->endless) {
        mpq_set_ui(instant, 1, 1);
        mpq_add(instant, instant, life->begin);
    } else {
        mpq_add(instant, life->begin, life->end);
        mpq_div_2exp(instant, instant, 1);
    }
}

static void go_halfway(mpq_t x, const mpq_t to)
{
    mpq_add(x, x, to);
    mpq_div_2exp(x, x, 1);
}

/* The least point may lie on a side. From somewhere inside, half the way towards
 * it again and again: every such point is inside, and one is near enough. */
static void step_inside(oracle_meeting_point *point, const search *s, const mpq_t reach_square)
{
    mpq_t value;
    mpq_init(value);
    some_instant(point->time_a, s->life_a);
    some_instant(point->time_b, s->life_b);
    surface_value(value, s->surface, point->time_a, point->time_b);
    while (mpq_cmp(value, reach_square) >= 0) {
        go_halfway(point->time_a, s->best.time_a);
        go_halfway(point->time_b, s->best.time_b);
        surface_value(value, s->surface, point->time_a, point->time_b);
    }
    mpq_clear(value);
}

bool oracle_find_meeting_point(oracle_meeting_point *point, const oracle_path *a,
                               const oracle_path *b, const mpq_t reach)
{
    if (mpq_sgn(reach) <= 0 || oracle_stretch_is_empty(&a->life) ||
        oracle_stretch_is_empty(&b->life))
        return false;
    surface f;
    search s = {.surface = &f, .life_a = &a->life, .life_b = &b->life};
    mpq_t reach_square;
    mpq_inits(s.least, reach_square, NULL);
    oracle_meeting_point_init(&s.best);
    surface_init(&f, a, b);
    mpq_mul(reach_square, reach, reach);
    find_least(&s);
    bool meet = mpq_cmp(s.least, reach_square) < 0;
    if (meet)
        step_inside(point, &s, reach_square);
    surface_clear(&f);
    oracle_meeting_point_clear(&s.best);
    mpq_clears(s.least, reach_square, NULL);
    return meet;
}
