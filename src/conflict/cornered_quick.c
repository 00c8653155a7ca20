/* SPDX-License-Identifier: MIT */
/* Bodies with corners in doubles.
 *
 * box    The discs round the two moving points that hold the bodies are apart (plane.h).
 * hull   The relative path from D0 to D1 is on the far side of a line: beside all of C seen
 *        along the path, before it or past it, or beyond an edge of C. Then the swept hulls
 *        are separated.
 * clip   Each edge lets the path in or out at a fraction of the common life. The last way
 *        in and the first way out are the ends of the overlap where the path crosses the
 *        edges themselves there; what goes round a corner is left to exact numbers.
 *
 * Bound, in the notation of plane.h, with F = |D0| + |D1| + |p| + size (1-norms) for the
 * corner p of C that an edge e leaves: a place on the path is off by at most g/2, p by
 * U|p|, the difference by U(F + g) more; multiplied with e, whose coordinates are off by U
 * each, and subtracted, across is off by at most |e| (0.6 g + 5 U F), |e| in the 1-norm.
 * The reach is off by 2U size and the length of e by 3U, so R|e| adds at most
 * 7U size |e|. Together less than |e| (g + 16 U F). The same holds for ahead, and for its
 * distance from |e|^2 with |e| added to F. A fraction f0/(f0 - f1) of two values that are
 * off by B each and have opposite signs is off by at most 2B/(f0 - f1) + 4U. */
#include "conflict/cornered_quick.h"

#include <math.h>

#include "conflict/plane.h"
#include "geometry/body.h"
#include "geometry/minkowski.h"
#include "numeric/dd.h"

/* ---- the relative path ---------------------------------------------------------------- */

typedef struct path {
    const pair *question;
    double x[2], y[2]; /* D0 and D1 */
    double start, length;
    double reach, size; /* R, and ra + rb + tolerance */
    double places, g;   /* |D0| + |D1| + size, and what a place is off by, twice */
} path;

/* The radius round the moving point that holds all vertices, rounded up. */
static double hull_radius(const graze_body *body)
{
    double farthest = 0;
    for (size_t i = 0; i < body->vertex_count; i++) {
        double x = body->vertices[i].x, y = body->vertices[i].y;
        farthest = fmax(farthest, x * x + y * y);
    }
    return sqrt(farthest) * (1 + 0x1p-50) + 0x1p-500;
}

double cornered_outer_radius(const graze_body *body)
{
    return (body->radius + hull_radius(body)) * (1 + 0x1p-50);
}

static bool is_apart_by_box(const pair *question)
{
    graze_prepared a = plane_prepared(cornered_outer_radius(question->body_a), question->a);
    graze_prepared b = plane_prepared(cornered_outer_radius(question->body_b), question->b);
    return plane_contact(&a, &b, question->tolerance) == CONTACT_APART;
}

/* CONTACT_OVERLAP when there is a path, CONTACT_APART when there is surely no common
 * life. */
static contact path_of(const pair *question, path *result)
{
    graze_prepared a = plane_prepared(question->radius_a, question->a);
    graze_prepared b = plane_prepared(question->radius_b, question->b);
    double start = a.start > b.start ? a.start : b.start, end = a.end < b.end ? a.end : b.end;
    double length = end - start, margin = 0x1p-48 * fabs(start);
    if (length < -margin)
        return CONTACT_APART;
    if (!(length > margin) || !(length < 0x1p500))
        return CONTACT_UNKNOWN;
    double a_elapsed = start - a.start, b_elapsed = start - b.start;
    double ax = a.x + a.vx * a_elapsed, ay = a.y + a.vy * a_elapsed;
    double bx = b.x + b.vx * b_elapsed, by = b.y + b.vy * b_elapsed;
    path p = {.question = question, .start = start, .length = length};
    p.x[0] = ax - bx;
    p.y[0] = ay - by;
    p.x[1] = p.x[0] + (a.vx - b.vx) * length;
    p.y[1] = p.y[0] + (a.vy - b.vy) * length;
    double a_speed = fabs(a.vx) + fabs(a.vy), b_speed = fabs(b.vx) + fabs(b.vy);
    double first = fabs(p.x[0]) + fabs(p.y[0]);
    double moved = a_speed * a_elapsed + b_speed * b_elapsed;
    double held = fabs(ax) + fabs(ay) + fabs(bx) + fabs(by);
    p.g = 0x1p-48 * (moved + held + first + (a_speed + b_speed) * (length + fabs(start)));
    p.reach = question->radius_a + question->radius_b - question->tolerance;
    p.size = question->radius_a + question->radius_b + question->tolerance;
    p.places = first + fabs(p.x[1]) + fabs(p.y[1]) + p.size;
    *result = p;
    return p.places < 0x1p400 && p.g < 0x1p400 ? CONTACT_OVERLAP : CONTACT_UNKNOWN;
}

