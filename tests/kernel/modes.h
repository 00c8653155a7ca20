/* SPDX-License-Identifier: MIT */
/* The modes of floating point that a host may have set: roundings in four directions, flushed
 * subnormals. Questions are asked in each of them, and their answers compared bit by bit. */
#ifndef TESTS_KERNEL_MODES_H
#define TESTS_KERNEL_MODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ANSWER_WORDS = 4096 };

/* The bits of all that was answered, in order. */
typedef struct answers {
    uint64_t bits[ANSWER_WORDS];
    size_t count;
} answers;

void put(answers *all, double value);
void put_count(answers *all, size_t count);

/* Asks whatever is asked about the context. */
typedef void (*questions)(const void *context, answers *all);

/* Whether the questions get the answers of the default mode in every mode, and leave the mode as
 * it is; prints the first mode and answer that differ. */
bool answers_alike(questions ask, const void *context);

#endif
