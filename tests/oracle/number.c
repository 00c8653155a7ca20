/* SPDX-License-Identifier: MIT */
/* Algebraic numbers. See number.h. */
#include "oracle/number.h"

#include <math.h>

#include "oracle/rounding.h"

enum { HALVINGS_BEFORE_PROOF = 12 }; /* cheaper than a common divisor */

void oracle_number_init_root(oracle_number *x, const oracle_sign_pattern *pattern, int k)
{
    oracle_polynomial_init(&x->simple);
    oracle_polynomial_copy(&x->simple, &pattern->simple);
    mpq_inits(x->low, x->high, NULL);
    mpq_set(x->low, pattern->between[k]);
    mpq_set(x->high, pattern->between[k + 1]);
}

void oracle_number_init_rational(oracle_number *x, const mpq_t q)
{
    oracle_polynomial_init(&x->simple);
    mpq_inits(x->low, x->high, NULL);
    mpq_set(x->low, q);
    mpq_set(x->high, q);
}

void oracle_number_clear(oracle_number *x)
{
    oracle_polynomial_clear(&x->simple);
    mpq_clears(x->low, x->high, NULL);
}

static bool is_rational(const oracle_number *x)
{
    return mpq_equal(x->low, x->high);
}

void oracle_number_narrow(oracle_number *x)
{
    if (is_rational(x))
        return;
    mpq_t middle;
    mpq_init(middle);
    oracle_choose_between(middle, x->low, x->high);
    int sign = oracle_polynomial_sign_at(&x->simple, middle);
    if (sign == 0 || sign == oracle_polynomial_sign_at(&x->simple, x->low))
        mpq_set(x->low, middle);
    if (sign == 0 || sign == oracle_polynomial_sign_at(&x->simple, x->high))
        mpq_set(x->high, middle);
    mpq_clear(middle);
}

int oracle_number_compare_rational(const oracle_number *x, const mpq_t q)
{
    if (is_rational(x)) {
        int order = mpq_cmp(x->low, q);
        return (order > 0) - (order < 0);
    }
    if (mpq_cmp(q, x->low) <= 0)
        return 1;
    if (mpq_cmp(q, x->high) >= 0)
        return -1;
    int sign = oracle_polynomial_sign_at(&x->simple, q);
    if (sign == 0)
        return 0;
    return sign == oracle_polynomial_sign_at(&x->simple, x->low) ? 1 : -1;
}

/* Does p, without a root at either end, have a root strictly between? */
static bool changes_sign(const oracle_polynomial *p, const mpq_t low, const mpq_t high)
{
    return oracle_polynomial_sign_at(p, low) * oracle_polynomial_sign_at(p, high) < 0;
}

static bool is_zero_at(oracle_number *x, const oracle_polynomial *p)
{
    if (is_rational(x))
        return oracle_polynomial_sign_at(p, x->low) == 0;
    oracle_polynomial common;
    oracle_polynomial_init(&common);
    oracle_polynomial_common(&common, &x->simple, p);
    bool zero = common.degree > 0 && changes_sign(&common, x->low, x->high);
    oracle_polynomial_clear(&common);
    return zero;
}

/* Has p one sign, not 0, on the whole closed interval? */
static int constant_sign(const oracle_polynomial *p, const mpq_t low, const mpq_t high)
{
    int sign = oracle_polynomial_sign_at(p, low);
    if (sign == 0 || sign != oracle_polynomial_sign_at(p, high))
        return 0;
    oracle_stretch inside;
    oracle_sign_pattern pattern;
    oracle_stretch_init(&inside);
    oracle_sign_pattern_init(&pattern);
    mpq_set(inside.begin, low);
    mpq_set(inside.end, high);
    oracle_sign_pattern_find(&pattern, p, &inside);
    if (pattern.roots > 0)
        sign = 0;
    oracle_sign_pattern_clear(&pattern);
    oracle_stretch_clear(&inside);
    return sign;
}

/* [low, high] times [from, to], plus a number */
static void multiply_and_add(mpq_t low, mpq_t high, const mpq_t from, const mpq_t to,
                             mpz_srcptr add)
{
    mpq_t product[4], term;
    mpq_inits(product[0], product[1], product[2], product[3], term, NULL);
    mpq_mul(product[0], low, from);
    mpq_mul(product[1], low, to);
    mpq_mul(product[2], high, from);
    mpq_mul(product[3], high, to);
    mpq_set(low, product[0]);
    mpq_set(high, product[0]);
    for (int i = 1; i < 4; i++) {
        if (mpq_cmp(product[i], low) < 0)
            mpq_set(low, product[i]);
        if (mpq_cmp(product[i], high) > 0)
            mpq_set(high, product[i]);
    }
    mpq_set_z(term, add);
    mpq_add(low, low, term);
    mpq_add(high, high, term);
    mpq_clears(product[0], product[1], product[2], product[3], term, NULL);
}

