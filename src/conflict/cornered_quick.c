/* SPDX-License-Identifier: MIT */
/* Bodies with corners in doubles.
 *
 * box    The discs round the two moving points that hold the bodies are apart (plane.h).
 * hull   The relative path from D0 to D1 is on the far side of a line: beside all of C seen
 *        along the path, before it or past it, or beyond an edge of C; for rounded bodies
 *        any line that GJK finds (geometry/apart.h), and for accelerated ones any line
 *        beside the control points of their way. Then the swept hulls are separated.
 * clip   Each edge lets the path in or out at a fraction of the common life. The last way
 *        in and the first way out are the ends of the overlap where the path crosses the
 *        edges themselves there; what goes round a corner is left to exact numbers.
 *
 * Bound, in the notation of plane.h, with F = |D0| + |D1| + |p| + size (1-norms) for the
 * corner p of C that an edge e leaves: a place on the path is off by at most g/2, p by
 * U|p|, the difference by U(F + g) more. e, the difference of two rounded corners p and q, is
 * off by U(|p| + |q| + |e|). Multiplied and subtracted, across is off by at most
 * |e| (0.6 g + 5 U F) + 2 U F (|p| + |q|), |e| in the 1-norm. The reach is off by 2U size
 * and the length of e by 3U of itself and by the error of e, so R|e| adds at most
 * 7U size |e| + 2U size (|p| + |q|). Together less than |e| (g + 16 U F) + 4 U F (|p| + |q|).
 * The same holds for ahead, and for its distance from |e|^2 with |e| added to F. A fraction
 * f0/(f0 - f1) of two values that are off by B each and have opposite signs is off by at
 * most 2B/(f0 - f1) + 4U. */
#include "conflict/cornered_quick.h"

#include <math.h>

#include "conflict/cornered_outline.h"
#include "conflict/curve.h"
#include "geometry/apart.h"
#include "geometry/body.h"
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

/* An edge of C as the path sees it: where it is, how far across at both ends. */
typedef struct edge_sight {
    int index;
    double px, py, ex, ey;
    double norm, size; /* |e| in the 1-norm, and its length (only when R is not 0) */
    double across[2];
    double bound;      /* on the error of across and of across - R |e| */
} edge_sight;

static inline edge_sight sight_of(const path *p, const outline *c, int i)
{
    edge_sight e = {.index = i, .px = c->x[i], .py = c->y[i], .size = 0};
    e.ex = c->x[i + 1] - e.px;
    e.ey = c->y[i + 1] - e.py;
    e.norm = fabs(e.ex) + fabs(e.ey);
    if (p->reach != 0)
        e.size = sqrt(e.ex * e.ex + e.ey * e.ey);
    for (int k = 0; k < 2; k++)
        e.across[k] = (p->x[k] - e.px) * e.ey - (p->y[k] - e.py) * e.ex;
    double corners = 2 * (fabs(e.px) + fabs(e.py)) + e.norm, places = p->places + corners;
    e.bound = e.norm * (p->g + 0x1p-48 * places) + 0x1p-50 * places * corners + 0x1p-1000;
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
    double bound = e->bound, width = p->reach * e->size;
    double first = e->across[0] - width, last = e->across[1] - width;
    w->inside[0] = w->inside[0] && e->across[0] < -bound;
    w->inside[1] = w->inside[1] && e->across[1] < -bound;
    for (int i = 0; i < 2 && width > 0; i++)
        if (fabs(e->across[i]) < width - bound && is_between(p, e, i, 0))
            w->beside[i] = true;
    if (first < -bound && last < -bound)
        return;
    if (first > bound && last > bound)
        w->apart = true;
    else if (first > bound && last < -bound)
        take(&w->in, e, first / (first - last), 2 * bound / (first - last) + 0x1p-51);
    else if (first < -bound && last > bound)
        take(&w->out, e, -(first / (first - last)), 2 * bound / (last - first) + 0x1p-51);
    else
        w->unclear = true;
}

