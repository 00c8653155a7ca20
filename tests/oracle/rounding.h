/* SPDX-License-Identifier: MIT */
/* From exact rationals back to doubles: each rounding is found by comparing
 * exactly with neighbouring doubles, never by trusting a conversion. */
#ifndef TESTS_ORACLE_ROUNDING_H
#define TESTS_ORACLE_ROUNDING_H

#include <stdbool.h>
#include <stdint.h>

#include <gmp.h>

/* Doubles in their order as consecutive whole numbers; both zeros are 0. */
int64_t oracle_double_rank(double x);
double oracle_double_of_rank(int64_t rank);

/* The rank halfway, rounded down; the sum of two ranks would overflow. */
int64_t oracle_middle_rank(int64_t low, int64_t high);

/* The largest double not above q, the smallest not below it, the nearest with
 * ties to even. Beyond the largest double: DBL_MAX and infinity, as IEEE-754. */
double oracle_round_down(const mpq_t q);
double oracle_round_up(const mpq_t q);
double oracle_round_nearest(const mpq_t q);

/* A question that doubles answer with "yes" up to some double and "no" after it. */
typedef bool (*oracle_double_question)(const void *context, double x);

/* The last double that says yes. -infinity is taken to say yes and +infinity to
 * say no, neither is asked; `guess` costs nothing but time when it is wrong. */
double oracle_last_yes(oracle_double_question question, const void *context, double guess);

/* The nearest double to a number that is known by comparison only: `compare`
 * answers the sign of number - q, `down` is the number rounded down. The
 * midpoint decides; on a tie the double with the even last bit. */
typedef int (*oracle_number_comparison)(const void *context, const mpq_t q);
double oracle_nearest_by_comparison(oracle_number_comparison compare, const void *context,
                                    double down);

#endif
