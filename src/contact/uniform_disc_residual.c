/* SPDX-License-Identifier: MIT */
/* The residuals in dyadic numbers.
 *
 * A quotient of two of them is off by 2^-51 of itself, and by 2^-1074 where it underflows. A sum
 * of two, the second of what the first leaves, is off by 2^-101 of itself.
 */
#include "contact/uniform_disc_residual.h"

#include <math.h>

#include "numeric/dyadic.h"

enum { LIMBS = 768 };

/* Both motions in their units of time: 1, or the life of a waypoint motion. */
typedef struct exact_discs {
    dyadic_arena *arena;
    dyadic place[2], step_a[2], step_b[2], unit_a, unit_b, reach;
} exact_discs;

static void read_motion(dyadic_arena *arena, const uniform_motion *moving, dyadic step[2],
                        dyadic *unit)
{
    const graze_vector *p = &moving->motion->position, *v = &moving->motion->velocity;
    step[0] = dyadic_sum(arena, v->x, moving->waypoint ? -p->x : 0);
    step[1] = dyadic_sum(arena, v->y, moving->waypoint ? -p->y : 0);
    const bool lasts = moving->waypoint && !moving->still;
    *unit = lasts ? dyadic_sum(arena, moving->motion->duration, moving->motion->duration_tail)
                  : dyadic_from(arena, 1);
}

static exact_discs read_discs(dyadic_arena *arena, const uniform_discs *q)
{
    exact_discs e = {.arena = arena};
    const graze_vector *p = &q->a.motion->position, *r = &q->b.motion->position;
    e.place[0] = dyadic_sum(arena, p->x, -r->x);
    e.place[1] = dyadic_sum(arena, p->y, -r->y);
    for (int k = 0; k < 2 && q->at_corner; k++)
        e.place[k] = dyadic_sub(arena, e.place[k],
                                dyadic_sum(arena, q->corner[k].high, q->corner[k].low));
    read_motion(arena, &q->a, e.step_a, &e.unit_a);
    read_motion(arena, &q->b, e.step_b, &e.unit_b);
    e.reach = dyadic_sub(arena, dyadic_sum(arena, q->radius_a, q->radius_b),
                         dyadic_from(arena, q->tolerance));
    return e;
}

static dyadic time_at(dyadic_arena *arena, const uniform_clock *clock, double_word s)
{
    dyadic rest = dyadic_sum(arena, clock->rest.high, clock->rest.low);
    if (clock->sign == 0)
        return rest;
    dyadic change = dyadic_sub(arena, dyadic_sum(arena, s.high, s.low),
                               dyadic_sum(arena, clock->from.high, clock->from.low));
    return clock->sign > 0 ? dyadic_add(arena, rest, change) : dyadic_sub(arena, rest, change);
}

/* What x / y is more than a double that it nearly is. */
static double quotient_rest(dyadic_arena *arena, dyadic x, dyadic y, double high)
{
    return dyadic_quotient(dyadic_sub(arena, x, dyadic_mul(arena, dyadic_from(arena, high), y)), y);
}

bool uniform_residual_at(const uniform_discs *q, double_word s, const uniform_clock *u,
                         const uniform_clock *w, uniform_gap *gap)
{
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    exact_discs e = read_discs(&arena, q);
    dyadic by_a = dyadic_mul(&arena, time_at(&arena, u, s), e.unit_b);
    dyadic by_b = dyadic_mul(&arena, time_at(&arena, w, s), e.unit_a);
    dyadic unit = dyadic_mul(&arena, e.unit_a, e.unit_b), d[2];
    for (int k = 0; k < 2; k++) {
        d[k] = dyadic_mul(&arena, e.place[k], unit);
        if (!q->a.still)
            d[k] = dyadic_add(&arena, d[k], dyadic_mul(&arena, e.step_a[k], by_a));
        if (!q->b.still)
            d[k] = dyadic_sub(&arena, d[k], dyadic_mul(&arena, e.step_b[k], by_b));
        gap->d[k] = dw_from(dyadic_quotient(d[k], unit));
    }
    dyadic square = dyadic_add(&arena, dyadic_square(&arena, d[0]), dyadic_square(&arena, d[1]));
    dyadic whole = dyadic_square(&arena, dyadic_mul(&arena, e.reach, unit));
    dyadic excess = dyadic_sub(&arena, square, whole);
    gap->h = dyadic_quotient(excess, dyadic_square(&arena, unit));
    gap->h_error = dyadic_sign(excess) == 0 ? 0 : 0x1p-50 * fabs(gap->h) + 0x1p-1000;
    gap->length = fabs(gap->d[0].high) + fabs(gap->d[1].high);
    gap->error = 0x1p-50 * gap->length + 0x1p-800;
    return !arena.exhausted;
}

static dyadic cross(dyadic_arena *arena, const dyadic x[2], const dyadic y[2])
{
    return dyadic_sub(arena, dyadic_mul(arena, x[0], y[1]), dyadic_mul(arena, x[1], y[0]));
}

bool uniform_is_parallel(const uniform_discs *q)
{
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    const exact_discs e = read_discs(&arena, q);
    const dyadic turn = cross(&arena, e.step_a, e.step_b);
    return !arena.exhausted && dyadic_sign(turn) == 0;
}

