/* SPDX-License-Identifier: MIT */
/* Published formulas in doubles. See textbook.h. */
#include "benchmarks/textbook.h"

#include <math.h>

#include "benchmarks/opponents.h"
#include "benchmarks/plain_quartic.h"

typedef struct vector {
    double x, y;
} vector;

static inline vector along(vector from, vector velocity, double time)
{
    return (vector){from.x + velocity.x * time, from.y + velocity.y * time};
}

static inline vector difference(vector a, vector b) { return (vector){a.x - b.x, a.y - b.y}; }
static inline double dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }
static inline double cross(vector a, vector b) { return a.x * b.y - a.y * b.x; }

/* ---- conflict intervals ----------------------------------------------------------------- */

static bool accelerates(const graze_motion *motion)
{
    return motion->acceleration.x != 0 || motion->acceleration.y != 0;
}

int textbook_intervals(const specimen *question, graze_interval *when)
{
    if (!accelerates(&question->a) && !accelerates(&question->b))
        return plain_interval(&question->body_a, &question->a, &question->body_b, &question->b,
                              when);
    return plain_quartic_intervals(question, ferrari_roots, when);
}

/* ---- Algorithm 1 ---------------------------------------------------------------------------- */

static vector velocity_of(const graze_motion *motion)
{
    if (motion->form != GRAZE_WAYPOINT)
        return (vector){motion->velocity.x, motion->velocity.y};
    return (vector){(motion->to.x - motion->position.x) / motion->duration,
                    (motion->to.y - motion->position.y) / motion->duration};
}

static inline vector place_of(const graze_motion *motion)
{
    return (vector){motion->position.x, motion->position.y};
}

/* F(t, delay) = A t^2 + B t delay + C delay^2 + D t + E delay + F0 (eq. 12), t after
 * the begin of the frozen window. */
typedef struct ellipse {
    double A, B, C, D, E, F0;
    double q;      /* 4 A C - B^2, as 4 (v1 x v2)^2: exactly 0 when parallel */
    double length; /* of the window */
} ellipse;

/* Equation 15. At a time at which the delay 0 lies inside there are two. */
static double delay_at(const ellipse *of, double time, bool larger)
{
    double half = of->B * time + of->E;
    double rest = of->A * time * time + of->D * time + of->F0;
    double root = sqrt(fmax(0, half * half - 4 * of->C * rest));
    return (-half + (larger ? root : -root)) / (2 * of->C);
}

/* Equations 13 and 14: an extreme delay, or the delay at the window's end that its
 * time has passed. */
static double extreme_delay(const ellipse *of, bool larger)
{
    double middle = of->B * of->D - 2 * of->A * of->E;
    double square = middle * middle - of->q * (4 * of->A * of->F0 - of->D * of->D);
    double root = sqrt(fmax(0, square));
    double delay = (middle + (larger ? root : -root)) / of->q;
    double time = -(of->B * delay + of->D) / (2 * of->A);
    return time < 0            ? delay_at(of, 0, larger)
           : time > of->length ? delay_at(of, of->length, larger)
                               : delay;
}

/* Parallel velocities: a strip, whose extremes lie at the window's ends; at them the
 * delay is that of equation 15 too. */
static graze_interval delays(const ellipse *of)
{
    if (of->q > 0)
        return (graze_interval){extreme_delay(of, false), extreme_delay(of, true)};
    return (graze_interval){fmin(delay_at(of, 0, false), delay_at(of, of->length, false)),
                            fmax(delay_at(of, 0, true), delay_at(of, of->length, true))};
}

bool textbook_answers(const specimen *question)
{
    vector velocity = velocity_of(&question->a);
    return (velocity.x != 0 || velocity.y != 0) && !accelerates(&question->a) &&
           !accelerates(&question->b);
}

bool textbook_unsafe_starts(const specimen *question, graze_interval *starts)
{
    const graze_motion *a = &question->a, *b = &question->b;
    graze_interval own;
    if (!plain_interval(&question->body_a, a, &question->body_b, b, &own)) /* clipped already */
        return false;
    double begin = fmax(a->start, b->start);
    double end = fmin(a->start + a->duration, b->start + b->duration);
    vector v1 = velocity_of(a), v2 = velocity_of(b), dv = difference(v1, v2);
    vector dp = difference(along(place_of(a), v1, begin - a->start),
                           along(place_of(b), v2, begin - b->start));
    double reach = question->body_a.radius + question->body_b.radius;
    double turn = cross(v1, v2);
    ellipse of = {.A = dot(dv, dv),
                  .B = -2 * dot(dv, v1),
                  .C = dot(v1, v1),
                  .D = 2 * dot(dp, dv),
                  .E = -2 * dot(dp, v1),
                  .F0 = dot(dp, dp) - reach * reach,
                  .q = 4 * turn * turn,
                  .length = end - begin};
    graze_interval found = delays(&of);
    *starts = (graze_interval){a->start + found.lower, a->start + found.upper};
    return starts->lower < starts->upper;
}

