/* SPDX-License-Identifier: MIT */
/* Straight edges without reversing. The nearest points of the two edges, in plain
 * doubles, are where an overlap is looked for; whether there is one is decided
 * exactly, and that there is none is proven by a separating direction with error
 * bounds. */
#include "conflict/edge.h"

#include <math.h>

#include "conflict/start_search.h"
#include "numeric/ball.h"
#include "numeric/dyadic.h"

/* ---- is it such a motion? --------------------------------------------------------- */

static bool is_accelerated(const graze_motion *m)
{
    return m->acceleration.x != 0 || m->acceleration.y != 0 || m->acceleration.z != 0;
}

static dyadic minor(dyadic_arena *arena, double a, double b, double c, double d)
{
    dyadic first = dyadic_mul(arena, dyadic_from(arena, a), dyadic_from(arena, d));
    dyadic second = dyadic_mul(arena, dyadic_from(arena, b), dyadic_from(arena, c));
    return dyadic_sub(arena, first, second);
}

static dyadic dot(dyadic_arena *arena, const graze_vector *x, const graze_vector *y)
{
    const double *p = &x->x, *q = &y->x;
    dyadic sum = dyadic_zero();
    for (int k = 0; k < 3; k++)
        sum = dyadic_add(arena, sum,
                         dyadic_mul(arena, dyadic_from(arena, p[k]), dyadic_from(arena, q[k])));
    return sum;
}

/* velocity x acceleration = 0 and velocity.(velocity + acceleration duration) >= 0 */
static bool keeps_direction(const graze_motion *m)
{
    enum { LIMBS = 64 * (2100 / GMP_NUMB_BITS + 4) };
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    const graze_vector *v = &m->velocity, *a = &m->acceleration;
    bool parallel = dyadic_sign(minor(&arena, v->x, v->y, a->x, a->y)) == 0 &&
                    dyadic_sign(minor(&arena, v->y, v->z, a->y, a->z)) == 0 &&
                    dyadic_sign(minor(&arena, v->z, v->x, a->z, a->x)) == 0;
    dyadic duration = dyadic_add(&arena, dyadic_from(&arena, m->duration),
                                 dyadic_from(&arena, m->duration_tail));
    dyadic last = dyadic_add(&arena, dot(&arena, v, v),
                             dyadic_mul(&arena, dot(&arena, v, a), duration));
    return parallel && dyadic_sign(last) >= 0 && !arena.exhausted;
}

/* An edge of finite length on which the motion never turns back, or a rest. */
static bool is_edge(const graze_motion *m)
{
    const graze_vector *v = &m->velocity;
    if (m->form == GRAZE_PARKED)
        return false;
    if (isinf(m->duration)) /* it must not move */
        return !is_accelerated(m) && (m->form == GRAZE_WAYPOINT ||
                                      (v->x == 0 && v->y == 0 && v->z == 0));
    return m->duration + m->duration_tail > 0 && (!is_accelerated(m) || keeps_direction(m));
}

/* ---- edges ------------------------------------------------------------------------ */

typedef struct edge {
    ball from[3], to[3];
    double duration;       /* infinite at rest */
    double speed, gain;    /* at its start; of speed, per second */
    double length;
} edge;

static edge edge_of(const graze_motion *m)
{
    const double *p = &m->position.x, *v = &m->velocity.x, *a = &m->acceleration.x;
    edge e = {.duration = m->duration + m->duration_tail};
    double speed_squared = 0, along = 0, gain_squared = 0, length_squared = 0;
    for (int k = 0; k < 3; k++) {
        ball duration = ball_add(ball_from(m->duration), ball_from(m->duration_tail));
        e.from[k] = e.to[k] = ball_from(p[k]);
        if (m->form == GRAZE_WAYPOINT) {
            e.to[k] = ball_from(v[k]);
        } else if (!isinf(m->duration)) {
            ball step = ball_mul(ball_from(v[k]), duration);
            ball bend = ball_mul(ball_mul(ball_from(a[k]), ball_from(0.5)), ball_square(duration));
            e.to[k] = ball_add(e.from[k], ball_add(step, bend));
        }
        double moved = e.to[k].value - p[k];
        length_squared += moved * moved;
        speed_squared += v[k] * v[k];
        gain_squared += a[k] * a[k];
        along += v[k] * a[k];
    }
    e.length = sqrt(length_squared);
    e.speed = m->form == GRAZE_WAYPOINT ? e.length / e.duration : sqrt(speed_squared);
    e.gain = m->form == GRAZE_WAYPOINT ? 0 : along < 0 ? -sqrt(gain_squared) : sqrt(gain_squared);
    return e;
}