/* Horner's rule on the interval: the sign of all that p can be there, or 0. */
static int rough_sign(const oracle_number *x, const oracle_polynomial *p)
{
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    for (int i = p->degree; i >= 0; i--)
        multiply_and_add(low, high, x->low, x->high, p->coefficient[i]);
    int sign = mpq_sgn(low) > 0 ? 1 : mpq_sgn(high) < 0 ? -1 : 0;
    mpq_clears(low, high, NULL);
    return sign;
}

int oracle_number_sign_of(oracle_number *x, const oracle_polynomial *p)
{
    for (int round = 0; round < HALVINGS_BEFORE_PROOF && !is_rational(x); round++) {
        int sign = rough_sign(x, p);
        if (sign != 0)
            return sign;
        oracle_number_narrow(x);
        oracle_number_narrow(x);
    }
    if (is_zero_at(x, p))
        return 0;
    for (;;) {
        if (is_rational(x))
            return oracle_polynomial_sign_at(p, x->low);
        int sign = constant_sign(p, x->low, x->high);
        if (sign != 0)
            return sign;
        oracle_number_narrow(x);
    }
}

/* The order that the intervals show, or 0. */
static int visible_order(const oracle_number *x, const oracle_number *y)
{
    if (is_rational(y))
        return oracle_number_compare_rational(x, y->low);
    if (is_rational(x))
        return -oracle_number_compare_rational(y, x->low);
    if (mpq_cmp(x->high, y->low) <= 0)
        return -1;
    return mpq_cmp(y->high, x->low) <= 0 ? 1 : 0;
}

/* A common root of both polynomials in both intervals is both numbers. */
static bool are_equal(const oracle_number *x, const oracle_number *y)
{
    oracle_polynomial common;
    oracle_polynomial_init(&common);
    oracle_polynomial_common(&common, &x->simple, &y->simple);
    bool equal =
        common.degree > 0 && changes_sign(&common, mpq_cmp(x->low, y->low) > 0 ? x->low : y->low,
                                          mpq_cmp(x->high, y->high) < 0 ? x->high : y->high);
    oracle_polynomial_clear(&common);
    return equal;
}

int oracle_number_compare(oracle_number *x, oracle_number *y)
{
    for (int round = 0;; round++) {
        int order = visible_order(x, y);
        if (order != 0)
            return order;
        if (is_rational(x) || is_rational(y))
            return 0; /* was compared above */
        if (round == HALVINGS_BEFORE_PROOF && are_equal(x, y))
            return 0;
        oracle_number_narrow(x);
        oracle_number_narrow(y);
    }
}

void oracle_number_between(mpq_t between, oracle_number *x, oracle_number *y)
{
    while (mpq_cmp(x->high, y->low) >= 0) {
        oracle_number_narrow(x);
        oracle_number_narrow(y);
    }
    oracle_choose_between(between, x->high, y->low);
}

/* ---- rounding -------------------------------------------------------------------------------- */

static bool is_not_above(const void *context, double d)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, d);
    bool answer = oracle_number_compare_rational(context, q) >= 0;
    mpq_clear(q);
    return answer;
}

double oracle_number_round_down(const oracle_number *x)
{
    return oracle_last_yes(is_not_above, x, oracle_round_down(x->low));
}

double oracle_number_round_up(const oracle_number *x)
{
    mpq_t q;
    double down = oracle_number_round_down(x);
    mpq_init(q);
    if (oracle_double_rank(down) > oracle_double_rank(-INFINITY)) {
        mpq_set_d(q, down);
        if (oracle_number_compare_rational(x, q) == 0) {
            mpq_clear(q);
            return down;
        }
    }
    mpq_clear(q);
    return oracle_double_of_rank(oracle_double_rank(down) + 1);
}

static int compare_to(const void *context, const mpq_t q)
{
    return oracle_number_compare_rational(context, q);
}

double oracle_number_round_nearest(const oracle_number *x)
{
    double down = oracle_number_round_down(x);
    if (oracle_number_round_up(x) == down)
        return down;
    return oracle_nearest_by_comparison(compare_to, x, down);
}
