/* SPDX-License-Identifier: MIT */
/* The ends of an overlap that is known to be there: the quick way first (uniform_overlap.h), then
 * what that leaves, touches of numbers that are no doubles above all.
 *
 * The signs of |d|^2 - reach^2 at the first and the last common instant tell which ends are
 * roots. Local times there are 0, a life, the difference of the starts (off by U of
 * itself), or that and a life, added without cancellation (off by 3U of itself), so d is off by
 * 12U S, S = |places| + |va| u + |vb| w with u, w at the last instant, as in
 * uniform_disc_starts.inc. (At a corner, places are off by 3U of their parts, the last sum counted;
 * what moves is by 9U.) Underflow is far below that (uniform_root.inc).
 */

#include "contact/uniform_disc_ends.h"

#include <math.h>

#include "contact/uniform_disc.h"
#include "contact/uniform_overlap.h"
#include "numeric/rounding.h"

/* ---- common instants, in double-doubles ------------------------------------------------ */

/* The end of a life, rounded up. */
static bool end_of(const uniform_motion *m, double *end)
{
    *end = INFINITY;
    return m->life < INFINITY ? dd_round_up(dd_add(uniform_dd_begin(m), uniform_dd_life(m)), end)
                              : true;
}

/* The end of the common life, rounded up. */
static bool last_instant(const uniform_discs *q, double *end)
{
    double end_a, end_b;
    bool known = end_of(&q->a, &end_a) & end_of(&q->b, &end_b);
    *end = end_a < end_b ? end_a : end_b; /* rounding is monotone */
    return known;
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
    int order = 0;
    if (a_ends && b_ends) {
        order = dd_sign(dd_sub(dd_add(gap, uniform_dd_life(a)), uniform_dd_life(b)));
        a_ends = order <= 0;
    }
    *u = a_ends ? uniform_dd_life(a) : dd_sub(uniform_dd_life(b), gap);
    *w = a_ends ? dd_add(gap, uniform_dd_life(a)) : uniform_dd_life(b);
    return order != SIGN_UNKNOWN;
}

/* ---- ends ------------------------------------------------------------------------------ */

/* d and |d|^2 - reach^2, in doubles. */
typedef struct rough_gap {
    double x, y, excess;
} rough_gap;

static rough_gap rough_gap_at(const uniform_discs *q, double u, double w)
{
    double x = q->x + (q->a.vx * u - q->b.vx * w), y = q->y + (q->a.vy * u - q->b.vy * w);
    return (rough_gap){x, y, x * x + y * y - q->reach * q->reach};
}

/* The end of a life in the other motion's time, as exact as doubles go. */
static double end_in_time_of(const uniform_motion *ending, const uniform_motion *other)
{
    const graze_motion *m = ending->motion;
    double low, tail, gap = eft_two_sum(m->start, -other->motion->start, &low);
    double sum = eft_two_sum(gap, m->duration, &tail);
    return sum + (tail + (low + m->duration_tail));
}

/* The first and the last common instant; where there is no last one, the first stands for it. */
typedef struct common_life {
    double begin; /* [s] */
    rough_gap first, last;
    double scale; /* S */
    bool endless;
} common_life;

static common_life common_life_of(const uniform_discs *q)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    double gap = a->begin.high - b->begin.high; /* w - u */
    double a_ends = end_in_time_of(a, b), b_ends = end_in_time_of(b, a);
    bool a_first = a_ends < b->life;
    double u = a->still ? 0 : a_first ? a->life : b_ends;
    double w = b->still ? 0 : a_first ? a_ends : b->life;
    common_life life = {.begin = gap > 0 ? a->begin.high : b->begin.high,
                        .first = rough_gap_at(q, gap < 0 ? -gap : 0, gap > 0 ? gap : 0),
                        .scale = q->place + a->speed * u + b->speed * w,
                        .endless = a->life == INFINITY && b->life == INFINITY};
    life.last = life.endless ? life.first : rough_gap_at(q, u, w);
    return life;
}

