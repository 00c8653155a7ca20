/* SPDX-License-Identifier: MIT */
/* Times contenders against each other, fairly.
 *
 * The clock is the thread's CPU time. A round lets every contender pass once over
 * all pairs, and each round begins with another one, so that a busy neighbour or
 * a clock that slows down hits them alike. Ratios are medians over the rounds of
 * the ratio within one round; they are worth more than the times.
 */
#ifndef GRAZE_BENCHMARKS_TIMING_H
#define GRAZE_BENCHMARKS_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "benchmarks/workload.h"

/* One way to answer: passes over all pairs and writes an answer for each, so that
 * nothing can be optimised away and the answers can be compared. */
typedef struct contender {
    const char *name;
    void (*pass)(const workload *load, void *answers);
    void *answers;
} contender;

typedef struct timing {
    size_t contenders, rounds;
    double *nanoseconds; /* per pair, [contender * rounds + round] */
} timing;

/* [ns] of CPU that this thread has used; NaN without such a clock. */
double timing_clock(void);

/* False when there is no memory, or the clock saw no time pass. */
bool timing_take(const contender *contenders, size_t count, const workload *load, size_t rounds,
                 timing *taken);

/* Median over the rounds [ns per pair]. */
double timing_median(const timing *taken, size_t which);

/* Median over the rounds of the time of `which` over the time of `reference`. */
double timing_ratio(const timing *taken, size_t which, size_t reference);

void timing_free(timing *emptied);

/* Asks about pair i: 1 for a hit. */
typedef size_t (*timing_question)(const void *of, size_t i);

/* What a program prints that benchmarks/compare runs: `pairs N hits H ns X`, X [ns] a pair, the
 * median of three passes over all pairs after one that nobody times. */
void timing_tell(FILE *to, timing_question ask, const void *of, size_t count);

#endif
