/* SPDX-License-Identifier: MIT */
/* Swept bodies that never meet. Discs: the nearest points of the two chords, in plain
 * doubles, give a direction, and balls prove that it separates all control points by at least
 * the reach. Bodies with corners: barycode GJK on the swept hulls. */

#include "starts/separated.h"

#include <math.h>

#include "geometry/apart.h"

/* ---- control points ------------------------------------------------------------------- */

static bool is_at_rest(const graze_motion *m)
{
    const graze_vector *v = &m->velocity, *a = &m->acceleration;
    return v->x == 0 && v->y == 0 && v->z == 0 && a->x == 0 && a->y == 0 && a->z == 0;
}

/* position, position + velocity d / 2, position + velocity d + acceleration d^2 / 2 */
static void take_parabola(const graze_motion *m, swept_path *path)
{
    const double *p = &m->position.x, *v = &m->velocity.x, *a = &m->acceleration.x;
    const ball half = ball_from(0.5);
    ball duration = ball_add(ball_from(m->duration), ball_from(m->duration_tail));
    for (int k = 0; k < 3; k++) {
        ball step = ball_mul(ball_from(v[k]), duration);
        ball bend = ball_mul(ball_mul(ball_from(a[k]), half), ball_square(duration));
        ball begin = ball_from(p[k]), end = ball_add(begin, ball_add(step, bend));
        path->place[0][k] = begin;
        path->place[1][k] = ball_add(begin, ball_mul(step, half));
        path->place[2][k] = end;
    }
}

static void take_ends(const graze_motion *m, swept_path *path)
{
    const double *from = &m->position.x, *to = &m->velocity.x;
    for (int k = 0; k < 3; k++) {
        path->place[0][k] = ball_from(from[k]);
        path->place[1][k] = ball_from(to[k]);
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
            path->place[0][k] = ball_from((&m->position.x)[k]);
        return is_at_rest(m);
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
    return path->place[path->count - 1][k].value - path->place[0][k].value;
}

/* Source: the closest points of two segments by clamping, as in C. Ericson,
 * "Real-Time Collision Detection", 2005, 5.1.9. */
void separated_nearest(const swept_path *a, const swept_path *b, double *x, double *y)
{
    double aa = 0, bb = 0, ab = 0, ar = 0, br = 0;
    for (int k = 0; k < 3; k++) {
        double along_a = chord(a, k), along_b = chord(b, k);
        double apart = a->place[0][k].value - b->place[0][k].value;
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

/* ---- discs ---------------------------------------------------------------------------- */

/* Whether p lies at least the reach beyond q in this direction; needed: reach^2 |direction|^2 */
static bool is_beyond(const ball *p, const ball *q, const ball *direction, ball needed)
{
    ball beyond = ball_from(0);
    for (int k = 0; k < 3; k++)
        beyond = ball_add(beyond, ball_mul(ball_sub(p[k], q[k]), direction[k]));
    int enough = ball_sign(ball_sub(ball_square(beyond), needed));
    return ball_sign(beyond) == 1 && (enough == 1 || enough == 0);
}

/* Whether there is a direction along which all of a's path lies at least the reach beyond all of
 * b's. */
static bool are_discs_apart(const swept_path *a, const swept_path *b, ball reach)
{
    ball direction[3], norm = ball_from(0);
    double x, y;
    separated_nearest(a, b, &x, &y);
    for (int k = 0; k < 3; k++) {
        double on_a = a->place[0][k].value + x * chord(a, k);
        double on_b = b->place[0][k].value + y * chord(b, k);
        direction[k] = ball_from(on_a - on_b);
        norm = ball_add(norm, ball_square(direction[k]));
    }
    ball needed = ball_mul(ball_square(reach), norm);
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            if (!is_beyond(a->place[i], b->place[j], direction, needed))
                return false;
    return true;
}

/* ---- bodies with corners -------------------------------------------------------------- */

/* What a ball is off by at most, with what was lost in computing that. */
static double beyond_value(ball x) { return x.error * (1 + 0x1p-30); }

/* The values of the control points, and the most that one of them is off by; false when
 * they are too large to tell. */
static bool places_of(const swept_path *path, graze_point *places, double *wrong)
{
    *wrong = 0;
    for (int i = 0; i < path->count; i++) {
        const ball *x = &path->place[i][0], *y = &path->place[i][1];
        double off = beyond_value(*x) + beyond_value(*y);
        if (!(off < 0x1p500 && fabs(x->value) < 0x1p1000 && fabs(y->value) < 0x1p1000))
            return false;
        places[i] = (graze_point){x->value, y->value};
        *wrong = fmax(*wrong, off);
    }
    return true;
}

static bool are_hulls_apart(const pair *question, const swept_path *a, const swept_path *b,
                            ball reach)
{
    graze_point on_a[SEPARATED_PLACES], on_b[SEPARATED_PLACES];
    double wrong_a, wrong_b, margin = reach.value + beyond_value(reach);
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
    if (!separated_path(question->a, &a) || !separated_path(question->b, &b))
        return false;
    ball reach = ball_sub(ball_add(ball_from(question->radius_a), ball_from(question->radius_b)),
                          ball_from(question->tolerance));
    if (question->cornered)
        return are_hulls_apart(question, &a, &b, reach);
    return ball_sign(reach) == 1 && are_discs_apart(&a, &b, reach);
}
