/* SPDX-License-Identifier: MIT */
/* The ends of an overlap at constant velocity, rounded in doubles: where the path crosses an
 * edge one Newton step in long sums, round a corner the discs' own answer, and the ends of
 * the common life. */
#include "contact/polygon_round.h"

#include <math.h>

#include "contact/filter_general.h"
#include "geometry/body.h"
#include "numeric/dd.h"

/* ---- where the path crosses an edge ------------------------------------------------------ */

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

/* across at a time, of two kinematic motions and R = 0: a third off the time of an interval
 * that grazes, a fifth off that of any other (benchmarks/sweep.c). Products whose tails
 * underflow leave places off by 2^-1058, which the edge multiplies. */
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
    double underflow = 0x1p-1000 * (1 + ex.magnitude + ey.magnitude);
    return (residue){across + rest, 0x1p-96 * size + 0x1p-52 * fabs(across + rest) + underflow};
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
static residue long_across(const polygon_path *p, const edge_corners *c, double time)
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
 * relative `wrong`, unless it underflows. The root is then time - step, off by less than its
 * error. */
static bool round_step(const path_crossing *c, double time, double slope, residue across,
                       bool upper, double *end)
{
    double slope_wrong = 2 * c->wrong, step = across.value / slope;
    double error = (fabs(step) * (slope_wrong + 0x1p-50) + across.error / fabs(slope)) *
                   (1 + 4 * slope_wrong);
    dd root = dd_sub(dd_from(time), dd_from(step));
    root.error += across.value == 0 && across.error == 0 ? 0 : error + 0x1p-1000; /* underflow */
    if (!(slope_wrong < 0x1p-4) || !(error < INFINITY) || !(fabs(slope) > 0x1p-960))
        return false;
    return upper ? dd_round_up(root, end) : dd_round_down(root, end);
}

static bool round_crossing(const polygon_path *p, const outline *outline_of_c,
                           const path_crossing *c, bool upper, double *end)
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

/* Does the path surely get into the disc round a corner? The bound of filter_uniform.h, with the
 * corner's own size added to that of the places: 1.3 g far + 20u far^2. */
static bool enters_disc(const polygon_path *p, double px, double py, double *first, double *last)
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

corner_crossings polygon_corner_crossings(const polygon_path *p, const outline *c)
{
    corner_crossings w = {.in = -1, .out = -1};
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
static bool is_in_cone(const polygon_path *p, const outline *c, int corner, double time)
{
    const double wrong = 0x1p-20;
    double fraction = (time - p->start) / p->length;
    double x = p->x[0] + (p->x[1] - p->x[0]) * fraction;
    double y = p->y[0] + (p->y[1] - p->y[0]) * fraction;
    if (c->count == 0)
        return true;
    crossed_edge next = crossed_edge_of(p, c, corner);
    crossed_edge last = crossed_edge_of(p, c, corner == 0 ? c->count - 1 : corner - 1);
    double ahead = (x - next.px) * next.ex + (y - next.py) * next.ey;
    double past = (x - next.px) * last.ex + (y - next.py) * last.ey;
    return ahead < -(next.bound + 2 * wrong * p->places * next.norm) &&
           past > last.bound + 2 * wrong * p->places * last.norm && next.norm > 0x1p-400 &&
           last.norm > 0x1p-400;
}

/* The overlap with one corner's disc, rounded. */
static bool round_disc(const polygon_path *p, const outline *c, int corner, meeting_interval *part)
{
    return corner >= 0 &&
           dd_overlap_at_corner(p->question,
                                body_vertex(p->question->body_a, (size_t)c->a[corner]),
                                body_vertex(p->question->body_b, (size_t)c->b[corner]), part);
}

bool polygon_round_begin(const polygon_path *p, const outline *c, const path_crossings *w,
                         const corner_crossings *corners, double *lower)
{
    meeting_interval part;
    *lower = p->start;
    if (polygon_begins_at_edge(p, w))
        return !w->in.any || (w->in.rival < w->in.at - w->in.wrong &&
                              round_crossing(p, c, &w->in, false, lower));
    if (!round_disc(p, c, corners->in, &part))
        return false;
    *lower = part.when.lower;
    return part.begins_within || (!part.from_begin && is_in_cone(p, c, corners->in, *lower));
}

bool polygon_round_end(const polygon_path *p, const outline *c, const path_crossings *w,
                       const corner_crossings *corners, double *upper)
{
    meeting_interval part;
    if (polygon_ends_at_edge(p, w) && w->out.any)
        return w->out.rival < w->out.at - w->out.wrong &&
               round_crossing(p, c, &w->out, true, upper);
    if (polygon_ends_at_edge(p, w))
        return round_end_of_life(p->question, upper);
    if (!round_disc(p, c, corners->out, &part))
        return false;
    *upper = part.when.upper;
    return part.ends_within || (!part.to_end && is_in_cone(p, c, corners->out, *upper));
}