/* ---- edges ---------------------------------------------------------------------------- */

/* An edge of C as the path sees it: the corners it joins, how far across at both ends. */
typedef struct edge_sight {
    minkowski_corner from, to;
    double px, py, ex, ey;
    double norm, size; /* |e| in the 1-norm, and its length */
    double across[2];
    double bound;      /* on the error of across and of across - R |e| */
} edge_sight;

static edge_sight sight_of(const path *p, minkowski_corner from, minkowski_corner to)
{
    graze_point a = body_vertex(p->question->body_a, from.a);
    graze_point b = body_vertex(p->question->body_b, from.b);
    graze_point a_next = body_vertex(p->question->body_a, to.a);
    graze_point b_next = body_vertex(p->question->body_b, to.b);
    edge_sight e = {.from = from, .to = to, .px = b.x - a.x, .py = b.y - a.y};
    /* One of the two differences is 0 but for parallel edges, where exact corners are
     * compared: the sum is off by 2U of both. */
    e.ex = (b_next.x - b.x) - (a_next.x - a.x);
    e.ey = (b_next.y - b.y) - (a_next.y - a.y);
    e.norm = fabs(e.ex) + fabs(e.ey);
    e.size = sqrt(e.ex * e.ex + e.ey * e.ey);
    for (int i = 0; i < 2; i++)
        e.across[i] = (p->x[i] - e.px) * e.ey - (p->y[i] - e.py) * e.ex;
    double corner = fabs(e.px) + fabs(e.py);
    e.bound = e.norm * (p->g + 0x1p-48 * (p->places + corner + e.norm)) + 0x1p-1000;
    return e;
}

/* Is the path, at a fraction of the life that is off by `wrong`, surely ahead of the
 * edge's first corner and before its last? */
static bool is_between(const path *p, const edge_sight *e, double fraction, double wrong)
{
    double x = p->x[0] + (p->x[1] - p->x[0]) * fraction - e->px;
    double y = p->y[0] + (p->y[1] - p->y[0]) * fraction - e->py;
    double ahead = x * e->ex + y * e->ey, whole = e->ex * e->ex + e->ey * e->ey;
    double bound = e->bound + 2 * wrong * p->places * e->norm;
    return ahead > bound && whole - ahead > bound;
}

/* ---- along the path -------------------------------------------------------------------- */

/* How far a body reaches beside and along a direction, and its largest coordinates. */
typedef struct extent {
    double left, right, back, front, size;
} extent;

static extent extent_of(const graze_body *body, double dx, double dy)
{
    extent e = {0, 0, 0, 0, 0};
    for (size_t i = 0; i < body->vertex_count; i++) {
        double x = body->vertices[i].x, y = body->vertices[i].y;
        double beside = dx * y - dy * x, ahead = dx * x + dy * y;
        double size = fabs(x) + fabs(y);
        if (i == 0)
            e = (extent){beside, beside, ahead, ahead, size};
        e.right = beside < e.right ? beside : e.right;
        e.left = beside > e.left ? beside : e.left;
        e.back = ahead < e.back ? ahead : e.back;
        e.front = ahead > e.front ? ahead : e.front;
        e.size = size > e.size ? size : e.size;
    }
    return e;
}

