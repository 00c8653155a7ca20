/* SPDX-License-Identifier: MIT */
/* The residuals in integers.
 *
 * With L = T = 2^62 units lengths are at most L, and so are sums of them; times are at most T, and
 * so are what they are sums of: the bounds by which the units are chosen are sums of magnitudes.
 * (What those lose by rounding, 2^-50 of them, is far below the bit that each number has to spare.)
 * Only local times count, however late it is, and a wait may last: what is long in them cancels
 * before they are read (time_at). A kinematic motion's step is a length, in a unit of 1 s. So
 *
 *   turn, drift, across, rate            2 L^2, 2 L T              2^125   in 2 words
 *   turn - drift                                                   2^126      2
 *   top, reach |across|                  2 L (2 L T) + 2 L^2 T     2^189      3
 *   |across|^2                           2 (2 L T)^2               2^251      4
 *   top^2, |across|^2 reach^2                                      2^378      6
 *   d, reach, times both units           3 L T^2                   2^188      3
 *   |d|^2 - reach^2                      3 (3 L T^2)^2             2^378      6
 *   d.rate                               2 (3 L T^2) (2 L T)       2^314      5
 *   d, reach, times the one unit         L T                       2^124      2
 *   |d|^2 - reach^2, d.across            3 (L T)^2, 4 (L T)^2      2^250      4
 *   d.step                               2 (L T) L                 2^187      3
 *   along, times reach                   2 (2 L T) L, L            2^188, 2^250   3, 4
 *   its square, drift^2 |across|^2                                 2^503      8
 *
 * Of a step the residual and the slope are exact, their words off by 2^-104, their quotient by
 * 32 u^2, and a slope of two factors by 9 more: less than 2^-90 of itself. All of them are below
 * 2^600 as doubles, and nothing but 0 is below 1, so that nothing over- or underflows before units
 * of time, between 2^-153 and 2^33, are back.
 */
#include "contact/uniform_disc_integers.h"

#include <math.h>

#include "numeric/fixed.h"

#if FIXED_HAS_PRODUCTS

enum { UNIT_BITS = 62 };

static inline fixed_unit time_of(const uniform_lattice *e)
{
    return (fixed_unit){e->time, e->per_time};
}

static inline int64_t whole_of(double_word x, fixed_unit unit, uint64_t *wrong)
{
    return fixed_whole(x.high, unit, wrong) + fixed_whole(x.low, unit, wrong);
}

static inline double magnitude(double_word x)
{
    return fabs(x.high) + fabs(x.low);
}

static inline double_word unit_of(const uniform_motion *moving)
{
    if (moving->waypoint && !moving->still)
        return uniform_life(moving);
    return dw_from(1);
}

/* A unit of time, and the life: of what is still nobody asks for it. */
static inline double times_of(const uniform_motion *moving, double_word unit)
{
    return magnitude(unit) + (moving->still ? 0 : 4 * moving->life);
}

static inline int64_t reach_of(const uniform_discs *q, fixed_unit unit, uint64_t *wrong)
{
    return whole_of(dw_sum(q->radius_a, q->radius_b), unit, wrong) -
           fixed_whole(q->tolerance, unit, wrong);
}

static bool read_lattice(const uniform_discs *q, uniform_lattice *e)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    const graze_vector *p = &a->motion->position, *r = &b->motion->position;
    const double_word span_a = unit_of(a), span_b = unit_of(b);
    double_word step_a[2], step_b[2];
    uniform_steps(a, step_a);
    uniform_steps(b, step_b);
    const double speeds = (a->waypoint ? 0 : a->speed) + (b->waypoint ? 0 : b->speed);
    const fixed_unit length = fixed_unit_of(q->scale + q->size + speeds, UNIT_BITS);
    e->times = times_of(a, span_a) + times_of(b, span_b);
    const fixed_unit unit = fixed_unit_of(e->times, UNIT_BITS);
    e->time = unit.one;
    e->per_time = unit.per;
    uint64_t wrong = 0;
    e->unit_a = whole_of(span_a, unit, &wrong);
    e->unit_b = whole_of(span_b, unit, &wrong);
    e->place[0] = whole_of(dw_sum(p->x, -r->x), length, &wrong);
    e->place[1] = whole_of(dw_sum(p->y, -r->y), length, &wrong);
    for (int k = 0; k < 2; k++) {
        if (q->at_corner)
            e->place[k] -= whole_of(q->corner[k], length, &wrong);
        e->step_a[k] = whole_of(step_a[k], length, &wrong);
        e->step_b[k] = whole_of(step_b[k], length, &wrong);
    }
    e->reach = reach_of(q, length, &wrong);
    return wrong == 0;
}

