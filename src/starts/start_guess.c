/* SPDX-License-Identifier: MIT */
/* A guess in doubles where the unsafe starts of two uniform motions begin and end. It proves
 * nothing: exact decisions confirm it.
 *
 * With local times u of a and w of b the relative place A(u) - B(w) is affine, so the
 * overlaps are a convex set of the (u, w) plane, cut by the rectangle of both lives, and
 * the ends of the shifts w - u are the extreme ones of
 *
 *     a tangency    a corner of the outline (R > 0: of the circle round it) that the
 *                   relative velocity V = a - b only touches, at a place in the rectangle
 *     a crossing    one stands at an end of its life, and the other one crosses the
 *                   outline: an edge moved by R, or the circle round a corner
 *     a corner      of the rectangle, when the bodies overlap there
 */
#include "starts/start_guess.h"

#include <math.h>

#include "contact/filter_uniform.h"
#include "contact/polygon_outline.h"

/* One stands while the other one moves: at the begin or at the end of its life. */
enum { B_FROM_BEGIN, B_FROM_END, A_FROM_BEGIN, A_FROM_END, SIDES };

/* The least and the greatest of some numbers. */
typedef struct span {
    double first, last;
} span;

static span no_span(void) { return (span){INFINITY, -INFINITY}; }

/* fmin and fmax pass over what is no number. */
static void widen(span *s, double x)
{
    s->first = fmin(s->first, x);
    s->last = fmax(s->last, x);
}

typedef struct scene {
    const outline *c;
    double x, y;           /* A(0) - B(0) */
    double ax, ay, bx, by; /* velocities */
    double for_a, for_b;   /* lengths of the lives, may be infinite */
    double reach;
} scene;

/* A point that moves while one of the two stands; its time t is one of theirs. */
typedef struct lane {
    double x, y, vx, vy, length;
    double origin, sign; /* shift = origin + sign t */
} lane;

static lane lane_of(const scene *s, int side)
{
    bool a_moves = side >= A_FROM_BEGIN, at_end = side == B_FROM_END || side == A_FROM_END;
    double stood = !at_end ? 0 : a_moves ? s->for_b : s->for_a;
    double sign = a_moves ? -1 : 1;
    double sx = a_moves ? -s->bx : s->ax, sy = a_moves ? -s->by : s->ay;
    return (lane){.x = s->x + sx * stood,
                  .y = s->y + sy * stood,
                  .vx = a_moves ? s->ax : -s->bx,
                  .vy = a_moves ? s->ay : -s->by,
                  .length = a_moves ? s->for_a : s->for_b,
                  .origin = -sign * stood,
                  .sign = sign};
}

/* How a lane's point passes the line of the edge that leaves corner i, moved outward by the
 * reach: outside before `time` (drift < 0) or after it (drift > 0). */
typedef struct line_passing {
    double time, drift, beyond; /* beyond: how far outside at time 0 */
    double ex, ey, px, py;
} line_passing;

static line_passing pass_line(const scene *s, const lane *l, int i)
{
    line_passing at = {.ex = s->c->x[i + 1] - s->c->x[i], .ey = s->c->y[i + 1] - s->c->y[i],
                       .px = l->x - s->c->x[i], .py = l->y - s->c->y[i]};
    double size = sqrt(at.ex * at.ex + at.ey * at.ey);
    at.beyond = at.px * at.ey - at.py * at.ex - s->reach * size;
    at.drift = l->vx * at.ey - l->vy * at.ex;
    at.time = -at.beyond / at.drift;
    return at;
}

/* R <= 0: the times inside all lines. */
static span pass_inner(const scene *s, const lane *l)
{
    span inside = {-INFINITY, INFINITY};
    for (int i = 0; i < s->c->count; i++) {
        line_passing at = pass_line(s, l, i);
        if (at.drift == 0 && at.beyond >= 0)
            return no_span();
        if (at.drift < 0)
            inside.first = fmax(inside.first, at.time);
        if (at.drift > 0)
            inside.last = fmin(inside.last, at.time);
    }
    return inside;
}

/* R > 0: from the first to the last crossing of the outline, which is made of edges and
 * arcs. */
static span pass_outer(const scene *s, const lane *l)
{
    double speed = l->vx * l->vx + l->vy * l->vy;
    span inside = no_span();
    for (int i = 0; i < s->c->count; i++) {
        line_passing at = pass_line(s, l, i);
        double ahead = (at.px + l->vx * at.time) * at.ex + (at.py + l->vy * at.time) * at.ey;
        if (ahead >= 0 && ahead <= at.ex * at.ex + at.ey * at.ey)
            widen(&inside, at.time);
    }
    for (int i = 0; i < s->c->count || i == 0; i++) {
        double x = l->x - s->c->x[i], y = l->y - s->c->y[i];
        double cross = l->vx * y - l->vy * x, slope = x * l->vx + y * l->vy;
        double root = sqrt(speed * s->reach * s->reach - cross * cross);
        widen(&inside, (-slope - root) / speed);
        widen(&inside, (-slope + root) / speed);
    }
    return inside;
}

