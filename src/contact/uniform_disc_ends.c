/* SPDX-License-Identifier: MIT */
/* The ends of an overlap that is known to be there, and the contact of a pair whose lives are
 * known to meet.
 *
 * The signs of |d|^2 - reach^2 at the first and the last common instant tell which ends are
 * roots. Local times there are 0, a life, the difference of the starts (off by U of
 * itself), or that and a life, added without cancellation (off by 3U of itself), so d is off by
 * 12U S, S = |places| + |va| u + |vb| w with u, w at the last instant, as in
 * uniform_disc_starts.c. Underflow is far below that (uniform_disc.c).
 */

#include "contact/uniform_disc_ends.h"

#include <math.h>

#include "contact/uniform_disc.h"

/* ---- common instants, in double-doubles ------------------------------------------------ */

/* The end of the common life, rounded up. */
static bool last_instant(const uniform_discs *q, double *end)
{
    double end_a = INFINITY, end_b = INFINITY;
    if (q->a.life < INFINITY &&
        !dd_round_up(dd_add(uniform_dd_begin(&q->a), uniform_dd_life(&q->a)), &end_a))
        return false;
    if (q->b.life < INFINITY &&
        !dd_round_up(dd_add(uniform_dd_begin(&q->b), uniform_dd_life(&q->b)), &end_b))
        return false;
    *end = end_a < end_b ? end_a : end_b; /* rounding is monotone */
    return true;
}

/* Local times at the first common instant: exact. */
static void first_common(const uniform_discs *q, dd *u, dd *w)
{
    dd gap = dd_sub(uniform_dd_begin(&q->a), uniform_dd_begin(&q->b));
    *u = gap.high < 0 ? dd_negative(gap) : dd_from(0);
    *w = gap.high > 0 ? gap : dd_from(0);
}

/* Local times at the last common instant; false when it is not known whose life ends. */
static bool last_common(const uniform_discs *q, dd *u, dd *w)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    dd gap = dd_sub(uniform_dd_begin(a), uniform_dd_begin(b));
    bool a_ends = a->life < INFINITY, b_ends = b->life < INFINITY;
    if (a_ends && b_ends) {
        int order = dd_sign(dd_sub(dd_add(gap, uniform_dd_life(a)), uniform_dd_life(b)));
        if (order == SIGN_UNKNOWN)
            return false;
        a_ends = order <= 0;
    }
    *u = a_ends ? uniform_dd_life(a) : dd_sub(uniform_dd_life(b), gap);
    *w = a_ends ? dd_add(gap, uniform_dd_life(a)) : uniform_dd_life(b);
    return true;
}

/* ---- ends ------------------------------------------------------------------------------ */

/* |d|^2 - reach^2 */
static double excess_at(const uniform_discs *q, double u, double w, double *x, double *y)
{
    *x = q->x + (q->a.vx * u - q->b.vx * w);
    *y = q->y + (q->a.vy * u - q->b.vy * w);
    return *x * *x + *y * *y - q->reach * q->reach;
}

/* The end of a life in the other motion's time, as exact as doubles go. */
static double end_in_time_of(const uniform_motion *ending, const uniform_motion *other)
{
    const graze_motion *m = ending->motion;
    double low, tail, gap = eft_two_sum(m->start, -other->motion->start, &low);
    double sum = eft_two_sum(gap, m->duration, &tail);
    return sum + (tail + (low + m->duration_tail));
}

/* The lower or upper root, seen from the first common instant, where the relative place is
 * (x, y). */
static bool time_root(const uniform_discs *q, double begin, double x, double y, bool upper,
                      double *end)
{
    const double rate[2] = {q->a.vx - q->b.vx, q->a.vy - q->b.vy};
    double v = rate[0] * rate[0] + rate[1] * rate[1];
    double cross = rate[0] * y - rate[1] * x, slope = x * rate[0] + y * rate[1];
    double whole = v * q->reach * q->reach, width = whole - cross * cross;
    bool narrow = width < 0x1p-20 * whole;
    double away = narrow ? 0 : sqrt(width);
    double guess = begin + (upper ? away - slope : -away - slope) / v;
    const uniform_clock u = {{0, 0}, q->a.begin, 1}, w = {{0, 0}, q->b.begin, 1};
    return uniform_root(q, guess, &u, &w, narrow, upper, end);
}

