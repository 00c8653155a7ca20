/* SPDX-License-Identifier: MIT */
/* The residuals in dyadic numbers.
 *
 * A quotient of two of them is off by 2^-51 of itself, and by 2^-1074 where it underflows. A sum
 * of two, the second of what the first leaves, is off by 2^-101 of itself.
 */
#include "contact/uniform_disc_residual.h"

#include <math.h>

#include "contact/uniform_disc_integers.h"
#include "numeric/dyadic.h"

enum { LIMBS = 768, STEPS = 4 };

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

bool uniform_dyadics_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b)
{
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    const exact_discs e = read_discs(&arena, q);
    tangent t = {.turn = cross(&arena, e.step_a, e.step_b), .upper = upper};
    across_of(&e, t.across);
    t.square = dot(&arena, t.across, t.across);
    *in_a = touch_in_life(&e, &t, &q->a, e.step_b);
    *in_b = touch_in_life(&e, &t, &q->b, e.step_a);
    return !arena.exhausted && dyadic_sign(t.turn) != 0;
}

bool uniform_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b)
{
    return (uniform_integers_touch_at(q, upper, in_a, in_b) ||
            uniform_dyadics_touch_at(q, upper, in_a, in_b)) &&
           (*in_a | *in_b) != 0;
}

/* ---- steps -------------------------------------------------------------------------------- */

/* -value/(2 slope) from s; nobody takes one that is infinite. */
static uniform_exact_step step_of(dyadic_arena *arena, double_word s, dyadic value, dyadic slope)
{
    const double twice = dyadic_quotient(value, slope);
    if (!isfinite(twice))
        return (uniform_exact_step){.from = s, .step = dw_from(twice)};
    const dyadic whole = dyadic_mul(arena, dyadic_from(arena, twice), slope);
    const double rest = dyadic_quotient(dyadic_sub(arena, value, whole), slope);
    return (uniform_exact_step){.from = s,
                                .step = dw_sum(-0.5 * twice, -0.5 * rest),
                                .at_root = dyadic_sign(value) == 0};
}

bool uniform_dyadics_of_root(const uniform_discs *q, double_word s, const uniform_clock *u,
                             const uniform_clock *w, uniform_exact_step *next)
{
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    exact_discs e = read_discs(&arena, q);
    const dyadic by_a = dyadic_mul(&arena, time_at(&arena, u, s), e.unit_b);
    const dyadic by_b = dyadic_mul(&arena, time_at(&arena, w, s), e.unit_a);
    const dyadic unit = dyadic_mul(&arena, e.unit_a, e.unit_b);
    dyadic d[2], rate[2];
    for (int k = 0; k < 2; k++) {
        d[k] = dyadic_mul(&arena, e.place[k], unit);
        d[k] = dyadic_add(&arena, d[k], dyadic_mul(&arena, e.step_a[k], by_a));
        d[k] = dyadic_sub(&arena, d[k], dyadic_mul(&arena, e.step_b[k], by_b));
    }
    e.unit_b = dyadic_mul(&arena, e.unit_b, dyadic_from(&arena, u->sign));
    e.unit_a = dyadic_mul(&arena, e.unit_a, dyadic_from(&arena, w->sign));
    across_of(&e, rate);
    const dyadic whole = dyadic_square(&arena, dyadic_mul(&arena, e.reach, unit));
    const dyadic slope = dot(&arena, d, rate);
    *next = step_of(&arena, s, dyadic_sub(&arena, dot(&arena, d, d), whole), slope);
    next->rate = dyadic_quotient(dot(&arena, rate, rate), slope);
    next->sign = dyadic_sign(slope);
    return !arena.exhausted;
}

