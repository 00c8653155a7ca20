/* SPDX-License-Identifier: MIT */
/* Swept bodies that never meet. Discs: the nearest points of the two chords, in plain
 * doubles, give a direction, and balls prove that it separates all control points by at least
 * the reach, or, where it is the reach, double-doubles, in which ties of short numbers are
 * exact. Bodies with corners: barycode GJK on the swept hulls. */

#include "starts/separated.h"

#include <math.h>

#include "geometry/apart.h"
#include "motion/life.h"
#include "numeric/ball.h"

/* ---- control points ------------------------------------------------------------------- */

static bool is_uniform(const graze_motion *m)
{
    const graze_vector *a = &m->acceleration;
    return a->x == 0 && a->y == 0 && a->z == 0;
}

static bool is_at_rest(const graze_motion *m)
{
    const graze_vector *v = &m->velocity;
    return v->x == 0 && v->y == 0 && v->z == 0 && is_uniform(m);
}

/* position, position + velocity d */
static void take_chord(const graze_motion *m, swept_path *path)
{
    const double *p = &m->position.x, *v = &m->velocity.x;
    const dd duration = dd_add(dd_from(m->duration), dd_from(m->duration_tail));
    path->count = 2;
    for (int k = 0; k < 3; k++) {
        path->place[0][k] = dd_from(p[k]);
        path->place[1][k] = dd_add(dd_from(p[k]), dd_mul(dd_from(v[k]), duration));
    }
}

/* position, position + velocity d / 2, position + velocity d + acceleration d^2 / 2 */
static void take_parabola(const graze_motion *m, swept_path *path)
{
    const double *p = &m->position.x, *v = &m->velocity.x, *a = &m->acceleration.x;
    const dd half = dd_from(0.5);
    dd duration = dd_add(dd_from(m->duration), dd_from(m->duration_tail));
    for (int k = 0; k < 3; k++) {
        dd step = dd_mul(dd_from(v[k]), duration);
        dd bend = dd_mul(dd_mul(dd_from(a[k]), half), dd_square(duration));
        dd begin = dd_from(p[k]), end = dd_add(begin, dd_add(step, bend));
        path->place[0][k] = begin;
        path->place[1][k] = dd_add(begin, dd_mul(step, half));
        path->place[2][k] = end;
    }
}

static void take_ends(const graze_motion *m, swept_path *path)
{
    const double *from = &m->position.x, *to = &m->velocity.x;
    for (int k = 0; k < 3; k++) {
        path->place[0][k] = dd_from(from[k]);
        path->place[1][k] = dd_from(to[k]);
    }
}

bool separated_path(const graze_motion *m, swept_path *path)
{
    if (m->form == GRAZE_WAYPOINT || m->form == GRAZE_RAMP) {
        path->count = 2;
        take_ends(m, path);
        return true;
    }
    if (isinf(m->duration)) {
        path->count = 1;
        for (int k = 0; k < 3; k++)
            path->place[0][k] = dd_from((&m->position.x)[k]);
        return is_at_rest(m);
    }
    if (m->form == GRAZE_KINEMATIC && is_uniform(m)) {
        take_chord(m, path);
        return true;
    }
    path->count = 3;
    take_parabola(m, path);
    if (m->form == GRAZE_PARKED) {
        for (int k = 0; k < 3; k++)
            path->place[0][k] = path->place[2][k];
        path->count = 1;
    }
    return true;
}

/* ---- nearest points ------------------------------------------------------------------- */

static double clamp_fraction(double x) { return x > 0 ? fmin(x, 1) : 0; }

static double chord(const swept_path *path, int k)
{
    return path->place[path->count - 1][k].high - path->place[0][k].high;
}

/* Source: the closest points of two segments by clamping, as in C. Ericson,
 * "Real-Time Collision Detection", 2005, 5.1.9. */
void separated_nearest(const swept_path *a, const swept_path *b, double *x, double *y)
{
    double aa = 0, bb = 0, ab = 0, ar = 0, br = 0;
    for (int k = 0; k < 3; k++) {
        double along_a = chord(a, k), along_b = chord(b, k);
        double apart = a->place[0][k].high - b->place[0][k].high;
        aa += along_a * along_a;
        bb += along_b * along_b;
        ab += along_a * along_b;
        ar += along_a * apart;
        br += along_b * apart;
    }
    double turn = aa * bb - ab * ab;
    *x = turn > 0 ? clamp_fraction((ab * br - ar * bb) / turn) : 0;
    *y = (ab * *x + br) / bb; /* NaN where b stands: a is then nearest to that place */
    if (!(*y >= 0 && *y <= 1)) {
        *y = clamp_fraction(*y);
        *x = aa > 0 ? clamp_fraction((ab * *y - ar) / aa) : 0;
    }
}

