/* SPDX-License-Identifier: MIT */
/* Ends of plane discs at constant velocity, certified in one Newton step.
 *
 * A root of h while one number s (a start, or a time) changes, u and w being differences of s
 * and given numbers. s is guessed in doubles. The residual h = |d|^2 - reach^2 at exactly that
 * s is computed in double words and s - h/h' is right but for
 *
 *   (error of h)/|h'|, (relative error of h')|h/h'| and 2|rate|^2 (h/h')^2/|h'|
 *
 * (for x = s - root, x_N = h/h' and |rate|^2|x_N| <= |h'|/8 the quadratic gives
 * |x - x_N| <= 1.2 |rate|^2 x_N^2/|h'|). The sign of h' tells the two roots apart, since
 * within that distance of a root h' has the sign it has there.
 *
 * Where the two roots are near each other (a passing graze), s is taken in their middle and
 * the quadratic through h, h' and |rate|^2 is solved instead of its tangent. With x its root,
 * D = |h' + 2|rate|^2 x| its slope there, and r = (error of h) + (error of h')|x| +
 * (error of |rate|^2) x^2 what the true quadratic is at x, the true root is within 2r/D of x as
 * long as 8 |rate|^2 r < D^2 (on that way the slope stays above D/2). |rate|^2 is off by less
 * than 2^-46 W^2.
 *
 * Rounding. u = 2^-53, P = |places|, W = |va| + |vb| (1-norms), and T bounds |u| + |w| and what
 * they are sums of. u and w are exact pairs, or off by 16 u^2 T; a displacement is off by
 * (32 + 9) u^2 W T for waypoints (quotient, product), 9 u^2 W T otherwise, plus W times
 * the error of the time. Its low part is below 4u W T, those of the two sums by which the place
 * is made are below u (P + W T) each: they all are below 7u (P + W T), their four sums off by 4
 * times u of that, and the last sum by u of it once more, where the high part is the smaller one:
 * 35 u^2 (P + W T). A corner that is taken off the places adds 8 u^2 P, of the parts that P has
 * then. Together d is off by less than e = 2^-99 (P + W T) (128 u^2). Then h by
 * 2(|d| + e)e, and its parts beside the high one, tails, lows and what two sums leave, by the low
 * parts' products u^2 |d|^2, their own rounding 2 u^2 |d|^2, and six sums of what is below
 * u (5 |d|^2 + 2 size^2); reach = ra + rb - tolerance is off by 8 u^2 size, size = ra + rb +
 * tolerance >= reach, so that its square is off by 25 u^2 size^2: less than
 *
 *   2(|d| + e)e + 2^-100 (|d|^2 + size^2),
 *
 * and by a rounding of itself, which does not change its sign.
 *
 * h' = 2 d.rate with |rate| <= W, velocities off by 3U each (waypoints), d rounded: off by
 * less than 2^-48 |d| W; in double words, by 2(e W + 50 u^2 |d| W).
 *
 * Underflow and overflow. The door lets in what keeps reach, the lives, and the speeds of what
 * moves above 1/M, and places, travels, sizes, starts, speeds and the lives of what moves
 * below M = 2^90. Single coordinates, tails and differences of starts may be anything smaller,
 * subnormal or 0.
 *
 *  - No product of a formula here or in uniform_disc_starts.inc has more than eight such factors:
 *    nothing comes near 2^996, beyond which double words do not hold.
 *  - d. A product loses at most L = 2^-1058 to underflow, a quotient by a life L(1 + M), and a
 *    step below M multiplies that: d loses less than 2^-870, and e has 2^-800 more for it. That
 *    is above all that d.rate and the cross product of d can lose in turn, L each.
 *  - h. Its bound is at least 2^-100 size^2 > 2^-280, far above 2^-700 |d| and 2 L.
 *  - Tests in doubles lose 2^-1074 a product, which is multiplied by three factors below M; their
 *    bounds are at least 2^-100 M^-6 (a way in a life counts as two, and is below M).
 *  - h' in doubles: a step is only taken where 10 |rate|^2 |h| < |h'|^2. |rate| is 0, and with
 *    it h', or at least 2^-54/M, so that |d| has to be above 2^-500 for it: what h' can lose to
 *    underflow is then far below 2^-48 |d| W.
 *  - The formulas of uniform_disc_starts.inc lose at most L at their innermost product, and that is
 *    multiplied by four factors below M; their bounds have at most six factors above 1/M and
 *    are so above 2^-640 > 2^5 L M^4.
 */

