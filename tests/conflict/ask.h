/* SPDX-License-Identifier: MIT */
/* Puts one pair to every entry of the kernel at once. */
#ifndef TESTS_CONFLICT_ASK_H
#define TESTS_CONFLICT_ASK_H

#include <stdbool.h>
#include <stdio.h>

#include "oracle/oracle.h"

/* Fills the answer from the library: decision, intervals, verdict, clearance.
 * False when a call refuses, or when the prepared decision is another one. */
bool kernel_ask(const oracle_pair *pair, oracle_answer *answer);

/* The first difference of two answers as a word, null when there is none. */
const char *answers_differ(const oracle_answer *kernel, const oracle_answer *oracle);

void print_answer(FILE *stream, const char *whose, const oracle_answer *answer);

/* Asks both, and on a difference prints pair and answers. */
bool kernel_agrees(const oracle_pair *pair);

#endif
