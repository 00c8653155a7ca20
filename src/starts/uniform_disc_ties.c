/* SPDX-License-Identifier: MIT */
/* What double words leave open, in double-doubles that know their error: exact sums are rounded,
 * and the ties of plans on grids come out as the exact zeros that they are.
 */

#include "starts/uniform_disc_ties.h"

#include <math.h>

bool uniform_round_corner(const uniform_discs *q, int corner, bool upper, double *end)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    bool a_ends = (corner & A_ENDED) != 0, b_ends = (corner & B_ENDED) != 0;
    if ((a_ends && a->life == INFINITY) || (b_ends && b->life == INFINITY)) {
        *end = upper ? INFINITY : -INFINITY;
        return true;
    }
    dd start = uniform_dd_begin(b);
    if (b_ends)
        start = dd_add(start, uniform_dd_life(b));
    if (a_ends)
        start = dd_sub(start, uniform_dd_life(a));
    return upper ? dd_round_up(start, end) : dd_round_down(start, end);
}

bool uniform_is_corner(const uniform_discs *q, int corner, double start)
{
    double low = NAN, high = NAN;
    bool known = uniform_round_corner(q, corner, false, &low) &
                 uniform_round_corner(q, corner, true, &high);
    return known & (low == start) & (high == start);
}

static dd dd_dot(const dd *x, const dd *y)
{
    return dd_add(dd_mul(x[0], y[0]), dd_mul(x[1], y[1]));
}

static dd dd_cross(const dd *x, const dd *y)
{
    return dd_sub(dd_mul(x[0], y[1]), dd_mul(x[1], y[0]));
}

/* Coordinate `axis` of a place at the begin or the end of a life. */
static dd dd_place(const uniform_motion *moving, int axis, bool at_end)
{
    const graze_vector *p = &moving->motion->position, *to = &moving->motion->to;
    dd place = dd_from(axis == 0 ? p->x : p->y);
    if (!at_end || moving->still)
        return place;
    return moving->waypoint
               ? dd_from(axis == 0 ? to->x : to->y)
               : dd_add(place, dd_mul(uniform_dd_step(moving, axis), uniform_dd_life(moving)));
}

static void dd_place_at_corner(const uniform_discs *q, int corner, dd place[2])
{
    for (int k = 0; k < 2; k++)
        place[k] = dd_sub(dd_place(&q->a, k, (corner & A_ENDED) != 0),
                          dd_place(&q->b, k, (corner & B_ENDED) != 0));
}

/* The steps of both motions, and their difference in the unit of both durations. */
static void dd_steps(const uniform_discs *q, dd step_a[2], dd step_b[2], dd across[2])
{
    for (int k = 0; k < 2; k++) {
        step_a[k] = uniform_dd_step(&q->a, k);
        step_b[k] = uniform_dd_step(&q->b, k);
        across[k] = dd_sub(dd_mul(step_a[k], uniform_dd_unit(&q->b)),
                           dd_mul(step_b[k], uniform_dd_unit(&q->a)));
    }
}

/* The place of a motion at the begin or end of its life, if that is exactly a double. */
static bool is_short_place(const uniform_motion *moving, bool ended, int axis, double *at)
{
    const graze_motion *m = moving->motion;
    const double from = axis == 0 ? m->position.x : m->position.y;
    const double to = axis == 0 ? m->to.x : m->to.y; /* or the velocity */
    const bool stays = !ended | moving->still | (!moving->waypoint & (to == 0));
    *at = stays ? from : to;
    if (stays | moving->waypoint)
        return true;
    double moved_tail, moved = eft_two_product(to, m->duration, &moved_tail);
    const double_word sum = dw_sum(from, moved);
    *at = sum.high;
    return (moved_tail == 0) & (sum.low == 0) & (m->duration_tail == 0) & (fabs(moved) > 0x1p-900);
}

bool uniform_is_short(const uniform_discs *q, int corner, double x, double y)
{
    const double place[2] = {x, y};
    for (int k = 0; k < 2; k++) {
        double a, b;
        if (!is_short_place(&q->a, (corner & A_ENDED) != 0, k, &a) ||
            !is_short_place(&q->b, (corner & B_ENDED) != 0, k, &b))
            return false;
        const double_word exact = dw_sum(a, -b);
        if (exact.high != place[k] || exact.low != 0)
            return false;
    }
    return true;
}

