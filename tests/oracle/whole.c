/* SPDX-License-Identifier: MIT */
/* One pair in whole numbers. See whole.h. */
#include "oracle/whole.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

void oracle_whole_init(oracle_whole *w)
{
    whole_path *paths[] = {&w->a, &w->b};
    for (int i = 0; i < 2; i++) {
        mpz_inits(paths[i]->scale, paths[i]->begin, paths[i]->end, NULL);
        for (int j = 0; j < 9; j++)
            mpz_init(paths[i]->coefficient[j / 3][j % 3]);
    }
    mpz_inits(w->begin, w->length, NULL);
    for (int i = 0; i <= WHOLE_DEGREE; i++)
        mpz_init(w->gap[i]);
    for (int i = 0; i < WHOLE_CHAIN; i++)
        for (int j = 0; j <= WHOLE_DEGREE; j++)
            mpz_init(w->chain[i][j]);
    for (int i = 0; i < 6; i++)
        mpz_init(w->work[i]);
}

void oracle_whole_clear(oracle_whole *w)
{
    whole_path *paths[] = {&w->a, &w->b};
    for (int i = 0; i < 2; i++) {
        mpz_clears(paths[i]->scale, paths[i]->begin, paths[i]->end, NULL);
        for (int j = 0; j < 9; j++)
            mpz_clear(paths[i]->coefficient[j / 3][j % 3]);
    }
    mpz_clears(w->begin, w->length, NULL);
    for (int i = 0; i <= WHOLE_DEGREE; i++)
        mpz_clear(w->gap[i]);
    for (int i = 0; i < WHOLE_CHAIN; i++)
        for (int j = 0; j <= WHOLE_DEGREE; j++)
            mpz_clear(w->chain[i][j]);
    for (int i = 0; i < 6; i++)
        mpz_clear(w->work[i]);
}

/* ---- doubles as whole numbers ----------------------------------------------------------- */

/* x = whole * 2^exponent with an odd whole number; 0 has the exponent INT_MAX. */
static int64_t take_apart(double x, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int power = (int)(bits >> 52 & 0x7ff);
    int64_t whole = (int64_t)(bits & UINT64_C(0xfffffffffffff));
    if (power > 0)
        whole |= INT64_C(1) << 52;
    else
        power = 1;
    if (whole == 0) {
        *exponent = INT_MAX;
        return 0;
    }
    int zeros = __builtin_ctzll((uint64_t)whole);
    *exponent = power - 1075 + zeros;
    whole >>= zeros;
    return bits >> 63 ? -whole : whole;
}

static void lower_to(int *least, double x, int more)
{
    int exponent;
    if (take_apart(x, &exponent) != 0 && exponent + more < *least)
        *least = exponent + more;
}

static void lower_to_vector(int *least, const graze_vector *v, int more)
{
    lower_to(least, v->x, more);
    lower_to(least, v->y, more);
    lower_to(least, v->z, more);
}

/* z = x / 2^unit, which is whole */
static void set_whole(mpz_t z, double x, int unit)
{
    int exponent;
    int64_t whole = take_apart(x, &exponent);
    mpz_set_si(z, (long)whole);
    if (whole == 0)
        return;
    assert(exponent >= unit);
    mpz_mul_2exp(z, z, (mp_bitcnt_t)(exponent - unit));
}

static void add_whole(mpz_t z, mpz_t work, double x, int unit)
{
    set_whole(work, x, unit);
    mpz_add(z, z, work);
}

static int find_time_unit(const oracle_pair *pair)
{
    const graze_motion *motions[] = {&pair->a, &pair->b};
    int unit = INT_MAX;
    for (int i = 0; i < 2; i++) {
        lower_to(&unit, motions[i]->start, 0);
        lower_to(&unit, motions[i]->start_tail, 0);
        if (isfinite(motions[i]->duration))
            lower_to(&unit, motions[i]->duration, 0);
        lower_to(&unit, motions[i]->duration_tail, 0);
    }
    return unit == INT_MAX ? 0 : unit;
}

static bool goes_to_place(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
}

