/* SPDX-License-Identifier: MIT */
/* Crossings from a quadratic, tangencies by Newton steps with F in double-doubles. Where discs
 * overlap by little more than rounding, or begin or end at rest, doubles tell neither whether they
 * overlap nor where. */
#include "starts/straight_close.h"

#include <math.h>

/* ---- both ways --------------------------------------------------------------------------- */

static void take_way(const graze_motion *m, close_way *path)
{
    const double *from = &m->position.x, *to = &m->to.x, *a = &m->acceleration.x;
    path->life = dd_add(dd_from(m->duration), dd_from(m->duration_tail));
    path->share = dd_from(m->form == GRAZE_RAMP ? m->share : 1);
    int along = 0;
    for (int k = 0; k < 3; k++) {
        path->place[k] = dd_from(from[k]);
        if (m->form == GRAZE_KINEMATIC) {
            path->velocity[k] = dd_from(to[k]);
            path->half[k] = dd_from(0.5 * a[k]);
            const dd mean = dd_add(path->velocity[k], dd_mul(path->half[k], path->life));
            path->step[k] = dd_mul(mean, path->life);
        } else {
            path->step[k] = dd_sub(dd_from(to[k]), path->place[k]);
            const dd mean = dd_div(path->step[k], path->life);
            path->velocity[k] = dd_mul(mean, path->share);
            path->half[k] = dd_div(dd_sub(mean, path->velocity[k]), path->life);
        }
        along = fabs(path->step[k].high) > fabs(path->step[along].high) ? k : along;
    }
    if (m->form == GRAZE_KINEMATIC && path->step[along].high != 0)
        path->share = dd_div(dd_mul(path->velocity[along], path->life), path->step[along]);
}

void close_scene_of(const pair *question, close_scene *s)
{
    take_way(question->a, &s->a);
    take_way(question->b, &s->b);
    s->reach = dd_add(dd_from(question->radius_a), dd_from(question->radius_b));
    s->reach = dd_sub(s->reach, dd_from(question->tolerance));
    s->dimensions = question->dimensions;
    s->lives = s->a.life.high + s->b.life.high;
}

/* ---- F and its slopes -------------------------------------------------------------------- */

/* F's slopes along u and w, and those of G, in doubles, and the sizes of the first two. */
typedef struct view {
    dd f;
    double f_u, f_w, g_u, g_w, size_u, size_w;
} view;

/* How far it has come, and how fast it is. */
static dd moved_by(const close_way *path, int k, dd t, double *rate)
{
    const dd gain = dd_mul(path->half[k], t), mean = dd_add(path->velocity[k], gain);
    *rate = dd_add(mean, gain).high;
    return dd_mul(mean, t);
}

static view look_at(const close_scene *s, dd u, dd w)
{
    view v = {.f = dd_negative(dd_square(s->reach))};
    for (int k = 0; k < s->dimensions; k++) {
        double v_a, v_b;
        const dd a = moved_by(&s->a, k, u, &v_a), b = moved_by(&s->b, k, w, &v_b);
        const dd d = dd_add(dd_sub(s->a.place[k], s->b.place[k]), dd_sub(a, b));
        v.f = dd_add(v.f, dd_square(d));
        v.f_u += d.high * v_a;
        v.f_w -= d.high * v_b;
        v.size_u += fabs(d.high * v_a);
        v.size_w += fabs(d.high * v_b);
        v.g_u += v_a * (v_a - v_b) + 2 * d.high * s->a.half[k].high;
        v.g_w -= v_b * (v_a - v_b) + 2 * d.high * s->b.half[k].high;
    }
    v.f = (dd){0.5 * v.f.high, 0.5 * v.f.low, 0.5 * v.f.error};
    return v;
}

bool close_corner(const close_scene *s, bool upper)
{
    const dd zero = dd_from(0);
    return dd_sign(look_at(s, upper ? zero : s->a.life, upper ? s->b.life : zero).f) == -1;
}

/* ---- crossings --------------------------------------------------------------------------- */

static dd dot(const close_scene *s, const dd *x, const dd *y)
{
    dd sum = dd_mul(x[0], y[0]);
    for (int k = 1; k < s->dimensions; k++)
        sum = dd_add(sum, dd_mul(x[k], y[k]));
    return sum;
}

static dd root_of(dd x)
{
    return x.high > 0 ? dd_sqrt(x) : dd_from(0);
}

