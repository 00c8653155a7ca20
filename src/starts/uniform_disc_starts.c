/* SPDX-License-Identifier: MIT */
/* Unsafe starts of discs at constant velocity: the candidate that is an end, and its double.
 *
 * In the open rectangle of local times u in (0, A), w in (0, B) the blocked set E is
 * convex, and the upper end is the supremum of the shift w - u on it (the lower end the
 * infimum). Let X be where the shift is greatest on all of E, in the plane of (u, w)
 * without the rectangle. If X lies inside the rectangle it is the answer. Else let Z be a
 * blocked point inside: the way from Z to X stays in E, gains shift and leaves the
 * rectangle through a side beyond which X lies. So
 *
 *   - the end lies on one of the (one or two) sides that X is beyond, and is the better
 *     one of their extremes;
 *   - nothing is blocked iff E reaches none of these sides.
 *
 * The greatest shift of the whole rectangle is at one of its corners, (0, B); the least at (A, 0).
 * Such a corner, where it is inside E, is that end at once.
 *
 * Where the motions are parallel E is a strip, and X lies infinitely far in its direction,
 * along which u gains as across.vb, w as across.va (across = va - vb; both against it for
 * the infimum). Where the velocities are equal the shift alone decides.
 *
 * An end is
 *
 *   a root    of h on a side, which uniform_root rounds;
 *   a touch   of a tangent diagonal, (across x places -+ |across| reach)/turn;
 *   a corner  an exact sum of a start and durations.
 *
 * Errors of the signs in doubles, all norms 1-norms, S = |places| + |va|A + |vb|B (q->scale):
 * a corner of the rectangle is a relative place off by 12U S, so that for d at a corner and a
 * velocity v that is off by 3U
 *
 *   |d|^2 - reach^2                       28U S^2 + 6U size^2          <= 2^-48 (S^2 + size^2)
 *   d.v and d x v                         (12 + 3 + 2)U S|v|           <= 2^-48 S|v|
 *   |v|^2 reach^2 - (d x v)^2             16U |v|^2 size^2 + 40U S^2|v|^2
 *                                                                <= 2^-47 |v|^2 (S^2 + size^2)
 *
 * and with rho = reach across'/|across| (across' is across turned by a quarter), touch
 * points u = (rho - places) x vb/turn, w = (rho - places) x va/turn, turn = va x vb. across is
 * off by 4U W, W = |va| + |vb|, rho by reach (8U W/|across| + 6U), products by 7U:
 *
 *   u turn is off by less than 2^-48 |vb| (size (1 + W/|across|) + |places|),
 *   A turn by another 9U |va||vb|A        <= 2^-49 |va||vb|A,
 *
 * all of which is taken times the double that stands for |across|, so that nothing is divided.
 *
 * A touch in double words. In the unit of both durations (1 for kinematic motion) with steps sa,
 * sb, durations Da, Db, G = |sa| Db + |sb| Da: across = sa Db - sb Da is off by 9 u^2 G + 8 u^2 G;
 * across x places by (17 + 9 + 8) u^2 G P; its length by 17 u^2 G and (9 + 8 + 16) u^2 |across|,
 * times reach with 8 + 9 more: 67 u^2 G size; their sum 8 u^2 more: less than 2^-99 G (P + size).
 * turn = sa x sb is off by (9 + 9 + 8) u^2 |sa||sb| < 2^-101 |sa||sb|, the quotient by 32 u^2
 * of itself. Motions only count as crossing where |turn| > 2^-49 |va||vb|, so that |across| is
 * more than 2^-50 of the greater speed, or where double words find |turn| > 2^-90 |sa||sb| and
 * |across| > 2^-90 G: its square is then above 2^-180 M^-6, M as there, and what that may lose to
 * underflow is far below u^2 of it. The rest of underflow and overflow is in uniform_disc.c.
 */

#include "starts/uniform_disc_starts.h"

#include <assert.h>
#include <math.h>

#include "contact/uniform_disc_residual.h"
#include "numeric/rounding.h"
#include "starts/uniform_disc_ties.h"

enum { STEPS = 4 }; /* in exact numbers */

/* The sides of the rectangle of local times; all shifts of equal velocities. */
enum { A_BEGINS, A_ENDS, B_BEGINS, B_ENDS, SHIFTS, ALL_SIDES = 15 };