#include "contact/uniform_disc.h"

#include <math.h>

#include "contact/uniform_disc_newton.h"
#include "contact/uniform_disc_residual.h"
#include "numeric/float_mode.h"
#include "numeric/rounding.h"

/* ---- the door -------------------------------------------------------------------------- */

enum { STEPS = 4 }; /* in exact numbers */

static const double magnitude_max = 0x1p90, magnitude_min = 0x1p-90; /* M, and 1/M */

/* Whether numbers are 0, of either sign. */
static bool are_zero(double a, double b, double c, double d, double e)
{
    const uint64_t bits =
        double_bits(a) | double_bits(b) | double_bits(c) | double_bits(d) | double_bits(e);
    return bits << 1 == 0;
}

/* Reads a motion; false unless it is in the plane and at constant velocity, with a life that is not
 * empty. What is not finite is not in range, but for what an endless life hides. */
static inline bool motion_of(const graze_motion *motion, uniform_motion *result)
{
    const graze_vector *p = &motion->position, *v = &motion->velocity, *a = &motion->acceleration;
    const bool waypoint = motion->form == GRAZE_WAYPOINT;
    const double life = motion->duration + motion->duration_tail;
    const double x = waypoint ? v->x - p->x : v->x, y = waypoint ? v->y - p->y : v->y;
    const bool still = fabs(x) + fabs(y) == 0;
    const double unit = waypoint ? life : 1;
    const double times = waypoint ? 1 : life < INFINITY ? life : 0x1p1023; /* 0 of what stays */
    const double vx = x / unit, vy = y / unit, moved_x = x * times, moved_y = y * times;
    *result = (uniform_motion){.motion = motion,
                               .begin = dw_sum(motion->start, motion->start_tail),
                               .vx = vx,
                               .vy = vy,
                               .speed = fabs(vx) + fabs(vy),
                               .moved_x = moved_x,
                               .moved_y = moved_y,
                               .travel = fabs(moved_x) + fabs(moved_y),
                               .life = life,
                               .waypoint = waypoint,
                               .still = still};
    const bool endless_by_itself =
        (motion->duration == INFINITY) & (motion->duration_tail < INFINITY);
    return are_zero(p->z, v->z, a->x, a->y, a->z) & (life > 0) &
           (waypoint | (motion->form == GRAZE_KINEMATIC)) &
           ((life < INFINITY) | endless_by_itself);
}

/* Whether every magnitude is in the range for which the bounds hold, as no NaN is. Who is endless
 * stays. The sign of the reach is certain: it is 0 only for points, and negative only where the sum
 * of the radii, rounded, is less than the tolerance, and so also unrounded. */
static inline bool is_in_range(const uniform_discs *q)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    const double least = magnitude_min, greatest = magnitude_max;
    const bool meets = (q->reach > 0x1p-50 * q->size) & (q->reach > least);
    const bool never = (q->reach < 0) | (q->size == 0);
    const double starts = fabs(a->begin.high) + fabs(b->begin.high);
    const double most = q->scale + q->size + q->speeds + starts;
    const bool a_moves = (a->speed > least) & (a->life < greatest);
    const bool b_moves = (b->speed > least) & (b->life < greatest);
    return (a->life > least) & (b->life > least) & (a->still | a_moves) & (b->still | b_moves) &
           (most < greatest) & (meets | never);
}

