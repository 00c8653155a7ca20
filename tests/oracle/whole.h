/* SPDX-License-Identifier: MIT */
/* The fast exact twin: one pair in whole numbers.
 *
 * All times become whole multiples of one power of two, all lengths of another;
 * velocities of waypoint motions lose their denominators by multiplying every
 * length with them. What is left is the gap |P1 - P2|² - reach² as a polynomial
 * with whole coefficients in the time since the common life begins, so that its
 * sign at any double is exact and cheap. Nothing is rounded and nothing filtered:
 * some microseconds for everyday numbers, more for wild ones, never wrong.
 *
 * Decisions count the gap's roots by Sturm's theorem. The rounded ends of an
 * answer are not computed but confirmed: by the signs at them and beside them.
 */
#ifndef TESTS_ORACLE_WHOLE_H
#define TESTS_ORACLE_WHOLE_H

#include <stdbool.h>

#include <gmp.h>

#include "oracle/oracle.h"

enum { WHOLE_DEGREE = 4, WHOLE_CHAIN = WHOLE_DEGREE + 2 };

typedef struct whole_path {
    mpz_t coefficient[3][3]; /* by axis and power of time, over `scale` */
    mpz_t scale, begin, end;
    bool endless;
} whole_path;

typedef struct oracle_whole {
    whole_path a, b;
    mpz_t begin, length;         /* the common life, in units of 2^time_unit */
    mpz_t gap[WHOLE_DEGREE + 1]; /* by power of the time since begin */
    int degree;                  /* -1: the gap is 0 */
    int time_unit;
    bool endless, empty, unreachable; /* no common life; reach <= 0 */
    mpz_t chain[WHOLE_CHAIN][WHOLE_DEGREE + 1];
    mpz_t work[6];
} oracle_whole;

void oracle_whole_init(oracle_whole *w);
void oracle_whole_clear(oracle_whole *w);
void oracle_whole_set(oracle_whole *w, const oracle_pair *pair);

/* Is there a conflict? */
bool oracle_whole_exists(oracle_whole *w);

/* Is there one at the instant x? */
bool oracle_whole_holds(oracle_whole *w, double x);

/* Where is x, when the gap is of degree 2 at most and there is a conflict:
 * not after it begins (-1), inside (0), not before it ends (1)? Infinities are
 * where they should be. */
int oracle_whole_side(oracle_whole *w, double x);

/* Are these the ends of the only interval, rounded outward to the next double? */
bool oracle_whole_confirms(oracle_whole *w, const graze_interval *interval);

#endif
