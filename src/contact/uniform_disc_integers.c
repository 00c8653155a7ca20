/* SPDX-License-Identifier: MIT */
/* The residuals in integers.
 *
 * With L = 2^62 and T = 2^124 lengths are at most L, and so are sums of them; times are at most T,
 * and so are what they are sums of: the bounds by which the units are chosen are sums of
 * magnitudes. (What those lose by rounding, 2^-50 of them, is far below the bit that each number
 * has to spare.) A kinematic motion's step is a length, in a unit of 1 s. So
 *
 *   turn, drift                    2 L^2                     2^125   in 2 words
 *   turn - drift                                             2^126      2
 *   across, rate                   2 L T                     2^187      3
 *   top                            2 L (2 L T) + 2 L^2 T     2^251      4
 *   |across|^2                     2 (2 L T)^2               2^375      6
 *   top^2, |across|^2 reach^2                                2^502      8
 *   d, reach, times both units     3 L T^2                   2^312      5
 *   |d|^2 - reach^2                3 (3 L T^2)^2             2^626     10
 *   swing                          2 (2 L T) L L             2^312      5
 *   swing^2, drift^2 |across|^2                              2^627     10
 *
 * Of a step the residual alone is exact: that is what cancels. All of them are below 2^700 as
 * doubles, and nothing but 0 is below 1, so that nothing over- or underflows before units of time,
 * between 2^-215 and 2^-30, are back: a step is above 2^-860.
 */
#include "contact/uniform_disc_integers.h"

#include <math.h>

#include "numeric/fixed.h"

#if FIXED_HAS_PRODUCTS

enum { LENGTH_BITS = 62, TIME_BITS = 124 };

/* Both motions in their units of time: 1 s, or the life of a waypoint motion. */
typedef struct integers {
    fixed place[2], step_a[2], step_b[2], reach; /* one word each */
    fixed unit_a, unit_b;                        /* two words */
    int last_time;                               /* times count 2^last_time s */
} integers;

/* from + x - y, in whole multiples of 2^last. */
static fixed_two sum_of(fixed_two from, double_word x, double_word y, int last, bool *exact)
{
    from = fixed_plus(from, x.high, last, exact);
    from = x.low == 0 ? from : fixed_plus(from, x.low, last, exact);
    from = y.high == 0 ? from : fixed_plus(from, -y.high, last, exact);
    return y.low == 0 ? from : fixed_plus(from, -y.low, last, exact);
}

/* The same of a length, which is at most 2^62 units. */
static int64_t whole_of(double length, double unit, bool *exact)
{
    const int64_t whole = (int64_t)(length * (1 / unit));
    *exact &= (double)whole * unit == length;
    return whole;
}

/* x - y, a length in one word. */
static void length_of(fixed *made, double_word x, double_word y, double unit, bool *exact)
{
    int64_t sum = whole_of(x.high, unit, exact);
    if (x.low != 0)
        sum += whole_of(x.low, unit, exact);
    if (y.high != 0)
        sum -= whole_of(y.high, unit, exact) + whole_of(y.low, unit, exact);
    made->sign = sum < 0 ? UINT64_MAX : 0;
    made->word[0] = sum < 0 ? 0 - (uint64_t)sum : (uint64_t)sum;
}

static void difference(fixed *made, double_word x, double_word y, int last, bool *exact)
{
    fixed_from(made, sum_of(0, x, y, last, exact));
}

static double magnitude(double_word x)
{
    return fabs(x.high) + fabs(x.low);
}

static double_word unit_of(const uniform_motion *moving)
{
    return moving->waypoint && !moving->still ? uniform_life(moving) : dw_from(1);
}

/* What there is, beside `times`, which bounds the sum of all others that will be asked for. */
static bool read_discs(const uniform_discs *q, double times, integers *e)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    const graze_vector *p = &a->motion->position, *r = &b->motion->position;
    const double_word none = {0, 0}, span_a = unit_of(a), span_b = unit_of(b);
    double_word step_a[2], step_b[2];
    uniform_steps(a, step_a);
    uniform_steps(b, step_b);
    const double ways = (a->waypoint ? a->travel : a->speed) + (b->waypoint ? b->travel : b->speed);
    const double unit = fixed_power(fixed_last(q->place + q->size + ways, LENGTH_BITS));
    bool exact = true;
    for (int k = 0; k < 2; k++) {
        const double_word place = k == 0 ? dw_sum(p->x, -r->x) : dw_sum(p->y, -r->y);
        length_of(&e->place[k], place, q->at_corner ? q->corner[k] : none, unit, &exact);
        length_of(&e->step_a[k], step_a[k], none, unit, &exact);
        length_of(&e->step_b[k], step_b[k], none, unit, &exact);
    }
    const double_word radii = {q->radius_a, q->radius_b};
    length_of(&e->reach, radii, dw_from(q->tolerance), unit, &exact);
    times += magnitude(span_a) + magnitude(span_b);
    e->last_time = fixed_last(times, TIME_BITS);
    difference(&e->unit_a, span_a, none, e->last_time, &exact);
    difference(&e->unit_b, span_b, none, e->last_time, &exact);
    return exact & (times < 2 * UNIFORM_MOST); /* or finite */
}