static int find_length_unit(const oracle_pair *pair, int time_unit)
{
    const graze_motion *motions[] = {&pair->a, &pair->b};
    int unit = INT_MAX;
    lower_to(&unit, pair->body_a.radius, 0);
    lower_to(&unit, pair->body_b.radius, 0);
    lower_to(&unit, pair->tolerance, 0);
    for (int i = 0; i < 2; i++) {
        lower_to_vector(&unit, &motions[i]->position, 0);
        if (goes_to_place(motions[i])) {
            lower_to_vector(&unit, &motions[i]->to, 0);
            continue;
        }
        lower_to_vector(&unit, &motions[i]->velocity, time_unit);
        lower_to_vector(&unit, &motions[i]->acceleration, 2 * time_unit - 1);
    }
    return unit == INT_MAX ? 0 : unit;
}

/* ---- paths ---------------------------------------------------------------------------------- */

static double axis_of(const graze_vector *v, int axis)
{
    return axis == 0 ? v->x : axis == 1 ? v->y : v->z;
}

/* From place D and step over D to place D² 2^k, share 2^k step D and (1 - share) 2^k step, where
 * share is in units of 2^-k. */
static void share_out(mpz_t *c, double share, const mpz_t duration, int unit)
{
    mpz_t whole;
    mpz_init(whole);
    set_whole(whole, share, unit);
    mpz_mul(c[0], c[0], duration);
    mpz_mul_2exp(c[0], c[0], (mp_bitcnt_t)-unit);
    mpz_mul_2exp(c[2], c[1], (mp_bitcnt_t)-unit);
    mpz_mul(c[1], c[1], whole);
    mpz_sub(c[2], c[2], c[1]);
    mpz_mul(c[1], c[1], duration);
    mpz_clear(whole);
}

/* By local time: place, velocity and half the acceleration, all over p->scale. */
static void set_local(whole_path *p, const graze_motion *motion, const mpz_t duration,
                      int time_unit, int length_unit)
{
    bool moves = goes_to_place(motion) && mpz_sgn(duration) > 0;
    if (moves)
        mpz_set(p->scale, duration);
    else
        mpz_set_ui(p->scale, 1);
    int unit_of_share = 0;
    if (moves && motion->form == GRAZE_RAMP) {
        lower_to(&unit_of_share, motion->share, 0);
        mpz_mul(p->scale, p->scale, duration);
        mpz_mul_2exp(p->scale, p->scale, (mp_bitcnt_t)-unit_of_share);
    }
    for (int axis = 0; axis < 3; axis++) {
        mpz_t *c = p->coefficient[axis];
        set_whole(c[0], axis_of(&motion->position, axis), length_unit);
        mpz_set_ui(c[1], 0);
        mpz_set_ui(c[2], 0);
        if (moves) {
            set_whole(c[1], axis_of(&motion->to, axis), length_unit);
            mpz_sub(c[1], c[1], c[0]);
            mpz_mul(c[0], c[0], duration);
            if (motion->form == GRAZE_RAMP)
                share_out(c, motion->share, duration, unit_of_share);
        } else if (!goes_to_place(motion)) {
            set_whole(c[1], axis_of(&motion->velocity, axis), length_unit - time_unit);
            set_whole(c[2], axis_of(&motion->acceleration, axis), length_unit + 1 - 2 * time_unit);
        }
    }
}

/* Moves the origin of local time by `ahead`. */
static void move_origin(whole_path *p, const mpz_t ahead, mpz_t work)
{
    if (mpz_sgn(ahead) == 0)
        return;
    for (int axis = 0; axis < 3; axis++) {
        mpz_t *c = p->coefficient[axis];
        mpz_mul(work, c[2], ahead);
        mpz_add(c[1], c[1], work);
        mpz_addmul(c[0], c[1], ahead);
        mpz_add(c[1], c[1], work);
    }
}

/* A parked motion stands from its end on, where the other form would end. */
static void stand_at_end(whole_path *p, const mpz_t duration, mpz_t work)
{
    move_origin(p, duration, work);
    for (int axis = 0; axis < 3; axis++) {
        mpz_set_ui(p->coefficient[axis][1], 0);
        mpz_set_ui(p->coefficient[axis][2], 0);
    }
    mpz_set(p->begin, p->end);
    p->endless = true;
}

