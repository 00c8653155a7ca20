/* SPDX-License-Identifier: MIT */
/* Starts, or speeds, that are worth deciding: where a list of unsafe ones could be wrong. */
#ifndef TESTS_STARTS_SAMPLES_H
#define TESTS_STARTS_SAMPLES_H

#include <stddef.h>

#include "kernel/ask.h"
#include "oracle/random.h"

enum { SAMPLES = 4096 };

typedef struct sample_list {
    size_t count;
    double start[SAMPLES]; /* all finite; factors may be of either sign */
} sample_list;

/* Every reported end, its neighbours, starts ever nearer to it on both sides, and
 * the middle of every interval and gap. */
void sample_ends(sample_list *list, const unsafe_answer *answer, oracle_random *random);

/* The starts at which the lives begin or cease to meet, and their neighbours. */
void sample_corners(sample_list *list, const oracle_pair *pair);

/* Every part of the unsafe starts has a start at which the two come nearest. Finds
 * such starts by walking downhill, over both local times, from random places: a
 * part that was overlooked is found here without knowing anything of its ends. */
void sample_valleys(sample_list *list, const oracle_pair *pair, oracle_random *random);

/* Factors that are worth deciding in the place of starts: the ends as above, those at which
 * lives begin or cease to meet, those of valleys, powers of two, and `many` of all sizes. */
void sample_speeds(sample_list *list, const oracle_pair *pair, const unsafe_answer *answer,
                   oracle_random *random, size_t many);

/* `many` random starts all over the range in which the lives meet. */
void sample_range(sample_list *list, const oracle_pair *pair, oracle_random *random, size_t many);

#endif