/* The time at which a fraction of the way is behind. */
static dd time_at(const close_way *path, dd fraction)
{
    const dd bend = dd_mul(dd_mul(dd_from(4), dd_sub(dd_from(1), path->share)), fraction);
    const dd root = root_of(dd_add(dd_square(path->share), bend));
    const dd twice = dd_mul(dd_mul(dd_from(2), fraction), path->life);
    return twice.high > 0 ? dd_div(twice, dd_add(path->share, root)) : dd_from(0);
}

static bool is_close(const close_scene *s, const close_place *p)
{
    return fabs(p->shift.high) <= s->lives && p->shift.error <= 0x1p-30 * s->lives;
}

bool close_crossing(const close_scene *s, straight_side side, close_place *found)
{
    const close_way *moves = side.a_stands ? &s->b : &s->a, *stands = side.a_stands ? &s->a : &s->b;
    dd from[3];
    for (int k = 0; k < s->dimensions; k++) {
        from[k] = dd_sub(moves->place[k], stands->place[k]);
        from[k] = side.at_end ? dd_sub(from[k], stands->step[k]) : from[k];
    }
    const dd square = dot(s, moves->step, moves->step), along = dot(s, from, moves->step);
    const dd excess = dd_sub(dot(s, from, from), dd_square(s->reach));
    const dd inner = dd_sub(dd_square(along), dd_mul(square, excess));
    const dd root = root_of(inner);
    const dd sum = dd_add(along.high < 0 ? dd_negative(along) : along, root);
    /* the root in which nothing cancels, and the other one by the product of both */
    const bool outer = side.second == (along.high < 0);
    dd fraction = outer ? dd_div(sum, square) : dd_div(excess, sum);
    if (along.high >= 0)
        fraction = dd_negative(fraction);
    if (dd_sign(inner) == -1 || dd_sign(dd_sub(dd_from(1), fraction)) == -1 ||
        !(fraction.high >= 0 && fraction.high <= 1))
        return false;
    const dd moved = time_at(moves, fraction), stood = side.at_end ? stands->life : dd_from(0);
    found->at[side.a_stands] = moved.high;
    found->at[!side.a_stands] = stood.high;
    found->shift = side.a_stands ? dd_sub(moved, stood) : dd_sub(stood, moved);
    return is_close(s, found);
}

/* From a side of u into the rectangle F = 0 goes along (F_w, -F_u) or the other way, so that the
 * shift changes by -G or G; from a side of w the other way round. */
bool close_is_end(const close_scene *s, straight_side side, const close_place *at, bool upper)
{
    const view v = look_at(s, dd_from(at->at[0]), dd_from(at->at[1]));
    const double part = 0x1p-20, over = side.a_stands ? v.f_w : v.f_u, g = v.f_u + v.f_w;
    const bool certain = fabs(over) > part * (side.a_stands ? v.size_w : v.size_u) &&
                         fabs(g) > part * (v.size_u + v.size_w);
    const bool grows = (over * g < 0) == (side.a_stands != side.at_end);
    return certain && grows != upper;
}

/* ---- tangencies -------------------------------------------------------------------------- */

static double kept_within(double x, double most)
{
    return x > 0 ? fmin(x, most) : 0;
}

bool close_tangency(const close_scene *s, close_place *found)
{
    enum { STEPS = 40, FREE = 8 }; /* steps that may be longer than the last one */
    double step = INFINITY, *at = found->at;
    for (int i = 0; i < STEPS && step > 0x1p-44 * s->lives; i++) {
        const view v = look_at(s, dd_from(at[0]), dd_from(at[1]));
        const double f = v.f.high, g = v.f_u + v.f_w, turn = v.f_u * v.g_w - v.f_w * v.g_u;
        const double u = (v.f_w * g - f * v.g_w) / turn, w = (v.g_u * f - v.f_u * g) / turn;
        const double last = step;
        step = fabs(u) + fabs(w);
        if (i >= FREE && !(step < last))
            return false;
        at[0] = kept_within(at[0] + u, s->a.life.high);
        at[1] = kept_within(at[1] + w, s->b.life.high);
    }
    const dd u = dd_from(at[0]), w = dd_from(at[1]);
    const view v = look_at(s, u, w);
    const dd rest = dd_div(v.f, dd_from(0.5 * (v.f_w - v.f_u)));
    found->shift = dd_sub(dd_sub(w, u), rest);
    return step <= 0x1p-40 * s->lives && fabs(rest.high) <= 0x1p-40 * s->lives &&
           is_close(s, found);
}