static void set_path(whole_path *p, const graze_motion *motion, int time_unit, int length_unit,
                     mpz_t duration, mpz_t work)
{
    set_whole(p->begin, motion->start, time_unit);
    add_whole(p->begin, work, motion->start_tail, time_unit);
    p->endless = isinf(motion->duration);
    mpz_set_ui(duration, 0);
    if (!p->endless) {
        set_whole(duration, motion->duration, time_unit);
        add_whole(duration, work, motion->duration_tail, time_unit);
    }
    mpz_add(p->end, p->begin, duration);
    set_local(p, motion, duration, time_unit, length_unit);
    if (motion->form == GRAZE_PARKED)
        stand_at_end(p, duration, work);
}

/* ---- the pair ------------------------------------------------------------------------------- */

static void set_common_life(oracle_whole *w)
{
    const whole_path *a = &w->a, *b = &w->b;
    mpz_set(w->begin, mpz_cmp(a->begin, b->begin) > 0 ? a->begin : b->begin);
    w->endless = a->endless && b->endless;
    if (!w->endless) {
        bool a_ends = b->endless || (!a->endless && mpz_cmp(a->end, b->end) < 0);
        mpz_sub(w->length, a_ends ? a->end : b->end, w->begin);
    }
    w->empty = !w->endless && mpz_sgn(w->length) <= 0;
}

