/* SPDX-License-Identifier: MIT */
/* Exact rationals to doubles, by comparison. See rounding.h. */
#include "oracle/rounding.h"

#include <float.h>
#include <math.h>
#include <string.h>

int64_t oracle_double_rank(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >= 0 ? bits : -(bits & INT64_MAX);
}

double oracle_double_of_rank(int64_t rank)
{
    int64_t magnitude = rank >= 0 ? rank : -rank;
    double x;
    memcpy(&x, &magnitude, sizeof x);
    return rank >= 0 ? x : -x;
}

int64_t oracle_middle_rank(int64_t low, int64_t high)
{
    return low / 2 + high / 2 + (low % 2 + high % 2) / 2;
}

/* Walks outward from the guess in doubling strides until the answer is
 * bracketed, then halves the bracket. Correct for any guess. */
double oracle_last_yes(oracle_double_question question, const void *context, double guess)
{
    const int64_t lowest = oracle_double_rank(-INFINITY), highest = oracle_double_rank(INFINITY);
    int64_t yes = lowest, no = highest;
    int64_t at = oracle_double_rank(guess);
    if (at <= lowest)
        at = lowest + 1;
    if (at >= highest)
        at = highest - 1;
    const int64_t widest = INT64_C(1) << 50; /* far from overflow; then halving */
    for (int64_t stride = 1; stride < widest && (yes == lowest || no == highest); stride *= 2) {
        if (question(context, oracle_double_of_rank(at))) {
            yes = at;
            at = at < no - stride ? at + stride : no - 1;
        } else {
            no = at;
            at = at > yes + stride ? at - stride : yes + 1;
        }
        if (at <= yes || at >= no)
            break;
    }
    while (yes + 1 < no) {
        int64_t middle = oracle_middle_rank(yes, no);
        if (question(context, oracle_double_of_rank(middle)))
            yes = middle;
        else
            no = middle;
    }
    return oracle_double_of_rank(yes);
}

static bool is_not_above(const void *context, double x)
{
    mpq_srcptr q = context;
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, x);
    bool answer = mpq_cmp(exact, q) <= 0;
    mpq_clear(exact);
    return answer;
}

/* mpq_get_d is undefined where the result would overflow. */
static double rough(const mpq_t q)
{
    long bits = (long)mpz_sizeinbase(mpq_numref(q), 2) - (long)mpz_sizeinbase(mpq_denref(q), 2);
    if (bits > 1000)
        return mpq_sgn(q) * DBL_MAX;
    if (bits < -1000)
        return 0;
    return mpq_get_d(q);
}

double oracle_round_down(const mpq_t q)
{
    mpq_t copy;
    mpq_init(copy);
    mpq_set(copy, q);
    double down = oracle_last_yes(is_not_above, copy, rough(q));
    mpq_clear(copy);
    return down;
}

double oracle_round_up(const mpq_t q)
{
    mpq_t opposite;
    mpq_init(opposite);
    mpq_neg(opposite, q);
    double up = -oracle_round_down(opposite);
    mpq_clear(opposite);
    return up;
}

/* A double as a rational, with the infinities where the next double would be. */
static void set_extended(mpq_t q, double x)
{
    if (isinf(x)) {
        mpq_set_si(q, x > 0 ? 1 : -1, 1);
        mpq_mul_2exp(q, q, DBL_MAX_EXP);
    } else {
        mpq_set_d(q, x);
    }
}

double oracle_nearest_by_comparison(oracle_number_comparison compare, const void *context,
                                    double down)
{
    double up = oracle_double_of_rank(oracle_double_rank(down) + 1);
    mpq_t lower, upper;
    mpq_inits(lower, upper, NULL);
    set_extended(lower, down);
    set_extended(upper, up);
    mpq_add(lower, lower, upper);
    mpq_div_2exp(lower, lower, 1);
    int side = compare(context, lower);
    mpq_clears(lower, upper, NULL);
    if (side != 0)
        return side < 0 ? down : up;
    return oracle_double_rank(down) % 2 == 0 ? down : up;
}

static int compare_rational(const void *context, const mpq_t q)
{
    mpq_srcptr number = context;
    return mpq_cmp(number, q);
}

double oracle_round_nearest(const mpq_t q)
{
    mpq_t copy;
    mpq_init(copy);
    mpq_set(copy, q);
    double nearest = oracle_nearest_by_comparison(compare_rational, copy, oracle_round_down(q));
    mpq_clear(copy);
    return nearest;
}
