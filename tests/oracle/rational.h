/* SPDX-License-Identifier: MIT */
/* Sums of doubles, and of products, as rational numbers: exactly. */
#ifndef TESTS_ORACLE_RATIONAL_H
#define TESTS_ORACLE_RATIONAL_H

#include <gmp.h>

/* sum = x + y */
static inline void rational_sum(mpq_t sum, double x, double y)
{
    mpq_t other;
    mpq_init(other);
    mpq_set_d(sum, x);
    mpq_set_d(other, y);
    mpq_add(sum, sum, other);
    mpq_clear(other);
}

/* difference = x - y */
static inline void rational_difference(mpq_t difference, double x, double y)
{
    rational_sum(difference, x, -y);
}

/* sum = sum + x */
static inline void rational_add(mpq_t sum, double x)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_d(term, x);
    mpq_add(sum, sum, term);
    mpq_clear(term);
}

/* sum = sum + times x y */
static inline void rational_add_product(mpq_t sum, const mpq_t x, const mpq_t y, int times)
{
    mpq_t product, factor;
    mpq_inits(product, factor, NULL);
    mpq_set_si(factor, times, 1);
    mpq_mul(product, x, y);
    mpq_mul(product, product, factor);
    mpq_add(sum, sum, product);
    mpq_clears(product, factor, NULL);
}

#endif
