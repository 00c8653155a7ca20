/* SPDX-License-Identifier: MIT */
/* The earliest least instant of a quartic. See deepest.h.
 *
 * It is an end of the stretch or a root of the derivative at which that turns from
 * falling to rising. A valley is compared with an end by counting the roots of
 * `square - value at the end` around the valley. Two valleys are compared through
 * the ridge between them: over the way from one to the other the derivative
 * c (t - v1)(t - ridge)(t - v2) integrates to a positive multiple of
 * ridge - (v1 + v2)/2, so the earlier valley is the deeper one when the mean of all
 * three roots, a rational number, lies before the ridge. */
#include "oracle/deepest.h"

#include "oracle/rounding.h"

typedef struct valley_search {
    const oracle_rational_polynomial *square;
    oracle_polynomial derivative;
    oracle_sign_pattern slope; /* of the derivative, inside the stretch */
} valley_search;

static void search_open(valley_search *s, const oracle_rational_polynomial *square,
                        const oracle_stretch *where)
{
    oracle_rational_polynomial derivative;
    mpq_t factor;
    oracle_rational_polynomial_init(&derivative);
    oracle_polynomial_init(&s->derivative);
    oracle_sign_pattern_init(&s->slope);
    mpq_init(factor);
    for (unsigned i = 1; i <= POLYNOMIAL_DEGREE; i++) {
        mpq_set_ui(factor, i, 1);
        mpq_mul(derivative.coefficient[i - 1], square->coefficient[i], factor);
    }
    oracle_polynomial_set(&s->derivative, derivative.coefficient[0], POLYNOMIAL_DEGREE - 1);
    oracle_sign_pattern_find(&s->slope, &s->derivative, where);
    s->square = square;
    mpq_clear(factor);
    oracle_rational_polynomial_clear(&derivative);
}

static void search_close(valley_search *s)
{
    oracle_polynomial_clear(&s->derivative);
    oracle_sign_pattern_clear(&s->slope);
}

static bool is_valley(const valley_search *s, int root)
{
    return s->slope.sign[root] < 0 && s->slope.sign[root + 1] > 0;
}

/* Is the earlier of two valleys at least as deep? */
static bool earlier_is_deeper(const valley_search *s)
{
    mpq_t mean;
    mpq_init(mean);
    mpq_set_num(mean, s->derivative.coefficient[2]);
    mpq_set_den(mean, s->derivative.coefficient[3]);
    mpq_canonicalize(mean);
    mpz_mul_si(mpq_denref(mean), mpq_denref(mean), -3);
    mpq_canonicalize(mean);
    bool deeper = oracle_polynomial_sign_at(&s->derivative, mean) >= 0;
    mpq_clear(mean);
    return deeper;
}

/* The deepest valley, or -1. */
static int choose_valley(const valley_search *s)
{
    int chosen = -1;
    for (int root = 0; root < s->slope.roots; root++)
        if (is_valley(s, root) && (chosen < 0 || !earlier_is_deeper(s)))
            chosen = root;
    return chosen;
}

/* The sign of (least value in the valley) - value: between its neighbours in
 * `between` the valley has the least one. */
static int compare_valley(const valley_search *s, int root, const mpq_t value)
{
    oracle_rational_polynomial rest;
    oracle_polynomial gap;
    oracle_sign_pattern pattern;
    oracle_stretch around;
    oracle_rational_polynomial_init(&rest);
    oracle_polynomial_init(&gap);
    oracle_sign_pattern_init(&pattern);
    oracle_stretch_init(&around);
    mpq_set(around.begin, s->slope.between[root]);
    mpq_set(around.end, s->slope.between[root + 1]);
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpq_set(rest.coefficient[i], s->square->coefficient[i]);
    mpq_sub(rest.coefficient[0], rest.coefficient[0], value);
    oracle_polynomial_set(&gap, rest.coefficient[0], POLYNOMIAL_DEGREE);
    oracle_sign_pattern_find(&pattern, &gap, &around);
    int sign = pattern.roots > 0 ? 0 : 1;
    for (int k = 0; k <= pattern.roots; k++)
        if (pattern.sign[k] < 0)
            sign = -1;
    oracle_stretch_clear(&around);
    oracle_sign_pattern_clear(&pattern);
    oracle_polynomial_clear(&gap);
    oracle_rational_polynomial_clear(&rest);
    return sign;
}

typedef struct valley {
    const valley_search *search;
    int root;
} valley;

/* The sign of valley - q. */
static int compare_instant(const void *context, const mpq_t q)
{
    const valley *v = context;
    const oracle_sign_pattern *slope = &v->search->slope;
    if (mpq_cmp(q, slope->between[v->root]) <= 0)
        return 1;
    if (mpq_cmp(q, slope->between[v->root + 1]) >= 0)
        return -1;
    return -oracle_polynomial_sign_at(&v->search->derivative, q);
}

static double round_valley(const valley_search *s, int root)
{
    const valley v = {s, root};
    double down, up;
    oracle_sign_pattern_round_root(&s->slope, root, &down, &up);
    return down == up ? down : oracle_nearest_by_comparison(compare_instant, &v, down);
}

double oracle_least_instant(const oracle_rational_polynomial *square, const oracle_stretch *where)
{
    valley_search s;
    mpq_t first, last;
    mpq_inits(first, last, NULL);
    search_open(&s, square, where);
    oracle_rational_polynomial_value(first, square, where->begin);
    if (!where->endless)
        oracle_rational_polynomial_value(last, square, where->end);
    const int root = choose_valley(&s);
    const bool below_first = root >= 0 && compare_valley(&s, root, first) < 0;
    const bool ends_lower = !where->endless && mpq_cmp(last, first) < 0;
    double instant = oracle_round_nearest(where->begin);
    if (ends_lower && (!below_first || compare_valley(&s, root, last) > 0))
        instant = oracle_round_nearest(where->end);
    else if (below_first)
        instant = round_valley(&s, root);
    search_close(&s);
    mpq_clears(first, last, NULL);
    return instant;
}