/* Sides as bits 1 << A_BEGINS ...: beyond which a point lies, and for which that is open. */
typedef struct beyond_sides {
    unsigned sides, open;
} beyond_sides;

/* What is known of the blocked part of a side, seen from one of its ends: nothing, there is
 * none, from that end on, from a later time on. */
typedef enum reachability { SIDE_OPEN, SIDE_FREE, SIDE_AT_ONCE, SIDE_LATER } reachability;

/* Where a side begins to be blocked, in doubles: a root, or if the two roots are `narrow` their
 * middle. */
typedef struct side_contact {
    double time;
    bool narrow;
} side_contact;

/* The relative place at a corner. */
typedef struct corner_place {
    double x, y, excess; /* |(x, y)|^2 - reach^2 */
    int sign;            /* of the excess, */
    bool known;          /* where doubles tell it, or it was asked */
} corner_place;

/* A walk along a side from corner to corner. */
typedef struct side_walk {
    double vx, vy, speed, length;
    int which, from, to;
    bool last; /* it begins at the side's end */
} side_walk;

/* Numbers of the tangent diagonals that both ends share, in the motions' units of time. */
typedef struct tangent_pair {
    double_word step_a[2], step_b[2], across[2], place[2], length, reach, turn;
    double_word middle, width; /* across x places, and |across| reach */
    double span_a, span_b, speeds; /* the units [s]; both speeds times both units */
} tangent_pair;

/* ---- sides ----------------------------------------------------------------------------- */

/* On a side one motion stands at an end of its life; along all shifts both move alike. */
static const uniform_motion *moving_on(const uniform_discs *q, int which)
{
    return which <= A_ENDS || which == SHIFTS ? &q->b : &q->a;
}

/* What is asked about a side. */
typedef enum wanted_sign { SIDE_SLOPE, SIDE_WIDTH, SIDE_LAST_SLOPE } wanted_sign;

/* Whether x y + z w is exactly 0, shown by two products that are exactly opposite. */
static bool cancels(double x, double y, double z, double w)
{
    double first_tail, second_tail;
    double first = eft_two_product(x, y, &first_tail), second = eft_two_product(z, w, &second_tail);
    return (first == -second) & (first_tail == -second_tail) &
           ((fabs(first) > 0x1p-900) | (((x == 0) | (y == 0)) & ((z == 0) | (w == 0))));
}

static inline corner_place corner_at(const uniform_discs *q, double x, double y)
{
    const double excess = x * x + y * y - q->reach * q->reach, bound = 0x1p-48 * q->square;
    const int sign = (excess > bound) - (excess < -bound);
    return (corner_place){x, y, excess, sign, sign != 0};
}

/* The relative places at the corners, and their excess. */
static void corners_of(const uniform_discs *q, corner_place *corners)
{
    const double x = q->x, y = q->y, by_a = q->a.moved_x, up_a = q->a.moved_y;
    const double by_b = q->b.moved_x, up_b = q->b.moved_y;
    corners[0] = corner_at(q, x, y);
    corners[A_ENDED] = corner_at(q, x + by_a, y + up_a);
    corners[B_ENDED] = corner_at(q, x - by_b, y - up_b);
    corners[A_ENDED | B_ENDED] = corner_at(q, (x + by_a) - by_b, (y + up_a) - up_b);
}

/* The sign of the excess at a corner: both ends and two sides may ask. */
static inline int excess_sign(const uniform_discs *q, corner_place *corners, int corner)
{
    corner_place *at = &corners[corner];
    if (!at->known)
        at->sign = uniform_corner_sign(q, corner, at->x, at->y);
    at->known = true;
    return at->sign;
}

/* The start at a corner, rounded outward. Without tails and with at most one life it is the sum
 * of two doubles. */
static bool round_corner(const uniform_discs *q, int corner, bool upper, double *end)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    const double tails = fabs(b->begin.low) + fabs(a->motion->duration_tail) +
                         fabs(b->motion->duration_tail);
    const double life = corner == A_ENDED ? -a->life : corner == B_ENDED ? b->life : -0.0;
    if ((corner == (A_ENDED | B_ENDED)) | !(tails == 0) | !(fabs(life) < INFINITY))
        return uniform_round_corner(q, corner, upper, end);
    double low;
    const double high = eft_two_sum(b->begin.high, life, &low);
    *end = double_outward(high, low, upper);
    return true;
}

