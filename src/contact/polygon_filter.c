/* SPDX-License-Identifier: MIT */
/* Bodies with corners in doubles.
 *
 * box    The discs round the two moving points that hold the bodies are apart (filter_uniform.h).
 * hull   The relative path from D0 to D1 is on the far side of a line: beside all of C seen
 *        along the path, before it or past it, or beyond an edge of C; for rounded bodies
 *        any line that GJK finds (geometry/apart.h), and for accelerated ones any line
 *        beside the control points of their way. Then the swept hulls are separated.
 * clip   Each edge lets the path in or out at a fraction of the common life. The last way
 *        in and the first way out are the ends of the overlap where the path crosses the
 *        edges themselves there; what goes round a corner is left to exact numbers.
 *
 * The edges of C are found side by side (polygon_sides.h, with a bound of their own), or walked
 * along as an outline. Of an outline:
 *
 * Bound, in the notation of filter_uniform.h, with F = |D0| + |D1| + |p| + size (1-norms) for the
 * corner p of C that an edge e leaves: a place on the path is off by at most (5/8)g, p by
 * u|p|, the difference by u(F + g) more. e, the difference of two rounded corners p and q, is
 * off by u(|p| + |q| + |e|). Multiplied and subtracted, across is off by at most
 * |e| (0.7 g + 5u F) + u F (|p| + |q|), |e| in the 1-norm. The reach is off by 2u size
 * and the length of e by 2u of itself and by the error of e, so R|e| adds at most
 * 6u size |e| + u size (|p| + |q|), and the last difference u (F + size) |e|. Together less
 * than |e| (g + 32u F) + 4u F (|p| + |q|), which leaves room for a place at a rounded
 * fraction of the path (3u F more). The same holds for ahead, and for its distance from
 * |e|^2 with |p| + |q| + |e| added to F. A fraction f0/(f0 - f1) of two values that are off by B
 * each and have opposite signs is off by at most B/(f0 - f1) + 2u.
 *
 * Underflow. FILTER_FLOOR in g makes it at least 2^-498 and an edge is longer than 2^-400, so eta
 * in places and corners is small beside g, times F or |e| beside |e| g; products add less than
 * 2^-1000. Overflow: paths and edges are below 2^400, and bounds of edges below 2^900, which
 * leaves none.
 *
 * A reach that is small beside the radii and the tolerance may have the wrong sign and be wrong
 * altogether: such pairs are left to exact numbers. */

#include "contact/polygon_filter.h"

#include <math.h>

#include "contact/filter_accelerated.h"
#include "contact/polygon_aligned.h"
#include "contact/polygon_crossings.h"
#include "contact/polygon_gates.h"
#include "contact/polygon_outline.h"
#include "contact/polygon_round.h"
#include "contact/polygon_ties.h"
#include "contact/uniform_overlap.h"
#include "geometry/apart.h"
#include "geometry/body.h"

static double greater(double a, double b) { return a > b ? a : b; }

/* ---- the relative path ---------------------------------------------------------------- */

/* The greatest square of a vertex's distance from the moving point. */
static double hull_square(const graze_body *body)
{
    double farthest = 0;
    for (size_t i = 0; i < body->vertex_count; i++) {
        double x = body->vertices[i].x, y = body->vertices[i].y;
        farthest = greater(farthest, x * x + y * y);
    }
    return farthest;
}

/* Rounded up: squares and their sum are off by 2u, or by less than the square of 2^-500. */
double polygon_outer_radius_of(double radius, double square)
{
    const double hull = square < 0x1p1000 ? sqrt(square) * (1 + 0x1p-49) + 0x1p-500 : INFINITY;
    return (radius + hull) * (1 + 0x1p-49);
}

double polygon_outer_radius(const graze_body *body)
{
    return polygon_outer_radius_of(body->radius, hull_square(body));
}

static bool is_apart_by_box(const pair *question)
{
    return filter_motion_contact(polygon_outer_radius(question->body_a), question->a,
                                 polygon_outer_radius(question->body_b), question->b,
                                 question->tolerance) == CONTACT_APART;
}

/* CONTACT_OVERLAP when there is a path, CONTACT_APART when there is surely no common
 * life. All of *result but the question. */