bool uniform_discs_of(const graze_motion *a, const graze_motion *b, double radius_a,
                      double radius_b, double tolerance, uniform_discs *q)
{
    if (!(motion_of(a, &q->a) & motion_of(b, &q->b)))
        return false;
    q->radius_a = radius_a;
    q->radius_b = radius_b;
    q->tolerance = tolerance;
    q->at_corner = false;
    q->x = a->position.x - b->position.x;
    q->y = a->position.y - b->position.y;
    q->place = fabs(q->x) + fabs(q->y);
    q->speeds = q->a.speed + q->b.speed;
    q->size = radius_a + radius_b + tolerance;
    q->reach = radius_a + radius_b - tolerance;
    q->scale = q->place + q->a.travel + q->b.travel;
    q->square = q->scale * q->scale + q->size * q->size;
    return is_in_range(q);
}

bool uniform_discs_at_corner(uniform_discs *q, graze_point a, graze_point b)
{
    q->corner[0] = dw_sum(b.x, -a.x);
    q->corner[1] = dw_sum(b.y, -a.y);
    q->at_corner = true;
    q->place += fabs(q->corner[0].high) + fabs(q->corner[1].high);
    q->x -= q->corner[0].high;
    q->y -= q->corner[1].high;
    q->scale = q->place + q->a.travel + q->b.travel;
    q->square = q->scale * q->scale + q->size * q->size;
    return is_in_range(q);
}

/* ---- the relative place ------------------------------------------------------------------ */

double_word uniform_velocity(const uniform_motion *moving, int axis)
{
    if (!moving->waypoint || moving->still)
        return dw_from(axis == 0 ? moving->vx : moving->vy);
    double_word step[2];
    uniform_steps(moving, step);
    return dw_div(step[axis], uniform_life(moving));
}

/* The displacement at a local time; the low part is below 4u of it. */
ALWAYS_INLINE void moved_at(const uniform_motion *moving, double_word time, double_word moved[2])
{
    moved[0] = moved[1] = dw_from(0);
    if (moving->still | (time.high == 0))
        return;
    uniform_steps(moving, moved);
    if (moving->waypoint) {
        const double_word life = uniform_life(moving);
        if ((time.high == life.high) & (time.low == life.low))
            return;
        time = dw_div(time, life);
    }
    moved[0] = dw_mul_loosely(moved[0], time);
    moved[1] = dw_mul_loosely(moved[1], time);
}

/* place + by_a - by_b */
static inline double_word place_of(double_word place, double_word by_a, double_word by_b)
{
    double first, second, low;
    const double near = eft_two_sum(place.high, by_a.high, &first);
    double high = eft_two_sum(near, -by_b.high, &second);
    high = eft_fast_two_sum(high, (place.low + (by_a.low - by_b.low)) + (first + second), &low);
    return (double_word){high, low};
}

ALWAYS_INLINE uniform_gap gap_at(const uniform_discs *q, double_word u, double_word w, double times)
{
    double_word by_a[2], by_b[2];
    moved_at(&q->a, u, by_a);
    moved_at(&q->b, w, by_b);
    const graze_vector *p = &q->a.motion->position, *r = &q->b.motion->position;
    double_word place[2] = {dw_sum(p->x, -r->x), dw_sum(p->y, -r->y)};
    for (int k = 0; k < 2 && q->at_corner; k++)
        place[k] = dw_sub(place[k], q->corner[k]);
    const double e = 0x1p-99 * (q->place + q->speeds * times) + 0x1p-800;
    const double_word x = place_of(place[0], by_a[0], by_b[0]);
    return uniform_gap_of(q, x, place_of(place[1], by_a[1], by_b[1]), e);
}

uniform_gap uniform_gap_at(const uniform_discs *q, double_word u, double_word w, double times)
{
    return gap_at(q, u, w, times);
}

/* A displacement times `unit`: of a waypoint motion at an end of its life the unit is 1. */
typedef struct exact_move {
    dd by[2], unit;
} exact_move;