/* Another sign on a walk along a side. */
static int side_sign(const uniform_discs *q, corner_place *corners, const side_walk *side,
                     wanted_sign wanted, double value, double bound)
{
    if (fabs(value) > bound)
        return value > 0 ? 1 : -1;
    const uniform_motion *moving = moving_on(q, side->which);
    int corner = wanted == SIDE_LAST_SLOPE ? side->to : side->from;
    corner_place *at = &corners[corner];
    double_word step[2];
    uniform_steps(moving, step);
    if (wanted != SIDE_WIDTH && value == 0 && step[0].low == 0 && step[1].low == 0 &&
        cancels(at->x, step[0].high, at->y, step[1].high) &&
        uniform_is_short(q, corner, at->x, at->y))
        return 0;
    return uniform_tie_sign(q, corner, moving, (moving == &q->b) != side->last,
                            wanted == SIDE_WIDTH);
}

/* A side, walked from its end if `last`; or all shifts. */
static side_walk side_of(const uniform_discs *q, int which, bool last)
{
    const uniform_motion *moving = moving_on(q, which);
    bool at_a = moving == &q->b;
    int here = last ? 1 : 0, fixed = which & 1;
    side_walk side = {.which = which, .last = last};
    side.from = at_a ? fixed * A_ENDED + here * B_ENDED : here * A_ENDED + fixed * B_ENDED;
    side.to = side.from ^ (at_a ? B_ENDED : A_ENDED);
    if (which == SHIFTS) {
        side.from = last ? B_ENDED : A_ENDED;
        side.to = side.from ^ (A_ENDED | B_ENDED);
    }
    double sign = at_a == last ? 1 : -1;
    side.vx = sign * moving->vx;
    side.vy = sign * moving->vy;
    side.speed = moving->speed;
    side.length = which == SHIFTS ? q->a.life + q->b.life : moving->life;
    return side;
}

/* Tells whether a part of the side is blocked, from its very begin or from a later time on. */
static reachability reach_side(const uniform_discs *q, corner_place *corners,
                               const side_walk *side, side_contact *first)
{
    corner_place *at = &corners[side->from], *to = &corners[side->to];
    double bound = 0x1p-48 * q->square;
    int outside = excess_sign(q, corners, side->from);
    if (outside == SIGN_UNKNOWN || outside < 0)
        return outside < 0 ? SIDE_AT_ONCE : SIDE_OPEN;
    double slope = at->x * side->vx + at->y * side->vy;
    double slope_bound = 0x1p-48 * q->scale * side->speed;
    assert(side->speed > 0); /* what stands still has no sides */
    if (slope > slope_bound)
        return SIDE_FREE;
    double reach = q->reach * q->reach, v = side->vx * side->vx + side->vy * side->vy;
    double cross = side->vx * at->y - side->vy * at->x, width = v * reach - cross * cross;
    double width_bound = 0x1p-47 * side->speed * side->speed * q->square;
    if (width < -width_bound)
        return SIDE_FREE;
    first->narrow = width < 0x1p-20 * v * reach;
    first->time = (-slope - (first->narrow ? 0 : sqrt(width))) / v;
    if (outside > 0 && to->excess < -bound)
        return SIDE_LATER;
    int rises = side_sign(q, corners, side, SIDE_SLOPE, slope, slope_bound);
    if (rises >= 0) /* or unknown */
        return rises == SIGN_UNKNOWN ? SIDE_OPEN : SIDE_FREE;
    if (outside == 0)
        return SIDE_AT_ONCE;
    double last_slope = to->x * side->vx + to->y * side->vy;
    rises = side_sign(q, corners, side, SIDE_LAST_SLOPE, last_slope, slope_bound);
    int sign = rises == SIGN_UNKNOWN ? SIGN_UNKNOWN
               : rises > 0           ? side_sign(q, corners, side, SIDE_WIDTH, width, width_bound)
                                     : excess_sign(q, corners, side->to);
    if (sign == SIGN_UNKNOWN)
        return SIDE_OPEN;
    return (rises > 0) == (sign > 0) && sign != 0 ? SIDE_LATER : SIDE_FREE;
}

