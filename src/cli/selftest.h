/* SPDX-License-Identifier: MIT */
/* What the parts of `graze selftest` share: counting, and questions that are
 * made up. */
#ifndef GRAZE_CLI_SELFTEST_H
#define GRAZE_CLI_SELFTEST_H

#include <stdint.h>

#include "cli/known_cases.h"
#include "cli/starts.h"

typedef struct tally {
    bool verbose;
    int passed, failed;
} tally;

/* Counts; prints what is not good, and with `verbose` the rest. Returns good. */
bool selftest_report(tally *sum, const char *kind, const char *name, bool good);

typedef struct question {
    graze_body body_a, body_b;
    graze_motion a, b;
    double tolerance;
} question;

graze_status selftest_build(const known_case *known, question *asked);

/* The next of a fixed sequence of small questions at constant velocity; a vector
 * of quarters from -range to range. */
question selftest_next_question(uint64_t *state);
graze_vector selftest_next_vector(uint64_t *state, int range);

/* Questions whose answers are lists of intervals: known ones, and unsafe starts
 * of whatever is asked. */
void selftest_intervals(tally *sum, starts *memory);

#endif
