/* SPDX-License-Identifier: MIT */
/* Unsafe starts or speeds of one pair after the other, with memory for the exact stage
 * that is made once and grows when the numbers of a pair need it.
 *
 *     starts asked;
 *     if (!starts_open(&asked)) ... out of memory
 *     for each pair: status = starts_ask(&asked, ...), then asked.answer, which the next
 *                    question replaces
 *     starts_close(&asked);
 */
#ifndef GRAZE_CLI_STARTS_H
#define GRAZE_CLI_STARTS_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/interval_list.h"

/* [bytes] the exact stage is never given more. The first size is enough for
 * whatever we have tried, the least and the largest doubles in one pair
 * included; this is where a run ends rather than a machine. */
enum { STARTS_MEMORY_MAX = 256 << 20 };

typedef struct starts {
    graze_workspace workspace;
    interval_list answer; /* the last */
} starts;

/* False when there is no memory. Nothing to close then. */
bool starts_open(starts *asked);

/* graze_unsafe_starts, asked again with four times the memory as long as that
 * is what is missing. GRAZE_ERROR_WORKSPACE when STARTS_MEMORY_MAX is not
 * enough, or the machine has less; GRAZE_ERROR_MEMORY when it has none for the
 * answer. */
graze_status starts_ask(starts *asked, const graze_body *body_a, const graze_motion *a,
                        const graze_body *body_b, const graze_motion *b, double tolerance);

/* The same of graze_unsafe_speeds. */
graze_status starts_ask_speeds(starts *asked, const graze_body *body_a, const graze_motion *a,
                               const graze_body *body_b, const graze_motion *b, double tolerance);

/* Four times the memory after GRAZE_ERROR_WORKSPACE, for questions that starts_ask does
 * not know; false when STARTS_MEMORY_MAX or the machine's memory is reached. */
bool starts_grow(starts *asked);

/* Frees; a `starts` that is all zeros is allowed. */
void starts_close(starts *asked);

#endif
