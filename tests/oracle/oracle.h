/* SPDX-License-Identifier: MIT */
/* The exact twin of the disc kernel.
 *
 * Answers the questions of <graze/conflict.h> from the definitions alone: both
 * places as rational functions of absolute time, the squared distance as a
 * polynomial, its signs by Sturm's theorem, every rounded result by bisection
 * over the doubles with an exact comparison at each step. It shares nothing
 * with the library but the public types.
 *
 * With acceleration the polynomial is a quartic, and nothing else changes.
 */
#ifndef TESTS_ORACLE_ORACLE_H
#define TESTS_ORACLE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include <graze/body.h>
#include <graze/conflict.h>
#include <graze/motion.h>

#include "oracle/path.h"
#include "oracle/polynomial.h"

/* One question: two bodies, two valid motions, a tolerance. */
typedef struct oracle_pair {
    graze_body body_a, body_b;
    graze_motion a, b;
    double tolerance;
} oracle_pair;

enum { ORACLE_INTERVALS = 4 };

typedef struct oracle_answer {
    bool exists;
    graze_verdict verdict;
    size_t count;
    graze_interval intervals[ORACLE_INTERVALS];
    graze_clearance clearance;
} oracle_answer;

void oracle_ask(const oracle_pair *pair, oracle_answer *answer);

/* The same without verdict, depth, distance and time. */
void oracle_ask_intervals(const oracle_pair *pair, oracle_answer *answer);

/* Only whether there is a conflict. */
bool oracle_decide(const oracle_pair *pair);

/* ---- the parts, for whoever lays pairs side by side ---------------------------------- */

/* reach = r1 + r2 - tolerance, exactly; may be negative. */
void oracle_reach(mpq_t reach, const graze_body *a, const graze_body *b, double tolerance);

/* Do two paths come nearer than reach within their common life? */
bool oracle_paths_conflict(const oracle_path *a, const oracle_path *b, const mpq_t reach);

/* The polynomial |P1 - P2|² - reach². */
void oracle_gap(oracle_polynomial *gap, const oracle_rational_polynomial *square,
                const mpq_t reach);

/* Does the sign pattern of a gap hold an overlap? */
bool oracle_overlaps(const oracle_sign_pattern *pattern);

/* The least squared distance over the closure of a stretch that is not empty,
 * and the earliest instant that has it; `square` has degree 2 at most. */
void oracle_least(mpq_t least, mpq_t instant, const oracle_rational_polynomial *square,
                  const oracle_stretch *where);

/* The depth reach - sqrt(least), rounded down, to nearest and up. */
typedef struct oracle_depth {
    double down, nearest, up;
} oracle_depth;
oracle_depth oracle_round_depth(const mpq_t reach, const mpq_t least);

#endif
