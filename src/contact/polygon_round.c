/* SPDX-License-Identifier: MIT */
/* The ends of an overlap at constant velocity, rounded in doubles: where the path crosses an
 * edge one Newton step in double words or double-doubles, round a
 * corner the discs' own answer, and the ends of the common life. */
#include "contact/polygon_round.h"

#include <math.h>

#include "base/bits.h"
#include "contact/filter_dd.h"
#include "contact/uniform_disc_ends.h"
#include "geometry/body.h"
#include "numeric/dd.h"
#include "numeric/double_word.h"

/* ---- where the path crosses an edge ------------------------------------------------------ */

static bool corners_of(const pair *question, const edges_of_c *of, int i, edge_corners *corners)
{
    const outline *c = of->outline;
    if (of->sides != NULL)
        return polygon_side_corners(question, of->sides, i, corners, NULL);
    const int next = i < c->count ? i + 1 : i; /* C may be one corner */
    *corners = (edge_corners){.a = body_vertex(question->body_a, (size_t)c->a[i]),
                              .b = body_vertex(question->body_b, (size_t)c->b[i]),
                              .a_next = body_vertex(question->body_a, (size_t)c->a[next]),
                              .b_next = body_vertex(question->body_b, (size_t)c->b[next])};
    return true;
}

typedef struct residue {
    double value, error;
} residue;

/* A motion's own time, in lives of a waypoint motion. A quotient by a life loses up to
 * 2^-1058 (1 + 1/life) to underflow. */
typedef struct own_time {
    double_word at;
    double lost;
} own_time;

ALWAYS_INLINE own_time quick_time(const graze_motion *motion, bool kinematic, double time)
{
    const double_word elapsed = dw_sum(time, -motion->start);
    if (kinematic || motion->form == GRAZE_KINEMATIC)
        return (own_time){elapsed, 0};
    const double_word life = dw_sum(motion->duration, motion->duration_tail);
    return (own_time){dw_div(elapsed, life), 0x1p-1058 * (1 + 1 / life.high)};
}

/* A coordinate at that time; *size grows by its magnitude, *lost by what underflow takes. */
ALWAYS_INLINE double_word quick_place_at(const graze_motion *motion, bool kinematic,
                                         const own_time *when, double position, double velocity,
                                         double *size, double *lost)
{
    const bool waypoint = !kinematic && motion->form == GRAZE_WAYPOINT;
    *size += fabs(position);
    if (waypoint && position == velocity)
        return dw_from(position);
    const double_word step = waypoint ? dw_sum(velocity, -position) : dw_from(velocity);
    const double_word moved = dw_mul(step, when->at);
    *size += fabs(moved.high);
    if (!kinematic)
        *lost += fabs(step.high) * when->lost;
    return dw_add(dw_from(position), moved);
}

/* across - R |e| at a time: a third off the time of an interval that grazes, a fifth off that of
 * any other (benchmarks/sweep.c). With D and E for the sums of the magnitudes that make up a
 * coordinate of the place seen from the corner and of the edge, the one is off by
 * (32 + 9 + 3 * 8) u^2 D, the other by 8 u^2 E, their product by 9 u^2 D E more, and the
 * difference of two products by 8 u^2 of both: less than 2^-98 of the products D E. R is off by
 * 8 u^2 size, |e| by (16 + 17) u^2 of itself and 16 u^2 of both E together, the product by 9 u^2,
 * the last difference by 8 u^2 of both: less than 2^-98 of size times both E. Products that
 * underflow leave places off by 2^-1058 and what quotients lose, which the edge multiplies; the
 * squares of an edge, which is longer than 2^-400, lose 2^-258 of them. What is known of the pair
 * when it is compiled costs nothing. */