/* The root on a side, a time `t` from the begin of its moving motion, as a start. */
static bool side_root(const uniform_discs *q, int which, double t, bool narrow, bool upper,
                      double *end)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    bool at_a = which <= A_ENDS || which == SHIFTS, at_end = which == A_ENDS || which == B_ENDS;
    double shift =
        at_a ? (at_end || which == SHIFTS ? t - a->life : t) : (at_end ? b->life - t : -t);
    double_word rest = at_end ? uniform_life(at_a ? a : b) : (double_word){0, 0};
    const uniform_clock resting = {rest, b->begin, 0}, moving = {rest, b->begin, at_a ? 1 : -1};
    return uniform_root(q, b->begin.high + shift, at_a ? &resting : &moving,
                        at_a ? &moving : &resting, narrow, upper, end);
}

/* The extreme of one side, if it is reached at all: false when that cannot be told. */
static bool side_end(const uniform_discs *q, corner_place *corners, int which, bool upper,
                     bool *reached, double *end)
{
    bool last = which == SHIFTS || which <= A_ENDS ? upper : !upper;
    side_walk side = side_of(q, which, last);
    side_contact first = {0, false};
    reachability known = reach_side(q, corners, &side, &first);
    if (known == SIDE_OPEN || known == SIDE_FREE)
        return known == SIDE_FREE;
    double t = side.last ? side.length - first.time : first.time, other;
    bool rounded = known == SIDE_AT_ONCE ? round_corner(q, side.from, upper, &other)
                                         : side_root(q, which, t, first.narrow, upper, &other);
    if (!rounded && !(known == SIDE_LATER && other != 0 && uniform_is_corner(q, side.from, other)))
        return false; /* a root just inside a corner that is a double is rounded out to it */
    if (!*reached)
        *end = other;
    else if (upper ? other > *end : other < *end) /* rounding is monotone */
        *end = other;
    *reached = true;
    return true;
}

/* The corner beyond which there is no shift, and whether it is certainly blocked: then it is the
 * end. */
static int extreme_corner(bool upper)
{
    return upper ? B_ENDED : A_ENDED;
}

static bool is_extreme(const corner_place *corners, bool upper)
{
    return corners[extreme_corner(upper)].sign < 0;
}

static bool extreme_end(const uniform_discs *q, bool upper, double *end)
{
    return round_corner(q, extreme_corner(upper), upper, end);
}

/* The first of some sides. */
static int first_of(unsigned sides)
{
    return (sides & 3) != 0 ? (sides & 1 ? A_BEGINS : A_ENDS) : (sides & 4 ? B_BEGINS : B_ENDS);
}

/* The extremes of the sides that X is beyond. */
static bool sides_end(const uniform_discs *q, corner_place *corners, unsigned beyond,
                      bool upper, bool *reached, double *end)
{
    for (; beyond != 0; beyond &= beyond - 1)
        if (!side_end(q, corners, first_of(beyond), upper, reached, end))
            return false;
    return true;
}

/* ---- motions that cross -------------------------------------------------------------- */

static tangent_pair tangents_of(const uniform_discs *q)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    tangent_pair t;
    uniform_steps(a, t.step_a);
    uniform_steps(b, t.step_b);
    for (int k = 0; k < 2; k++) {
        double_word by_a = b->waypoint ? dw_mul(t.step_a[k], uniform_life(b)) : t.step_a[k];
        double_word by_b = a->waypoint ? dw_mul(t.step_b[k], uniform_life(a)) : t.step_b[k];
        t.across[k] = dw_sub(by_a, by_b);
    }
    const graze_vector *p = &a->motion->position, *r = &b->motion->position;
    t.place[0] = dw_sum(p->x, -r->x);
    t.place[1] = dw_sum(p->y, -r->y);
    t.length = dw_sqrt(dw_dot(t.across, t.across));
    t.reach = uniform_reach(q);
    t.turn = dw_cross(t.step_a, t.step_b);
    t.middle = dw_cross(t.across, t.place);
    t.width = dw_mul(t.length, t.reach);
    t.span_a = a->waypoint ? a->life : 1;
    t.span_b = b->waypoint ? b->life : 1;
    t.speeds = q->speeds * t.span_a * t.span_b;
    return t;
}

