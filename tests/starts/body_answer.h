/* SPDX-License-Identifier: MIT */
/* The unsafe starts of a pair, with as much memory as they take. */
#ifndef GRAZE_TESTS_STARTS_BODY_ANSWER_H
#define GRAZE_TESTS_STARTS_BODY_ANSWER_H

#include <graze.h>

#include "oracle/oracle.h"

enum { INTERVALS = 256 };

typedef struct body_answer {
    graze_status status;
    size_t count;
    graze_interval interval[INTERVALS];
} body_answer;

/* Asks with more and more memory, up to 256 times the everyday size. */
void ask_starts(const oracle_pair *p, body_answer *result);

bool holds_start(const body_answer *a, double start);

void print_starts(const body_answer *a);

#endif
