/* SPDX-License-Identifier: MIT */
#include "numeric/sturm.h"

#include "numeric/exact.h"

/* Trims and divides by the magnitude of the leading coefficient, so that numbers
 * stay readable. */
static void normalise(sturm *s, int k)
{
    while (s->degree[k] >= 0 && mpq_sgn(s->coefficient[k][s->degree[k]]) == 0)
        s->degree[k]--;
    if (s->degree[k] < 0)
        return;
    mpq_t top;
    mpq_init(top);
    mpq_abs(top, s->coefficient[k][s->degree[k]]);
    for (int i = 0; i <= s->degree[k]; i++)
        mpq_div(s->coefficient[k][i], s->coefficient[k][i], top);
    mpq_clear(top);
}

/* Row k becomes the remainder of row k - 2 by row k - 1, negated. */
static void negative_remainder(sturm *s, int k)
{
    mpq_t factor, product;
    mpq_inits(factor, product, NULL);
    for (int i = 0; i <= s->degree[k - 2]; i++)
        mpq_neg(s->coefficient[k][i], s->coefficient[k - 2][i]);
    for (int top = s->degree[k - 2]; top >= s->degree[k - 1]; top--) {
        int shift = top - s->degree[k - 1];
        mpq_div(factor, s->coefficient[k][top], s->coefficient[k - 1][s->degree[k - 1]]);
        for (int i = 0; i <= s->degree[k - 1]; i++) {
            mpq_mul(product, factor, s->coefficient[k - 1][i]);
            mpq_sub(s->coefficient[k][i + shift], s->coefficient[k][i + shift], product);
        }
    }
    s->degree[k] = s->degree[k - 1] - 1;
    mpq_clears(factor, product, NULL);
    normalise(s, k);
}

/* Divides every row by the last one, the common divisor of p and p': the rows
 * then are a Sturm sequence also where p has multiple roots. */
static void divide_row(sturm *s, int k, int last)
{
    mpq_t product;
    mpq_init(product);
    int quotient_degree = s->degree[k] - s->degree[last];
    for (int i = quotient_degree; i >= 0; i--) {
        mpq_t *top = &s->coefficient[k][i + s->degree[last]];
        mpq_div(*top, *top, s->coefficient[last][s->degree[last]]);
        for (int j = 0; j < s->degree[last]; j++) {
            mpq_mul(product, *top, s->coefficient[last][j]);
            mpq_sub(s->coefficient[k][i + j], s->coefficient[k][i + j], product);
        }
    }
    for (int i = 0; i <= quotient_degree; i++)
        mpq_swap(s->coefficient[k][i], s->coefficient[k][i + s->degree[last]]);
    s->degree[k] = quotient_degree;
    mpq_clear(product);
}

void sturm_open(sturm *s, const polynomial *p)
{
    for (int k = 0; k < POLYNOMIAL_DEGREE_MAX + 2; k++)
        for (int i = 0; i <= POLYNOMIAL_DEGREE_MAX; i++)
            mpq_init(s->coefficient[k][i]);
    s->degree[0] = p->degree;
    for (int i = 0; i <= p->degree; i++)
        rational_of_dyadic(s->coefficient[0][i], p->coefficient[i]);
    normalise(s, 0);
    s->degree[1] = p->degree - 1;
    mpq_t factor;
    mpq_init(factor);
    for (int i = 1; i <= p->degree; i++) {
        mpq_set_si(factor, i, 1);
        mpq_mul(s->coefficient[1][i - 1], s->coefficient[0][i], factor);
    }
    mpq_clear(factor);
    int k = 1;
    while (s->degree[k] > 0) {
        k++;
        negative_remainder(s, k);
    }
    s->length = s->degree[k] < 0 ? k : k + 1;
    if (s->length > 0 && s->degree[s->length - 1] > 0)
        for (int row = 0; row < s->length; row++)
            divide_row(s, row, s->length - 1);
}

void sturm_close(sturm *s)
{
    for (int k = 0; k < POLYNOMIAL_DEGREE_MAX + 2; k++)
        for (int i = 0; i <= POLYNOMIAL_DEGREE_MAX; i++)
            mpq_clear(s->coefficient[k][i]);
}

static void evaluate_row(mpq_t value, const sturm *s, int k, const mpq_t x)
{
    mpq_set_si(value, 0, 1);
    for (int i = s->degree[k]; i >= 0; i--) {
        mpq_mul(value, value, x);
        mpq_add(value, value, s->coefficient[k][i]);
    }
}

void sturm_evaluate(mpq_t value, const sturm *s, const mpq_t x)
{
    evaluate_row(value, s, 0, x);
}

int sturm_sign_at(const sturm *s, const mpq_t x)
{
    mpq_t value;
    mpq_init(value);
    evaluate_row(value, s, 0, x);
    int sign = mpq_sgn(value);
    mpq_clear(value);
    return sign;
}

static int sign_at_end(const sturm *s, int k, mpq_srcptr x, int side)
{
    if (s->degree[k] < 0)
        return 0;
    if (x == NULL) {
        int sign = mpq_sgn(s->coefficient[k][s->degree[k]]);
        return side < 0 && s->degree[k] % 2 != 0 ? -sign : sign;
    }
    mpq_t value;
    mpq_init(value);
    evaluate_row(value, s, k, (const __mpq_struct *)x);
    int sign = mpq_sgn(value);
    mpq_clear(value);
    return sign;
}

static int variations(const sturm *s, mpq_srcptr x, int side)
{
    int count = 0, last = 0;
    for (int k = 0; k < s->length; k++) {
        int sign = sign_at_end(s, k, x, side);
        count += sign * last < 0;
        last = sign != 0 ? sign : last;
    }
    return count;
}

int sturm_count(const sturm *s, mpq_srcptr low, mpq_srcptr high)
{
    return variations(s, low, -1) - variations(s, high, 1);
}