/* Adds the square of one axis of the relative place to the gap. */
static void add_axis(oracle_whole *w, int axis)
{
    mpz_t *d = w->work; /* d[0 .. 2] */
    for (int i = 0; i < 3; i++) {
        mpz_mul(d[i], w->a.coefficient[axis][i], w->b.scale);
        mpz_submul(d[i], w->b.coefficient[axis][i], w->a.scale);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mpz_addmul(w->gap[i + j], d[i], d[j]);
}

static void set_gap(oracle_whole *w, mpz_t reach)
{
    mpz_mul(reach, reach, w->a.scale);
    mpz_mul(reach, reach, w->b.scale);
    for (int i = 0; i <= WHOLE_DEGREE; i++)
        mpz_set_ui(w->gap[i], 0);
    mpz_submul(w->gap[0], reach, reach);
    for (int axis = 0; axis < 3; axis++)
        add_axis(w, axis);
    w->degree = WHOLE_DEGREE;
    while (w->degree >= 0 && mpz_sgn(w->gap[w->degree]) == 0)
        w->degree--;
}

void oracle_whole_set(oracle_whole *w, const oracle_pair *pair)
{
    mpz_t *work = w->work;
    const int time_unit = find_time_unit(pair), length_unit = find_length_unit(pair, time_unit);
    w->time_unit = time_unit;
    set_path(&w->a, &pair->a, time_unit, length_unit, work[0], work[1]);
    set_path(&w->b, &pair->b, time_unit, length_unit, work[0], work[1]);
    set_common_life(w);
    set_whole(work[5], pair->body_a.radius, length_unit);
    add_whole(work[5], work[1], pair->body_b.radius, length_unit);
    add_whole(work[5], work[1], -pair->tolerance, length_unit);
    w->unreachable = mpz_sgn(work[5]) <= 0;
    if (w->empty || w->unreachable)
        return;
    whole_path *paths[] = {&w->a, &w->b};
    for (int i = 0; i < 2; i++) {
        mpz_sub(work[0], w->begin, paths[i]->begin);
        move_origin(paths[i], work[0], work[1]);
    }
    set_gap(w, work[5]);
}

/* ---- signs ------------------------------------------------------------------------------------
 */

/* The sign of a polynomial at x / 2^shift, by Horner's rule on whole numbers. */
static int sign_at(mpz_t *coefficients, int degree, const mpz_t x, mp_bitcnt_t shift, mpz_t sum,
                   mpz_t term)
{
    if (degree < 0)
        return 0;
    mpz_set(sum, coefficients[degree]);
    for (int i = degree - 1; i >= 0; i--) {
        mpz_mul(sum, sum, x);
        mpz_mul_2exp(term, coefficients[i], shift * (mp_bitcnt_t)(degree - i));
        mpz_add(sum, sum, term);
    }
    return mpz_sgn(sum);
}

static int gap_sign(oracle_whole *w, const mpz_t x, mp_bitcnt_t shift)
{
    return sign_at(w->gap, w->degree, x, shift, w->work[3], w->work[4]);
}

/* work[0] / 2^shift = the instant x since the common life began; work[1] and
 * length get the same shift. Returns whether x lies before (-1), in (0) or after
 * (1) the open common life. */
static int locate(oracle_whole *w, double x, mp_bitcnt_t *shift)
{
    mpz_t *work = w->work;
    int exponent;
    int64_t whole = take_apart(x, &exponent);
    *shift = 0;
    mpz_set_si(work[0], (long)whole);
    if (whole != 0 && exponent >= w->time_unit)
        mpz_mul_2exp(work[0], work[0], (mp_bitcnt_t)(exponent - w->time_unit));
    else if (whole != 0)
        *shift = (mp_bitcnt_t)(w->time_unit - exponent);
    mpz_mul_2exp(work[1], w->begin, *shift);
    mpz_sub(work[0], work[0], work[1]);
    if (mpz_sgn(work[0]) <= 0)
        return -1;
    if (w->endless)
        return 0;
    mpz_mul_2exp(work[1], w->length, *shift);
    return mpz_cmp(work[0], work[1]) < 0 ? 0 : 1;
}

bool oracle_whole_holds(oracle_whole *w, double x)
{
    mp_bitcnt_t shift;
    if (w->empty || w->unreachable || isinf(x) || locate(w, x, &shift) != 0)
        return false;
    return gap_sign(w, w->work[0], shift) < 0;
}

int oracle_whole_side(oracle_whole *w, double x)
{
    mp_bitcnt_t shift;
    assert(w->degree <= 2);
    if (isinf(x))
        return x < 0 ? -1 : 1;
    int where = locate(w, x, &shift);
    if (where != 0 || gap_sign(w, w->work[0], shift) < 0)
        return where;
    /* The gap opens upward and is negative somewhere: where it falls, that is later. */
    mpz_t *work = w->work;
    mpz_mul_2exp(work[2], w->gap[1], shift);
    mpz_mul(work[1], w->gap[2], work[0]);
    mpz_mul_2exp(work[1], work[1], 1);
    mpz_add(work[1], work[1], work[2]);
    return mpz_sgn(work[1]) < 0 ? -1 : 1;
}

bool oracle_whole_confirms(oracle_whole *w, const graze_interval *interval)
{
    const double lower = interval->lower, upper = interval->upper;
    return lower < upper && oracle_whole_side(w, lower) < 0 && oracle_whole_side(w, upper) > 0 &&
           oracle_whole_side(w, nextafter(lower, INFINITY)) >= 0 &&
           oracle_whole_side(w, nextafter(upper, -INFINITY)) <= 0;
}

/* ---- decisions ----------------------------------------------------------------------------------
 */

/* Shortens by common factors of two, which keeps signs. */
static void shorten(mpz_t *p, int degree)
{
    mp_bitcnt_t zeros = ~(mp_bitcnt_t)0;
    for (int i = 0; i <= degree; i++)
        if (mpz_sgn(p[i]) != 0 && mpz_scan1(p[i], 0) < zeros)
            zeros = mpz_scan1(p[i], 0);
    for (int i = 0; i <= degree && zeros > 0; i++)
        mpz_tdiv_q_2exp(p[i], p[i], zeros);
}

/* p = minus the remainder of p by the divisor, times something positive. */
static int replace_by_remainder(mpz_t *p, int degree, mpz_t *divisor, int top, mpz_t *work)
{
    mpz_abs(work[1], divisor[top]);
    for (; degree >= top; degree--) {
        mpz_set(work[0], p[degree]);
        if (mpz_sgn(divisor[top]) < 0)
            mpz_neg(work[0], work[0]);
        for (int i = 0; i < degree; i++)
            mpz_mul(p[i], p[i], work[1]);
        for (int i = 0; i < top; i++)
            mpz_submul(p[degree - top + i], work[0], divisor[i]);
    }
    while (degree >= 0 && mpz_sgn(p[degree]) == 0)
        degree--;
    for (int i = 0; i <= degree; i++)
        mpz_neg(p[i], p[i]);
    if (degree >= 0)
        shorten(p, degree);
    return degree;
}

/* Sturm's sequence of the gap; returns its length. */
static int find_chain(oracle_whole *w, int degrees[WHOLE_CHAIN])
{
    mpz_t(*chain)[WHOLE_DEGREE + 1] = w->chain;
    for (int i = 0; i <= w->degree; i++)
        mpz_set(chain[0][i], w->gap[i]);
    for (int i = 1; i <= w->degree; i++)
        mpz_mul_ui(chain[1][i - 1], w->gap[i], (unsigned long)i);
    degrees[0] = w->degree;
    degrees[1] = w->degree - 1;
    int length = 2;
    while (degrees[length - 1] > 0) {
        for (int i = 0; i <= degrees[length - 2]; i++)
            mpz_set(chain[length][i], chain[length - 2][i]);
        degrees[length] = replace_by_remainder(chain[length], degrees[length - 2],
                                               chain[length - 1], degrees[length - 1], w->work);
        if (degrees[length] < 0)
            break;
        length++;
    }
    return length;
}

static int count_changes(oracle_whole *w, const int *degrees, int length, bool at_end)
{
    int changes = 0, last = 0;
    for (int i = 0; i < length; i++) {
        int sign = !at_end ? mpz_sgn(w->chain[i][0])
                   : w->endless
                       ? mpz_sgn(w->chain[i][degrees[i]])
                       : sign_at(w->chain[i], degrees[i], w->length, 0, w->work[3], w->work[4]);
        changes += sign != 0 && last != 0 && sign != last;
        if (sign != 0)
            last = sign;
    }
    return changes;
}

/* Simple roots inside are changes of sign. Where roots are multiple, or the gap
 * vanishes at both ends, the sign pattern of the slow oracle tells. */
static bool pattern_overlaps(const oracle_whole *w)
{
    oracle_polynomial gap;
    oracle_sign_pattern pattern;
    oracle_stretch life;
    oracle_polynomial_init(&gap);
    oracle_sign_pattern_init(&pattern);
    oracle_stretch_init(&life);
    gap.degree = w->degree;
    for (int i = 0; i <= w->degree; i++)
        mpz_set(gap.coefficient[i], w->gap[i]);
    life.endless = w->endless;
    if (!w->endless)
        mpq_set_z(life.end, w->length);
    oracle_sign_pattern_find(&pattern, &gap, &life);
    bool overlaps = oracle_overlaps(&pattern);
    oracle_polynomial_clear(&gap);
    oracle_sign_pattern_clear(&pattern);
    oracle_stretch_clear(&life);
    return overlaps;
}

/* The gap is not negative at either end of the life: does it dip between? */
static bool dips(oracle_whole *w, int sign_at_end)
{
    int degrees[WHOLE_CHAIN];
    const int length = find_chain(w, degrees), sign_at_begin = mpz_sgn(w->gap[0]);
    const bool all_simple = degrees[length - 1] == 0;
    if (!all_simple && w->degree <= 2)
        return false; /* a square */
    if (!all_simple && (sign_at_begin == 0 || sign_at_end == 0))
        return pattern_overlaps(w);
    int roots = count_changes(w, degrees, length, false) - count_changes(w, degrees, length, true);
    if (!w->endless && sign_at_end == 0)
        roots--; /* they were counted in (begin, end] */
    if (roots > 0)
        return all_simple || pattern_overlaps(w);
    return sign_at_begin == 0 && sign_at_end == 0 && pattern_overlaps(w);
}

bool oracle_whole_exists(oracle_whole *w)
{
    if (w->empty || w->unreachable || w->degree < 0)
        return false;
    if (mpz_sgn(w->gap[0]) < 0)
        return true;
    if (w->degree == 0)
        return false;
    int sign_at_end = w->endless ? mpz_sgn(w->gap[w->degree]) : gap_sign(w, w->length, 0);
    return sign_at_end < 0 || dips(w, sign_at_end);
}