static exact_move move_at(const uniform_motion *moving, dd time)
{
    exact_move move = {{dd_from(0), dd_from(0)}, dd_from(1)};
    if (moving->still || dd_is_exact_zero(time))
        return move;
    bool whole = moving->waypoint && dd_is_exact_zero(dd_sub(uniform_dd_life(moving), time));
    for (int k = 0; k < 2; k++) {
        move.by[k] = uniform_dd_step(moving, k);
        if (!whole)
            move.by[k] = dd_mul(move.by[k], time);
    }
    if (moving->waypoint && !whole)
        move.unit = uniform_dd_unit(moving);
    return move;
}

/* The sign of h times squared units, in double-doubles. */
static int dd_sign_at(const uniform_discs *q, dd u, dd w)
{
    const double *a = &q->a.motion->position.x, *b = &q->b.motion->position.x;
    exact_move by_a = move_at(&q->a, u), by_b = move_at(&q->b, w);
    dd unit = dd_mul(by_a.unit, by_b.unit);
    dd sum = dd_negative(dd_square(dd_mul(uniform_dd_reach(q), unit)));
    for (int k = 0; k < 2; k++) {
        dd place = dd_sub(dd_from(a[k]), dd_from(b[k]));
        if (q->at_corner)
            place = dd_sub(place, uniform_dd_of(q->corner[k]));
        place = dd_mul(place, unit);
        dd moved = dd_sub(dd_mul(by_a.by[k], by_b.unit), dd_mul(by_b.by[k], by_a.unit));
        sum = dd_add(sum, dd_square(dd_add(place, moved)));
    }
    return dd_sign(sum);
}

int uniform_sign_at(const uniform_discs *q, dd u, dd w)
{
    double times = 2 * (fabs(u.high) + fabs(w.high));
    uniform_gap gap = gap_at(q, (double_word){u.high, u.low}, (double_word){w.high, w.low}, times);
    if (fabs(gap.h) > gap.h_error)
        return gap.h > 0 ? 1 : -1;
    return dd_sign_at(q, u, w);
}

double uniform_slope_at(const uniform_discs *q, const uniform_gap *gap, double u_sign,
                        double w_sign)
{
    double_word slope = {0, 0};
    for (int k = 0; k < 2; k++) {
        double_word by_a = uniform_velocity(&q->a, k), by_b = uniform_velocity(&q->b, k);
        double_word rate = dw_sub((double_word){u_sign * by_a.high, u_sign * by_a.low},
                                  (double_word){w_sign * by_b.high, w_sign * by_b.low});
        slope = dw_add(slope, dw_mul(gap->d[k], rate));
    }
    return 2 * (slope.high + slope.low);
}

/* ---- rounding ---------------------------------------------------------------------------- */

bool uniform_round(double guess, double step, double error, bool upper, double *end)
{
    return uniform_round_outward(guess, step, error, upper, end);
}

bool uniform_step(double_word *near, double_word step, double error, bool upper, double *end)
{
    if (error == 0 && near->low == 0) {
        *end = near->high;
        return true;
    }
    /* Of two doubles the sum is exact; else it is off by two roundings of low parts, each u of no
     * more than 2u of both. */
    if ((near->low != 0) | (step.low != 0))
        error += 0x1p-100 * (fabs(near->high) + fabs(step.high));
    *near = dw_add(*near, step);
    if (uniform_round(near->high, near->low, error, upper, end))
        return true;
    if (isfinite(*end))
        *near = dw_from(*end);
    return false;
}

static inline double_word time_at(const uniform_clock *clock, double s)
{
    if (clock->sign == 0)
        return clock->rest;
    double_word change = dw_sum(s, -clock->from.high);
    if (clock->from.low != 0)
        change = dw_sub(change, dw_from(clock->from.low));
    change.high *= clock->sign;
    change.low *= clock->sign;
    return dw_add(clock->rest, change);
}

static dd dd_time_at(const uniform_clock *clock, double s)
{
    dd change = dd_sub(dd_from(s), uniform_dd_of(clock->from));
    return dd_add(uniform_dd_of(clock->rest), dd_mul(change, dd_from(clock->sign)));
}