static void take_side(const scene *s, int side, span *shifts)
{
    lane l = lane_of(s, side);
    if (isinf(l.origin) || (l.vx == 0 && l.vy == 0))
        return;
    span p = s->reach > 0 ? pass_outer(s, &l) : pass_inner(s, &l);
    if (!(p.first < p.last) || p.last <= 0 || p.first >= l.length)
        return;
    widen(shifts, l.origin + l.sign * fmax(p.first, 0));
    widen(shifts, l.origin + l.sign * fmin(p.last, l.length));
}

/* A corner of the outline; with R < 0 that of the edges moved inward. */
static graze_point moved_corner(const scene *s, int i)
{
    const outline *c = s->c;
    graze_point corner = {c->x[i], c->y[i]};
    if (!(s->reach < 0))
        return corner;
    int last = i == 0 ? c->count - 1 : i - 1;
    double ex = c->x[i + 1] - c->x[i], ey = c->y[i + 1] - c->y[i];
    double fx = c->x[last + 1] - c->x[last], fy = c->y[last + 1] - c->y[last];
    double e = sqrt(ex * ex + ey * ey), f = sqrt(fx * fx + fy * fy);
    double part = s->reach / (fx * ey - fy * ex);
    corner.x += part * (e * fx - f * ex);
    corner.y += part * (e * fy - f * ey);
    return corner;
}

static void take_tangencies(const scene *s, span *shifts)
{
    double vx = s->ax - s->bx, vy = s->ay - s->by, turn = s->ax * s->by - s->ay * s->bx;
    double speed = sqrt(vx * vx + vy * vy), round = s->reach > 0 ? s->reach : 0;
    if (turn == 0)
        return;
    for (int i = 0; i < 2 * s->c->count || i < 2; i++) {
        graze_point at = moved_corner(s, i / 2);
        double beside = i % 2 != 0 ? round : -round;
        double x = at.x - vy / speed * beside - s->x, y = at.y + vx / speed * beside - s->y;
        double u = (x * s->by - y * s->bx) / turn, w = (x * s->ay - y * s->ax) / turn;
        if (u >= 0 && w >= 0 && u <= s->for_a && w <= s->for_b)
            widen(shifts, w - u);
    }
}

/* ---- the door --------------------------------------------------------------------------- */

/* Stands where a parked motion stands, nearly; other motions as they are. */
static graze_motion unparked(const graze_motion *motion)
{
    graze_motion stands = *motion;
    if (motion->form != GRAZE_PARKED)
        return stands;
    double duration = motion->duration + motion->duration_tail;
    stands.form = GRAZE_KINEMATIC;
    stands.position.x += motion->velocity.x * duration;
    stands.position.y += motion->velocity.y * duration;
    stands.velocity = (graze_vector){0, 0, 0};
    stands.start += duration;
    stands.duration = INFINITY;
    stands.duration_tail = 0;
    return stands;
}

bool start_guess(const pair *question, graze_interval *guess)
{
    outline_room room;
    outline c = outline_in(&room);
    span shifts = no_span();
    graze_motion a = *question->a, b = unparked(question->b);
    a.start = a.start_tail = b.start_tail = 0; /* where a starts is of no account */
    if (question->dimensions != 2 || !filter_uniform_applies(&a) || !filter_uniform_applies(&b) ||
        question->body_a->vertex_count + question->body_b->vertex_count > OUTLINE_CORNERS)
        return false;
    outline_of(question->body_a, question->body_b, &c);
    graze_prepared from_a = filter_prepared(0, &a), from_b = filter_prepared(0, &b);
    scene s = {.c = &c, .x = from_a.x - from_b.x, .y = from_a.y - from_b.y,
               .ax = from_a.vx, .ay = from_a.vy, .bx = from_b.vx, .by = from_b.vy,
               .for_a = a.duration + a.duration_tail,
               .for_b = b.duration + b.duration_tail,
               .reach = question->radius_a + question->radius_b - question->tolerance};
    if (c.count < 3 && s.reach <= 0)
        return false;
    for (int side = 0; side < SIDES; side++)
        take_side(&s, side, &shifts);
    take_tangencies(&s, &shifts);
    *guess = (graze_interval){b.start + shifts.first, b.start + shifts.last};
    return guess->lower < guess->upper;
}
