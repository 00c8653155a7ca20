/* SPDX-License-Identifier: MIT */
/* The questions of graze/pairwise.h at a given level of instructions, so that a test can
 * compare all levels up to that of the processor at hand. */
#ifndef GRAZE_STARTS_PAIRWISE_H
#define GRAZE_STARTS_PAIRWISE_H

#include <graze/pairwise.h>

#include "base/cpu.h"

/* What is asked of a pair. */
typedef enum pairwise_question { PAIRWISE_INTERVALS, PAIRWISE_STARTS } pairwise_question;

graze_status pairwise_conflicts_at(cpu_instructions level, const graze_moves *a,
                                   const graze_moves *b, double tolerance, uint64_t *hits,
                                   size_t *conflicts, size_t *bad);

/* Where lists of intervals go. */
typedef struct pairwise_lists {
    size_t *first;
    graze_interval *intervals;
    size_t capacity;
} pairwise_lists;

graze_status pairwise_intervals_at(cpu_instructions level, pairwise_question question,
                                   const graze_moves *a, const graze_moves *b, double tolerance,
                                   const graze_workspace *workspace, pairwise_lists lists,
                                   size_t *bad);

#endif
