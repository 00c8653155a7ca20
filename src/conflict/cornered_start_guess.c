/* SPDX-License-Identifier: MIT */
/* Where do the unsafe starts of two uniform motions begin and end? A guess that is nearly
 * always the right double, and nothing else: exact decisions confirm it.
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
 *
 * Doubles choose, and the chosen two are evaluated in double-doubles. */
#include <math.h>

#include "conflict/cornered_outline.h"
#include "conflict/cornered_quick.h"
#include "conflict/cornered_starts.h"
#include "conflict/plane.h"
#include "geometry/body.h"
#include "numeric/dd.h"

typedef enum event_kind { TANGENCY, EDGE, CIRCLE, LIFE } event_kind;

/* One stands while the other one moves: at the begin or at the end of its life. */
enum { B_FROM_BEGIN, B_FROM_END, A_FROM_BEGIN, A_FROM_END, SIDES };

/* What decides an end of the shifts. */
typedef struct event {
    event_kind kind;
    int side;    /* of a crossing or a corner of the rectangle */
    int corner;  /* index into the outline: this corner, or the edge that leaves it */
    bool second; /* the other sign of a square root, or the end of the moving life */
    double shift;
} event;

typedef struct event_range {
    bool any;
    event first, last;
} event_range;

static void take(event_range *all, const event *e)
{
    if (isnan(e->shift))
        return;
    if (!all->any || e->shift < all->first.shift)
        all->first = *e;
    if (!all->any || e->shift > all->last.shift)
        all->last = *e;
    all->any = true;
}

/* ---- in doubles ----------------------------------------------------------------------- */

typedef struct scene {
    const pair *question;
    const outline *c;
    double x, y;           /* A(0) - B(0) */
    double ax, ay, bx, by; /* velocities */
    double for_a, for_b;   /* lengths of the lives, may be infinite */
    double reach;
} scene;

/* A point that moves while one of the two stands; its time t is one of theirs. */
typedef struct lane {
    int side;
    double x, y, vx, vy, length;
    double origin, sign; /* shift = origin + sign t */
} lane;

static lane lane_of(const scene *s, int side)
{
    bool a_moves = side >= A_FROM_BEGIN, at_end = side == B_FROM_END || side == A_FROM_END;
    double stood = !at_end ? 0 : a_moves ? s->for_b : s->for_a;
    double sign = a_moves ? -1 : 1;
    double sx = a_moves ? -s->bx : s->ax, sy = a_moves ? -s->by : s->ay;
    return (lane){.side = side,
                  .x = s->x + sx * stood,
                  .y = s->y + sy * stood,
                  .vx = a_moves ? s->ax : -s->bx,
                  .vy = a_moves ? s->ay : -s->by,
                  .length = a_moves ? s->for_a : s->for_b,
                  .origin = -sign * stood,
                  .sign = sign};
}

/* The stretch of time in which a lane's point is in the overlap set, and what makes its
 * ends. */
typedef struct passage {
    double from, to;
    event first, last;
} passage;

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

/* R <= 0: inside all lines. */
static bool pass_inner(const scene *s, const lane *l, passage *p)
{
    p->from = -INFINITY;
    p->to = INFINITY;
    for (int i = 0; i < s->c->count; i++) {
        const event e = {.kind = EDGE, .side = l->side, .corner = i};
        line_passing at = pass_line(s, l, i);
        if (at.drift == 0 && at.beyond >= 0)
            return false;
        if (at.drift < 0 && at.time > p->from) {
            p->from = at.time;
            p->first = e;
        }
        if (at.drift > 0 && at.time < p->to) {
            p->to = at.time;
            p->last = e;
        }
    }
    return p->from < p->to;
}

static void widen(passage *p, event e, double time)
{
    if (time < p->from) {
        p->from = time;
        p->first = e;
    }
    if (time > p->to) {
        p->to = time;
        p->last = e;
    }
}

/* R > 0: all crossings of the outline, which is made of edges and arcs. */
static bool pass_outer(const scene *s, const lane *l, passage *p)
{
    double speed = l->vx * l->vx + l->vy * l->vy;
    p->from = INFINITY;
    p->to = -INFINITY;
    for (int i = 0; i < s->c->count; i++) {
        line_passing at = pass_line(s, l, i);
        double ahead = (at.px + l->vx * at.time) * at.ex + (at.py + l->vy * at.time) * at.ey;
        if (ahead >= 0 && ahead <= at.ex * at.ex + at.ey * at.ey)
            widen(p, (event){.kind = EDGE, .side = l->side, .corner = i}, at.time);
    }
    for (int i = 0; i < s->c->count || i == 0; i++) {
        double x = l->x - s->c->x[i], y = l->y - s->c->y[i];
        double cross = l->vx * y - l->vy * x, slope = x * l->vx + y * l->vy;
        double root = sqrt(speed * s->reach * s->reach - cross * cross);
        event e = {.kind = CIRCLE, .side = l->side, .corner = i};
        widen(p, e, (-slope - root) / speed);
        e.second = true;
        widen(p, e, (-slope + root) / speed);
    }
    return p->from < p->to;
}