static bool tangent_end(const uniform_discs *q, const tangent_pair *t, bool upper, double *end)
{
    bool above = upper == (t->turn.high > 0);
    double_word top = above ? dw_add(t->middle, t->width) : dw_sub(t->middle, t->width);
    double_word shift = dw_div(top, t->turn);
    double_word start = dw_add(q->b.begin, shift);
    double top_error = 0x1p-99 * t->speeds * (q->place + q->size);
    double turn_error = 0x1p-100 * q->a.speed * q->b.speed * t->span_a * t->span_b;
    double wrong = top_error + fabs(shift.high) * turn_error;
    double error = 1.02 * wrong / fabs(t->turn.high) + 0x1p-100 * fabs(shift.high) +
                   0x1p-102 * fabs(q->b.begin.high);
    if (uniform_round(start.high, start.low, error, upper, end) ||
        uniform_is_tangent(q, *end, above))
        return true;
    if (isfinite(*end))
        start = dw_from(*end);
    for (int i = 0; i < STEPS; i++) {
        double step;
        const bool known = uniform_residual_of_tangent(q, start, above, &step, &error);
        if (!known || uniform_step(&start, step, error, upper, end))
            return known;
    }
    return false;
}

/* Tells on which side of the rectangle's sides a touch point lies. u, w, A and B are given times
 * some positive number, as differences from both ends of the lives. */
static inline beyond_sides beyond_of(double u, double w, double past_u, double past_w,
                                     double u_bound, double w_bound)
{
    unsigned beyond = (unsigned)(u < 0) << A_BEGINS | (unsigned)(past_u > 0) << A_ENDS |
                      (unsigned)(w < 0) << B_BEGINS | (unsigned)(past_w > 0) << B_ENDS;
    unsigned known =
        (unsigned)(fabs(u) > u_bound) << A_BEGINS | (unsigned)(fabs(past_u) > u_bound) << A_ENDS |
        (unsigned)(fabs(w) > w_bound) << B_BEGINS | (unsigned)(fabs(past_w) > w_bound) << B_ENDS;
    return (beyond_sides){beyond & known, known ^ ALL_SIDES};
}

/* One of the numbers that `beyond` compares, times |turn||across|, with the step s of the
 * other motion: -+ reach across.s - places x s |across|, the sign that of the end. */
static double_word touch_time(const tangent_pair *t, const double_word step[2], bool upper)
{
    double_word swing = dw_mul(t->reach, dw_dot(t->across, step));
    double_word drift = dw_mul(dw_cross(t->place, step), t->length);
    if (t->turn.high < 0)
        drift = dw_negative(drift);
    return upper ? dw_sub(swing, drift) : dw_negative(dw_add(swing, drift));
}

/* The same in double words: 34 u^2 G|s| for across.s, 60 with reach, 76 for the other term
 * (17 + 50 + 9), 8 for their sum; 94 u^2 |sa||sb| G A for a last time: less than
 * 2^-98 G|s| (S + size). */
static beyond_sides beyond_again(const uniform_discs *q, const tangent_pair *t, bool upper)
{
    double_word u = touch_time(t, t->step_b, upper), w = touch_time(t, t->step_a, upper);
    double_word whole = dw_mul(t->turn, t->length), one = {1, 0};
    if (whole.high < 0)
        whole = dw_negative(whole);
    double_word last_u = dw_mul(whole, q->a.waypoint ? one : uniform_life(&q->a));
    double_word last_w = dw_mul(whole, q->b.waypoint ? one : uniform_life(&q->b));
    double bound = 0x1p-98 * t->speeds * (q->scale + q->size);
    return beyond_of(u.high, w.high, dw_sub(u, last_u).high, dw_sub(w, last_w).high,
                     bound * q->b.speed * t->span_b, bound * q->a.speed * t->span_a);
}

/* The end of a touch point that lies beyond these sides; *found when there is one. */
static bool crossing_end(const uniform_discs *q, corner_place *corners, const tangent_pair *t,
                         unsigned beyond, bool upper, bool *found, double *end)
{
    *found = beyond == 0;
    return beyond == 0 ? tangent_end(q, t, upper, end)
                       : sides_end(q, corners, beyond, upper, found, end);
}

/* The end where the touch point may be a corner. It is one exactly if that lies on the
 * boundary of E and h does not change along the diagonal there, but grows with the shift (with
 * its opposite for the infimum), as u grows against it: d.va < 0. Then all of E is on one side of
 * that diagonal, so that nothing of the rectangle is blocked if all of that is on the other. */
static bool corner_end(const uniform_discs *q, corner_place *corners, unsigned open,
                       bool upper, bool *found, double *end)
{
    int corner = (open >> A_ENDS & 1 ? A_ENDED : 0) | (open >> B_ENDS & 1 ? B_ENDED : 0);
    if (excess_sign(q, corners, corner) != 0 || !uniform_is_level(q, corner) ||
        uniform_tie_sign(q, corner, &q->a, false, false) != (upper ? -1 : 1))
        return false;
    *found = corner != (upper ? A_ENDED : B_ENDED);
    return *found ? round_corner(q, corner, upper, end) : true;
}