/* The bound of the head comment, with d = D1 - D0 in the place of e: its coordinates are
 * directions, exact by definition. */
static bool is_apart_along(const path *p)
{
    double dx = p->x[1] - p->x[0], dy = p->y[1] - p->y[0], norm = fabs(dx) + fabs(dy);
    if (!(norm > 0x1p-400))
        return false;
    extent a = extent_of(p->question->body_a, dx, dy), b = extent_of(p->question->body_b, dx, dy);
    double places = p->places + a.size + b.size;
    double room = p->reach * sqrt(dx * dx + dy * dy) +
                  norm * (p->g + 0x1p-48 * places) + 0x1p-1000;
    double beside = dx * p->y[0] - dy * p->x[0];
    double first = dx * p->x[0] + dy * p->y[0], last = dx * p->x[1] + dy * p->y[1];
    return beside > b.left - a.right + room || beside < b.right - a.left - room ||
           first > b.front - a.back + room || last < b.back - a.front - room;
}

/* ---- the way through ------------------------------------------------------------------- */

/* The last way in, or the first way out, as a fraction times a sign: the greatest. */
typedef struct crossing {
    edge_sight edge;
    double at, wrong;
    double rival; /* the greatest that another one can be */
    bool any;
} crossing;

static void take(crossing *best, const edge_sight *edge, double at, double wrong)
{
    if (!best->any || at > best->at) {
        if (best->any)
            best->rival = fmax(best->rival, best->at + best->wrong);
        best->edge = *edge;
        best->at = at;
        best->wrong = wrong;
        best->any = true;
    } else {
        best->rival = fmax(best->rival, at + wrong);
    }
}

typedef struct way {
    crossing in, out;    /* out counted negatively */
    bool apart, unclear; /* some edge is near a tie */
    bool inside[2];      /* D0, D1 surely inside C */
    bool beside[2];      /* surely in the rectangle of an edge */
} way;

static void pass_edge(const path *p, const edge_sight *e, way *w)
{
    double f[2];
    for (int i = 0; i < 2; i++) {
        f[i] = e->across[i] - p->reach * e->size;
        w->inside[i] = w->inside[i] && e->across[i] < -e->bound;
        if (p->reach > 0 && fabs(e->across[i]) < p->reach * e->size - e->bound &&
            is_between(p, e, i, 0))
            w->beside[i] = true;
    }
    double bound = e->bound;
    if (f[0] > bound && f[1] > bound)
        w->apart = true;
    else if (f[0] > bound && f[1] < -bound)
        take(&w->in, e, f[0] / (f[0] - f[1]), 2 * bound / (f[0] - f[1]) + 0x1p-51);
    else if (f[0] < -bound && f[1] > bound)
        take(&w->out, e, -(f[0] / (f[0] - f[1])), 2 * bound / (f[1] - f[0]) + 0x1p-51);
    else if (!(f[0] < -bound && f[1] < -bound))
        w->unclear = true;
}

static way way_through(const path *p, unsigned stages)
{
    way w = {.in = {.rival = -INFINITY}, .out = {.rival = -INFINITY}};
    minkowski_walk walk = minkowski_begin(p->question->body_a, p->question->body_b);
    minkowski_corner first, from, to;
    minkowski_next(&walk, &first);
    from = first;
    int corners = 1;
    w.inside[0] = w.inside[1] = true;
    for (bool more = true; more && !w.apart; from = to) {
        more = minkowski_next(&walk, &to);
        corners += more;
        if (!more)
            to = first;
        edge_sight e = sight_of(p, from, to);
        if (!(e.norm > 0x1p-400 && e.norm < 0x1p400)) {
            w.unclear = true;
            w.inside[0] = w.inside[1] = false;
            continue;
        }
        pass_edge(p, &e, &w);
        if (w.apart && !(stages & QUICK_HULL)) {
            w.apart = false;
            w.unclear = true;
        }
    }
    if (corners < 3) {
        w.inside[0] = w.inside[1] = false;
        w.unclear = w.unclear || p->reach <= 0;
    }
    return w;
}