bool uniform_dyadics_of_tangent(const uniform_discs *q, double_word s, uniform_exact_step *next)
{
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    exact_discs e = read_discs(&arena, q);
    dyadic across[2];
    across_of(&e, across);
    const dyadic shift = dyadic_sub(&arena, dyadic_sum(&arena, s.high, s.low),
                                    dyadic_sum(&arena, q->b.begin.high, q->b.begin.low));
    const dyadic turn = cross(&arena, e.step_a, e.step_b);
    const dyadic top =
        dyadic_sub(&arena, dyadic_mul(&arena, turn, shift), cross(&arena, across, e.place));
    const dyadic whole =
        dyadic_mul(&arena, dot(&arena, across, across), dyadic_square(&arena, e.reach));
    *next = step_of(&arena, s, dyadic_sub(&arena, dyadic_square(&arena, top), whole),
                    dyadic_mul(&arena, turn, top));
    next->rate = dyadic_quotient(turn, top);
    next->sign = dyadic_sign(top);
    return !arena.exhausted;
}

/* The step that leaves less than Newton's, how far it is off, and whether it may be taken. With
 * r = rate, f + 2 slope x + bend x^2 = 0 is x = N - (r/2) x^2. The last line keeps |r N| below 1/16
 * (17 for what is rounded), which makes |x| < 1.1 |N| and |x - N| < 0.61 |r| N^2, so that
 * N - (r/2) N^2 is off by |r/2| |x - N| |x + N| < 0.65 r^2 |N|^3, and by its own rounding, with
 * that of r less than 2^-48 |r| N^2. Beside a start that is not small the second double of a step
 * is of no use: the sum with one is exact. */
static bool may_be_taken(const uniform_exact_step *next, bool above, double_word *near,
                         double_word *step, double *error)
{
    const double size = fabs(next->step.high), bent = next->rate * size;
    const bool both = size > 0x1p-20 * fabs(next->from.high); /* hardly more than the step */
    const double low = next->step.low - 0.5 * bent * size;
    *near = next->from;
    *step = both ? dw_sum(next->step.high, low) : dw_from(next->step.high + low);
    *error = ((both ? 0x1p-90 : 0x1p-50) + fabs(bent) * (0x1p-48 + fabs(bent))) * size +
             0x1p-1000; /* underflow */
    if (next->at_root)
        *error = 0;
    return next->sign == (above ? 1 : -1) && fabs(bent) * 17 < 1;
}

bool uniform_residual_of_root(const uniform_discs *q, double_word *near, bool first,
                              const uniform_clock *u, const uniform_clock *w, bool upper,
                              double_word *step, double *error)
{
    uniform_exact_step next;
    return ((first && uniform_integers_of_root(q, *near, u, w, &next)) ||
            uniform_dyadics_of_root(q, *near, u, w, &next)) &&
           may_be_taken(&next, upper, near, step, error);
}

bool uniform_residual_of_tangent(const uniform_discs *q, double_word *near, bool first, bool above,
                                 double_word *step, double *error)
{
    uniform_exact_step next;
    return ((first && uniform_integers_of_tangent(q, *near, &next)) ||
            uniform_dyadics_of_tangent(q, *near, &next)) &&
           may_be_taken(&next, above, near, step, error);
}

bool uniform_polish_root(const uniform_discs *q, double_word near, const uniform_clock *u,
                         const uniform_clock *w, bool upper, double *end)
{
    for (int i = 0; i < STEPS; i++) {
        double_word step;
        double error;
        const bool known =
            uniform_residual_of_root(q, &near, i == 0, u, w, upper, &step, &error);
        if (!known || uniform_step(&near, step, error, upper, end))
            return known;
    }
    return false;
}

bool uniform_polish_tangent(const uniform_discs *q, double_word near, bool above, bool upper,
                            double *end)
{
    for (int i = 0; i < STEPS; i++) {
        double_word step;
        double error;
        const bool known = uniform_residual_of_tangent(q, &near, i == 0, above, &step, &error);
        if (!known || uniform_step(&near, step, error, upper, end))
            return known;
    }
    return false;
}
