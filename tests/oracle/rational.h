/* SPDX-License-Identifier: MIT */
/* Sums of two doubles as rational numbers: exactly. */
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

#endif
