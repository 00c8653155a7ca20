/* SPDX-License-Identifier: MIT */
/* Commands to be disturbed, and whether what they leave behind is sound:
 *
 * - the exit status is that of an undisturbed run, and then so is every byte that was written; or
 *   it says what went wrong, and so does a message, and there is no row on standard output;
 * - a file that was to be made is there whole, or as it was before, or not at all;
 * - a database opens, is verified, and holds a finished run only if that has all its rows; the runs
 *   that were there before are untouched;
 * - nothing else is left.
 */
#ifndef GRAZE_TESTS_FAULTS_SCENARIO_H
#define GRAZE_TESTS_FAULTS_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

#include "faults/driver.h"

typedef struct scenario {
    const char *name;
    const char *arguments[32];
    const char *before[20]; /* a run that makes what is there already; or none */
    const char *file;       /* that is made, or null */
    const char *base;       /* database that is made or added to, or null */
    bool reads_only;        /* `base` is read */
} scenario;

extern const scenario scenarios[];
extern const size_t scenario_count;

/* The scenario of that name. */
const scenario *scenario_named(const char *name);

/* What an undisturbed run makes of it, kept until the next call. False when it cannot be run. */
bool scenario_learn(const scenario *of);

/* How long that run took [s]. */
double scenario_length(void);

/* The files as they are before a run. */
void scenario_set_up(const scenario *of);

/* What a run may do. */
typedef struct scenario_licence {
    int status, other_status; /* beside that of an undisturbed run */
    bool in_silence;          /* without a message */
    bool part_of_output;      /* standard output may end anywhere */
    bool leaves_files;        /* what could not be removed may stay */
    bool another_answer;      /* when all is well, or with part_of_output, it may be another one */
} scenario_licence;

/* Null when all is sound, else what is not. */
const char *scenario_fault(const scenario *of, int status, const scenario_licence *licence);

#endif
