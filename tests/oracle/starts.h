/* SPDX-License-Identifier: MIT */
/* The exact twin of <graze/unsafe.h>.
 *
 * A single start or speed is decided by moving the motion there and asking
 * whether it conflicts, exactly. At constant velocity the unsafe ones are one
 * interval, because the squared distance is a convex function of both local times
 * together. So its least value over the rectangle of both lives tells whether
 * there are any, where it is reached gives one of them, and the ends follow by
 * bisection over the doubles, deciding each. Nothing here solves for an end.
 *
 * Accelerated motions have several intervals; for them there are the decisions.
 */
#ifndef TESTS_ORACLE_STARTS_H
#define TESTS_ORACLE_STARTS_H

#include <stdbool.h>

#include "oracle/oracle.h"

/* Does a conflict with b when it starts at `start`? driven `factor` > 0 times as
 * fast? */
bool oracle_start_is_unsafe(const oracle_pair *pair, double start);
bool oracle_speed_is_unsafe(const oracle_pair *pair, double factor);

/* The unsafe starts and speeds at constant velocity; false when there are none.
 * The interval holds guesses of both ends before: they cost nothing but time when
 * they are wrong. */
bool oracle_unsafe_starts(const oracle_pair *pair, graze_interval *interval);
bool oracle_unsafe_speeds(const oracle_pair *pair, graze_interval *interval);

#endif
