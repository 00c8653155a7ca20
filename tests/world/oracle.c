/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>

/* ---- random ---------------------------------------------------------------------------- */

uint64_t random_bits(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

unsigned random_below(uint64_t *state, unsigned below)
{
    return (unsigned)(random_bits(state) % below);
}

double random_short(uint64_t *state, unsigned below)
{
    return ((double)random_below(state, 64 * below + 1) - 32.0 * below) / 32;
}

double random_real(uint64_t *state, double below)
{
    return ((double)(random_bits(state) >> 11) * 0x1p-52 - 1) * below;
}

/* ---- rationals ------------------------------------------------------------------------- */

typedef struct plane_point {
    mpq_t x, y;
} plane_point;

typedef struct rectangle {
    mpq_t low[2], high[2];
} rectangle;

static void point_init(plane_point *p) { mpq_inits(p->x, p->y, NULL); }
static void point_clear(plane_point *p) { mpq_clears(p->x, p->y, NULL); }

static void path_ends(const graze_motion *motion, plane_point *from, plane_point *to)
{
    bool waypoint = motion->form == GRAZE_WAYPOINT;
    mpq_set_d(from->x, motion->position.x);
    mpq_set_d(from->y, motion->position.y);
    mpq_set_d(to->x, waypoint ? motion->to.x : motion->velocity.x);
    mpq_set_d(to->y, waypoint ? motion->to.y : motion->velocity.y);
    if (waypoint)
        return;
    mpq_t time, tail;
    mpq_inits(time, tail, NULL);
    mpq_set_d(time, isinf(motion->duration) ? 0 : motion->duration);
    mpq_set_d(tail, motion->duration_tail);
    mpq_add(time, time, tail);
    mpq_mul(to->x, to->x, time);
    mpq_mul(to->y, to->y, time);
    mpq_add(to->x, to->x, from->x);
    mpq_add(to->y, to->y, from->y);
    mpq_clears(time, tail, NULL);
}

/* The part [*first, *last] of t in [0, 1] where low <= from + t (to - from) <= high is cut
 * further; false when nothing is left of it. */
static bool clip(mpq_t first, mpq_t last, const mpq_t from, const mpq_t to, const mpq_t low,
                 const mpq_t high)
{
    mpq_t delta, a, b;
    bool left = true;
    mpq_inits(delta, a, b, NULL);
    mpq_sub(delta, to, from);
    if (mpq_sgn(delta) == 0) {
        left = mpq_cmp(from, low) >= 0 && mpq_cmp(from, high) <= 0;
    } else {
        mpq_sub(a, low, from);
        mpq_div(a, a, delta);
        mpq_sub(b, high, from);
        mpq_div(b, b, delta);
        if (mpq_cmp(a, b) > 0)
            mpq_swap(a, b);
        if (mpq_cmp(a, first) > 0)
            mpq_set(first, a);
        if (mpq_cmp(b, last) < 0)
            mpq_set(last, b);
        left = mpq_cmp(first, last) <= 0;
    }
    mpq_clears(delta, a, b, NULL);
    return left;
}

/* Does the segment meet the closed box, or, `strictly`, its interior? The middle of what
 * is left of the segment lies inside if anything does. */
static bool segment_meets(const plane_point *p, const plane_point *q, const rectangle *box,
                          bool strictly)
{
    mpq_t first, last, half, x, y;
    mpq_inits(first, last, half, x, y, NULL);
    mpq_set_ui(last, 1, 1);
    bool met = clip(first, last, p->x, q->x, box->low[0], box->high[0]) &&
               clip(first, last, p->y, q->y, box->low[1], box->high[1]);
    if (met && strictly) {
        mpq_add(half, first, last);
        mpq_div_2exp(half, half, 1);
        mpq_sub(x, q->x, p->x);
        mpq_mul(x, x, half);
        mpq_add(x, x, p->x);
        mpq_sub(y, q->y, p->y);
        mpq_mul(y, y, half);
        mpq_add(y, y, p->y);
        met = mpq_cmp(x, box->low[0]) > 0 && mpq_cmp(x, box->high[0]) < 0 &&
              mpq_cmp(y, box->low[1]) > 0 && mpq_cmp(y, box->high[1]) < 0;
    }
    mpq_clears(first, last, half, x, y, NULL);
    return met;
}

/* least := min(least, |c - nearest point of the segment|^2) */
static void take_point_to_segment(mpq_t least, const mpq_t x, const mpq_t y, const plane_point *p,
                                  const plane_point *q)
{
    mpq_t dx, dy, wx, wy, t, length;
    mpq_inits(dx, dy, wx, wy, t, length, NULL);
    mpq_sub(dx, q->x, p->x);
    mpq_sub(dy, q->y, p->y);
    mpq_sub(wx, x, p->x);
    mpq_sub(wy, y, p->y);
    mpq_mul(length, dx, dx);
    mpq_mul(t, dy, dy);
    mpq_add(length, length, t);
    if (mpq_sgn(length) != 0) {
        mpq_t sum;
        mpq_init(sum);
        mpq_mul(t, wx, dx);
        mpq_mul(sum, wy, dy);
        mpq_add(t, t, sum);
        mpq_div(t, t, length);
        mpq_clear(sum);
        if (mpq_sgn(t) < 0)
            mpq_set_ui(t, 0, 1);
        if (mpq_cmp_ui(t, 1, 1) > 0)
            mpq_set_ui(t, 1, 1);
        mpq_mul(dx, dx, t);
        mpq_mul(dy, dy, t);
        mpq_sub(wx, wx, dx);
        mpq_sub(wy, wy, dy);
    }
    mpq_mul(wx, wx, wx);
    mpq_mul(wy, wy, wy);
    mpq_add(wx, wx, wy);
    if (mpq_cmp(wx, least) < 0)
        mpq_set(least, wx);
    mpq_clears(dx, dy, wx, wy, t, length, NULL);
}

/* gap := how far the number is outside the interval */
static void outside(mpq_t gap, const mpq_t number, const mpq_t low, const mpq_t high)
{
    if (mpq_cmp(number, low) < 0)
        mpq_sub(gap, low, number);
    else if (mpq_cmp(number, high) > 0)
        mpq_sub(gap, number, high);
    else
        mpq_set_ui(gap, 0, 1);
}

static void take_point_to_box(mpq_t least, const plane_point *p, const rectangle *box)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    outside(x, p->x, box->low[0], box->high[0]);
    outside(y, p->y, box->low[1], box->high[1]);
    mpq_mul(x, x, x);
    mpq_mul(y, y, y);
    mpq_add(x, x, y);
    if (mpq_cmp(x, least) < 0)
        mpq_set(least, x);
    mpq_clears(x, y, NULL);
}

