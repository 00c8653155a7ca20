/* SPDX-License-Identifier: MIT */
/* graze_batch_unsafe_starts at a given level of instructions, as contact/batch.h has the
 * other questions of batches.
 */
#ifndef GRAZE_STARTS_BATCH_STARTS_H
#define GRAZE_STARTS_BATCH_STARTS_H

#include <graze/batch.h>

#include "base/cpu.h"

graze_status batch_unsafe_starts_at(cpu_instructions level, const graze_body *body,
                                    const graze_motion *motion, double tolerance,
                                    const graze_batch *batch, const graze_workspace *workspace,
                                    graze_batch_interval *found, size_t capacity, size_t *count);

#endif
