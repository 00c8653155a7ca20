/* SPDX-License-Identifier: MIT */
/* Room for answers, and a sum over them: two runs that answer alike have the same sum. */
#ifndef GRAZE_TESTS_REFUSAL_ANSWERS_H
#define GRAZE_TESTS_REFUSAL_ANSWERS_H

#include <graze.h>
#include <stdint.h>

enum { ANSWER_ROOM = 512 };

extern graze_interval answer_intervals[ANSWER_ROOM];
extern size_t answer_count;
extern const graze_workspace answer_workspace; /* of 4 MiB */

void answers_forget(void);
uint64_t answers_sum(void);

void answers_add_bits(uint64_t bits);
void answers_add(double x);

/* Adds answer_count intervals where the status is GRAZE_OK; returns the status. */
graze_status answers_add_all(graze_status status);

/* Sinks that add what they take, and go on. */
bool answers_take_meeting(void *context, const graze_meeting *meeting);
bool answers_take_index_meeting(void *context, const graze_index_meeting *meeting);
bool answers_take_pair(void *context, const graze_index_pair *pair);
bool answers_take_numbers(void *context, size_t a, size_t b);

#endif