/* What all questions about a pair share: read once if the pair has a place for it. Null where it is
 * no lattice. */
static inline const uniform_lattice *lattice_of(const uniform_discs *q, uniform_lattice *own)
{
    uniform_lattice *e = q->lattice != NULL ? q->lattice : own;
    if (e == own || e->state == LATTICE_UNREAD)
        e->state = read_lattice(q, e) ? LATTICE_READ : LATTICE_NONE;
    return e->state == LATTICE_READ ? e : NULL;
}

/* a sa - b sb */
static inline fixed_pair products(int64_t a, int64_t sa, int64_t b, int64_t sb)
{
    return fixed_product(a, sa) - fixed_product(b, sb);
}

/* va - vb in the product of both units. */
static inline void across_of(const uniform_lattice *e, fixed_pair across[2])
{
    for (int k = 0; k < 2; k++)
        across[k] = products(e->unit_b, e->step_a[k], e->unit_a, e->step_b[k]);
}

static inline fixed_pair turn_of(const uniform_lattice *e)
{
    return products(e->step_a[0], e->step_b[1], e->step_a[1], e->step_b[0]);
}

static inline void square_of(fixed *square, const fixed_pair x[2])
{
    fixed first, second;
    fixed_from_pair(&first, x[0]);
    fixed_from_pair(&second, x[1]);
    fixed_products(square, &first, &first, &second, &second, 2, 2, false);
}

/* x.y, in three words. */
static inline void dot_of(fixed *dot, const fixed_pair x[2], const int64_t y[2])
{
    fixed_from_three(dot, fixed_three_sum(fixed_times(x[0], y[0]), fixed_times(x[1], y[1])));
}

/* ---- steps -------------------------------------------------------------------------------- */

/* The whole number of units, or the double of coarser ones, that is nearest to s. */
static inline double start_near(double_word s, fixed_unit unit)
{
    const double most = copysign(0x1p52 * unit.one, s.high);
    return fabs(s.high) < fabs(most) ? (s.high + most) - most : s.high;
}

/* rest + sign (s - from), the local time of a clock at s: what is long in it may cancel first. */
static inline int64_t time_at(const uniform_clock *clock, double s, const uniform_lattice *e,
                              uint64_t *wrong)
{
    const fixed_unit unit = time_of(e);
    const double_word change = dw_signed(dw_sum(s, -clock->from.high), clock->sign);
    const double_word time = dw_sum(clock->rest.high, change.high);
    const double low = clock->sign * clock->from.low;
    if (!(magnitude(time) + fabs(change.low) + fabs(clock->rest.low) + fabs(low) < e->times)) {
        *wrong = 1;
        return 0;
    }
    return whole_of(time, unit, wrong) + fixed_whole(change.low, unit, wrong) +
           fixed_whole(clock->rest.low, unit, wrong) - fixed_whole(low, unit, wrong);
}

/* -value/(2 slope), a time, and rate/slope. Nobody asks where there is no slope. */
static inline void step_of(double_word value, double_word slope, double rate,
                           const uniform_lattice *e, uniform_exact_step *next)
{
    const double unit = -0.5 * e->time;
    const double_word share = dw_div(value, slope);
    next->step = (double_word){unit * share.high, unit * share.low};
    next->rate = rate / slope.high * e->per_time;
}

