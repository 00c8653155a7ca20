/* SPDX-License-Identifier: MIT */
/* Contenders over all pairs of a workload, and one of them over those that each kind of answer
 * takes. What cannot be measured ends the program.
 */
#ifndef GRAZE_BENCHMARKS_RACE_H
#define GRAZE_BENCHMARKS_RACE_H

#include <stddef.h>

#include "benchmarks/table.h"
#include "benchmarks/timing.h"

enum { RACE_CONTENDERS = 8, RACE_KINDS = 8 };

typedef struct race {
    size_t count; /* contenders */
    timing taken;
    void *answers[RACE_CONTENDERS]; /* one array each, an answer a pair */
} race;

/* Times the contenders in turn; `answer_size` in bytes. Their answers are kept. */
void race_run(const contender *contenders, size_t count, const workload *load, size_t answer_size,
              size_t rounds, race *run);

void race_free(race *emptied);

/* Each pair is of one kind: who answers it. */
typedef struct race_kinds {
    size_t pairs, count[RACE_KINDS];
    double nanoseconds[RACE_KINDS]; /* per pair; 0: no pair */
} race_kinds;

/* Times one contender on the pairs of each of `count` kinds alone, taken over and over until there
 * are `enough`. */
void race_run_kinds(const contender *timed, const workload *load, size_t count,
                    unsigned char (*kind_of)(const specimen *each), size_t answer_size,
                    size_t enough, size_t rounds, race_kinds *measured);

/* Three cells: the share of the pairs [%], what one costs, what that adds to the average. */
void race_print_kind(table *to, const race_kinds *measured, int kind);

#endif
