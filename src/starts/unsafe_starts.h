/* SPDX-License-Identifier: MIT */
/* The unsafe starts of one pair, however many they are: graze_unsafe_starts for the rest
 * of the library, which need not know how much room to bring.
 */
#ifndef GRAZE_STARTS_UNSAFE_STARTS_H
#define GRAZE_STARTS_UNSAFE_STARTS_H

#include <graze/batch.h>
#include <graze/unsafe.h>

#include "base/cpu.h"

/* All unsafe starts in ascending order. `at` points to those below, or into the workspace:
 * it holds until either is used again. The caller may change the ends. */
typedef struct unsafe_starts {
    graze_interval *at;
    size_t count;
    graze_interval own[GRAZE_UNSAFE_STARTS_MAX];
} unsafe_starts;

/* Statuses as those of graze_unsafe_starts, but GRAZE_ERROR_CAPACITY. */
graze_status unsafe_starts_of(const graze_body *body_a, const graze_motion *a,
                              const graze_body *body_b, const graze_motion *b, double tolerance,
                              const graze_workspace *workspace, unsafe_starts *starts);

/* The same without some quick stages (question.h). */
graze_status unsafe_starts_without(unsigned without, const graze_body *body_a,
                                   const graze_motion *a, const graze_body *body_b,
                                   const graze_motion *b, double tolerance,
                                   const graze_workspace *workspace, unsafe_starts *starts);

/* graze_unsafe_end of a pair that doubles did not answer, without some quick stages. */
graze_status unsafe_end_slowly(unsigned without, const graze_body *body_a, const graze_motion *a,
                               const graze_body *body_b, const graze_motion *b, double tolerance,
                               const graze_workspace *workspace, double *end, bool *exists);

/* graze_batch_unsafe_starts at a given level of instructions, as contact/batch.h has the other
 * questions of batches. */
graze_status batch_unsafe_starts_at(cpu_instructions level, const graze_body *body,
                                    const graze_motion *motion, double tolerance,
                                    const graze_batch *batch, const graze_workspace *workspace,
                                    graze_batch_interval *found, size_t capacity, size_t *count);

#endif
