/* SPDX-License-Identifier: MIT */
/* What stages say about unsafe starts, beside all candidates and beside each other. */
#ifndef GRAZE_TESTS_STARTS_START_JUDGE_H
#define GRAZE_TESTS_STARTS_START_JUDGE_H

#include "kernel/stages.h"
#include "starts/unsafe_starts.h"

/* Compares one interval or none with what all candidates give. */
outcome judge_starts(const pair *question, graze_interval starts, bool found);

/* By the stages that the question does not leave out. */
graze_status starts_of(const pair *question, unsafe_starts *starts);

/* Each stage left out, and then all: whether a bit changes. */
outcome less_stages(const pair *question);

#endif
