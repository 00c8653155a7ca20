/* SPDX-License-Identifier: MIT */
/* How many distinct real roots a polynomial has in an interval, by Sturm's
 * sequence over GMP's rationals: another method than the one under test, in
 * another arithmetic. */
#ifndef GRAZE_TESTS_NUMERIC_STURM_H
#define GRAZE_TESTS_NUMERIC_STURM_H

#include <gmp.h>

#include "numeric/polynomial.h"

typedef struct sturm {
    int length; /* of the sequence */
    int degree[POLYNOMIAL_DEGREE_MAX + 2];
    mpq_t coefficient[POLYNOMIAL_DEGREE_MAX + 2][POLYNOMIAL_DEGREE_MAX + 1];
} sturm;

void sturm_open(sturm *sequence, const polynomial *p);
void sturm_close(sturm *sequence);

/* The value of p at x, and its sign. */
void sturm_evaluate(mpq_t value, const sturm *sequence, const mpq_t x);
int sturm_sign_at(const sturm *sequence, const mpq_t x);

/* Distinct roots with low < root <= high; NULL is an infinite end. */
int sturm_count(const sturm *sequence, mpq_srcptr low, mpq_srcptr high);

#endif
