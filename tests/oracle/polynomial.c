/* SPDX-License-Identifier: MIT */
/* Sturm's theorem and bisection. See polynomial.h. */
#include "oracle/polynomial.h"

#include <math.h>
#include <stdint.h>

#include "oracle/rounding.h"

void oracle_polynomial_init(oracle_polynomial *p)
{
    p->degree = -1;
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpz_init(p->coefficient[i]);
}

void oracle_polynomial_clear(oracle_polynomial *p)
{
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpz_clear(p->coefficient[i]);
}

void oracle_polynomial_copy(oracle_polynomial *p, const oracle_polynomial *other)
{
    p->degree = other->degree;
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpz_set(p->coefficient[i], other->coefficient[i]);
}

static void trim(oracle_polynomial *p)
{
    while (p->degree >= 0 && mpz_sgn(p->coefficient[p->degree]) == 0)
        p->degree--;
}

/* Divides by the greatest common divisor of the coefficients, which is
 * positive: signs stay, numbers stay small. */
static void shorten(oracle_polynomial *p)
{
    mpz_t common;
    mpz_init(common);
    for (int i = 0; i <= p->degree; i++)
        mpz_gcd(common, common, p->coefficient[i]);
    if (mpz_cmp_ui(common, 1) > 0)
        for (int i = 0; i <= p->degree; i++)
            mpz_divexact(p->coefficient[i], p->coefficient[i], common);
    mpz_clear(common);
}

void oracle_polynomial_set(oracle_polynomial *p, mpq_srcptr coefficients, int degree)
{
    mpz_t common;
    mpz_init_set_ui(common, 1);
    for (int i = 0; i <= degree; i++)
        mpz_lcm(common, common, mpq_denref(coefficients + i));
    p->degree = degree;
    for (int i = 0; i <= degree; i++) {
        mpz_divexact(p->coefficient[i], common, mpq_denref(coefficients + i));
        mpz_mul(p->coefficient[i], p->coefficient[i], mpq_numref(coefficients + i));
    }
    mpz_clear(common);
    trim(p);
    shorten(p);
}

/* Horner's rule on the numerator: with x = a/b, b > 0, the sign of p(x) is that
 * of the sum of c[i] a^i b^(degree - i). */
int oracle_polynomial_sign_at(const oracle_polynomial *p, const mpq_t x)
{
    if (p->degree < 0)
        return 0;
    mpz_t sum, power;
    mpz_init_set(sum, p->coefficient[p->degree]);
    mpz_init_set_ui(power, 1);
    for (int i = p->degree - 1; i >= 0; i--) {
        mpz_mul(power, power, mpq_denref(x));
        mpz_mul(sum, sum, mpq_numref(x));
        mpz_addmul(sum, p->coefficient[i], power);
    }
    int sign = mpz_sgn(sum);
    mpz_clears(sum, power, NULL);
    return sign;
}

/* The same with x = whole * 2^exponent, where powers of b are shifts. */
int oracle_polynomial_sign_at_double(const oracle_polynomial *p, double x)
{
    if (p->degree < 0)
        return 0;
    int exponent;
    long whole = (long)ldexp(frexp(x, &exponent), 53);
    exponent -= 53;
    while (whole != 0 && whole % 2 == 0 && exponent < 0) {
        whole /= 2;
        exponent++;
    }
    mpz_t sum, term;
    mpz_init_set(sum, p->coefficient[p->degree]);
    mpz_init(term);
    for (int i = p->degree - 1; i >= 0; i--) {
        mpz_mul_si(sum, sum, whole);
        if (exponent >= 0) {
            mpz_mul_2exp(sum, sum, (mp_bitcnt_t)exponent);
            mpz_add(sum, sum, p->coefficient[i]);
        } else {
            mpz_mul_2exp(term, p->coefficient[i], (mp_bitcnt_t)(-exponent * (p->degree - i)));
            mpz_add(sum, sum, term);
        }
    }
    int sign = mpz_sgn(sum);
    mpz_clears(sum, term, NULL);
    return sign;
}

void oracle_polynomial_differentiate(oracle_polynomial *derivative, const oracle_polynomial *p)
{
    derivative->degree = p->degree > 0 ? p->degree - 1 : -1;
    for (int i = 1; i <= p->degree; i++)
        mpz_mul_ui(derivative->coefficient[i - 1], p->coefficient[i], (unsigned long)i);
}

/* Divides `p` by `divisor` in whole numbers: after it, a positive multiple of
 * the old p is quotient * divisor + p. `quotient` may be null. */