ALWAYS_INLINE residue quick_across_of(const polygon_path *p, bool kinematic, bool sharp,
                                      const edge_corners *c, double time)
{
    const pair *q = p->question;
    const double *place_a = &q->a->position.x, *place_b = &q->b->position.x;
    const double *speed_a = &q->a->velocity.x, *speed_b = &q->b->velocity.x;
    const double *a = &c->a.x, *b = &c->b.x, *a_next = &c->a_next.x, *b_next = &c->b_next.x;
    const own_time u = quick_time(q->a, kinematic, time), w = quick_time(q->b, kinematic, time);
    double_word seen[2], edge[2];
    double far[2], wide[2], lost = 0x1p-1000;
    for (int k = 0; k < 2; k++) {
        far[k] = fabs(a[k]) + fabs(b[k]);
        wide[k] = far[k] + fabs(a_next[k]) + fabs(b_next[k]);
        const double_word at_a =
            quick_place_at(q->a, kinematic, &u, place_a[k], speed_a[k], &far[k], &lost);
        const double_word at_b =
            quick_place_at(q->b, kinematic, &w, place_b[k], speed_b[k], &far[k], &lost);
        seen[k] = dw_sub(dw_sub(at_a, at_b), dw_sum(b[k], -a[k]));
        edge[k] = dw_sub(dw_sum(b_next[k], -b[k]), dw_sum(a_next[k], -a[k]));
    }
    double_word across = dw_cross(seen, edge);
    double size = far[0] * wide[1] + far[1] * wide[0];
    if (!sharp && p->size != 0) {
        const double_word radii = dw_sum(q->radius_a, q->radius_b);
        const double_word reach = dw_sub(radii, dw_from(q->tolerance));
        across = dw_sub(across, dw_mul(reach, dw_sqrt(dw_dot(edge, edge))));
        size += p->size * (wide[0] + wide[1]);
    }
    double underflow = lost * (1 + wide[0] + wide[1]);
    return (residue){across.high, 0x1p-96 * size + fabs(across.low) + underflow};
}

