/* SPDX-License-Identifier: MIT */
/* Puts one pair to every entry of the kernel at once. */
#ifndef TESTS_KERNEL_ASK_H
#define TESTS_KERNEL_ASK_H

#include <stdbool.h>
#include <stdio.h>

#include <graze/unsafe.h>

#include "oracle/oracle.h"

/* Fills the answer from the library: decision, intervals, verdict, clearance.
 * False when a call refuses, or when the prepared decision is another one. */
bool kernel_ask(const oracle_pair *pair, oracle_answer *answer);

/* Ample: how much is enough for which numbers is asked elsewhere (test_workspace.c). */
const graze_workspace *ample_workspace(void);

/* The library's unsafe starts of a, or unsafe speeds. False when a call refuses. */
typedef struct unsafe_answer {
    size_t count;
    graze_interval intervals[GRAZE_UNSAFE_STARTS_MAX];
} unsafe_answer;

bool kernel_unsafe_starts(const oracle_pair *pair, unsafe_answer *answer);
bool kernel_unsafe_speeds(const oracle_pair *pair, unsafe_answer *answer);

/* Does an interval of the answer hold x? For a double x this is whether x is
 * unsafe, since no double lies between a true end and its rounding. */
bool unsafe_holds(const unsafe_answer *answer, double x);

void print_unsafe(FILE *stream, const char *whose, const unsafe_answer *answer);

/* The first difference of two answers as a word, null when there is none. */
const char *answers_differ(const oracle_answer *kernel, const oracle_answer *oracle);

void print_answer(FILE *stream, const char *whose, const oracle_answer *answer);

/* Asks both, and on a difference prints pair and answers. */
bool kernel_agrees(const oracle_pair *pair);

#endif