static void divide(oracle_polynomial *p, const oracle_polynomial *divisor,
                   oracle_polynomial *quotient)
{
    const int top = divisor->degree;
    mpz_t head, scale;
    mpz_inits(head, scale, NULL);
    mpz_abs(scale, divisor->coefficient[top]);
    if (quotient) {
        quotient->degree = p->degree - top;
        for (int i = 0; i <= quotient->degree; i++)
            mpz_set_ui(quotient->coefficient[i], 0);
    }
    for (int shift = p->degree - top; shift >= 0; shift--) {
        mpz_set(head, p->coefficient[shift + top]);
        if (mpz_sgn(divisor->coefficient[top]) < 0)
            mpz_neg(head, head);
        for (int i = 0; i <= p->degree; i++)
            mpz_mul(p->coefficient[i], p->coefficient[i], scale);
        for (int i = 0; i <= top; i++)
            mpz_submul(p->coefficient[shift + i], head, divisor->coefficient[i]);
        for (int i = 0; quotient && i <= quotient->degree; i++)
            mpz_mul(quotient->coefficient[i], quotient->coefficient[i], scale);
        if (quotient)
            mpz_set(quotient->coefficient[shift], head);
    }
    trim(p);
    mpz_clears(head, scale, NULL);
}

/* Sturm's sequence: p, p', and then each the negated remainder of the two
 * before it. The last one is the greatest common divisor of p and p'. */
typedef struct sequence {
    int length;
    oracle_polynomial member[POLYNOMIAL_DEGREE + 2];
} sequence;

static void sequence_init(sequence *s)
{
    s->length = 0;
    for (int i = 0; i < POLYNOMIAL_DEGREE + 2; i++)
        oracle_polynomial_init(&s->member[i]);
}

static void sequence_clear(sequence *s)
{
    for (int i = 0; i < POLYNOMIAL_DEGREE + 2; i++)
        oracle_polynomial_clear(&s->member[i]);
}

static void sequence_find(sequence *s, const oracle_polynomial *p)
{
    oracle_polynomial_copy(&s->member[0], p);
    oracle_polynomial_differentiate(&s->member[1], p);
    for (s->length = 1; s->member[s->length].degree >= 0; s->length++) {
        oracle_polynomial *next = &s->member[s->length + 1];
        oracle_polynomial_copy(next, &s->member[s->length - 1]);
        divide(next, &s->member[s->length], NULL);
        for (int i = 0; i <= next->degree; i++)
            mpz_neg(next->coefficient[i], next->coefficient[i]);
        shorten(next);
    }
}

void oracle_polynomial_common(oracle_polynomial *common, const oracle_polynomial *p,
                              const oracle_polynomial *q)
{
    oracle_polynomial rest, next;
    oracle_polynomial_init(&rest);
    oracle_polynomial_init(&next);
    oracle_polynomial_copy(common, p);
    oracle_polynomial_copy(&rest, q);
    while (rest.degree >= 0) {
        oracle_polynomial_copy(&next, common);
        if (next.degree >= rest.degree)
            divide(&next, &rest, NULL);
        shorten(&next);
        oracle_polynomial_copy(common, &rest);
        oracle_polynomial_copy(&rest, &next);
    }
    oracle_polynomial_clear(&next);
    oracle_polynomial_clear(&rest);
}

static int count_changes(const int *signs, int count)
{
    int changes = 0, last = 0;
    for (int i = 0; i < count; i++) {
        if (signs[i] != 0 && last != 0 && signs[i] != last)
            changes++;
        if (signs[i] != 0)
            last = signs[i];
    }
    return changes;
}

static int changes_at(const sequence *s, const mpq_t x)
{
    int signs[POLYNOMIAL_DEGREE + 2];
    for (int i = 0; i < s->length; i++)
        signs[i] = oracle_polynomial_sign_at(&s->member[i], x);
    return count_changes(signs, s->length);
}

static int changes_at_infinity(const sequence *s)
{
    int signs[POLYNOMIAL_DEGREE + 2];
    for (int i = 0; i < s->length; i++)
        signs[i] = mpz_sgn(s->member[i].coefficient[s->member[i].degree]);
    return count_changes(signs, s->length);
}

/* p without its repeated factors, and Sturm's sequence of that. */
static void make_simple(oracle_polynomial *simple, sequence *s, const oracle_polynomial *p)
{
    oracle_polynomial_copy(simple, p);
    sequence_find(s, p);
    const oracle_polynomial *common = &s->member[s->length - 1];
    if (common->degree < 1)
        return;
    oracle_polynomial rest;
    oracle_polynomial_init(&rest);
    oracle_polynomial_copy(&rest, p);
    divide(&rest, common, simple);
    oracle_polynomial_clear(&rest);
    shorten(simple);
    sequence_find(s, simple);
}

void oracle_stretch_init(oracle_stretch *s)
{
    mpq_inits(s->begin, s->end, NULL);
    s->endless = false;
}

void oracle_stretch_clear(oracle_stretch *s)
{
    mpq_clears(s->begin, s->end, NULL);
}

void oracle_stretch_set(oracle_stretch *s, const oracle_stretch *other)
{
    mpq_set(s->begin, other->begin);
    mpq_set(s->end, other->end);
    s->endless = other->endless;
}

