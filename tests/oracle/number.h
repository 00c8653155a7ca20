/* SPDX-License-Identifier: MIT */
/* Real algebraic numbers: roots of polynomials, compared exactly.
 *
 * A number is known by a polynomial with simple roots and an interval that holds one
 * of them. Questions are answered by halving that interval; that two numbers are
 * equal, or that a polynomial vanishes, is told by a common divisor.
 */
#ifndef TESTS_ORACLE_NUMBER_H
#define TESTS_ORACLE_NUMBER_H

#include <stdbool.h>

#include <gmp.h>

#include "oracle/polynomial.h"

/* low = high, or the only root of `simple` in the open interval (low, high), at whose
 * ends `simple` is not 0. Every question may narrow it. */
typedef struct oracle_number {
    oracle_polynomial simple;
    mpq_t low, high;
} oracle_number;

/* Root k of a pattern; a rational number. */
void oracle_number_init_root(oracle_number *x, const oracle_sign_pattern *pattern, int k);
void oracle_number_init_rational(oracle_number *x, const mpq_t q);
void oracle_number_clear(oracle_number *x);

/* Halves the interval. */
void oracle_number_narrow(oracle_number *x);

/* The signs of x - y, x - q, p(x). */
int oracle_number_compare(oracle_number *x, oracle_number *y);
int oracle_number_compare_rational(const oracle_number *x, const mpq_t q);
int oracle_number_sign_of(oracle_number *x, const oracle_polynomial *p);

/* A rational strictly between two numbers, x < y. */
void oracle_number_between(mpq_t between, oracle_number *x, oracle_number *y);

/* The largest double not above x, the smallest not below it, the nearest. */
double oracle_number_round_down(const oracle_number *x);
double oracle_number_round_up(const oracle_number *x);
double oracle_number_round_nearest(const oracle_number *x);

#endif
