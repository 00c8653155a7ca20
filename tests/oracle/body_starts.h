/* SPDX-License-Identifier: MIT */
/* The exact twin of graze_unsafe_starts for bodies with corners.
 *
 * A single start is decided by moving the motion there. At constant velocity the
 * unsafe starts are one interval: one of them is looked for in the rectangle of both
 * local times, and the ends follow by bisection over the doubles, deciding each.
 * Accelerated motions have several intervals; for them there are the decisions.
 */
#ifndef TESTS_ORACLE_BODY_STARTS_H
#define TESTS_ORACLE_BODY_STARTS_H

#include <stdbool.h>

#include "oracle/bodies.h"

/* A pair whose first motion may start whenever it likes. */
typedef struct oracle_body_starts {
    oracle_body_scene scene;
    mpq_t reach, start; /* present start of a, its tail included */
} oracle_body_starts;

void oracle_body_starts_init(oracle_body_starts *starts, const oracle_pair *pair);
void oracle_body_starts_clear(oracle_body_starts *starts);

/* Does a conflict with b when it starts then? */
bool oracle_body_start_is_unsafe(oracle_body_starts *starts, double start);
bool oracle_body_start_is_unsafe_at(oracle_body_starts *starts, const mpq_t start);

/* Does a conflict with b when it is driven `factor` > 0 times as fast? */
bool oracle_body_speed_is_unsafe(const oracle_pair *pair, double factor);

/* All unsafe starts at constant velocity; false when there are none. The interval
 * holds guesses of both ends before: they cost nothing but time when they are wrong. */
bool oracle_body_unsafe_starts(const oracle_pair *pair, graze_interval *interval);

#endif
