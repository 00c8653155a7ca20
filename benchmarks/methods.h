/* SPDX-License-Identifier: MIT */
/* Everybody who answers the two questions of correctness.c, in one form. */
#ifndef GRAZE_BENCHMARKS_METHODS_H
#define GRAZE_BENCHMARKS_METHODS_H

#include <graze/conflict.h>
#include <stdbool.h>
#include <stddef.h>

#include "benchmarks/families.h"
#include "benchmarks/score.h"

enum { METHOD_INTERVALS = 16 };

typedef struct method {
    const char *name;
    score_ends ends;
    bool (*answers)(const specimen *question);                        /* null: always */
    size_t (*ask)(const specimen *question, graze_interval *intervals); /* how many */
} method;

/* When do they conflict? / When must a not start? Lists closed by an entry without
 * a name; Graze is the last one. */
extern const method conflict_methods[], start_methods[];

/* How many methods a list holds. */
size_t methods_count(const method *list);

/* Does one of the two accelerate? */
bool is_accelerated(const specimen *question);

/* Ends the program when the library refuses. */
size_t graze_says_conflicts(const specimen *question, graze_interval *intervals);
size_t graze_says_starts(const specimen *question, graze_interval *intervals);

#endif