/* va - vb, or another sum of them, in the product of both units. */
static void across_of(const integers *e, fixed across[2])
{
    for (int k = 0; k < 2; k++)
        fixed_products(&across[k], &e->unit_b, &e->step_a[k], &e->unit_a, &e->step_b[k], 2, 1,
                       true);
}

static void turn_of(const integers *e, fixed *turn)
{
    fixed_products(turn, &e->step_a[0], &e->step_b[1], &e->step_a[1], &e->step_b[0], 1, 1, true);
}

/* -value/(2 slope), a time. */
static double_word step_of(double_word value, double_word slope, const integers *e)
{
    const double unit = -0.5 * fixed_power(e->last_time);
    const double_word share = dw_div(value, slope);
    return (double_word){unit * share.high, unit * share.low};
}

bool uniform_integers_of_tangent(const uniform_discs *q, double_word s, uniform_exact_step *next)
{
    integers e;
    if (!read_discs(q, magnitude(s) + magnitude(q->b.begin), &e))
        return false;
    bool exact = true;
    fixed shift;
    difference(&shift, s, q->b.begin, e.last_time, &exact);
    fixed turn, across[2], top, moved, reach, square, whole, excess;
    turn_of(&e, &turn);
    across_of(&e, across);
    fixed_products(&top, &across[0], &e.place[1], &across[1], &e.place[0], 3, 1, true);
    fixed_mul(&moved, &turn, 2, &shift, 2);
    fixed_sum(&top, &moved, &top, 4, true);
    fixed_products(&square, &across[0], &across[0], &across[1], &across[1], 3, 3, false);
    fixed_mul(&reach, &e.reach, 1, &e.reach, 1);
    fixed_mul(&whole, &square, 6, &reach, 2);
    fixed_mul(&excess, &top, 4, &top, 4);
    fixed_sum(&excess, &excess, &whole, 8, true);
    next->sign = fixed_sign(&top, 4);
    next->at_root = fixed_sign(&excess, 8) == 0;
    const double_word steep = fixed_word(&top, 4), turned = fixed_word(&turn, 2);
    if (!exact || steep.high == 0 || turned.high == 0)
        return false;
    next->step = step_of(fixed_word(&excess, 8), dw_mul(steep, turned), &e);
    next->rate = fabs(turned.high / steep.high) / fixed_power(e.last_time);
    return true;
}

/* The local time of a clock at s. */
static void time_at(fixed *made, const uniform_clock *clock, double_word s, int last, bool *exact)
{
    const double_word none = {0, 0};
    const fixed_two rest = sum_of(0, clock->rest, none, last, exact);
    fixed_from(made, clock->sign == 0  ? rest
                     : clock->sign > 0 ? sum_of(rest, s, clock->from, last, exact)
                                       : sum_of(rest, clock->from, s, last, exact));
}

static double times_of(const uniform_clock *clock)
{
    return magnitude(clock->rest) + magnitude(clock->from);
}

static void signed_by(fixed *unit, double sign)
{
    unit->word[0] = sign == 0 ? 0 : unit->word[0];
    unit->word[1] = sign == 0 ? 0 : unit->word[1];
    unit->sign = sign < 0 ? UINT64_MAX : 0;
}

/* d.rate, and the square of rate over it: false where it cancels by more than 2^-10, and so is not
 * known to 2^-90 of itself. The words are off by 2^-104, their products by 9 u^2, the sum by 8. */
static bool slope_of(const fixed d[2], const fixed rate[2], double_word *slope, double *bend)
{
    const double_word x = fixed_word(&d[0], 5), y = fixed_word(&d[1], 5);
    const double_word along = fixed_word(&rate[0], 3), up = fixed_word(&rate[1], 3);
    *slope = dw_add(dw_mul(x, along), dw_mul(y, up));
    *bend = fabs((along.high * along.high + up.high * up.high) / slope->high);
    return fabs(slope->high) > 0x1p-10 * (fabs(x.high * along.high) + fabs(y.high * up.high));
}