/* The roots at those ends that are outside, seen from the first common instant: false when one is
 * not known. */
static bool time_roots(const uniform_discs *q, const common_life *life, end_signs sign,
                       graze_interval *roots)
{
    const double rate[2] = {q->a.vx - q->b.vx, q->a.vy - q->b.vy};
    const double x = life->first.x, y = life->first.y;
    double v = rate[0] * rate[0] + rate[1] * rate[1];
    double cross = rate[0] * y - rate[1] * x, slope = x * rate[0] + y * rate[1];
    double whole = v * q->reach * q->reach, width = whole - cross * cross;
    bool narrow = width < 0x1p-20 * whole;
    double away = narrow ? 0 : sqrt(width), first = (-away - slope) / v, last = (away - slope) / v;
    const uniform_clock u = {{0, 0}, q->a.begin, 1}, w = {{0, 0}, q->b.begin, 1};
    return (sign.first <= 0 || uniform_root_plain(q, life->begin + first, &u, &w, narrow, false,
                                                  &roots->lower)) &&
           (sign.last <= 0 || uniform_root_plain(q, life->begin + last, &u, &w, narrow, true,
                                                 &roots->upper));
}

/* What quick signs leave open. */
static bool overlap_of(const pair *question, const uniform_discs *q, meeting_interval *result)
{
    const common_life life = common_life_of(q);
    const double first = life.first.excess, last = life.last.excess;
    double bound = 0x1p-48 * (life.scale * life.scale + q->size * q->size);
    end_signs sign = {first > 0 ? 1 : -1, last > 0 ? 1 : -1};
    dd u, w;
    if (!(fabs(first) > bound)) {
        first_common(q, &u, &w);
        sign.first = uniform_sign_at_plain(q, u, w);
    }
    if (!(fabs(last) > bound))
        sign.last = life.endless             ? sign.first
                    : last_common(q, &u, &w) ? uniform_sign_at_plain(q, u, w)
                                             : SIGN_UNKNOWN;
    if (sign.first == SIGN_UNKNOWN || sign.last == SIGN_UNKNOWN)
        return false;
    if (uniform_overlap(question, q->at_corner ? q->corner : NULL, sign, result))
        return true;
    *result = (meeting_interval){.when.lower = life.begin,
                                 .begins_within = sign.first < 0,
                                 .from_begin = sign.first <= 0,
                                 .ends_within = sign.last < 0,
                                 .to_end = sign.last <= 0};
    if ((sign.first > 0 || sign.last > 0) && !time_roots(q, &life, sign, &result->when))
        return false;
    return sign.last > 0 || last_instant(q, &result->when.upper);
}

/* ---- the doors ------------------------------------------------------------------------- */

static const end_signs OPEN = {SIGN_UNKNOWN, SIGN_UNKNOWN};

/* Whether its discs have simple starts. */
static bool is_served(const pair *question, uniform_discs *q)
{
    return question->a->start_tail == 0 && question->b->start_tail == 0 &&
           uniform_discs_of(question->a, question->b, question->radius_a, question->radius_b,
                            question->tolerance, q) &&
           q->reach > 0;
}

bool uniform_disc_overlap(const pair *question, meeting_interval *result)
{
    uniform_discs q;
    return !question->cornered &&
           (uniform_overlap(question, NULL, OPEN, result) ||
            (is_served(question, &q) && overlap_of(question, &q, result)));
}

bool uniform_disc_overlap_at_corner(const pair *question, graze_point a, graze_point b,
                                    meeting_interval *result)
{
    const double_word corner[2] = {dw_sum(b.x, -a.x), dw_sum(b.y, -a.y)};
    uniform_discs q;
    return uniform_overlap(question, corner, OPEN, result) ||
           (is_served(question, &q) && uniform_discs_at_corner(&q, a, b) &&
            overlap_of(question, &q, result));
}