bool oracle_stretch_is_empty(const oracle_stretch *s)
{
    return !s->endless && mpq_cmp(s->begin, s->end) >= 0;
}

/* A number after every root (Cauchy's bound) and after `least`. */
static void bound_roots(mpq_t bound, const oracle_polynomial *p, const mpq_t least)
{
    mpz_t sum, head;
    mpz_inits(sum, head, NULL);
    for (int i = 0; i < p->degree; i++) {
        mpz_abs(head, p->coefficient[i]);
        mpz_add(sum, sum, head);
    }
    mpz_abs(head, p->coefficient[p->degree]);
    mpz_cdiv_q(sum, sum, head);
    mpz_cdiv_q(head, mpq_numref(least), mpq_denref(least));
    if (mpz_cmp(sum, head) < 0)
        mpz_set(sum, head);
    mpz_add_ui(sum, sum, 1);
    mpq_set_z(bound, sum);
    mpz_clears(sum, head, NULL);
}

/* A rational strictly between: the double in the middle of the doubles between
 * while there is one, which crosses 600 decades in 64 steps, then the mean. */
void oracle_choose_between(mpq_t middle, const mpq_t low, const mpq_t high)
{
    int64_t below = oracle_double_rank(oracle_round_down(low)),
            above = oracle_double_rank(oracle_round_up(high));
    int64_t halfway = oracle_middle_rank(below, above);
    if (below + 1 < halfway && halfway + 1 < above) {
        mpq_set_d(middle, oracle_double_of_rank(halfway));
        return;
    }
    mpq_add(middle, low, high);
    mpq_div_2exp(middle, middle, 1);
}

/* A rational of gap k: after exactly k of the roots, and no root itself. */
static void sample_gap(mpq_t sample, const oracle_polynomial *simple, const sequence *s,
                       const mpq_t begin, const mpq_t end, int k)
{
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    mpq_set(low, begin);
    mpq_set(high, end);
    const int before = changes_at(s, begin);
    for (;;) {
        oracle_choose_between(sample, low, high);
        int passed = before - changes_at(s, sample); /* roots in (begin, sample] */
        bool is_root = oracle_polynomial_sign_at(simple, sample) == 0;
        if (passed == k && !is_root)
            break;
        if (passed > k)
            mpq_set(high, sample);
        else
            mpq_set(low, sample);
    }
    mpq_clears(low, high, NULL);
}

void oracle_sign_pattern_init(oracle_sign_pattern *pattern)
{
    pattern->roots = 0;
    oracle_polynomial_init(&pattern->simple);
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpq_init(pattern->between[i]);
}

void oracle_sign_pattern_clear(oracle_sign_pattern *pattern)
{
    oracle_polynomial_clear(&pattern->simple);
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpq_clear(pattern->between[i]);
}

static int count_roots(const sequence *s, const oracle_polynomial *simple,
                       const oracle_stretch *where)
{
    int before = changes_at(s, where->begin);
    if (where->endless)
        return before - changes_at_infinity(s);
    int counted = before - changes_at(s, where->end); /* in (begin, end] */
    return oracle_polynomial_sign_at(simple, where->end) == 0 ? counted - 1 : counted;
}

void oracle_sign_pattern_find(oracle_sign_pattern *pattern, const oracle_polynomial *p,
                              const oracle_stretch *where)
{
    pattern->roots = 0;
    if (p->degree < 0) {
        pattern->sign[0] = 0;
        return;
    }
    sequence s;
    mpq_t end;
    sequence_init(&s);
    mpq_init(end);
    make_simple(&pattern->simple, &s, p);
    pattern->roots = count_roots(&s, &pattern->simple, where);
    if (where->endless)
        bound_roots(end, p, where->begin);
    else
        mpq_set(end, where->end);
    for (int k = 0; k <= pattern->roots; k++) {
        sample_gap(pattern->between[k], &pattern->simple, &s, where->begin, end, k);
        pattern->sign[k] = oracle_polynomial_sign_at(p, pattern->between[k]);
    }
    mpq_clear(end);
    sequence_clear(&s);
}

void oracle_sign_pattern_round_root(const oracle_sign_pattern *pattern, int k, double *down,
                                    double *up)
{
    const oracle_polynomial *p = &pattern->simple;
    const int before = oracle_polynomial_sign_at(p, pattern->between[k]);
    int64_t low = oracle_double_rank(oracle_round_down(pattern->between[k]));
    int64_t high = oracle_double_rank(oracle_round_up(pattern->between[k + 1]));
    while (low + 1 < high) {
        int64_t middle = oracle_middle_rank(low, high);
        int sign = oracle_polynomial_sign_at_double(p, oracle_double_of_rank(middle));
        if (sign == 0) {
            *down = *up = oracle_double_of_rank(middle);
            return;
        }
        if (sign == before)
            low = middle;
        else
            high = middle;
    }
    *down = oracle_double_of_rank(low);
    *up = oracle_double_of_rank(high);
}