/* ---- right geometry -------------------------------------------------------------------------- */

/* In local times u of A and w of B, shift = w - u: |apart + v2 w - v1 u| < reach
 * inside 0 <= u <= last_u, 0 <= w <= last_w. */
typedef struct rectangle {
    vector apart, v1, v2;
    double last_u, last_w, reach;
    double lower, upper; /* of the shifts found so far */
} rectangle;

static inline void consider(rectangle *in, double shift)
{
    if (shift < in->lower)
        in->lower = shift;
    if (shift > in->upper)
        in->upper = shift;
}

/* Where |from + velocity t| < reach begins and ends within 0 .. last: shifts
 * origin + sign t. The ends of the side are corners of the rectangle. */
static void consider_side(rectangle *in, vector from, vector velocity, double last, double origin,
                          double sign)
{
    double a = dot(velocity, velocity), b = dot(from, velocity);
    double c = dot(from, from) - in->reach * in->reach;
    if (c < 0)
        consider(in, origin);
    double discriminant = b * b - a * c;
    if (a == 0 || discriminant <= 0)
        return;
    double root = sqrt(discriminant), first = (-b - root) / a, second = (-b + root) / a;
    if (first >= 0 && first <= last)
        consider(in, origin + sign * first);
    if (second >= 0 && second <= last)
        consider(in, origin + sign * second);
}

static void consider_tangent(rectangle *in, vector dv, double turn, double offset)
{
    double shift = (offset - cross(in->apart, dv)) / turn;
    double w = -dot(along(in->apart, in->v1, shift), dv) / dot(dv, dv), u = w - shift;
    if (w >= 0 && w <= in->last_w && u >= 0 && u <= in->last_u)
        consider(in, shift);
}

/* A strip of parallel motion goes on for ever where lives do. */
static void consider_strip(rectangle *in)
{
    vector n = dot(in->v1, in->v1) > 0 ? in->v1 : in->v2;
    double du = dot(in->v2, n), dw = dot(in->v1, n);
    if (!(in->lower < in->upper))
        return;
    for (int sign = -1; sign <= 1; sign += 2) {
        double u = sign * du, w = sign * dw;
        if ((u == 0 || (u > 0 && isinf(in->last_u))) && (w == 0 || (w > 0 && isinf(in->last_w))))
            consider(in, w > u ? INFINITY : w < u ? -INFINITY : in->lower);
    }
}

/* Both stand: every shift at which the lives meet, or none. */
static void consider_standing(rectangle *in)
{
    if (dot(in->apart, in->apart) < in->reach * in->reach) {
        in->lower = -in->last_u;
        in->upper = in->last_w;
    }
}

static void consider_all(rectangle *in)
{
    vector dv = difference(in->v2, in->v1), back = {-in->v1.x, -in->v1.y};
    double turn = cross(in->v1, dv), wide = in->reach * sqrt(dot(dv, dv));
    if (dot(in->v1, in->v1) == 0 && dot(in->v2, in->v2) == 0) {
        consider_standing(in);
        return;
    }
    consider_side(in, in->apart, in->v2, in->last_w, 0, 1);
    consider_side(in, in->apart, back, in->last_u, 0, -1);
    if (isfinite(in->last_u)) {
        vector from = along(in->apart, back, in->last_u);
        consider_side(in, from, in->v2, in->last_w, -in->last_u, 1);
        if (isfinite(in->last_w)) { /* the corner of both ends */
            vector last = along(from, in->v2, in->last_w);
            if (dot(last, last) < in->reach * in->reach)
                consider(in, in->last_w - in->last_u);
        }
    }
    if (isfinite(in->last_w))
        consider_side(in, along(in->apart, in->v2, in->last_w), back, in->last_u, in->last_w, -1);
    if (turn == 0) {
        consider_strip(in);
    } else {
        consider_tangent(in, dv, turn, wide);
        consider_tangent(in, dv, turn, -wide);
    }
}

bool rectangle_unsafe_starts(const specimen *question, graze_interval *starts)
{
    const graze_motion *a = &question->a, *b = &question->b;
    rectangle in = {difference(place_of(b), place_of(a)), velocity_of(a), velocity_of(b),
                    a->duration, b->duration, question->body_a.radius + question->body_b.radius,
                    INFINITY, -INFINITY};
    if (!(in.last_u > 0 && in.last_w > 0))
        return false;
    consider_all(&in);
    *starts = (graze_interval){b->start + in.lower, b->start + in.upper};
    return starts->lower < starts->upper;
}