ALWAYS_INLINE contact path_between(const filter_disc *a, const filter_disc *b, double tolerance,
                                   polygon_path *result)
{
    filter_point at = filter_nearest(a, b, tolerance);
    double margin = 0x1p-48 * fabs(at.start);
    if (at.length < -margin)
        return CONTACT_APART;
    if (!(at.length > margin) || !(at.length < 0x1p500))
        return CONTACT_UNKNOWN;
    polygon_path *p = result;
    p->start = at.start;
    p->length = at.length;
    const duo last = duo_add(at.d, duo_mul(at.w, duo_all(at.length)));
    p->x[0] = duo_x(at.d);
    p->y[0] = duo_y(at.d);
    p->x[1] = duo_x(last);
    p->y[1] = duo_y(last);
    at.tau = at.length;
    p->g = filter_place_error(&at, a, b);
    p->reach = a->radius + b->radius - tolerance;
    p->size = a->radius + b->radius + tolerance;
    p->places = fabs(p->x[0]) + fabs(p->y[0]) + fabs(p->x[1]) + fabs(p->y[1]) + p->size;
    if (fabs(p->reach) < 0x1p-40 * p->size)
        return CONTACT_UNKNOWN;
    return p->places < 0x1p400 && p->g < 0x1p400 ? CONTACT_OVERLAP : CONTACT_UNKNOWN;
}

