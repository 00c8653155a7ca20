/* SPDX-License-Identifier: MIT */
/* All answers about one pair: whether they agree with each other, and with those about the
 * same pair changed exactly. */
#ifndef TESTS_KERNEL_EVERY_ANSWER_H
#define TESTS_KERNEL_EVERY_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/unsafe.h>

#include "kernel/scaled.h"
#include "oracle/oracle.h"

enum { ANSWER_INTERVALS = 256 };

typedef struct answer_list {
    graze_status status;
    size_t count;
    graze_interval at[ANSWER_INTERVALS];
} answer_list;

/* What is asked: the decision, conflict intervals and verdict always. */
typedef struct asked_for {
    bool clearance, starts, speeds;
} asked_for;

typedef struct all_answers {
    asked_for asked;
    graze_status decision_status, verdict_status, clearance_status;
    bool exists;
    graze_verdict verdict;
    graze_clearance clearance;
    answer_list conflicts, starts, speeds;
} all_answers;

void ask_everything(const oracle_pair *pair, asked_for what, all_answers *answers);

/* What is wrong with the answers about one pair, null when they agree: decision, prepared
 * decision, batch, intervals, verdict, depth, the deepest time, the start and the speed
 * that the pair has now, starting again at every end. */
const char *answers_contradict(const oracle_pair *pair, const all_answers *answers);

/* What differs between the answers about a pair and those about the changed one beyond
 * the change itself, null when nothing does. */
const char *answers_differ_beyond(const oracle_pair *changed_pair, const exact_change *change,
                                  const all_answers *before, const all_answers *after);

void answers_print(FILE *stream, const char *whose, const all_answers *answers);

#endif