static residue quick_across(const polygon_path *p, const edge_corners *c, double time)
{
    const pair *q = p->question;
    const bool kinematic = q->a->form == GRAZE_KINEMATIC && q->b->form == GRAZE_KINEMATIC;
    return kinematic && p->size == 0 ? quick_across_of(p, true, true, c, time)
                                     : quick_across_of(p, false, false, c, time);
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

static bool round_crossing(const polygon_path *p, const edges_of_c *of, const path_crossing *c,
                           bool upper, double *end)
{
    const pair *q = p->question;
    edge_corners corners;
    if (!corners_of(q, of, c->edge.index, &corners))
        return false; /* UNREACHED: an edge that is as parallel as that is a rival */
    double time = p->start + fabs(c->at) * p->length;
    double slope = (c->edge.across[1] - c->edge.across[0]) / p->length;
    if (pair_asks(q, QUICK_DOUBLE_WORD) && p->g > 0x1p-400 &&
        round_step(c, time, slope, quick_across(p, &corners, time), upper, end))
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

static void take_corner(const polygon_path *p, int i, double px, double py, corner_crossings *w)
{
    double first, last;
    if (!enters_disc(p, px, py, &first, &last))
        return;
    if (w->in < 0 || first < w->first) {
        w->in = i;
        w->first = first;
    }
    if (w->out < 0 || last > w->last) {
        w->out = i;
        w->last = last;
    }
}

corner_crossings polygon_corner_crossings(const polygon_path *p, const edges_of_c *of)
{
    const outline *c = of->outline;
    const polygon_sides *s = of->sides;
    corner_crossings w = {.in = -1, .out = -1};
    for (unsigned left = s != NULL ? s->discs & s->edges : 0; left != 0; left &= left - 1) {
        const int i = (int)bits_lowest(left);
        take_corner(p, i, s->px[i], s->py[i], &w);
    }
    for (int i = 0; s == NULL && (i < c->count || i == 0); i++)
        take_corner(p, i, c->x[i], c->y[i], &w);
    return w;
}

/* A corner of C and the overlap of the discs round it: mostly the path leaves the corner that it
 * meets. */
typedef struct met_corner {
    int corner; /* -1: none */
    bool alone; /* C is that corner */
    edge_corners at;
    crossed_edge next, last; /* the edges that leave it and that lead to it */
    meeting_interval part;
} met_corner;

static bool find_corner(const polygon_path *p, const edges_of_c *of, int corner, met_corner *known)
{
    const outline *c = of->outline;
    int before;
    known->alone = of->sides == NULL && c->count == 0;
    if (of->sides != NULL) {
        if (!polygon_side_corners(p->question, of->sides, corner, &known->at, &before))
            return false;
        polygon_side_edge(of->sides, corner, &known->next);
        polygon_side_edge(of->sides, before, &known->last);
        return true;
    }
    corners_of(p->question, of, corner, &known->at);
    if (!known->alone) {
        cross_edge(p, c, corner, &known->next);
        cross_edge(p, c, corner == 0 ? c->count - 1 : corner - 1, &known->last);
    }
    return true;
}

static bool meet_corner(const polygon_path *p, const edges_of_c *of, int corner, met_corner *known)
{
    const pair *question = p->question;
    if (corner == known->corner)
        return true;
    known->corner = -1;
    if (!find_corner(p, of, corner, known))
        return false;
    const graze_point a = known->at.a, b = known->at.b;
    const bool found = (pair_asks(question, QUICK_DOUBLE_WORD) &&
                        uniform_disc_overlap_at_corner(question, a, b, &known->part)) ||
                       dd_overlap_at_corner(question, a, b, &known->part);
    known->corner = found ? corner : -1;
    return found;
}

/* Whether the path at a time is surely in the normal cone of a corner: past the edge that leads
 * to it, and before the one that leaves it. Then the corner's disc is the outline there. */
static bool is_in_cone(const polygon_path *p, const met_corner *known, double time)
{
    const crossed_edge *next = &known->next, *last = &known->last;
    const double wrong = 0x1p-20;
    double fraction = (time - p->start) / p->length;
    double x = p->x[0] + (p->x[1] - p->x[0]) * fraction;
    double y = p->y[0] + (p->y[1] - p->y[0]) * fraction;
    if (known->alone)
        return true;
    double ahead = (x - next->px) * next->ex + (y - next->py) * next->ey;
    double past = (x - next->px) * last->ex + (y - next->py) * last->ey;
    return ahead < -(next->bound + 2 * wrong * p->places * next->norm) &&
           past > last->bound + 2 * wrong * p->places * last->norm;
}

static bool round_end(const polygon_path *p, const edges_of_c *c, const path_crossings *w,
                      int corner, bool upper, met_corner *known, double *end)
{
    const path_crossing *at = upper ? &w->out : &w->in;
    const meeting_interval *part = &known->part;
    *end = p->start;
    if (polygon_is_at_edge(p, w, upper) && at->any)
        return at->rival < at->at - at->wrong && round_crossing(p, c, at, upper, end);
    if (polygon_is_at_edge(p, w, upper))
        return upper ? round_end_of_life(p->question, end) : true;
    if (corner < 0 || !meet_corner(p, c, corner, known))
        return false;
    *end = upper ? part->when.upper : part->when.lower;
    return (upper ? part->ends_within : part->begins_within) ||
           (!(upper ? part->to_end : part->from_begin) && is_in_cone(p, known, *end));
}

bool polygon_round(const polygon_path *p, const edges_of_c *c, const path_crossings *w,
                   const corner_crossings *corners, graze_interval *when)
{
    graze_interval found;
    met_corner known;
    known.corner = -1;
    if (!round_end(p, c, w, corners->in, false, &known, &found.lower) ||
        !round_end(p, c, w, corners->out, true, &known, &found.upper))
        return false;
    *when = found;
    return true;
}
