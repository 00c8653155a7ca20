/* SPDX-License-Identifier: MIT */
/* Changes of generated pairs: an ulp here, a delay there, another scale. */
#ifndef TESTS_ORACLE_CHANGE_H
#define TESTS_ORACLE_CHANGE_H

#include "oracle/oracle.h"
#include "oracle/random.h"

/* Moves one number of the pair to a neighbouring double. */
void oracle_nudge(oracle_random *random, oracle_pair *pair);

/* Moves a motion in time by a random delay, keeping its exact duration; or
 * gives it tails by hand. */
void oracle_delay_randomly(oracle_random *random, graze_motion *motion);

/* Adds to places and start, rounding. */
void oracle_carry(graze_motion *motion, graze_vector away, double later);

/* Turns lengths into small multiples of the smallest denormal. */
void oracle_shrink(oracle_random *random, graze_motion *motion);

#endif