/* The local time at a fraction of the edge: s = speed u + gain u^2/2. */
static double time_at(const edge *e, double fraction)
{
    double s = fraction * e->length;
    double root = sqrt(fmax(0, e->speed * e->speed + 2 * e->gain * s));
    double u = s == 0 ? 0 : 2 * s / (e->speed + root);
    return isinf(e->duration) ? 1 : fmin(u, e->duration);
}

/* ---- nearest points --------------------------------------------------------------- */

static double clamp_fraction(double x) { return x > 0 ? fmin(x, 1) : 0; }

/* Fractions of two edges at which they are nearest, in doubles.
 * Source: the closest points of two segments by clamping, as in C. Ericson,
 * "Real-Time Collision Detection", 2005, 5.1.9. */
static void nearest_fractions(const edge *a, const edge *b, double *x, double *y)
{
    double aa = 0, bb = 0, ab = 0, ar = 0, br = 0;
    for (int k = 0; k < 3; k++) {
        double along_a = a->to[k].value - a->from[k].value;
        double along_b = b->to[k].value - b->from[k].value;
        double apart = a->from[k].value - b->from[k].value;
        aa += along_a * along_a;
        bb += along_b * along_b;
        ab += along_a * along_b;
        ar += along_a * apart;
        br += along_b * apart;
    }
    double turn = aa * bb - ab * ab;
    *x = turn > 0 ? clamp_fraction((ab * br - ar * bb) / turn) : 0;
    *y = bb > 0 ? (ab * *x + br) / bb : 0;
    if (!(*y >= 0 && *y <= 1)) {
        *y = clamp_fraction(*y);
        *x = aa > 0 ? clamp_fraction((ab * *y - ar) / aa) : 0;
    }
}

/* Is there a direction along which all of a's edge lies at least `reach` beyond all
 * of b's? The nearest points give the direction; the proof has error bounds. */
static bool is_separated(const edge *a, const edge *b, ball reach, double x, double y)
{
    ball direction[3], norm = ball_from(0);
    for (int k = 0; k < 3; k++) {
        double on_a = a->from[k].value + x * (a->to[k].value - a->from[k].value);
        double on_b = b->from[k].value + y * (b->to[k].value - b->from[k].value);
        direction[k] = ball_from(on_a - on_b);
        norm = ball_add(norm, ball_square(direction[k]));
    }
    ball needed = ball_mul(ball_square(reach), norm);
    for (int corner = 0; corner < 4; corner++) {
        const ball *p = corner < 2 ? a->from : a->to, *q = corner % 2 == 0 ? b->from : b->to;
        ball beyond = ball_from(0);
        for (int k = 0; k < 3; k++)
            beyond = ball_add(beyond, ball_mul(ball_sub(p[k], q[k]), direction[k]));
        int enough = ball_sign(ball_sub(ball_square(beyond), needed));
        if (ball_sign(beyond) != 1 || (enough != 1 && enough != 0))
            return false;
    }
    return true;
}

/* ---- the door --------------------------------------------------------------------- */

/* Pulls a fraction away from the edge's ends, where lives end. */
static double inner(double fraction, double margin)
{
    return fmin(fmax(fraction, margin), 1 - margin);
}

bool edge_starts(const pair *question, graze_interval *starts, bool *found)
{
    static const double margins[] = {0x1p-20, 0x1p-6, 0x1p-2};
    if (!is_edge(question->a) || !is_edge(question->b) || isinf(question->a->duration))
        return false;
    edge a = edge_of(question->a), b = edge_of(question->b);
    ball reach = ball_sub(ball_add(ball_from(question->radius_a), ball_from(question->radius_b)),
                          ball_from(question->tolerance));
    double x, y;
    nearest_fractions(&a, &b, &x, &y);
    *found = false;
    if (ball_sign(reach) != 1)
        return false;
    if (is_separated(&a, &b, reach, x, y))
        return true;
    double begin = question->b->start + question->b->start_tail;
    for (size_t i = 0; i < sizeof margins / sizeof *margins && !*found; i++) {
        double u = time_at(&a, inner(x, margins[i])), w = time_at(&b, inner(y, margins[i]));
        double inside = begin + (w - u);
        if (!isfinite(inside) || start_is_unsafe(question, inside, found) != GRAZE_OK)
            return false;
        if (*found && start_search_from(question, inside, inside, inside, starts) != GRAZE_OK)
            return false;
    }
    return *found;
}