/* Beside or behind each other, both of one size: 2 radius is exact. */
static bool touches_along_axis(const uniform_discs *q, int corner, double x, double y)
{
    return ((x == 0) | (y == 0)) & (q->tolerance == 0) & (q->radius_a == q->radius_b) &&
           fabs(x) + fabs(y) == q->reach && uniform_is_short(q, corner, x, y);
}

int uniform_corner_sign(const uniform_discs *q, int corner, double x, double y)
{
    if (touches_along_axis(q, corner, x, y))
        return 0;
    bool a_ended = (corner & A_ENDED) != 0 && !q->a.still;
    bool b_ended = (corner & B_ENDED) != 0 && !q->b.still;
    dd none = {0, 0, 0};
    return uniform_sign_at(q, a_ended ? uniform_dd_life(&q->a) : none,
                           b_ended ? uniform_dd_life(&q->b) : none);
}

static bool is_same(double_word x, double_word y)
{
    return (x.high == y.high) & (x.low == y.low);
}

/* Equal steps in equal units, which most motions of one velocity have. */
static bool is_same_velocity(const uniform_motion *a, const uniform_motion *b)
{
    double_word step_a[2], step_b[2];
    uniform_steps(a, step_a);
    uniform_steps(b, step_b);
    return (a->waypoint == b->waypoint) & is_same(step_a[0], step_b[0]) &
           is_same(step_a[1], step_b[1]) &
           (!a->waypoint | is_same(uniform_life(a), uniform_life(b)));
}

int uniform_speed_order(const uniform_discs *q)
{
    double difference = q->a.speed - q->b.speed;
    if (fabs(difference) > 0x1p-48 * q->speeds)
        return difference > 0 ? 1 : -1;
    if (is_same_velocity(&q->a, &q->b))
        return 0;
    int axis = fabs(q->a.vx) > fabs(q->a.vy) ? 0 : 1;
    dd step_a[2], step_b[2], across[2];
    dd_steps(q, step_a, step_b, across);
    int sign = dd_sign(across[axis]);
    return sign == SIGN_UNKNOWN || step_a[axis].high > 0 ? sign : -sign;
}

/* The sign of reach^2 - x^2, of two factors: squares have more bits than a double-double. */
static int reach_sign(const uniform_discs *q, dd x)
{
    const dd reach = uniform_dd_reach(q);
    const int less = dd_sign(dd_sub(reach, x)), more = dd_sign(dd_add(reach, x));
    return less == SIGN_UNKNOWN || more == SIGN_UNKNOWN ? SIGN_UNKNOWN : less * more;
}

int uniform_tie_sign(const uniform_discs *q, int corner, const uniform_motion *moving,
                     bool backwards, bool width)
{
    dd place[2], step[2];
    dd_place_at_corner(q, corner, place);
    for (int k = 0; k < 2; k++) {
        step[k] = uniform_dd_step(moving, k);
        if (backwards)
            step[k] = dd_negative(step[k]);
    }
    if (!width)
        return dd_sign(dd_dot(place, step));
    for (int k = 0; k < 2; k++)
        if (dd_is_exact_zero(step[k]))
            return reach_sign(q, place[k]);
    dd square = dd_mul(dd_dot(step, step), dd_square(uniform_dd_reach(q)));
    return dd_sign(dd_sub(square, dd_square(dd_cross(step, place))));
}

bool uniform_is_level(const uniform_discs *q, int corner)
{
    dd place[2], step_a[2], step_b[2], across[2];
    dd_place_at_corner(q, corner, place);
    dd_steps(q, step_a, step_b, across);
    return dd_is_exact_zero(dd_dot(place, across));
}

bool uniform_is_tangent(const uniform_discs *q, double s, bool above)
{
    dd place[2], step_a[2], step_b[2], across[2];
    if (!isfinite(s))
        return false;
    dd_place_at_corner(q, 0, place);
    dd_steps(q, step_a, step_b, across);
    dd middle = dd_cross(across, place);
    dd width = dd_mul(dd_sqrt(dd_dot(across, across)), uniform_dd_reach(q));
    dd shift = dd_sub(dd_from(s), uniform_dd_begin(&q->b));
    dd top = above ? dd_add(middle, width) : dd_sub(middle, width);
    return dd_is_exact_zero(dd_sub(top, dd_mul(dd_cross(step_a, step_b), shift)));
}
