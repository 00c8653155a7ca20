/* SPDX-License-Identifier: MIT */
#include "refusal/answers.h"

#include <string.h>

graze_interval answer_intervals[ANSWER_ROOM];
size_t answer_count;
static _Alignas(16) unsigned char memory[1 << 22];
const graze_workspace answer_workspace = {.memory = memory, .size = sizeof memory};

static uint64_t answers;

uint64_t answers_sum(void)
{
    return answers;
}

void answers_forget(void)
{
    answers = 0;
}

void answers_add_bits(uint64_t bits)
{
    answers = (answers ^ bits) * 0x100000001b3u;
}

void answers_add(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    answers_add_bits(bits);
}

graze_status answers_add_all(graze_status status)
{
    for (size_t i = 0; status == GRAZE_OK && i < answer_count; i++) {
        answers_add(answer_intervals[i].lower);
        answers_add(answer_intervals[i].upper);
    }
    return status;
}

bool answers_take_meeting(void *context, const graze_meeting *meeting)
{
    (void)context;
    answers_add(meeting->when.lower);
    answers_add(meeting->when.upper);
    return true;
}

bool answers_take_index_meeting(void *context, const graze_index_meeting *meeting)
{
    return answers_take_meeting(context, &meeting->meeting);
}

bool answers_take_pair(void *context, const graze_index_pair *pair)
{
    (void)context;
    answers_add_bits(pair->motion_b);
    return true;
}

bool answers_take_numbers(void *context, size_t a, size_t b)
{
    (void)context;
    answers_add_bits(a);
    answers_add_bits(b);
    return true;
}
