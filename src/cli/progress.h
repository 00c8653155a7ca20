/* SPDX-License-Identifier: MIT */
/* How far long work has come: a line on standard error with count, rate and
 * time left, drawn at most ten times a second and not in the first half second.
 */
#ifndef GRAZE_CLI_PROGRESS_H
#define GRAZE_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool wanted, drawn;
    const char *unit; /* "pairs" */
    uint64_t total;
    double began, last; /* [s] of progress_clock */
    uint64_t failed;    /* told when there are any */
} progress;

/* Seconds of a clock that only goes forward, from an arbitrary zero. */
double progress_clock(void);

progress progress_begin(bool wanted, const char *unit, uint64_t total);

/* `done` of the total are done. Cheap enough for every step. */
void progress_step(progress *bar, uint64_t done);

/* The same for steps that take their time: each looks at the clock. */
void progress_show(progress *bar, uint64_t done);

/* Takes the line away again (on a terminal; else ends it). */
void progress_end(progress *bar);

#endif