/* The latest way in is surely not after this, the first way out not before that. */
static double latest_in(const way *w)
{
    return w->in.any ? fmax(w->in.at + w->in.wrong, w->in.rival) : 0;
}

static double earliest_out(const way *w)
{
    return w->out.any ? -fmax(w->out.at + w->out.wrong, w->out.rival) : 1;
}

/* Does the overlap surely begin there, or reach to there? With R > 0 the outline of the
 * overlap set is along the edges' lines only beside the edges. */
static bool begins_at_edge(const path *p, const way *w)
{
    if (w->in.any && p->reach > 0)
        return is_between(p, &w->in.edge, w->in.at, w->in.wrong);
    return w->in.any || p->reach <= 0 || w->inside[0] || w->beside[0];
}

static bool ends_at_edge(const path *p, const way *w)
{
    if (w->out.any && p->reach > 0)
        return is_between(p, &w->out.edge, -w->out.at, w->out.wrong);
    return w->out.any || p->reach <= 0 || w->inside[1] || w->beside[1];
}

static contact contact_by_clip(const path *p, const way *w)
{
    if (p->reach >= 0 && (w->inside[0] || w->inside[1]))
        return CONTACT_OVERLAP;
    if (w->in.any && w->out.any && w->in.at - w->in.wrong > -w->out.at + w->out.wrong)
        return CONTACT_APART;
    if (w->unclear || !(latest_in(w) < earliest_out(w)))
        return CONTACT_UNKNOWN;
    return begins_at_edge(p, w) || ends_at_edge(p, w) ? CONTACT_OVERLAP : CONTACT_UNKNOWN;
}

/* ---- ends ------------------------------------------------------------------------------ */

/* A motion's coordinate at a time, with a bound on its error. */
static dd place_at(const graze_motion *motion, double position, double velocity, double time)
{
    dd elapsed = dd_sub(dd_from(time), dd_from(motion->start));
    if (motion->form == GRAZE_KINEMATIC)
        return dd_add(dd_from(position), dd_mul(dd_from(velocity), elapsed));
    if (position == velocity)
        return dd_from(position);
    dd step = dd_sub(dd_from(velocity), dd_from(position));
    dd duration = dd_add(dd_from(motion->duration), dd_from(motion->duration_tail));
    return dd_add(dd_from(position), dd_div(dd_mul(step, elapsed), duration));
}

static dd difference(double x, double y) { return dd_sub(dd_from(x), dd_from(y)); }

/* across - R |e| at a time. */
static dd across_at(const path *p, const edge_sight *e, double time)
{
    const pair *q = p->question;
    graze_point a = body_vertex(q->body_a, e->from.a), b = body_vertex(q->body_b, e->from.b);
    graze_point a_next = body_vertex(q->body_a, e->to.a), b_next = body_vertex(q->body_b, e->to.b);
    dd x = dd_sub(place_at(q->a, q->a->position.x, q->a->velocity.x, time),
                  place_at(q->b, q->b->position.x, q->b->velocity.x, time));
    dd y = dd_sub(place_at(q->a, q->a->position.y, q->a->velocity.y, time),
                  place_at(q->b, q->b->position.y, q->b->velocity.y, time));
    x = dd_sub(x, difference(b.x, a.x));
    y = dd_sub(y, difference(b.y, a.y));
    dd ex = dd_sub(difference(b_next.x, b.x), difference(a_next.x, a.x));
    dd ey = dd_sub(difference(b_next.y, b.y), difference(a_next.y, a.y));
    dd across = dd_sub(dd_mul(x, ey), dd_mul(y, ex));
    if (p->reach == 0 && p->size == 0)
        return across;
    dd reach = dd_sub(dd_add(dd_from(q->radius_a), dd_from(q->radius_b)), dd_from(q->tolerance));
    return dd_sub(across, dd_mul(reach, dd_sqrt(dd_add(dd_square(ex), dd_square(ey)))));
}