bool uniform_integers_of_root(const uniform_discs *q, double_word s, const uniform_clock *u,
                              const uniform_clock *w, uniform_exact_step *next)
{
    integers e;
    if (!read_discs(q, magnitude(s) + times_of(u) + times_of(w), &e))
        return false;
    bool exact = true;
    fixed time_a, time_b;
    time_at(&time_a, u, s, e.last_time, &exact);
    time_at(&time_b, w, s, e.last_time, &exact);
    fixed by_a, by_b, unit, moved, d[2], rate[2], reach, whole, excess;
    fixed_mul(&by_a, &time_a, 2, &e.unit_b, 2);
    fixed_mul(&by_b, &time_b, 2, &e.unit_a, 2);
    fixed_mul(&unit, &e.unit_a, 2, &e.unit_b, 2);
    signed_by(&e.unit_b, u->sign);
    signed_by(&e.unit_a, w->sign);
    across_of(&e, rate);
    for (int k = 0; k < 2; k++) {
        fixed_products(&moved, &by_a, &e.step_a[k], &by_b, &e.step_b[k], 4, 1, true);
        fixed_mul(&d[k], &unit, 4, &e.place[k], 1);
        fixed_sum(&d[k], &d[k], &moved, 5, false);
    }
    fixed_mul(&reach, &unit, 4, &e.reach, 1);
    fixed_mul(&whole, &reach, 5, &reach, 5);
    fixed_products(&excess, &d[0], &d[0], &d[1], &d[1], 5, 5, false);
    fixed_sum(&excess, &excess, &whole, 10, true);
    double_word slope;
    if (!exact || !slope_of(d, rate, &slope, &next->rate))
        return false;
    next->sign = slope.high > 0 ? 1 : -1;
    next->at_root = fixed_sign(&excess, 10) == 0;
    next->step = step_of(fixed_word(&excess, 10), slope, &e);
    next->rate /= fixed_power(e.last_time);
    return true;
}

/* ---- where a tangent touches ------------------------------------------------------------- */

/* The sign of x + y sqrt(square), of 5, 2 and 6 words. Double words tell it mostly: they are off by
 * 2^-104 of themselves, and both squares by less than 2^-99 of what they are. */
static int sign_with_root(const fixed *x, const fixed *y, const fixed *square)
{
    const double_word of_x = fixed_word(x, 5), of_y = fixed_word(y, 2);
    const double_word first = dw_mul(of_x, of_x);
    const double_word second = dw_mul(dw_mul(of_y, of_y), fixed_word(square, 6));
    const double more = dw_sub(first, second).high;
    const int sign = (of_x.high > 0) - (of_x.high < 0), other = (of_y.high > 0) - (of_y.high < 0);
    if (sign * other >= 0)
        return sign != 0 ? sign : other;
    if (fabs(more) > 0x1p-95 * first.high)
        return more > 0 ? sign : other;
    fixed left, right, y_square;
    fixed_mul(&left, x, 5, x, 5);
    fixed_mul(&y_square, y, 2, y, 2);
    fixed_mul(&right, square, 6, &y_square, 4);
    fixed_sum(&left, &left, &right, 10, true);
    return sign * fixed_sign(&left, 10);
}

/* touch_in_life of uniform_disc_residual.c. */
static int touch_in_life(const integers *e, const fixed *turn, const fixed across[2],
                         const fixed *square, bool upper, const fixed step[2])
{
    fixed along, swing, drift, left;
    fixed_products(&along, &across[0], &step[0], &across[1], &step[1], 3, 1, false);
    fixed_mul(&swing, &along, 4, &e->reach, 1);
    fixed_products(&drift, &step[0], &e->place[1], &step[1], &e->place[0], 1, 1, true);
    fixed_sum(&left, turn, &drift, 2, true);
    swing.sign ^= upper ? 0 : UINT64_MAX;
    drift.sign ^= turn->sign;
    left.sign ^= turn->sign;
    const int lived = sign_with_root(&swing, &drift, square);
    if (lived <= 0)
        return lived;
    swing.sign = ~swing.sign;
    const int rest = sign_with_root(&swing, &left, square);
    return rest < 0 ? 2 : rest;
}

bool uniform_integers_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b)
{
    integers e;
    if (!(q->a.waypoint & q->b.waypoint) || !read_discs(q, 0, &e))
        return false;
    fixed turn, across[2], square;
    turn_of(&e, &turn);
    across_of(&e, across);
    fixed_products(&square, &across[0], &across[0], &across[1], &across[1], 3, 3, false);
    *in_a = touch_in_life(&e, &turn, across, &square, upper, e.step_b);
    *in_b = touch_in_life(&e, &turn, across, &square, upper, e.step_a);
    if (fixed_sign(&turn, 2) == 0)
        *in_a = *in_b = 0;
    return true;
}

#else

bool uniform_integers_of_root(const uniform_discs *q, double_word s, const uniform_clock *u,
                              const uniform_clock *w, uniform_exact_step *next)
{
    (void)q, (void)s, (void)u, (void)w, (void)next;
    return false;
}

bool uniform_integers_of_tangent(const uniform_discs *q, double_word s, uniform_exact_step *next)
{
    (void)q, (void)s, (void)next;
    return false;
}

bool uniform_integers_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b)
{
    (void)q, (void)upper, (void)in_a, (void)in_b;
    return false;
}

#endif
