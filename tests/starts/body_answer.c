/* SPDX-License-Identifier: MIT */
#include "starts/body_answer.h"

#include <stdio.h>
#include <stdlib.h>

void ask_starts(const oracle_pair *p, body_answer *result)
{
    static graze_workspace workspace;
    const size_t most = graze_workspace_size() << 8;
    for (;;) {
        result->count = 0;
        result->status =
            graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &workspace,
                                result->interval, INTERVALS, &result->count);
        if (result->status != GRAZE_ERROR_WORKSPACE || workspace.size >= most)
            return;
        size_t size = workspace.size > 0 ? 4 * workspace.size : graze_workspace_size();
        void *memory = realloc(workspace.memory, size);
        if (memory == NULL)
            return;
        workspace = (graze_workspace){.memory = memory, .size = size};
    }
}

bool holds_start(const body_answer *a, double start)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->interval[i].lower < start && start < a->interval[i].upper)
            return true;
    return false;
}

void print_starts(const body_answer *a)
{
    printf("/* %s:", graze_status_name(a->status));
    for (size_t i = 0; i < a->count; i++)
        printf(" (%a, %a)", a->interval[i].lower, a->interval[i].upper);
    printf(" */\n");
}