/* What there is without a step: false where there is no slope either. */
static inline bool stay_at(double at, const fixed *excess, int n, const fixed *slope, int m,
                           uniform_exact_step *next)
{
    *next = (uniform_exact_step){
        .from = dw_from(at), .sign = fixed_sign(slope, m), .at_root = fixed_sign(excess, n) == 0};
    return next->sign != 0;
}

/* Where one coordinate of across is 0, |across| is the other one, and T -+ |across| reach is linear
 * in s: the step is its quotient by turn. Its zero may be a double of more bits than units have. */
static bool step_along_axis(const uniform_lattice *e, double s, double at, fixed_pair across,
                            fixed_pair turn, fixed_three top, uniform_exact_step *next)
{
    const fixed_three width = fixed_times(across < 0 ? -across : across, e->reach);
    const bool below = top.high < 0;
    const fixed_three rest =
        below ? fixed_three_sum(top, width) : fixed_three_difference(top, width);
    fixed value, slope;
    int exponent;
    fixed_from_three(&value, rest);
    fixed_from_pair(&slope, turn);
    const double more = frexp((s - at) * e->per_time, &exponent); /* below half a unit */
    const int k = 53 - exponent;
    const bool moves = (more != 0) & (k < 128) &&
                       fixed_is_shifted(fixed_times(turn, -(int64_t)(more * 0x1p53)), rest, k);
    *next = (uniform_exact_step){.from = dw_from(moves ? s : at),
                                 .sign = below ? -1 : 1,
                                 .at_root = moves || fixed_sign(&value, 3) == 0};
    if (!next->at_root)
        step_of(fixed_word(&value, 3), fixed_word(&slope, 2), 0, e, next);
    next->step.high *= 2;
    next->step.low *= 2;
    return true;
}

bool uniform_integers_of_tangent(const uniform_discs *q, double_word s, uniform_exact_step *next)
{
    uniform_lattice own;
    const uniform_lattice *e = lattice_of(q, &own);
    if (e == NULL)
        return false;
    uint64_t wrong = 0;
    const double at = start_near(s, time_of(e));
    const uniform_clock shifted = {{0, 0}, q->b.begin, 1};
    const int64_t shift = time_at(&shifted, at, e, &wrong);
    const fixed_pair turn = turn_of(e);
    fixed_pair across[2];
    across_of(e, across);
    const fixed_three middle = fixed_three_difference(fixed_times(across[0], e->place[1]),
                                                      fixed_times(across[1], e->place[0]));
    const fixed_three moved = fixed_three_difference(fixed_times(turn, shift), middle);
    if (turn == 0 || (moved.high == 0 && moved.low == 0) || wrong != 0)
        return false;
    if ((across[0] == 0) | (across[1] == 0))
        return step_along_axis(e, s.high, at, across[0] + across[1], turn, moved, next);
    fixed top, turned, square, reach, whole, excess;
    fixed_from_three(&top, moved);
    fixed_from_pair(&turned, turn);
    fixed_from_pair(&reach, fixed_product(e->reach, e->reach));
    square_of(&square, across);
    fixed_mul(&whole, &square, 4, &reach, 2);
    fixed_mul(&excess, &top, 3, &top, 3);
    fixed_sum(&excess, &excess, &whole, 6, true);
    stay_at(at, &excess, 6, &top, 3, next); /* top is not 0 */
    const double_word steep = fixed_word(&top, 3), turning = fixed_word(&turned, 2);
    if (!next->at_root)
        step_of(fixed_word(&excess, 6), dw_mul(steep, turning), turning.high * turning.high, e,
                next);
    return true;
}