static contact path_of(const pair *question, polygon_path *result)
{
    const filter_disc a = filter_disc_of(question->radius_a, question->a);
    const filter_disc b = filter_disc_of(question->radius_b, question->b);
    result->question = question;
    return path_between(&a, &b, question->tolerance, result);
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
static bool is_apart_along(const polygon_path *p)
{
    double dx = p->x[1] - p->x[0], dy = p->y[1] - p->y[0], norm = fabs(dx) + fabs(dy);
    extent a = extent_of(p->question->body_a, dx, dy), b = extent_of(p->question->body_b, dx, dy);
    double places = p->places + a.size + b.size;
    if (!(norm > 0x1p-400 && places < 0x1p500))
        return false;
    double room = p->reach * sqrt(dx * dx + dy * dy) +
                  norm * (p->g + 0x1p-47 * places) + 0x1p-1000;
    double beside = dx * p->y[0] - dy * p->x[0];
    double first = dx * p->x[0] + dy * p->y[0], last = dx * p->x[1] + dy * p->y[1];
    return beside > b.left - a.right + room || beside < b.right - a.left - room ||
           first > b.front - a.back + room || last < b.back - a.front - room;
}

/* ---- the way through ------------------------------------------------------------------- */

static void take(path_crossing *best, int edge, double at, double wrong)
{
    if (!best->any || at > best->at) {
        if (best->any)
            best->rival = greater(best->rival, best->at + best->wrong);
        best->edge.index = edge;
        best->at = at;
        best->wrong = wrong;
        best->any = true;
    } else {
        best->rival = greater(best->rival, at + wrong);
    }
}

static void pass_edge(const polygon_path *p, const crossed_edge *e, path_crossings *w)
{
    double bound = e->bound, width = p->reach * e->size;
    double first = e->across[0] - width, last = e->across[1] - width;
    w->inside[0] = w->inside[0] && e->across[0] < -bound;
    w->inside[1] = w->inside[1] && e->across[1] < -bound;
    for (int i = 0; i < 2 && width > 0; i++)
        if (fabs(e->across[i]) < width - bound && polygon_path_is_between(p, e, i, 0))
            w->beside[i] = true;
    if (first < -bound && last < -bound)
        return;
    if (first > bound && last > bound)
        w->apart = true;
    else if (first > bound && last < -bound)
        take(&w->in, e->index, first / (first - last), 2 * bound / (first - last) + 0x1p-51);
    else if (first < -bound && last > bound)
        take(&w->out, e->index, -(first / (first - last)), 2 * bound / (last - first) + 0x1p-51);
    else
        w->unclear = true;
}

static void pass_edges(const polygon_path *p, const outline *c, path_crossings *w)
{
    edge_block block;
    for (int i = 0; i < c->count && !w->apart; i++) {
        crossed_edge e;
        if (i % OUTLINE_BLOCK == 0)
            cross_block(p, c->x + i, c->y + i, &block);
        cross_edge_of(p, c, &block, i, &e);
        if (!(e.norm > 0x1p-400 && e.norm < 0x1p400 && e.bound < 0x1p900)) {
            w->unclear = true;
            w->inside[0] = w->inside[1] = false;
            continue;
        }
        pass_edge(p, &e, w);
        if (w->apart && !pair_asks(p->question, QUICK_HULL)) {
            w->apart = false;
            w->unclear = true;
        }
    }
}

static void cross(const polygon_path *p, const outline *c, path_crossings *w)
{
    w->in.any = w->out.any = false;
    w->in.rival = w->out.rival = -INFINITY;
    w->apart = w->beside[0] = w->beside[1] = false;
    w->inside[0] = w->inside[1] = c->count > 2;
    w->unclear = c->count < 3 && p->reach <= 0;
    pass_edges(p, c, w);
    if (w->in.any)
        cross_edge(p, c, w->in.edge.index, &w->in.edge);
    if (w->out.any)
        cross_edge(p, c, w->out.edge.index, &w->out.edge);
}

/* The latest way in is surely not after this, the first way out not before that. */
static double latest_in(const path_crossings *w)
{
    return w->in.any ? greater(w->in.at + w->in.wrong, w->in.rival) : 0;
}

static double earliest_out(const path_crossings *w)
{
    return w->out.any ? -greater(w->out.at + w->out.wrong, w->out.rival) : 1;
}

static contact contact_by_clip(const polygon_path *p, const path_crossings *w)
{
    if (p->reach >= 0 && (w->inside[0] || w->inside[1]))
        return CONTACT_OVERLAP;
    if (w->in.any && w->out.any && w->in.at - w->in.wrong > -w->out.at + w->out.wrong)
        return CONTACT_APART;
    if (w->unclear || !(latest_in(w) < earliest_out(w)))
        return CONTACT_UNKNOWN;
    return polygon_is_at_edge(p, w, 0) || polygon_is_at_edge(p, w, 1) ? CONTACT_OVERLAP
                                                                      : CONTACT_UNKNOWN;
}

/* ---- swept hulls ------------------------------------------------------------------------ */

/* The way of a seen from b lies in the hull of `places`, which are off by less than
 * `wrong`. Returns whether a, swept along it, is apart from b. */
static bool hulls_apart(const pair *question, const graze_point *places, size_t count, double wrong)
{
    double reach = question->radius_a + question->radius_b - question->tolerance;
    double size = question->radius_a + question->radius_b + question->tolerance;
    double margin = (reach > 0 ? reach : 0) + 0x1p-49 * size + wrong * (1 + 0x1p-49);
    const graze_point origin = {0, 0};
    const swept_set a = {question->body_a, places, count, margin};
    const swept_set b = {question->body_b, &origin, 1, 0};
    return margin < INFINITY && swept_sets_apart(&a, &b);
}

/* Beside the corners of rounded bodies no edge's line separates. */
static bool is_apart_round_corners(const polygon_path *p)
{
    const graze_point places[2] = {{p->x[0], p->y[0]}, {p->x[1], p->y[1]}};
    return p->reach > 0 && hulls_apart(p->question, places, 2, p->g);
}

/* Accelerated motions: the three control points of filter_accelerated.h. */
static bool is_curve_apart(const pair *question)
{
    if (!filter_accelerated_is_ready(question->a) || !filter_accelerated_is_ready(question->b))
        return false;
    graze_prepared m = filter_prepared(question->radius_a, question->a);
    graze_prepared n = filter_prepared(question->radius_b, question->b);
    filter_control c = filter_control_of(&m, question->a, &n, question->b);
    const graze_point places[3] = {{c.x[0], c.y[0]}, {c.x[1], c.y[1]}, {c.x[2], c.y[2]}};
    return c.wrong < 0x1p400 && c.far < 0x1p400 && hulls_apart(question, places, 3, c.wrong);
}

/* ---- the door -------------------------------------------------------------------------- */

/* What the edges of C tell, wherever they are. */
static contact by_edges(const polygon_path *p, const outline *c, const path_crossings *w,
                        graze_interval *when, bool *rounded)
{
    const pair *question = p->question;
    const bool hull = pair_asks(question, QUICK_HULL), clip = pair_asks(question, QUICK_CLIP);
    if (w->apart)
        return CONTACT_APART;
    contact answer = clip ? contact_by_clip(p, w) : CONTACT_UNKNOWN;
    corner_crossings corners = {.in = -1, .out = -1};
    if (p->reach > 0 && clip && answer != CONTACT_APART)
        corners = polygon_corner_crossings(p, c);
    if (corners.in >= 0)
        answer = CONTACT_OVERLAP;
    if (answer == CONTACT_UNKNOWN && hull && is_apart_round_corners(p))
        return CONTACT_APART;
    if (answer == CONTACT_OVERLAP && when != NULL && !w->unclear &&
        pair_asks(question, QUICK_ROUND))
        *rounded = polygon_round(p, c, w, &corners, when);
    return answer;
}

static contact by_outline(const polygon_path *p, outline *c, graze_interval *when, bool *rounded)
{
    path_crossings w;
    outline_of(p->question->body_a, p->question->body_b, c);
    cross(p, c, &w);
    return by_edges(p, c, &w, when, rounded);
}

/* Frames of their own: who does not need them does not pay for them. */
#ifdef __GNUC__
#define OWN_FRAME __attribute__((noinline))
#else
#define OWN_FRAME
#endif

static OWN_FRAME contact by_few_corners(const polygon_path *p, graze_interval *when, bool *rounded)
{
    outline_small_room room;
    outline c = {room.x, room.y, room.a, room.b, 0};
    return by_outline(p, &c, when, rounded);
}

static OWN_FRAME contact by_many_corners(const polygon_path *p, graze_interval *when,
                                         bool *rounded)
{
    outline_room room;
    outline c = outline_in(&room);
    return by_outline(p, &c, when, rounded);
}

/* CONTACT_UNKNOWN, too, where an overlap is wanted rounded and is not. */
static inline contact by_sides(cpu_instructions level, bool fused, const straight_pair *q,
                               const polygon_path *p, graze_interval *when, bool *rounded)
{
    polygon_sides s;
    switch (polygon_sides_of(level, p, q->a.body, q->b.body, &s)) {
    case SIDES_APART: return CONTACT_APART;
    case SIDES_UNSEEN: return CONTACT_UNKNOWN;
    case SIDES_SEEN: break;
    }
    const contact answer = fused ? polygon_gates_fused(q, p, &s, when, rounded)
                                 : polygon_gates_plain(q, p, &s, when, rounded);
    return answer == CONTACT_OVERLAP && when != NULL && !*rounded ? CONTACT_UNKNOWN : answer;
}

static OWN_FRAME contact of_motions(cpu_instructions level, const polygon_path *p,
                                    graze_interval *when, bool *rounded)
{
    const pair *question = p->question;
    straight_pair q = {{.body = question->body_a}, {.body = question->body_b}, question->tolerance};
    if (when != NULL) { /* else nobody asks how they move */
        q.a = polygon_straight_body(question->body_a, question->a);
        q.b = polygon_straight_body(question->body_b, question->b);
    }
    return by_sides(level, quick_level(question->without) >= CPU_AVX2, &q, p,
                    pair_asks(question, QUICK_ROUND) ? when : NULL, rounded);
}

/* A double that is not above the end of a life; the end, where that is told. */
static double last_of(const graze_motion *m)
{
    const life_end end = uniform_end_of(m);
    return m->duration_tail == 0 && end.is.low == 0 ? end.up : double_next_down(end.up);
}

static bool rests(const straight_body *body)
{
    return body->exact && duo_length(body->v.high) == 0;
}

/* Lets a body that moves in that life, of a waypoint motion, have a velocity for it. */
static bool drive_in_life(const graze_motion *m, double life, straight_body *body)
{
    const duo_word step = duo_word_sum(duo_load(&m->to.x), duo_negative(duo_load(&m->position.x)));
    body->v = step;
    return m->form == GRAZE_WAYPOINT && m->duration == life && m->duration_tail == 0 &&
           duo_length(step.low) == 0;
}

/* Whether velocities are doubles, at least those of one life. */
static bool drive_exactly(const pair *question, aligned_pair *of)
{
    straight_body *a = &of->q.a, *b = &of->q.b;
    of->life = 1;
    if (a->exact && b->exact)
        return true;
    of->life = (rests(a) ? question->b : question->a)->duration;
    return (rests(a) || drive_in_life(question->a, of->life, a)) &&
           (rests(b) || drive_in_life(question->b, of->life, b));
}

/* Rectangles along the axes. */
static OWN_FRAME contact of_aligned(const pair *question, graze_interval *when)
{
    const graze_body *body_a = question->body_a, *body_b = question->body_b;
    aligned_pair of = {.q = {.tolerance = question->tolerance}};
    if (!polygon_are_aligned(body_a, body_b, of.box))
        return CONTACT_UNKNOWN;
    of.q.a = polygon_straight_body(body_a, question->a);
    of.q.b = polygon_straight_body(body_b, question->b);
    if (!drive_exactly(question, &of))
        return CONTACT_UNKNOWN;
    const bool touches = !question->only_overlaps;
    const double last = touches ? fmin(last_of(question->a), last_of(question->b)) : 0;
    return quick_level(question->without) >= CPU_AVX2
               ? polygon_aligned_fused(&of, touches, last, when)
               : polygon_aligned_plain(&of, touches, last, when);
}

contact polygon_filter_interval_of_prepared(const graze_prepared *a, const graze_body *body_a,
                                            const graze_prepared *b, const graze_body *body_b,
                                            double tolerance, graze_interval *when)
{
    const cpu_instructions level = cpu_level();
    bool rounded = false;
    if ((level != CPU_PLAIN) & polygon_may_be_aligned(body_a, body_b)) {
        const contact found =
            polygon_aligned_of_prepared_fused(a, body_a, b, body_b, tolerance, when);
        if (found != CONTACT_UNKNOWN)
            return found;
    }
    filter_disc one = filter_disc_of_prepared(a), other = filter_disc_of_prepared(b);
    polygon_path p;
    one.radius = body_a->radius;
    other.radius = body_b->radius;
    if (level == CPU_PLAIN || path_between(&one, &other, tolerance, &p) != CONTACT_OVERLAP)
        return CONTACT_UNKNOWN;
    const straight_pair q = {polygon_straight_of_prepared(body_a, a),
                             polygon_straight_of_prepared(body_b, b), tolerance};
    return by_sides(level, true, &q, &p, when, &rounded);
}

/* Their ends are made in double words. */
static bool asks_sides(const pair *question)
{
    return (question->without & (QUICK_SIDES | QUICK_DOUBLE_WORD)) == 0;
}

static bool asks_ties(const pair *question)
{
    return question->only_overlaps && pair_asks(question, QUICK_TIES);
}

contact polygon_filter_interval_at(cpu_instructions level, const pair *question,
                                   graze_interval *when, bool *rounded)
{
    const bool hull = pair_asks(question, QUICK_HULL), clip = pair_asks(question, QUICK_CLIP);
    const bool walks = pair_asks(question, QUICK_OUTLINE); /* quicker than plain vectors */
    const size_t corners = question->body_a->vertex_count + question->body_b->vertex_count;
    polygon_path p;
    *rounded = false;
    if (!filter_uniform_applies(question->a) || !filter_uniform_applies(question->b))
        return hull && is_curve_apart(question) ? CONTACT_APART : CONTACT_UNKNOWN;
    if (pair_asks(question, QUICK_ALIGNED) &&
        polygon_may_be_aligned(question->body_a, question->body_b)) {
        graze_interval found;
        const contact answer = of_aligned(question, when != NULL ? when : &found);
        *rounded = answer == CONTACT_OVERLAP;
        if (answer != CONTACT_UNKNOWN)
            return answer;
    }
    if (pair_asks(question, QUICK_BOX) && is_apart_by_box(question))
        return CONTACT_APART;
    contact life = path_of(question, &p);
    if (life != CONTACT_OVERLAP || !(hull || clip))
        return life == CONTACT_APART ? CONTACT_APART : CONTACT_UNKNOWN;
    if (hull && clip && asks_sides(question) && (level > CPU_PLAIN || !walks)) {
        const contact answer = of_motions(level, &p, when, rounded);
        if (answer != CONTACT_UNKNOWN)
            return answer;
    }
    if (walks && hull && is_apart_along(&p))
        return CONTACT_APART;
    const contact answer = !walks || corners > OUTLINE_CORNERS ? CONTACT_UNKNOWN
                           : corners <= OUTLINE_FEW            ? by_few_corners(&p, when, rounded)
                                                               : by_many_corners(&p, when, rounded);
    return answer == CONTACT_UNKNOWN && asks_ties(question) && polygon_only_touches(&p)
               ? CONTACT_APART
               : answer;
}

contact polygon_filter_interval(const pair *question, graze_interval *when, bool *rounded)
{
    return polygon_filter_interval_at(cpu_level(), question, when, rounded);
}

contact polygon_filter_contact(const pair *question)
{
    bool rounded;
    return polygon_filter_interval(question, NULL, &rounded);
}
