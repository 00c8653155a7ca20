/* SPDX-License-Identifier: MIT */
/* The questions of graze/batch.h at a given level of instructions, so that a test can
 * compare all levels up to that of the processor at hand.
 */
#ifndef GRAZE_CONTACT_BATCH_H
#define GRAZE_CONTACT_BATCH_H

#include <graze/batch.h>

#include "base/cpu.h"

graze_status batch_conflicts_at(cpu_instructions level, const graze_body *body,
                                const graze_motion *motion, double tolerance,
                                const graze_batch *batch, uint64_t *hits, size_t *count);

graze_status batch_intervals_at(cpu_instructions level, const graze_body *body,
                                const graze_motion *motion, double tolerance,
                                const graze_batch *batch, graze_batch_interval *found,
                                size_t capacity, size_t *count);

/* The motion that asks, and motion `index` of a batch. */
typedef struct batch_pair {
    const graze_body *body;
    const graze_motion *motion;
    double tolerance;
    const graze_batch *batch;
    size_t index;
} batch_pair;

/* Answers in the caller's memory. */
typedef struct batch_list {
    graze_batch_interval *found;
    size_t capacity, count;
} batch_list;

/* GRAZE_ERROR_CAPACITY when there is no room for all of them. */
graze_status batch_append(batch_list *list, size_t index, const graze_interval *intervals,
                          size_t count);

/* Asks about one pair and appends what it answers. */
typedef graze_status (*batch_ask)(const batch_pair *of, const graze_workspace *workspace,
                                  batch_list *list);

/* Asks about every pair that the wide filter leaves open: that of conflicts, or that of
 * unsafe starts. */
graze_status batch_ask_open(cpu_instructions level, bool of_starts, const graze_body *body,
                            const graze_motion *motion, double tolerance,
                            const graze_batch *batch, batch_ask ask,
                            const graze_workspace *workspace, batch_list list, size_t *count);

graze_status batch_conflicts_between_at(cpu_instructions level, const graze_batch *a,
                                        const graze_batch *b, double tolerance,
                                        graze_batch_sink sink, void *context);

#endif