/* Both move: three words. */
static bool step_of_both(const uniform_lattice *e, double_word s, const uniform_clock *u,
                         const uniform_clock *w, uniform_exact_step *next)
{
    uint64_t wrong = 0;
    const double at = start_near(s, time_of(e));
    const int64_t time_a = time_at(u, at, e, &wrong), time_b = time_at(w, at, e, &wrong);
    const int64_t rate_a = u->sign == 0 ? 0 : u->sign > 0 ? e->unit_b : -e->unit_b;
    const int64_t rate_b = w->sign == 0 ? 0 : w->sign > 0 ? e->unit_a : -e->unit_a;
    fixed_three gap[2];
    fixed d[2], rate[2], less, more, slope, excess;
    for (int k = 0; k < 2; k++) {
        const fixed_pair near_a = products(e->place[k], e->unit_a, -e->step_a[k], time_a);
        const fixed_pair moved_b = fixed_product(e->step_b[k], time_b);
        gap[k] =
            fixed_three_difference(fixed_times(near_a, e->unit_b), fixed_times(moved_b, e->unit_a));
        fixed_from_three(&d[k], gap[k]);
        fixed_from_pair(&rate[k], products(rate_a, e->step_a[k], rate_b, e->step_b[k]));
    }
    const fixed_three reach = fixed_times(fixed_product(e->unit_a, e->unit_b), e->reach);
    fixed_from_three(&less, fixed_three_difference(reach, gap[0]));
    fixed_from_three(&more, fixed_three_sum(reach, gap[0]));
    fixed_products(&excess, &d[1], &d[1], &less, &more, 3, 3, true);
    fixed_products(&slope, &d[0], &rate[0], &d[1], &rate[1], 3, 2, false);
    if (!stay_at(at, &excess, 6, &slope, 5, next) || wrong != 0)
        return false;
    const double x = fixed_near(&rate[0], 2), y = fixed_near(&rate[1], 2);
    if (!next->at_root)
        step_of(fixed_word(&excess, 6), fixed_word(&slope, 5), x * x + y * y, e, next);
    return true;
}

/* ---- where a motion rests ------------------------------------------------------------------- */

/* d and reach in a unit of time that both share, which takes two words. */
typedef struct gap {
    fixed_pair d[2], reach;
} gap;

/* Where a motion is: `steps` of its life away, or after `time`, of which its place is a product. */
typedef struct stop {
    int64_t steps, time;
} stop;

/* A motion that rests at the begin or the end of its life: kinematic ones have no short place at
 * the end. */
static inline stop stop_of(const uniform_motion *m, double_word time, const uniform_lattice *e,
                           uint64_t *wrong)
{
    const double_word life = uniform_life(m);
    if (m->still | (time.high == 0))
        return (stop){0, 0};
    *wrong |= (time.high != life.high) | (time.low != life.low);
    return m->waypoint ? (stop){1, 0} : (stop){0, whole_of(life, time_of(e), wrong)};
}

static inline void gap_of(const uniform_lattice *e, stop a, stop b, int64_t unit, gap *at)
{
    for (int k = 0; k < 2; k++) {
        const int64_t place = e->place[k] + a.steps * e->step_a[k] - b.steps * e->step_b[k];
        at->d[k] =
            fixed_product(place, unit) + products(e->step_a[k], a.time, e->step_b[k], b.time);
    }
    at->reach = fixed_product(e->reach, unit);
}

/* |d|^2 - reach^2, in four words. */
static inline void excess_of(fixed *excess, const gap *at)
{
    fixed y, less, more;
    fixed_from_pair(&y, at->d[1]);
    fixed_from_pair(&less, at->reach - at->d[0]);
    fixed_from_pair(&more, at->reach + at->d[0]);
    fixed_products(excess, &y, &y, &less, &more, 2, 2, true);
}

/* One moves in its unit of time, in which the other rests where it has a short place, or is
 * kinematic as both are. */
static bool step_of_one(const uniform_discs *q, const uniform_lattice *e, double_word s,
                        const uniform_clock *u, const uniform_clock *w, uniform_exact_step *next)
{
    const bool of_a = u->sign != 0;
    const uniform_motion *moving = of_a ? &q->a : &q->b, *resting = of_a ? &q->b : &q->a;
    const uniform_clock *clock = of_a ? u : w;
    const int64_t *step = of_a ? e->step_a : e->step_b;
    uint64_t wrong = 0;
    const double at = start_near(s, time_of(e));
    const stop there = stop_of(resting, of_a ? w->rest : u->rest, e, &wrong);
    const stop here = {0, time_at(clock, at, e, &wrong)};
    if (wrong != 0 || (moving->waypoint && there.time != 0))
        return false;
    gap apart;
    fixed excess, slope;
    gap_of(e, of_a ? here : there, of_a ? there : here, of_a ? e->unit_a : e->unit_b, &apart);
    excess_of(&excess, &apart);
    dot_of(&slope, apart.d, step);
    slope.sign ^= (clock->sign < 0) == of_a ? UINT64_MAX : 0; /* d falls as b moves on */
    if (!stay_at(at, &excess, 4, &slope, 3, next))
        return false;
    const double x = (double)step[0], y = (double)step[1];
    if (!next->at_root)
        step_of(fixed_word(&excess, 4), fixed_word(&slope, 3), x * x + y * y, e, next);
    return true;
}