/* Whether s itself is the root near which a Newton step ends. */
static bool is_root(const uniform_discs *q, double s, const uniform_clock *u,
                    const uniform_clock *w)
{
    return isfinite(s) && dd_sign_at(q, dd_time_at(u, s), dd_time_at(w, s)) == 0;
}

/* A step that is narrow or wide, from a gap at a start or time. */
ALWAYS_INLINE uniform_newton step_from(const uniform_discs *q, const uniform_gap *gap,
                                       const uniform_clock *u, const uniform_clock *w, bool narrow,
                                       bool upper)
{
    double x = u->sign * q->a.vx - w->sign * q->b.vx, y = u->sign * q->a.vy - w->sign * q->b.vy;
    double sign = upper ? 1 : -1, square = x * x + y * y;
    if (narrow)
        return uniform_step_of_narrow(gap, uniform_slope_at(q, gap, u->sign, w->sign), square,
                                      q->speeds, sign);
    const double slope = 2 * (gap->d[0].high * x + gap->d[1].high * y);
    return uniform_step_of_wide(gap, slope, square, q->speeds, sign);
}

/* A step from a place near the root, in exact numbers; false when it is not known. */
static bool exact_step(const uniform_discs *q, double_word near, const uniform_clock *u,
                       const uniform_clock *w, bool upper, uniform_newton *next)
{
    uniform_gap gap;
    if (!uniform_residual_at(q, near, u, w, &gap))
        return false;
    *next = step_from(q, &gap, u, w, false, upper);
    /* The step, its bound and the parts of both lose 2^-1074 each where they underflow, fewer than
     * 2^14 times in all. What h lost (2^-1000) is in h_error, and so over steep. */
    next->error += 0x1p-1060;
    if (gap.h_error == 0)
        next->step = next->error = 0;
    return next->known;
}

static bool polish_root(const uniform_discs *q, double_word near, const uniform_clock *u,
                        const uniform_clock *w, bool upper, double *end)
{
    for (int i = 0; i < STEPS; i++) {
        uniform_newton next;
        if (!exact_step(q, near, u, w, upper, &next))
            return false;
        if (uniform_step(&near, dw_from(next.step), next.error, upper, end))
            return true;
    }
    return false;
}

/* Bounds |u| + |w|, and what they are sums of. */
static inline double times_of(double s, const uniform_clock *u, const uniform_clock *w)
{
    return fabs(s - u->from.high) + fabs(s - w->from.high) + fabs(u->from.low) +
           fabs(w->from.low) + 2 * (u->rest.high + w->rest.high);
}

/* What one step leaves open: the root itself, or a guess that was off by too much. */
static FLOAT_MODE_SLOW bool root_again(const uniform_discs *q, double s, const uniform_clock *u,
                                       const uniform_clock *w, const uniform_newton *next,
                                       bool upper, double *end)
{
    if (next->sane && is_root(q, *end, u, w))
        return true;
    const double_word near = isfinite(*end) ? dw_from(*end) : dw_sum(s, next->step);
    s = near.high;
    const uniform_gap gap = gap_at(q, time_at(u, s), time_at(w, s), times_of(s, u, w));
    const uniform_newton again = step_from(q, &gap, u, w, false, upper);
    double other;
    if (again.known && uniform_round_outward(s, again.step, again.error, upper, &other)) {
        *end = other;
        return true;
    }
    return polish_root(q, near, u, w, upper, end);
}

bool uniform_root(const uniform_discs *q, double s, const uniform_clock *u, const uniform_clock *w,
                  bool narrow, bool upper, double *end)
{
    const double times = times_of(s, u, w);
    uniform_gap gap = gap_at(q, time_at(u, s), time_at(w, s), times);
    uniform_newton next = step_from(q, &gap, u, w, narrow, upper);
    *end = NAN;
    if (!next.known || !(times < magnitude_max))
        return false;
    return uniform_round_outward(s, next.step, next.error, upper, end) ||
           root_again(q, s, u, w, &next, upper, end);
}
