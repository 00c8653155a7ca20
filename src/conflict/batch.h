/* SPDX-License-Identifier: MIT */
/* The questions of graze/batch.h at a given level of instructions, so that a test can
 * compare all levels up to that of the processor at hand.
 */
#ifndef GRAZE_CONFLICT_BATCH_H
#define GRAZE_CONFLICT_BATCH_H

#include <graze/batch.h>

#include "base/cpu.h"

graze_status batch_conflicts_at(cpu_instructions level, const graze_body *body,
                                const graze_motion *motion, double tolerance,
                                const graze_batch *batch, uint64_t *hits, size_t *count);

graze_status batch_intervals_at(cpu_instructions level, const graze_body *body,
                                const graze_motion *motion, double tolerance,
                                const graze_batch *batch, graze_batch_interval *found,
                                size_t capacity, size_t *count);

graze_status batch_unsafe_starts_at(cpu_instructions level, const graze_body *body,
                                    const graze_motion *motion, double tolerance,
                                    const graze_batch *batch, const graze_workspace *workspace,
                                    graze_batch_interval *found, size_t capacity, size_t *count);

graze_status batch_conflicts_between_at(cpu_instructions level, const graze_batch *a,
                                        const graze_batch *b, double tolerance,
                                        graze_batch_sink sink, void *context);

#endif