/* The end where it is not known on which side of one or two sides the touch point lies. Of one,
 * the answer must be the same either way. (A touch point on a side is an end of that side's
 * blocked part, so this holds for exact ties.) */
static bool open_end(const uniform_discs *q, corner_place *corners, const tangent_pair *t,
                     beyond_sides where, bool upper, bool *found, double *end)
{
    double other;
    bool also;
    if ((where.open & (where.open - 1)) != 0)
        return where.sides == 0 && corner_end(q, corners, where.open, upper, found, end);
    return crossing_end(q, corners, t, where.sides, upper, found, end) &&
           (where.open == 0 ||
            (crossing_end(q, corners, t, where.sides | where.open, upper, &also, &other) &&
             also == *found && (!also || other == *end)));
}

static bool one_end(const uniform_discs *q, corner_place *corners, const tangent_pair *t,
                    beyond_sides where, bool upper, bool *found, double *end)
{
    *found = true;
    return is_extreme(corners, upper) ? extreme_end(q, upper, end)
                                      : open_end(q, corners, t, where, upper, found, end);
}

static bool both_ends(const uniform_discs *q, corner_place *corners, const tangent_pair *t,
                      beyond_sides below, beyond_sides above, graze_interval *starts, bool *found)
{
    bool also = false;
    return one_end(q, corners, t, above, true, found, &starts->upper) &&
           (!*found || (one_end(q, corners, t, below, false, &also, &starts->lower) && also));
}

static bool crossing(const uniform_discs *q, corner_place *corners, double turn,
                     graze_interval *starts, bool *found)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    double vx = a->vx - b->vx, vy = a->vy - b->vy, square = vx * vx + vy * vy;
    double length = sqrt(square), side = turn > 0 ? 1 : -1;
    double rho_x = q->reach * -vy, rho_y = q->reach * vx;
    /* u + by_b is the lower touch, since (rho - places) x across = -|across| reach - ... */
    double by_a = rho_x * a->vy - rho_y * a->vx, by_b = rho_x * b->vy - rho_y * b->vx;
    double far = -side * length;
    double u = far * (q->x * b->vy - q->y * b->vx), w = far * (q->x * a->vy - q->y * a->vx);
    double size = 0x1p-48 * (q->size * (length + q->speeds) + q->place * length);
    double last_u = fabs(turn) * length * a->life, last_w = fabs(turn) * length * b->life;
    double last = 0x1p-48 * a->speed * b->speed * length;
    double u_bound = b->speed * size + last * a->life, w_bound = a->speed * size + last * b->life;
    beyond_sides below =
        beyond_of(u + by_b, w + by_a, u + by_b - last_u, w + by_a - last_w, u_bound, w_bound);
    beyond_sides above =
        beyond_of(u - by_b, w - by_a, u - by_b - last_u, w - by_a - last_w, u_bound, w_bound);
    if (is_extreme(corners, false))
        below = (beyond_sides){ALL_SIDES, 0};
    if (is_extreme(corners, true))
        above = (beyond_sides){ALL_SIDES, 0};
    tangent_pair tangents;
    if (below.sides == 0 || above.sides == 0 || (below.open | above.open) != 0)
        tangents = tangents_of(q);
    if (below.open != 0)
        below = beyond_again(q, &tangents, false);
    if (above.open != 0)
        above = beyond_again(q, &tangents, true);
    return both_ends(q, corners, &tangents, below, above, starts, found);
}

/* Motions that cross by a last bit, as moves along diagonals of a grid of decimal fractions do:
 * where double words tell the sign of their turn, and that both touch points lie far away. */
static bool barely_crossing(const uniform_discs *q, corner_place *corners, graze_interval *starts,
                            bool *found)
{
    const tangent_pair tangents = tangents_of(q);
    const double turn = 0x1p-90 * q->a.speed * q->b.speed * tangents.span_a * tangents.span_b;
    if (!(fabs(tangents.turn.high) > turn && tangents.length.high > 0x1p-90 * tangents.speeds))
        return false;
    const beyond_sides below = beyond_again(q, &tangents, false);
    const beyond_sides above = beyond_again(q, &tangents, true);
    return below.sides != 0 && above.sides != 0 &&
           both_ends(q, corners, &tangents, below, above, starts, found);
}

