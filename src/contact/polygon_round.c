/* SPDX-License-Identifier: MIT */
/* The ends of an overlap at constant velocity, rounded in doubles: where the path crosses an
 * edge one Newton step in double words or double-doubles, round a
 * corner the discs' own answer, and the ends of the common life. */
#include "contact/polygon_round.h"

#include <math.h>

#include "contact/filter_general.h"
#include "geometry/body.h"
#include "numeric/dd.h"
#include "numeric/double_word.h"

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

typedef struct residue {
    double value, error;
} residue;

/* A kinematic motion's coordinate at a time, in double words; *size grows by its magnitude. */
static inline double_word quick_place_at(const graze_motion *motion, double position,
                                         double velocity, double time, double *size)
{
    double_word elapsed = dw_sum(time, -motion->start);
    *size += fabs(position) + fabs(velocity * elapsed.high);
    return dw_add(dw_from(position), dw_mul(dw_from(velocity), elapsed));
}

/* across at a time, of two kinematic motions and R = 0: a third off the time of an interval
 * that grazes, a fifth off that of any other (benchmarks/sweep.c). With D and E for the sums of
 * the magnitudes that make up a coordinate of the place seen from the corner and of the edge, the
 * one is off by (9 + 3 * 8) u^2 D, the other by 8 u^2 E, their product by 9 u^2 D E more, and the
 * difference of two products by 8 u^2 of both: less than 2^-99 of the products D E. Products that
 * underflow leave places off by 2^-1058, which the edge multiplies. */
static residue quick_across(const pair *q, const edge_corners *c, double time)
{
    const double *place_a = &q->a->position.x, *place_b = &q->b->position.x;
    const double *speed_a = &q->a->velocity.x, *speed_b = &q->b->velocity.x;
    const double *a = &c->a.x, *b = &c->b.x, *a_next = &c->a_next.x, *b_next = &c->b_next.x;
    double_word seen[2], edge[2];
    double far[2], wide[2];
    for (int k = 0; k < 2; k++) {
        far[k] = fabs(a[k]) + fabs(b[k]);
        wide[k] = far[k] + fabs(a_next[k]) + fabs(b_next[k]);
        seen[k] = dw_sub(quick_place_at(q->a, place_a[k], speed_a[k], time, &far[k]),
                         quick_place_at(q->b, place_b[k], speed_b[k], time, &far[k]));
        seen[k] = dw_sub(seen[k], dw_sum(b[k], -a[k]));
        edge[k] = dw_sub(dw_sum(b_next[k], -b[k]), dw_sum(a_next[k], -a[k]));
    }
    double_word across = dw_cross(seen, edge);
    double size = far[0] * wide[1] + far[1] * wide[0];
    double underflow = 0x1p-1000 * (1 + wide[0] + wide[1]);
    return (residue){across.high, 0x1p-96 * size + fabs(across.low) + underflow};
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
    if (!(slope_wrong < 0x1p-4) || !(fabs(slope) > 0x1p-960))
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
        round_step(c, time, slope, quick_across(q, &corners, time), upper, end))
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
    if (!a_ends || !b_ends) /* one of them does: there is a path */
        return dd_round_up(end_of_life(a_ends ? question->a : question->b), end);
    dd a = end_of_life(question->a), b = end_of_life(question->b);
    int order = dd_sign(dd_sub(a, b));
    return dd_round_up(order <= 0 ? a : b, end) & (order != SIGN_UNKNOWN);
}

/* ---- round corners ---------------------------------------------------------------------- */

/* Whether the path surely gets into the disc round a corner. The bound of filter_uniform.h, with
 * the corner's own size added to that of the places: 1.3 g far + 20u far^2. */
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

/* Whether the path at a time is surely in the normal cone of a corner: past the edge that leads
 * to it, and before the one that leaves it. Then the corner's disc is the outline there. */
static bool is_in_cone(const polygon_path *p, const outline *c, int corner, double time)
{
    const double wrong = 0x1p-20;
    double fraction = (time - p->start) / p->length;
    double x = p->x[0] + (p->x[1] - p->x[0]) * fraction;
    double y = p->y[0] + (p->y[1] - p->y[0]) * fraction;
    if (c->count == 0)
        return true;
    crossed_edge next, last;
    cross_edge(p, c, corner, &next);
    cross_edge(p, c, corner == 0 ? c->count - 1 : corner - 1, &last);
    double ahead = (x - next.px) * next.ex + (y - next.py) * next.ey;
    double past = (x - next.px) * last.ex + (y - next.py) * last.ey;
    return ahead < -(next.bound + 2 * wrong * p->places * next.norm) &&
           past > last.bound + 2 * wrong * p->places * last.norm;
}

static bool round_end(const polygon_path *p, const outline *c, const path_crossings *w, int corner,
                      bool upper, double *end)
{
    const path_crossing *at = upper ? &w->out : &w->in;
    const pair *question = p->question;
    meeting_interval part;
    *end = p->start;
    if (polygon_is_at_edge(p, w, upper) && at->any)
        return at->rival < at->at - at->wrong && round_crossing(p, c, at, upper, end);
    if (polygon_is_at_edge(p, w, upper))
        return upper ? round_end_of_life(question, end) : true;
    if (corner < 0 ||
        !dd_overlap_at_corner(question, body_vertex(question->body_a, (size_t)c->a[corner]),
                              body_vertex(question->body_b, (size_t)c->b[corner]), &part))
        return false;
    *end = upper ? part.when.upper : part.when.lower;
    return (upper ? part.ends_within : part.begins_within) ||
           (!(upper ? part.to_end : part.from_begin) && is_in_cone(p, c, corner, *end));
}

bool polygon_round(const polygon_path *p, const outline *c, const path_crossings *w,
                   const corner_crossings *corners, graze_interval *when)
{
    graze_interval found;
    if (!round_end(p, c, w, corners->in, false, &found.lower) ||
        !round_end(p, c, w, corners->out, true, &found.upper))
        return false;
    *when = found;
    return true;
}
