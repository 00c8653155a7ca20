/* SPDX-License-Identifier: MIT */
/* Polynomials with whole coefficients, and where they change sign.
 *
 * This is the oracle's only tool. It knows no closed form for any root: roots
 * are counted by Sturm's theorem and closed in on by bisection. Slow, and
 * right for every degree up to POLYNOMIAL_DEGREE.
 *
 * Source: B. Mishra, "Algorithmic Algebra", 1993, chapter 8 (Sturm sequences).
 */
#ifndef TESTS_ORACLE_POLYNOMIAL_H
#define TESTS_ORACLE_POLYNOMIAL_H

#include <stdbool.h>

#include <gmp.h>

enum { POLYNOMIAL_DEGREE = 4 };

/* Coefficients by ascending power; degree -1 is the zero polynomial. */
typedef struct oracle_polynomial {
    int degree;
    mpz_t coefficient[POLYNOMIAL_DEGREE + 1];
} oracle_polynomial;

void oracle_polynomial_init(oracle_polynomial *p);
void oracle_polynomial_clear(oracle_polynomial *p);

/* p = the rational polynomial times a positive number that makes it whole.
 * coefficients: degree + 1 rationals by ascending power. */
void oracle_polynomial_set(oracle_polynomial *p, mpq_srcptr coefficients, int degree);

void oracle_polynomial_copy(oracle_polynomial *p, const oracle_polynomial *other);

void oracle_polynomial_differentiate(oracle_polynomial *derivative, const oracle_polynomial *p);

/* A greatest common divisor by Euclid's algorithm; of p and the zero polynomial, p. */
void oracle_polynomial_common(oracle_polynomial *common, const oracle_polynomial *p,
                              const oracle_polynomial *q);

/* The sign (-1, 0, 1) of p at an instant. `x` of the second is finite. */
int oracle_polynomial_sign_at(const oracle_polynomial *p, const mpq_t x);
int oracle_polynomial_sign_at_double(const oracle_polynomial *p, double x);

/* An open interval of the real line; without an end it reaches to +infinity. */
typedef struct oracle_stretch {
    mpq_t begin, end;
    bool endless; /* `end` is unset in meaning */
} oracle_stretch;

void oracle_stretch_init(oracle_stretch *s);
void oracle_stretch_clear(oracle_stretch *s);
void oracle_stretch_set(oracle_stretch *s, const oracle_stretch *other);

/* Does it hold any instant at all? */
bool oracle_stretch_is_empty(const oracle_stretch *s);

/* A rational strictly between two: a double where that halves faster. */
void oracle_choose_between(mpq_t middle, const mpq_t low, const mpq_t high);

/* How a polynomial behaves on an open stretch that is not empty: its distinct
 * roots r1 < ... < rn strictly inside, and its sign in the n + 1 gaps between.
 * `between` holds one rational of each gap, so that root k (from 0) lies alone
 * in (between[k], between[k + 1]). */
typedef struct oracle_sign_pattern {
    int roots;
    int sign[POLYNOMIAL_DEGREE + 1]; /* of each gap; all 0 for the zero polynomial */
    mpq_t between[POLYNOMIAL_DEGREE + 1];
    oracle_polynomial simple; /* same roots, each simple: it changes sign at every one */
} oracle_sign_pattern;

void oracle_sign_pattern_init(oracle_sign_pattern *pattern);
void oracle_sign_pattern_clear(oracle_sign_pattern *pattern);
void oracle_sign_pattern_find(oracle_sign_pattern *pattern, const oracle_polynomial *p,
                              const oracle_stretch *where);

/* Root k of a pattern, rounded: the largest double not above it, the smallest
 * double not below it. */
void oracle_sign_pattern_round_root(const oracle_sign_pattern *pattern, int k, double *down,
                                    double *up);

#endif