/* One Newton step from the rounded crossing: across is linear, its slope is known to a
 * relative `wrong`. The root is then value + tail, off by less than `error`. */
static bool round_crossing(const path *p, const crossing *c, bool upper, double *end)
{
    double fraction = fabs(c->at), time = p->start + fraction * p->length;
    double slope = (c->edge.across[1] - c->edge.across[0]) / p->length;
    double slope_wrong = 2 * c->wrong;
    dd across = across_at(p, &c->edge, time);
    double step = across.high / slope;
    double error = (fabs(step) * (slope_wrong + 0x1p-50) + across.error / fabs(slope) +
                    fabs(across.low / slope)) * (1 + 4 * slope_wrong);
    dd root = dd_sub(dd_from(time), dd_from(step));
    root.error += across.high == 0 && across.error == 0 ? 0 : error + 0x1p-1000; /* underflow */
    if (!(slope_wrong < 0x1p-4) || !(error < INFINITY))
        return false;
    return upper ? dd_round_up(root, end) : dd_round_down(root, end);
}

/* start + duration + its tail, rounded up, when two doubles hold it. */
static dd end_of_life(const graze_motion *motion)
{
    dd end = dd_add(dd_from(motion->start), dd_from(motion->duration));
    return dd_add(end, dd_from(motion->duration_tail));
}

static bool round_end_of_life(const pair *question, double *end)
{
    bool a_ends = isfinite(question->a->duration), b_ends = isfinite(question->b->duration);
    if (!a_ends || !b_ends)
        return (a_ends || b_ends) &&
               dd_round_up(end_of_life(a_ends ? question->a : question->b), end);
    dd a = end_of_life(question->a), b = end_of_life(question->b);
    int order = dd_sign(dd_sub(a, b));
    return order != SIGN_UNKNOWN && dd_round_up(order <= 0 ? a : b, end);
}

static bool round_ends(const path *p, const way *w, graze_interval *when)
{
    graze_interval answer = {.lower = p->start};
    if (w->unclear || !begins_at_edge(p, w) || !ends_at_edge(p, w) ||
        (w->in.any && w->in.rival >= w->in.at - w->in.wrong) ||
        (w->out.any && w->out.rival >= w->out.at - w->out.wrong) ||
        (w->in.any && !round_crossing(p, &w->in, false, &answer.lower)) ||
        !(w->out.any ? round_crossing(p, &w->out, true, &answer.upper)
                     : round_end_of_life(p->question, &answer.upper)))
        return false;
    *when = answer;
    return true;
}

/* ---- the door -------------------------------------------------------------------------- */

contact cornered_quick_interval(const pair *question, unsigned stages, graze_interval *when,
                                bool *rounded)
{
    path p;
    *rounded = false;
    if (!plane_applies(question->a) || !plane_applies(question->b))
        return CONTACT_UNKNOWN;
    if ((stages & QUICK_BOX) && is_apart_by_box(question))
        return CONTACT_APART;
    contact life = path_of(question, &p);
    if (life != CONTACT_OVERLAP || !(stages & (QUICK_HULL | QUICK_CLIP)))
        return life == CONTACT_APART ? CONTACT_APART : CONTACT_UNKNOWN;
    if ((stages & QUICK_HULL) && is_apart_along(&p))
        return CONTACT_APART;
    way w = way_through(&p, stages);
    if (w.apart)
        return CONTACT_APART;
    contact answer = stages & QUICK_CLIP ? contact_by_clip(&p, &w) : CONTACT_UNKNOWN;
    if (answer == CONTACT_OVERLAP && when != NULL)
        *rounded = round_ends(&p, &w, when);
    return answer;
}

contact cornered_quick_contact(const pair *question, unsigned stages)
{
    bool rounded;
    return cornered_quick_interval(question, stages, NULL, &rounded);
}