static bool is_nearer(const plane_point *p, const plane_point *q, const rectangle *box,
                      const mpq_t reach)
{
    mpq_t least, squared;
    if (segment_meets(p, q, box, false))
        return true;
    mpq_inits(least, squared, NULL);
    mpq_mul(squared, reach, reach);
    mpq_add(least, squared, squared); /* far enough to mean "no" */
    take_point_to_box(least, p, box);
    take_point_to_box(least, q, box);
    for (int i = 0; i < 4; i++)
        take_point_to_segment(least, i & 1 ? box->high[0] : box->low[0],
                              i & 2 ? box->high[1] : box->low[1], p, q);
    bool nearer = mpq_cmp(least, squared) < 0;
    mpq_clears(least, squared, NULL);
    return nearer;
}

static bool shrink(rectangle *box, const mpq_t reach)
{
    for (int k = 0; k < 2; k++) {
        mpq_sub(box->low[k], box->low[k], reach);
        mpq_add(box->high[k], box->high[k], reach);
    }
    return mpq_cmp(box->low[0], box->high[0]) < 0 && mpq_cmp(box->low[1], box->high[1]) < 0;
}

bool oracle_meets(const graze_motion *motion, double radius, double tolerance,
                  const world_box *box)
{
    plane_point p, q;
    rectangle r;
    mpq_t reach, subtracted;
    point_init(&p);
    point_init(&q);
    mpq_inits(reach, subtracted, r.low[0], r.low[1], r.high[0], r.high[1], NULL);
    path_ends(motion, &p, &q);
    mpq_set_d(reach, radius);
    mpq_set_d(subtracted, tolerance);
    mpq_sub(reach, reach, subtracted);
    mpq_set_d(r.low[0], box->x0);
    mpq_set_d(r.high[0], box->x1);
    mpq_set_d(r.low[1], box->y0);
    mpq_set_d(r.high[1], box->y1);
    bool met = mpq_sgn(reach) > 0 ? is_nearer(&p, &q, &r, reach)
                                  : shrink(&r, reach) && segment_meets(&p, &q, &r, true);
    mpq_clears(reach, subtracted, r.low[0], r.low[1], r.high[0], r.high[1], NULL);
    point_clear(&p);
    point_clear(&q);
    return met;
}
