/* SPDX-License-Identifier: MIT */
#include "starts/start_judge.h"

#include <string.h>

#include "starts/body_starts.h"

static mp_limb_t workspace[1 << 19];

outcome judge_starts(const pair *question, graze_interval starts, bool found)
{
    graze_interval *truth;
    size_t count;
    dyadic_arena arena = dyadic_arena_on(workspace, sizeof workspace / sizeof *workspace);
    if (body_starts(&arena, question, PENCIL_SHIFTS, &truth, &count) != GRAZE_OK)
        return SILENT;
    if (count != found)
        return WRONG;
    return !found || (truth[0].lower == starts.lower && truth[0].upper == starts.upper) ? RIGHT
                                                                                        : WRONG;
}

graze_status starts_of(const pair *question, unsafe_starts *starts)
{
    return unsafe_starts_without(question->without, question->body_a, question->a, question->body_b,
                                 question->b, question->tolerance, NULL, starts);
}

outcome less_stages(const pair *question)
{
    unsafe_starts all = {.count = 0}, some = {.count = 0};
    graze_status told = starts_of(question, &all);
    pair less = *question;
    for (unsigned stage = 1; stage <= 2 * QUICK_LAST; stage *= 2) {
        less.without = stage <= QUICK_LAST ? stage : 2 * QUICK_LAST - 1;
        if (starts_of(&less, &some) != told || some.count != all.count ||
            (all.count > 0 && memcmp(some.at, all.at, all.count * sizeof *all.at) != 0))
            return WRONG;
    }
    return RIGHT;
}