/* ---- discs ---------------------------------------------------------------------------- */

static ball ball_of(dd x)
{
    return (ball){x.high, fabs(x.low) + x.error};
}

/* The sign of how far beyond the reach p lies from q in this direction. */
static int sign_beyond(const dd *p, const dd *q, const double *direction, ball reach_squared)
{
    ball beyond = ball_from(0), norm = ball_from(0);
    for (int k = 0; k < 3; k++) {
        const ball way = ball_sub(ball_of(p[k]), ball_of(q[k]));
        beyond = ball_add(beyond, ball_mul(way, ball_from(direction[k])));
        norm = ball_add(norm, ball_square(ball_from(direction[k])));
    }
    if (ball_sign(beyond) == -1)
        return -1;
    return ball_sign(beyond) == 1
               ? ball_sign(ball_sub(ball_square(beyond), ball_mul(reach_squared, norm)))
               : SIGN_UNKNOWN;
}

/* The same in double-doubles, for distances that are the reach. */
static int sign_closely(const dd *p, const dd *q, const double *direction, dd reach)
{
    dd beyond = dd_from(0), norm = dd_from(0);
    for (int k = 0; k < 3; k++) {
        const dd along = dd_from(direction[k]);
        beyond = dd_add(beyond, dd_mul(dd_sub(p[k], q[k]), along));
        norm = dd_add(norm, dd_square(along));
    }
    const dd needed = dd_mul(dd_square(reach), norm);
    return dd_sign(beyond) == 1 ? dd_sign(dd_sub(dd_square(beyond), needed)) : SIGN_UNKNOWN;
}

/* Whether there is a direction along which all of a's path lies at least the reach beyond all of
 * b's. */
static bool are_discs_apart(const swept_path *a, const swept_path *b, dd reach)
{
    const ball squared = ball_square(ball_of(reach));
    double direction[3], x, y;
    separated_nearest(a, b, &x, &y);
    for (int k = 0; k < 3; k++) {
        double on_a = a->place[0][k].high + x * chord(a, k);
        double on_b = b->place[0][k].high + y * chord(b, k);
        direction[k] = on_a - on_b;
    }
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            int sign = sign_beyond(a->place[i], b->place[j], direction, squared);
            if (sign == SIGN_UNKNOWN)
                sign = sign_closely(a->place[i], b->place[j], direction, reach);
            if (sign != 0 && sign != 1)
                return false;
        }
    return true;
}

/* ---- bodies with corners -------------------------------------------------------------- */

/* What the high part is off by at most, with what was lost in computing that. */
static double beyond_value(dd x)
{
    return (fabs(x.low) + x.error) * (1 + 0x1p-30);
}

/* The values of the control points, and the most that one of them is off by; false when
 * they are too large to tell. */
static bool places_of(const swept_path *path, graze_point *places, double *wrong)
{
    *wrong = 0;
    for (int i = 0; i < path->count; i++) {
        const dd *x = &path->place[i][0], *y = &path->place[i][1];
        double off = beyond_value(*x) + beyond_value(*y);
        if (!(off < 0x1p500 && fabs(x->high) < 0x1p1000 && fabs(y->high) < 0x1p1000))
            return false;
        places[i] = (graze_point){x->high, y->high};
        *wrong = fmax(*wrong, off);
    }
    return true;
}

static bool are_hulls_apart(const pair *question, const swept_path *a, const swept_path *b,
                            dd reach)
{
    graze_point on_a[SEPARATED_PLACES], on_b[SEPARATED_PLACES];
    double wrong_a, wrong_b, margin = reach.high + beyond_value(reach);
    if (!(margin < 0x1p1000) || !places_of(a, on_a, &wrong_a) || !places_of(b, on_b, &wrong_b))
        return false;
    const swept_set set_a = {question->body_a, on_a, (size_t)a->count,
                             fmax(margin, 0) * (1 + 0x1p-50) + wrong_a};
    const swept_set set_b = {question->body_b, on_b, (size_t)b->count, wrong_b};
    return swept_sets_apart(&set_a, &set_b);
}

/* ---- the door ------------------------------------------------------------------------- */

bool separated_for_ever(const pair *question)
{
    swept_path a, b;
    if (motion_is_empty(question->a) || motion_is_empty(question->b))
        return true;
    if (!separated_path(question->a, &a) || !separated_path(question->b, &b))
        return false;
    dd reach = dd_sub(dd_add(dd_from(question->radius_a), dd_from(question->radius_b)),
                      dd_from(question->tolerance));
    if (question->cornered)
        return are_hulls_apart(question, &a, &b, reach);
    return dd_sign(reach) == 1 && are_discs_apart(&a, &b, reach);
}