static bool overlap_of(const uniform_discs *q, meeting_interval *result)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    double gap = a->begin.high - b->begin.high; /* w - u */
    double begin = gap > 0 ? a->begin.high : b->begin.high;
    double a_ends = end_in_time_of(a, b), b_ends = end_in_time_of(b, a);
    bool a_first = a_ends < b->life, endless = a->life == INFINITY && b->life == INFINITY;
    double u = a_first ? a->life : b_ends, w = a_first ? a_ends : b->life;
    double x, y, last_x, last_y;
    double scale = q->place + (a->still ? 0 : a->speed * u) + (b->still ? 0 : b->speed * w);
    double bound = 0x1p-48 * (scale * scale + q->size * q->size);
    double first = excess_at(q, gap < 0 ? -gap : 0, gap > 0 ? gap : 0, &x, &y), last = first;
    if (!endless)
        last = excess_at(q, a->still ? 0 : u, b->still ? 0 : w, &last_x, &last_y);
    int first_sign = first > 0 ? 1 : -1, last_sign = last > 0 ? 1 : -1;
    dd at_u, at_w;
    if (!(fabs(first) > bound)) {
        first_common(q, &at_u, &at_w);
        first_sign = uniform_sign_at(q, at_u, at_w);
    }
    if (!(fabs(last) > bound))
        last_sign = endless                        ? first_sign
                    : last_common(q, &at_u, &at_w) ? uniform_sign_at(q, at_u, at_w)
                                                   : SIGN_UNKNOWN;
    if (first_sign == SIGN_UNKNOWN || last_sign == SIGN_UNKNOWN)
        return false;
    result->begins_within = first_sign < 0;
    result->from_begin = first_sign <= 0;
    result->ends_within = last_sign < 0;
    result->to_end = last_sign <= 0;
    result->when.lower = begin;
    if (first_sign > 0 && !time_root(q, begin, x, y, false, &result->when.lower))
        return false;
    if (last_sign > 0)
        return time_root(q, begin, x, y, true, &result->when.upper);
    return last_instant(q, &result->when.upper);
}

/* ---- ties ------------------------------------------------------------------------------ */

/* The sign of h' while both local times go on. */
static int slope_sign(const uniform_discs *q, const uniform_gap *gap)
{
    double slope = uniform_slope_at(q, gap, 1, 1);
    double error = 0x1p-97 * gap->length * q->speeds + 4 * gap->error * q->speeds;
    return fabs(slope) > error ? (slope > 0 ? 1 : -1) : SIGN_UNKNOWN;
}

/* The sign of -(|V|^2 reach^2 - (V x d)^2), V = va - vb, off by: 41 u^2 W for V, e for d, so
 * the cross product by e W + 64 u^2 |d|W and its square by twice that times |V x d|, and
 * 9 u^2 of it; |V|^2 reach^2 by (2 (41 + 9) + 8 + 25 + 9) u^2 W^2 size^2. */
static int passing_sign(const uniform_discs *q, const uniform_gap *gap)
{
    double_word across[2];
    for (int k = 0; k < 2; k++)
        across[k] = dw_sub(uniform_velocity(&q->a, k), uniform_velocity(&q->b, k));
    double_word reach = uniform_reach(q), cross = dw_cross(across, gap->d);
    double_word square = dw_mul(dw_dot(across, across), dw_mul(reach, reach));
    double width = dw_sub(square, dw_mul(cross, cross)).high;
    double e = gap->error * q->speeds + 0x1p-100 * gap->length * q->speeds;
    double most = fabs(cross.high) + e, size = q->speeds * q->size;
    double error = 2 * most * e + 0x1p-98 * (most * most + size * size);
    return fabs(width) > error ? (width > 0 ? -1 : 1) : SIGN_UNKNOWN;
}

/* The sign of the least distance - reach of a pair whose lives meet. Where doubles give a plain
 * 0 it mostly is one, and only numbers with exact zeros can tell: they are better asked at once. */
static int least_sign(const uniform_discs *q)
{
    dd u, w;
    first_common(q, &u, &w);
    double x, y, vx = q->a.vx - q->b.vx, vy = q->a.vy - q->b.vy;
    double first = excess_at(q, u.high, w.high, &x, &y), cross = vx * y - vy * x;
    if (first == 0 || (vx * vx + vy * vy) * (q->reach * q->reach) == cross * cross)
        return SIGN_UNKNOWN;
    uniform_gap gap = uniform_gap_at(q, (double_word){u.high, u.low}, (double_word){w.high, w.low},
                                     2 * (u.high + w.high));
    bool still = q->a.still && q->b.still;
    int rises = still ? 1 : slope_sign(q, &gap);
    if (rises == SIGN_UNKNOWN)
        return SIGN_UNKNOWN;
    if (rises > 0)
        return uniform_sign_at(q, u, w);
    dd last_u, last_w;
    if (!last_common(q, &last_u, &last_w))
        return SIGN_UNKNOWN;
    uniform_gap last = uniform_gap_at(q, (double_word){last_u.high, last_u.low},
                                      (double_word){last_w.high, last_w.low},
                                      2 * (last_u.high + last_w.high + u.high + w.high));
    rises = slope_sign(q, &last);
    if (rises == SIGN_UNKNOWN)
        return SIGN_UNKNOWN;
    return rises > 0 ? passing_sign(q, &gap) : uniform_sign_at(q, last_u, last_w);
}

/* ---- the doors ------------------------------------------------------------------------- */

/* Whether it is about two discs with simple starts. */
static bool is_served(const pair *question, uniform_discs *q)
{
    return !question->cornered && question->a->start_tail == 0 && question->b->start_tail == 0 &&
           uniform_discs_of(question->a, question->b, question->radius_a, question->radius_b,
                            question->tolerance, q) &&
           q->reach > 0;
}

bool uniform_disc_overlap(const pair *question, meeting_interval *result)
{
    uniform_discs q;
    return is_served(question, &q) && overlap_of(&q, result);
}

contact uniform_disc_contact(const pair *question)
{
    uniform_discs q;
    return is_served(question, &q) ? (contact)least_sign(&q) : CONTACT_UNKNOWN;
}
