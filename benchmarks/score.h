/* SPDX-License-Identifier: MIT */
/* Counts what is wrong with answers: the same checks for everybody. */
#ifndef GRAZE_BENCHMARKS_SCORE_H
#define GRAZE_BENCHMARKS_SCORE_H

#include <graze/conflict.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct score {
    size_t asked, hits;       /* questions; those whose true answer holds an interval */
    size_t missed, invented;  /* wrong decisions: an interval or none */
    size_t miscounted;        /* both see intervals, another number of them */
    size_t ends, off, far_off; /* compared where the numbers agree: > 1 ulp, > 1000 ulp */
    size_t rechecks, failed;  /* starts at a reported end; those still in conflict */
} score;

/* Which ends a method answers with. */
typedef enum score_ends { SCORE_NO_END, SCORE_UPPER_END, SCORE_BOTH_ENDS } score_ends;

/* True ends are rounded outward, so that the nearest double is within one ulp. */
void score_answer(score *of, const graze_interval *truth, size_t true_count,
                  const graze_interval *said, size_t said_count, score_ends ends);

/* How many doubles from one to the other; infinite for a NaN. */
double score_ulps_apart(double a, double b);

void score_recheck(score *of, bool still_in_conflict);

#endif