static void take_crossing(const lane *l, event e, double time, event_range *all)
{
    e.shift = l->origin + l->sign * time;
    take(all, &e);
}

static void take_side(const scene *s, int side, event_range *all)
{
    passage p = {0};
    lane l = lane_of(s, side);
    if (isinf(l.origin) || (l.vx == 0 && l.vy == 0) ||
        !(s->reach > 0 ? pass_outer(s, &l, &p) : pass_inner(s, &l, &p)) || p.to <= 0 ||
        p.from >= l.length)
        return;
    event life = {.kind = LIFE, .side = side};
    take_crossing(&l, p.from > 0 ? p.first : life, fmax(p.from, 0), all);
    life.second = true;
    take_crossing(&l, p.to < l.length ? p.last : life, fmin(p.to, l.length), all);
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

static void take_tangencies(const scene *s, event_range *all)
{
    double vx = s->ax - s->bx, vy = s->ay - s->by, turn = s->ax * s->by - s->ay * s->bx;
    double speed = sqrt(vx * vx + vy * vy), round = s->reach > 0 ? s->reach : 0;
    if (turn == 0)
        return;
    for (int i = 0; i < 2 * s->c->count || i < 2; i++) {
        event e = {.kind = TANGENCY, .corner = i / 2, .second = i % 2 != 0};
        graze_point at = moved_corner(s, e.corner);
        double beside = e.second ? round : -round;
        double x = at.x - vy / speed * beside - s->x, y = at.y + vx / speed * beside - s->y;
        double u = (x * s->by - y * s->bx) / turn, w = (x * s->ay - y * s->ax) / turn;
        e.shift = w - u;
        if (u >= 0 && w >= 0 && u <= s->for_a && w <= s->for_b)
            take(all, &e);
    }
}

/* ---- in double-doubles ------------------------------------------------------------------ */

/* The scene once more. */
typedef struct long_scene {
    dd place[2], a[2], b[2];
    dd for_a, for_b, reach;
} long_scene;

static void velocity_of(const graze_motion *m, dd duration, dd *velocity)
{
    velocity[0] = dd_from(m->velocity.x);
    velocity[1] = dd_from(m->velocity.y);
    if (m->form != GRAZE_WAYPOINT)
        return;
    bool stands = isinf(m->duration);
    dd x = dd_sub(velocity[0], dd_from(m->position.x));
    dd y = dd_sub(velocity[1], dd_from(m->position.y));
    velocity[0] = stands ? dd_from(0) : dd_div(x, duration);
    velocity[1] = stands ? dd_from(0) : dd_div(y, duration);
}

static long_scene long_scene_of(const pair *q)
{
    long_scene s;
    s.for_a = dd_add(dd_from(q->a->duration), dd_from(q->a->duration_tail));
    s.for_b = dd_add(dd_from(q->b->duration), dd_from(q->b->duration_tail));
    s.place[0] = dd_sub(dd_from(q->a->position.x), dd_from(q->b->position.x));
    s.place[1] = dd_sub(dd_from(q->a->position.y), dd_from(q->b->position.y));
    velocity_of(q->a, s.for_a, s.a);
    velocity_of(q->b, s.for_b, s.b);
    s.reach = dd_add(dd_from(q->radius_a), dd_from(q->radius_b));
    s.reach = dd_sub(s.reach, dd_from(q->tolerance));
    return s;
}

static dd minor(const dd *x, const dd *y)
{
    return dd_sub(dd_mul(x[0], y[1]), dd_mul(x[1], y[0]));
}

static dd dot(const dd *x, const dd *y)
{
    return dd_add(dd_mul(x[0], y[0]), dd_mul(x[1], y[1]));
}

static dd length(const dd *x) { return dd_sqrt(dot(x, x)); }

static void long_corner(const pair *q, const outline *c, int i, dd *corner)
{
    graze_point a = body_vertex(q->body_a, (size_t)c->a[i]);
    graze_point b = body_vertex(q->body_b, (size_t)c->b[i]);
    corner[0] = dd_sub(dd_from(b.x), dd_from(a.x));
    corner[1] = dd_sub(dd_from(b.y), dd_from(a.y));
}

static void long_edge(const pair *q, const outline *c, int i, dd *edge)
{
    dd from[2], to[2];
    long_corner(q, c, i, from);
    long_corner(q, c, i + 1, to);
    for (int k = 0; k < 2; k++)
        edge[k] = dd_sub(to[k], from[k]);
}

/* The shift at which V touches a corner: V x (A(0) - B(0) - corner) / (a x b), and the
 * radius R of its circle beside it. */
static dd long_tangency(const pair *q, const outline *c, const long_scene *s, const event *e)
{
    dd corner[2], away[2], v[2];
    long_corner(q, c, e->corner, corner);
    for (int k = 0; k < 2; k++) {
        v[k] = dd_sub(s->a[k], s->b[k]);
        away[k] = dd_sub(s->place[k], corner[k]);
    }
    if (s->reach.high < 0) { /* the edges moved inward: see moved_corner */
        dd next[2], last[2];
        long_edge(q, c, e->corner, next);
        long_edge(q, c, e->corner == 0 ? c->count - 1 : e->corner - 1, last);
        dd part = dd_div(s->reach, minor(last, next));
        dd next_length = length(next), last_length = length(last);
        for (int k = 0; k < 2; k++) {
            dd z = dd_sub(dd_mul(next_length, last[k]), dd_mul(last_length, next[k]));
            away[k] = dd_sub(away[k], dd_mul(part, z));
        }
    }
    dd beside = minor(v, away);
    if (s->reach.high > 0) {
        dd width = dd_mul(s->reach, length(v));
        beside = e->second ? dd_sub(beside, width) : dd_add(beside, width);
    }
    return dd_div(beside, minor(s->a, s->b));
}

/* The time of a crossing on its lane. */
static dd long_crossing(const pair *q, const outline *c, const long_scene *s, const event *e,
                        const dd *place, const dd *velocity)
{
    dd corner[2], away[2], edge[2];
    long_corner(q, c, e->corner, corner);
    for (int k = 0; k < 2; k++)
        away[k] = dd_sub(place[k], corner[k]);
    if (e->kind == EDGE) {
        long_edge(q, c, e->corner, edge);
        dd width = s->reach.high == 0 ? dd_from(0) : dd_mul(s->reach, length(edge));
        return dd_div(dd_sub(width, minor(away, edge)), minor(velocity, edge));
    }
    dd speed = dot(velocity, velocity), slope = dot(away, velocity);
    dd room = dd_sub(dd_mul(speed, dd_square(s->reach)), dd_square(minor(velocity, away)));
    dd root = dd_sqrt(room);
    return dd_div(e->second ? dd_sub(root, slope) : dd_negative(dd_add(slope, root)), speed);
}

static dd long_shift(const pair *q, const outline *c, const event *e)
{
    long_scene s = long_scene_of(q);
    if (e->kind == TANGENCY)
        return long_tangency(q, c, &s, e);
    bool a_moves = e->side >= A_FROM_BEGIN;
    bool at_end = e->side == B_FROM_END || e->side == A_FROM_END;
    dd stood = !at_end ? dd_from(0) : a_moves ? s.for_b : s.for_a;
    dd place[2], velocity[2], time;
    for (int k = 0; k < 2; k++) {
        velocity[k] = a_moves ? s.a[k] : dd_negative(s.b[k]);
        dd moved = dd_mul(a_moves ? dd_negative(s.b[k]) : s.a[k], stood);
        place[k] = at_end ? dd_add(s.place[k], moved) : s.place[k];
    }
    if (e->kind == LIFE)
        time = !e->second ? dd_from(0) : a_moves ? s.for_a : s.for_b;
    else
        time = long_crossing(q, c, &s, e, place, velocity);
    return a_moves ? dd_sub(stood, time) : dd_sub(time, stood);
}

/* The double on the outer side of an end. */
static double guess_end(const pair *q, const outline *c, const event *e, bool upper)
{
    double rounded;
    if (isinf(e->shift))
        return e->shift;
    dd start = dd_add(dd_from(q->b->start), long_shift(q, c, e));
    if (upper ? dd_round_up(start, &rounded) : dd_round_down(start, &rounded))
        return rounded;
    return isfinite(start.high) ? start.high : q->b->start + e->shift;
}

/* ---- the door --------------------------------------------------------------------------- */

static bool guesses_apply(const pair *q)
{
    graze_motion a = *q->a;
    a.start = a.start_tail = 0;
    return plane_applies(&a) && plane_applies(q->b) &&
           q->body_a->vertex_count + q->body_b->vertex_count <= OUTLINE_CORNERS;
}

/* Standing where a parked motion stands, nearly; other motions as they are. */
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

static bool guess_starts(const pair *question, graze_interval *guess)
{
    outline c;
    if (!guesses_apply(question))
        return false;
    outline_of(question->body_a, question->body_b, &c);
    graze_prepared a = plane_prepared(0, question->a), b = plane_prepared(0, question->b);
    scene s = {.question = question, .c = &c, .x = a.x - b.x, .y = a.y - b.y,
               .ax = a.vx, .ay = a.vy, .bx = b.vx, .by = b.vy,
               .for_a = question->a->duration + question->a->duration_tail,
               .for_b = question->b->duration + question->b->duration_tail,
               .reach = question->radius_a + question->radius_b - question->tolerance};
    event_range all = {.any = false};
    if (c.count < 3 && s.reach <= 0)
        return false;
    for (int side = 0; side < SIDES; side++)
        take_side(&s, side, &all);
    take_tangencies(&s, &all);
    if (!all.any)
        return false;
    guess->lower = guess_end(question, &c, &all.first, false);
    guess->upper = guess_end(question, &c, &all.last, true);
    return guess->lower < guess->upper;
}

bool cornered_guess_starts(const pair *question, graze_interval *guess)
{
    pair seen = *question;
    graze_motion b = unparked(question->b);
    seen.b = &b;
    return guess_starts(&seen, guess);
}