static way way_through(const path *p, const outline *c, unsigned stages)
{
    way w = {.in = {.rival = -INFINITY}, .out = {.rival = -INFINITY}};
    w.inside[0] = w.inside[1] = c->count > 2;
    w.unclear = c->count < 3 && p->reach <= 0;
    for (int i = 0; i < c->count && !w.apart; i++) {
        edge_sight e = sight_of(p, c, i);
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

/* The vertices that an edge of C is made of. */
typedef struct edge_corners {
    graze_point a, b, a_next, b_next;
} edge_corners;

static edge_corners corners_of(const pair *question, const outline *c, int i)
{
    return (edge_corners){body_vertex(question->body_a, (size_t)c->a[i]),
                          body_vertex(question->body_b, (size_t)c->b[i]),
                          body_vertex(question->body_a, (size_t)c->a[i + 1]),
                          body_vertex(question->body_b, (size_t)c->b[i + 1])};
}

/* A sum of doubles: head + tail, off by less than 2^-100 of the sum of magnitudes. At most
 * 16 two-sums collect their errors in the tail, each of them at most U of the magnitudes,
 * and each addition to the tail loses U of that. */
typedef struct long_sum {
    double head, tail, magnitude;
} long_sum;

static inline void add_term(long_sum *sum, double term)
{
    double tail;
    sum->head = eft_two_sum(sum->head, term, &tail);
    sum->tail += tail;
    sum->magnitude += fabs(term);
}

/* A kinematic motion's coordinate at a time; `sign` times that. */
static inline void add_place(long_sum *sum, const graze_motion *motion, double position,
                             double velocity, double time, double sign)
{
    double late, low, elapsed = eft_two_sum(time, -motion->start, &late);
    double moved = eft_two_product(velocity, elapsed, &low);
    add_term(sum, sign * position);
    add_term(sum, sign * moved);
    sum->tail += sign * (low + velocity * late);
}

typedef struct residue {
    double value, error;
} residue;

/* across at a time, of two kinematic motions and R = 0. */
static residue short_across(const pair *q, const edge_corners *c, double time)
{
    long_sum x = {0, 0, 0}, y = {0, 0, 0}, ex = {0, 0, 0}, ey = {0, 0, 0};
    add_place(&x, q->a, q->a->position.x, q->a->velocity.x, time, 1);
    add_place(&x, q->b, q->b->position.x, q->b->velocity.x, time, -1);
    add_place(&y, q->a, q->a->position.y, q->a->velocity.y, time, 1);
    add_place(&y, q->b, q->b->position.y, q->b->velocity.y, time, -1);
    add_term(&x, -c->b.x);
    add_term(&x, c->a.x);
    add_term(&y, -c->b.y);
    add_term(&y, c->a.y);
    add_term(&ex, c->b_next.x);
    add_term(&ex, -c->b.x);
    add_term(&ex, -c->a_next.x);
    add_term(&ex, c->a.x);
    add_term(&ey, c->b_next.y);
    add_term(&ey, -c->b.y);
    add_term(&ey, -c->a_next.y);
    add_term(&ey, c->a.y);
    double low_1, low_2, low;
    double first = eft_two_product(x.head, ey.head, &low_1);
    double second = eft_two_product(y.head, ex.head, &low_2);
    double across = eft_two_sum(first, -second, &low);
    double rest = low + (low_1 - low_2) + (x.head * ey.tail + x.tail * ey.head) -
                  (y.head * ex.tail + y.tail * ex.head);
    double size = x.magnitude * ey.magnitude + y.magnitude * ex.magnitude;
    return (residue){across + rest, 0x1p-96 * size + 0x1p-52 * fabs(across + rest) + 0x1p-900};
}

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
static residue long_across(const path *p, const edge_corners *c, double time)
{
    const pair *q = p->question;
    dd x = dd_sub(place_at(q->a, q->a->position.x, q->a->velocity.x, time),
                  place_at(q->b, q->b->position.x, q->b->velocity.x, time));
    dd y = dd_sub(place_at(q->a, q->a->position.y, q->a->velocity.y, time),
                  place_at(q->b, q->b->position.y, q->b->velocity.y, time));
    x = dd_sub(x, difference(c->b.x, c->a.x));
    y = dd_sub(y, difference(c->b.y, c->a.y));
    dd ex = dd_sub(difference(c->b_next.x, c->b.x), difference(c->a_next.x, c->a.x));
    dd ey = dd_sub(difference(c->b_next.y, c->b.y), difference(c->a_next.y, c->a.y));
    dd across = dd_sub(dd_mul(x, ey), dd_mul(y, ex));
    if (p->size != 0) {
        dd reach = dd_add(dd_from(q->radius_a), dd_from(q->radius_b));
        reach = dd_sub(reach, dd_from(q->tolerance));
        across = dd_sub(across, dd_mul(reach, dd_sqrt(dd_add(dd_square(ex), dd_square(ey)))));
    }
    return (residue){across.high, across.error + fabs(across.low)};
}

/* One Newton step from a rounded crossing: across is linear, its slope is known to a
 * relative `wrong`. The root is then time - step, off by less than its error. */
static bool round_step(const crossing *c, double time, double slope, residue across, bool upper,
                       double *end)
{
    double slope_wrong = 2 * c->wrong, step = across.value / slope;
    double error = (fabs(step) * (slope_wrong + 0x1p-50) + across.error / fabs(slope)) *
                   (1 + 4 * slope_wrong);
    dd root = dd_sub(dd_from(time), dd_from(step));
    root.error += across.value == 0 && across.error == 0 ? 0 : error + 0x1p-1000; /* underflow */
    if (!(slope_wrong < 0x1p-4) || !(error < INFINITY))
        return false;
    return upper ? dd_round_up(root, end) : dd_round_down(root, end);
}

static bool round_crossing(const path *p, const outline *outline_of_c, const crossing *c,
                           bool upper, double *end)
{
    const pair *q = p->question;
    edge_corners corners = corners_of(q, outline_of_c, c->edge.index);
    double time = p->start + fabs(c->at) * p->length;
    double slope = (c->edge.across[1] - c->edge.across[0]) / p->length;
    if (p->size == 0 && q->a->form == GRAZE_KINEMATIC && q->b->form == GRAZE_KINEMATIC &&
        p->g > 0x1p-400 &&
        round_step(c, time, slope, short_across(q, &corners, time), upper, end))
        return true;
    return round_step(c, time, slope, long_across(p, &corners, time), upper, end);
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

/* ---- round corners ---------------------------------------------------------------------- */

/* The corner whose disc is entered first, and the one whose disc is left last. */
typedef struct corner_way {
    int in, out; /* index into the outline; -1: none */
    double first, last;
} corner_way;

/* Does the path surely get into the disc round a corner? The bound of plane.h, with the
 * corner's own size added to that of the places. */
static bool enters_disc(const path *p, double px, double py, double *first, double *last)
{
    double x = p->x[0] - px, y = p->y[0] - py, vx = p->x[1] - p->x[0], vy = p->y[1] - p->y[0];
    double speed = vx * vx + vy * vy, slope = x * vx + y * vy, squared = p->reach * p->reach;
    double nearest = speed > 0 ? fmin(fmax(-slope / speed, 0), 1) : 0;
    double qx = x + vx * nearest, qy = y + vy * nearest;
    double far = p->places + fabs(px) + fabs(py);
    double bound = 3 * p->g * (far + p->g) + 0x1p-46 * far * far + 0x1p-1000;
    if (!(qx * qx + qy * qy - squared < -bound))
        return false;
    double cross = vx * y - vy * x, root = sqrt(fmax(0, speed * squared - cross * cross));
    *first = speed > 0 ? (-slope - root) / speed : 0;
    *last = speed > 0 ? (-slope + root) / speed : 1;
    return true;
}

static corner_way way_round_corners(const path *p, const outline *c)
{
    corner_way w = {.in = -1, .out = -1};
    for (int i = 0; i < c->count || i == 0; i++) {
        double first, last;
        if (!enters_disc(p, c->x[i], c->y[i], &first, &last))
            continue;
        if (w.in < 0 || first < w.first) {
            w.in = i;
            w.first = first;
        }
        if (w.out < 0 || last > w.last) {
            w.out = i;
            w.last = last;
        }
    }
    return w;
}

/* Is the path at a time surely in the normal cone of a corner: past the edge that leads
 * to it, and before the one that leaves it? Then the corner's disc is the outline there. */
static bool is_in_cone(const path *p, const outline *c, int corner, double time)
{
    const double wrong = 0x1p-20;
    double fraction = (time - p->start) / p->length;
    double x = p->x[0] + (p->x[1] - p->x[0]) * fraction;
    double y = p->y[0] + (p->y[1] - p->y[0]) * fraction;
    if (c->count == 0)
        return true;
    edge_sight next = sight_of(p, c, corner);
    edge_sight last = sight_of(p, c, corner == 0 ? c->count - 1 : corner - 1);
    double ahead = (x - next.px) * next.ex + (y - next.py) * next.ey;
    double past = (x - next.px) * last.ex + (y - next.py) * last.ey;
    return ahead < -(next.bound + 2 * wrong * p->places * next.norm) &&
           past > last.bound + 2 * wrong * p->places * last.norm && next.norm > 0x1p-400 &&
           last.norm > 0x1p-400;
}

/* The overlap with one corner's disc, rounded. */
static bool round_disc(const path *p, const outline *c, int corner, stretch *part)
{
    return corner >= 0 &&
           dd_overlap_at_corner(p->question,
                                body_vertex(p->question->body_a, (size_t)c->a[corner]),
                                body_vertex(p->question->body_b, (size_t)c->b[corner]), part);
}

static bool round_begin(const path *p, const outline *c, const way *w, const corner_way *corners,
                        double *lower)
{
    stretch part;
    *lower = p->start;
    if (begins_at_edge(p, w))
        return !w->in.any || (w->in.rival < w->in.at - w->in.wrong &&
                              round_crossing(p, c, &w->in, false, lower));
    if (!round_disc(p, c, corners->in, &part))
        return false;
    *lower = part.when.lower;
    return part.begins_within || (!part.from_begin && is_in_cone(p, c, corners->in, *lower));
}

static bool round_end(const path *p, const outline *c, const way *w, const corner_way *corners,
                      double *upper)
{
    stretch part;
    if (ends_at_edge(p, w) && w->out.any)
        return w->out.rival < w->out.at - w->out.wrong &&
               round_crossing(p, c, &w->out, true, upper);
    if (ends_at_edge(p, w))
        return round_end_of_life(p->question, upper);
    if (!round_disc(p, c, corners->out, &part))
        return false;
    *upper = part.when.upper;
    return part.ends_within || (!part.to_end && is_in_cone(p, c, corners->out, *upper));
}

/* ---- swept hulls ------------------------------------------------------------------------ */

/* The way of a seen from b lies in the hull of `places`, which are off by less than
 * `wrong`: is a swept along it apart from b? */
static bool hulls_apart(const pair *question, const graze_point *places, size_t count, double wrong)
{
    double reach = question->radius_a + question->radius_b - question->tolerance;
    double margin = (reach > 0 ? reach * (1 + 0x1p-50) : 0) + wrong;
    const graze_point origin = {0, 0};
    const swept_set a = {question->body_a, places, count, margin};
    const swept_set b = {question->body_b, &origin, 1, 0};
    return margin < INFINITY && swept_sets_apart(&a, &b);
}

/* Beside the corners of rounded bodies no edge's line separates. */
static bool is_apart_round_corners(const path *p)
{
    const graze_point places[2] = {{p->x[0], p->y[0]}, {p->x[1], p->y[1]}};
    return p->reach > 0 && hulls_apart(p->question, places, 2, p->g);
}

/* Accelerated motions: the three control points of curve.h. */
static bool is_curve_apart(const pair *question)
{
    if (!curve_is_ready(question->a) || !curve_is_ready(question->b))
        return false;
    graze_prepared m = plane_prepared(question->radius_a, question->a);
    graze_prepared n = plane_prepared(question->radius_b, question->b);
    curve_control c = curve_control_of(&m, question->a, &n, question->b);
    const graze_point places[3] = {{c.x[0], c.y[0]}, {c.x[1], c.y[1]}, {c.x[2], c.y[2]}};
    return c.wrong < 0x1p400 && c.far < 0x1p400 && hulls_apart(question, places, 3, c.wrong);
}

/* ---- the door -------------------------------------------------------------------------- */

contact cornered_quick_interval(const pair *question, unsigned stages, graze_interval *when,
                                bool *rounded)
{
    path p;
    *rounded = false;
    if (!plane_applies(question->a) || !plane_applies(question->b))
        return (stages & QUICK_HULL) && is_curve_apart(question) ? CONTACT_APART : CONTACT_UNKNOWN;
    if ((stages & QUICK_BOX) && is_apart_by_box(question))
        return CONTACT_APART;
    contact life = path_of(question, &p);
    if (life != CONTACT_OVERLAP || !(stages & (QUICK_HULL | QUICK_CLIP)))
        return life == CONTACT_APART ? CONTACT_APART : CONTACT_UNKNOWN;
    if ((stages & QUICK_HULL) && is_apart_along(&p))
        return CONTACT_APART;
    if (question->body_a->vertex_count + question->body_b->vertex_count > OUTLINE_CORNERS)
        return CONTACT_UNKNOWN;
    outline c;
    outline_of(question->body_a, question->body_b, &c);
    way w = way_through(&p, &c, stages);
    if (w.apart)
        return CONTACT_APART;
    contact answer = stages & QUICK_CLIP ? contact_by_clip(&p, &w) : CONTACT_UNKNOWN;
    corner_way corners = {.in = -1, .out = -1};
    if (p.reach > 0 && (stages & QUICK_CLIP) && answer != CONTACT_APART)
        corners = way_round_corners(&p, &c);
    if (corners.in >= 0)
        answer = CONTACT_OVERLAP;
    if (answer == CONTACT_UNKNOWN && (stages & QUICK_HULL) && is_apart_round_corners(&p))
        return CONTACT_APART;
    graze_interval found;
    if (answer == CONTACT_OVERLAP && when != NULL && !w.unclear &&
        round_begin(&p, &c, &w, &corners, &found.lower) &&
        round_end(&p, &c, &w, &corners, &found.upper)) {
        *when = found;
        *rounded = true;
    }
    return answer;
}

contact cornered_quick_contact(const pair *question, unsigned stages)
{
    bool rounded;
    return cornered_quick_interval(question, stages, NULL, &rounded);
}