/* ---- motions that do not ------------------------------------------------------------- */

static bool parallel(const uniform_discs *q, corner_place *corners, graze_interval *starts,
                     bool *found)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    if (a->still && b->still) {
        int outside = excess_sign(q, corners, 0);
        *found = outside < 0;
        return *found ? round_corner(q, A_ENDED, false, &starts->lower) &
                            round_corner(q, B_ENDED, true, &starts->upper)
                      : outside != SIGN_UNKNOWN;
    }
    bool upper = false, lower = false;
    bool against = a->vx * b->vx + a->vy * b->vy < 0;
    int along = against ? 1 : uniform_speed_order(q); /* of across, against va */
    if (along == 0) { /* equal velocities: the shift alone decides */
        *found = false;
        return side_end(q, corners, SHIFTS, true, found, &starts->upper) &&
               (!*found || side_end(q, corners, SHIFTS, false, &lower, &starts->lower));
    }
    if (along == SIGN_UNKNOWN)
        return false;
    int u_gains = b->still ? 0 : against ? -1 : along, w_gains = a->still ? 0 : along;
    unsigned above = (unsigned)(u_gains < 0) << A_BEGINS | (unsigned)(u_gains > 0) << A_ENDS |
                     (unsigned)(w_gains < 0) << B_BEGINS | (unsigned)(w_gains > 0) << B_ENDS;
    unsigned below = (unsigned)(u_gains > 0) << A_BEGINS | (unsigned)(u_gains < 0) << A_ENDS |
                     (unsigned)(w_gains > 0) << B_BEGINS | (unsigned)(w_gains < 0) << B_ENDS;
    if (b->life == INFINITY) { /* then b rests, and so above is B_ENDS alone */
        if (!sides_end(q, corners, below, false, &lower, &starts->lower))
            return false;
        starts->upper = INFINITY;
        *found = lower;
        return true;
    }
    if (!sides_end(q, corners, above, true, &upper, &starts->upper))
        return false;
    *found = upper;
    if (!upper)
        return true;
    starts->lower = -INFINITY;
    return a->life == INFINITY ||
           (sides_end(q, corners, below, false, &lower, &starts->lower) && lower);
}

/* Whether the cross product of the steps is known to be exactly 0. */
static bool is_parallel(const uniform_discs *q)
{
    if (q->a.still || q->b.still)
        return true;
    double_word a[2], b[2];
    uniform_steps(&q->a, a);
    uniform_steps(&q->b, b);
    bool short_steps = (a[0].low == 0) & (a[1].low == 0) & (b[0].low == 0) & (b[1].low == 0);
    return short_steps && cancels(a[0].high, b[1].high, -a[1].high, b[0].high);
}

static bool starts_of(const uniform_discs *q, graze_interval *starts, bool *found)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    double turn = a->vx * b->vy - a->vy * b->vx;
    *found = false;
    if (q->reach <= 0)
        return true;
    corner_place corners[CORNERS];
    corners_of(q, corners);
    *found = is_extreme(corners, false) & is_extreme(corners, true);
    if (*found)
        return extreme_end(q, false, &starts->lower) && extreme_end(q, true, &starts->upper);
    if (fabs(turn) > 0x1p-49 * a->speed * b->speed)
        return crossing(q, corners, turn, starts, found);
    return is_parallel(q) ? parallel(q, corners, starts, found)
                          : barely_crossing(q, corners, starts, found);
}

/* ---- the door -------------------------------------------------------------------------- */

/* Whether a body is a disc whose radius is a valid number, as far as a bound needs to know. */
static bool is_disc(const graze_body *body)
{
    return (body->vertex_count == 0) & (body->radius >= 0);
}

bool uniform_disc_starts(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                         const graze_motion *b, double tolerance, graze_interval *starts,
                         bool *found)
{
    if (body_a == NULL || a == NULL || body_b == NULL || b == NULL)
        return false;
    uniform_discs q;
    graze_interval answer;
    if (!(is_disc(body_a) && is_disc(body_b) && tolerance >= 0) ||
        !uniform_discs_of(a, b, body_a->radius, body_b->radius, tolerance, &q) ||
        !starts_of(&q, &answer, found))
        return false;
    if (*found)
        *starts = answer;
    return true;
}
