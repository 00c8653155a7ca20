/* SPDX-License-Identifier: MIT */
/* A family's pairs in every form in which a contender wants them. */
#ifndef GRAZE_BENCHMARKS_WORKLOAD_H
#define GRAZE_BENCHMARKS_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "benchmarks/families.h"
#include "benchmarks/opponents.h"

/* Pair i is specimens[i]; its agents are elements 2i and 2i + 1 of the others. */
typedef struct workload {
    size_t count; /* pairs */
    specimen *specimens;
    graze_prepared *prepared; /* at a multiple of 64 bytes */
    planner_move *moves;
} workload;

/* FAMILY_BROKEN also when there is no memory. */
family_supply workload_make(const family *chosen, size_t count, workload *made);

/* The same with wanted pairs alone (see family_fill_wanted); there may be none. */
family_supply workload_make_wanted(const family *chosen, bool (*wanted)(const specimen *each),
                                   size_t attempts, size_t count, workload *made);

/* Those pairs whose `kinds[i]` is `kind`, over and over until there are at least
 * `at_least`. False when there is no such pair, or no memory. */
bool workload_select(const workload *source, const unsigned char *kinds, unsigned char kind,
                     size_t at_least, workload *selected);

void workload_free(workload *emptied);

#endif