bool uniform_integers_of_root(const uniform_discs *q, double_word s, const uniform_clock *u,
                              const uniform_clock *w, uniform_exact_step *next)
{
    uniform_lattice own;
    const uniform_lattice *e = lattice_of(q, &own);
    return e != NULL && (((u->sign == 0) != (w->sign == 0) && step_of_one(q, e, s, u, w, next)) ||
                         step_of_both(e, s, u, w, next));
}

/* ---- corners -------------------------------------------------------------------------------- */

static inline double_word life_if(bool ended, const uniform_motion *m)
{
    return ended ? uniform_life(m) : dw_from(0);
}

/* The place of a motion at the begin or the end of its life, if that is a place of the motion. */
static inline const graze_vector *place_of(const uniform_motion *m, bool ended)
{
    if (!ended || m->still)
        return &m->motion->position;
    return m->waypoint ? &m->motion->to : NULL;
}

int uniform_integers_short_sign(const uniform_discs *q, bool a_ended, bool b_ended)
{
    const graze_vector *a = place_of(&q->a, a_ended), *b = place_of(&q->b, b_ended);
    if (a == NULL || b == NULL)
        return SIGN_UNKNOWN;
    const fixed_unit unit = fixed_unit_of(q->scale + q->size, UNIT_BITS);
    uint64_t wrong = 0;
    const int64_t x = whole_of(dw_sum(a->x, -b->x), unit, &wrong);
    const int64_t y = whole_of(dw_sum(a->y, -b->y), unit, &wrong);
    const int64_t reach = reach_of(q, unit, &wrong);
    const fixed_pair more = products(x, x, -y, y) - fixed_product(reach, reach);
    return wrong != 0 ? SIGN_UNKNOWN : (more > 0) - (more < 0);
}

/* The gap in seconds; false where it is not whole. */
static inline bool gap_at_corner(const uniform_discs *q, const uniform_lattice *e, bool a_ended,
                                 bool b_ended, gap *at)
{
    uint64_t wrong = 0;
    const stop a = stop_of(&q->a, life_if(a_ended, &q->a), e, &wrong);
    const stop b = stop_of(&q->b, life_if(b_ended, &q->b), e, &wrong);
    gap_of(e, a, b, fixed_whole(1, time_of(e), &wrong), at);
    return wrong == 0;
}

int uniform_integers_excess_sign(const uniform_discs *q, bool a_ended, bool b_ended)
{
    uniform_lattice own;
    const uniform_lattice *e = lattice_of(q, &own);
    gap at;
    fixed excess;
    if (e == NULL || !gap_at_corner(q, e, a_ended, b_ended, &at))
        return SIGN_UNKNOWN;
    excess_of(&excess, &at);
    return fixed_sign(&excess, 4);
}

bool uniform_integers_turn(const uniform_discs *q, bool a_ended, bool b_ended, int *level,
                           int *along)
{
    uniform_lattice own;
    const uniform_lattice *e = lattice_of(q, &own);
    gap at;
    fixed_pair across[2];
    fixed d[2], rate[2], dot;
    if (e == NULL || !gap_at_corner(q, e, a_ended, b_ended, &at))
        return false;
    across_of(e, across);
    for (int k = 0; k < 2; k++) {
        fixed_from_pair(&d[k], at.d[k]);
        fixed_from_pair(&rate[k], across[k]);
    }
    fixed_products(&dot, &d[0], &rate[0], &d[1], &rate[1], 2, 2, false);
    *level = fixed_sign(&dot, 4);
    dot_of(&dot, at.d, e->step_a);
    *along = fixed_sign(&dot, 3);
    return true;
}