/* across = va - vb, in the product of both units. */
static void across_of(const exact_discs *e, dyadic across[2])
{
    for (int k = 0; k < 2; k++)
        across[k] = dyadic_sub(e->arena, dyadic_mul(e->arena, e->step_a[k], e->unit_b),
                               dyadic_mul(e->arena, e->step_b[k], e->unit_a));
}

static dyadic dot(dyadic_arena *arena, const dyadic x[2], const dyadic y[2])
{
    return dyadic_add(arena, dyadic_mul(arena, x[0], y[0]), dyadic_mul(arena, x[1], y[1]));
}

/* The sign of x + y sqrt(square). */
static int sign_with_root(dyadic_arena *arena, dyadic x, dyadic y, dyadic square)
{
    const int sign = dyadic_sign(x), other = dyadic_sign(y);
    if (sign * other >= 0)
        return sign != 0 ? sign : other;
    return sign * dyadic_compare(dyadic_square(arena, x),
                                 dyadic_mul(arena, dyadic_square(arena, y), square));
}

/* What both motions share where a diagonal is tangent; across is va - vb. */
typedef struct tangent {
    dyadic across[2], square, turn;
    bool upper;
} tangent;

/* Where the touch point is in the life of a motion: before it (-1), in it (1), behind it (2), or at
 * an end of it (0). `step` is the other motion's. */
static int touch_in_life(const exact_discs *e, const tangent *t, const uniform_motion *moving,
                         const dyadic step[2])
{
    dyadic_arena *arena = e->arena;
    const graze_motion *m = moving->motion;
    dyadic swing = dyadic_mul(arena, e->reach, dot(arena, t->across, step));
    dyadic drift = cross(arena, step, e->place), whole = t->turn;
    if (!t->upper)
        swing = dyadic_negative(swing);
    if (dyadic_sign(t->turn) < 0) {
        drift = dyadic_negative(drift);
        whole = dyadic_negative(whole);
    }
    const int lived = sign_with_root(arena, swing, drift, t->square);
    if (lived <= 0)
        return lived;
    if (!moving->waypoint)
        whole = dyadic_mul(arena, whole, dyadic_sum(arena, m->duration, m->duration_tail));
    const int left = sign_with_root(arena, dyadic_negative(swing),
                                    dyadic_sub(arena, whole, drift), t->square);
    return left < 0 ? 2 : left;
}

bool uniform_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b)
{
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    const exact_discs e = read_discs(&arena, q);
    tangent t = {.turn = cross(&arena, e.step_a, e.step_b), .upper = upper};
    across_of(&e, t.across);
    t.square = dot(&arena, t.across, t.across);
    *in_a = touch_in_life(&e, &t, &q->a, e.step_b);
    *in_b = touch_in_life(&e, &t, &q->b, e.step_a);
    return !arena.exhausted && dyadic_sign(t.turn) != 0 && *in_a != 0 && *in_b != 0;
}

bool uniform_residual_of_tangent(const uniform_discs *q, double_word s, bool above,
                                 double_word *step, double *error)
{
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    exact_discs e = read_discs(&arena, q);
    dyadic across[2];
    across_of(&e, across);
    dyadic shift = dyadic_sub(&arena, dyadic_sum(&arena, s.high, s.low),
                              dyadic_sum(&arena, q->b.begin.high, q->b.begin.low));
    dyadic turn = cross(&arena, e.step_a, e.step_b);
    dyadic top =
        dyadic_sub(&arena, dyadic_mul(&arena, turn, shift), cross(&arena, across, e.place));
    dyadic square = dot(&arena, across, across);
    dyadic residual = dyadic_sub(&arena, dyadic_square(&arena, top),
                                 dyadic_mul(&arena, square, dyadic_square(&arena, e.reach)));
    dyadic slope = dyadic_mul(&arena, turn, top);
    const double twice = dyadic_quotient(residual, slope);
    double share = 0x1p-50;
    *step = dw_from(-0.5 * twice);
    if (fabs(step->high) > 0x1p-20 * fabs(s.high)) { /* the start is hardly more than the step */
        const double rest = quotient_rest(&arena, residual, slope, twice);
        *step = dw_sum(step->high, -0.5 * rest);
        share = 0x1p-100;
    }
    const double size = fabs(step->high), rate = fabs(dyadic_quotient(turn, top));
    /* The root x is one of (T + turn x)^2 = G: 2 T turn x + turn^2 x^2 = -(T^2 - G). Newton's step
     * N leaves the second term out, so x - N = -(turn/2T) x^2. The last line keeps |turn N| below
     * |T|/16 (17 for what is rounded), which makes |x| < 1.1 |N| and |x - N| < 0.61 |turn/T| N^2:
     * below a third of bend. */
    const double bend = 2 * rate * size * size;
    *error = dyadic_sign(residual) == 0 ? 0 : share * size + bend + 0x1p-1000; /* underflow */
    return !arena.exhausted && dyadic_sign(top) == (above ? 1 : -1) &&
           size * rate * 17 < 1;
}