/* ---- where a tangent touches ------------------------------------------------------------- */

/* A number x of four words, and its square as a double word; across^2. */
typedef struct square_root {
    fixed x, square;
    double_word x_square, square_word;
} square_root;

/* The sign of x + y sqrt(square), with y of 2 words. Double words tell it mostly: they are off by
 * 2^-104 of themselves, and both squares by less than 2^-99 of what they are, so their difference
 * by 2^-97 of the first one, or by less than half of itself where the second is more than twice
 * that. */
static int sign_with_root(const square_root *of, const fixed *y)
{
    const int sign = fixed_sign(&of->x, 4), other = fixed_sign(y, 2);
    if (sign * other >= 0)
        return sign != 0 ? sign : other;
    const double_word of_y = fixed_word(y, 2);
    const double_word second = dw_mul(dw_mul(of_y, of_y), of->square_word);
    const double more = dw_sub(of->x_square, second).high;
    if (fabs(more) > 0x1p-95 * of->x_square.high)
        return more > 0 ? sign : other;
    fixed left, right, y_square;
    fixed_mul(&left, &of->x, 4, &of->x, 4);
    fixed_mul(&y_square, y, 2, y, 2);
    fixed_mul(&right, &of->square, 4, &y_square, 4);
    fixed_sum(&left, &left, &right, 8, true);
    return sign * fixed_sign(&left, 8);
}

/* touch_in_life of uniform_disc_residual.c. */
static int touch_in_life(const uniform_lattice *e, fixed_pair turn, const fixed_pair across[2],
                         square_root *swing, bool upper, const int64_t step[2])
{
    const fixed_pair moved = products(step[0], e->place[1], step[1], e->place[0]);
    fixed along, reach = {{(uint64_t)e->reach}, 0}, drift, left;
    dot_of(&along, across, step);
    fixed_mul(&swing->x, &along, 3, &reach, 1);
    const double_word word = fixed_word(&swing->x, 4);
    swing->x_square = dw_mul(word, word);
    fixed_from_pair(&drift, turn < 0 ? -moved : moved);
    fixed_from_pair(&left, turn < 0 ? moved - turn : turn - moved);
    swing->x.sign ^= upper ? 0 : UINT64_MAX;
    const int lived = sign_with_root(swing, &drift);
    if (lived <= 0)
        return lived;
    swing->x.sign = ~swing->x.sign;
    const int last = sign_with_root(swing, &left);
    return last < 0 ? 2 : last;
}

bool uniform_integers_touch_at(const uniform_discs *q, bool upper, int *in_a, int *in_b)
{
    uniform_lattice own;
    const uniform_lattice *e = (q->a.waypoint & q->b.waypoint) ? lattice_of(q, &own) : NULL;
    if (e == NULL)
        return false;
    const fixed_pair turn = turn_of(e);
    fixed_pair across[2];
    square_root swing;
    across_of(e, across);
    square_of(&swing.square, across);
    swing.square_word = fixed_word(&swing.square, 4);
    *in_a = touch_in_life(e, turn, across, &swing, upper, e->step_b);
    *in_b = touch_in_life(e, turn, across, &swing, upper, e->step_a);
    if (turn == 0)
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

int uniform_integers_short_sign(const uniform_discs *q, bool a_ended, bool b_ended)
{
    (void)q, (void)a_ended, (void)b_ended;
    return SIGN_UNKNOWN;
}

int uniform_integers_excess_sign(const uniform_discs *q, bool a_ended, bool b_ended)
{
    (void)q, (void)a_ended, (void)b_ended;
    return SIGN_UNKNOWN;
}

bool uniform_integers_turn(const uniform_discs *q, bool a_ended, bool b_ended, int *level,
                           int *along)
{
    (void)q, (void)a_ended, (void)b_ended, (void)level, (void)along;
    return false;
}

#endif
