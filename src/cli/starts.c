/* SPDX-License-Identifier: MIT */
#include "cli/starts.h"

#include <stdlib.h>

enum { GROWTH = 4 };

/* The old memory holds nothing of worth, so it is not copied. */
static bool make_room(starts *asked, size_t size)
{
    free(asked->workspace.memory);
    asked->workspace.memory = malloc(size);
    asked->workspace.size = asked->workspace.memory != NULL ? size : 0;
    return asked->workspace.memory != NULL;
}

bool starts_open(starts *asked)
{
    *asked = (starts){.workspace = {NULL, 0}};
    return make_room(asked, graze_workspace_size());
}

/* What one pair has needed is kept for those that follow. */
bool starts_grow(starts *asked)
{
    size_t larger = asked->workspace.size * GROWTH;
    return larger > 0 && larger <= STARTS_MEMORY_MAX && make_room(asked, larger);
}

typedef graze_status question(const graze_body *body_a, const graze_motion *a,
                              const graze_body *body_b, const graze_motion *b, double tolerance,
                              const graze_workspace *workspace, graze_interval *intervals,
                              size_t capacity, size_t *count);

static graze_status ask(starts *asked, question *which, const graze_body *body_a,
                        const graze_motion *a, const graze_body *body_b, const graze_motion *b,
                        double tolerance)
{
    interval_list *answer = &asked->answer;
    for (;;) {
        graze_status status = which(body_a, a, body_b, b, tolerance, &asked->workspace,
                                    answer->intervals, answer->capacity, &answer->count);
        if (status == GRAZE_ERROR_CAPACITY) {
            if (!interval_list_grow(answer))
                return GRAZE_ERROR_MEMORY;
        } else if (status != GRAZE_ERROR_WORKSPACE || !starts_grow(asked)) {
            return status;
        }
    }
}

graze_status starts_ask(starts *asked, const graze_body *body_a, const graze_motion *a,
                        const graze_body *body_b, const graze_motion *b, double tolerance)
{
    return ask(asked, graze_unsafe_starts, body_a, a, body_b, b, tolerance);
}

graze_status starts_ask_speeds(starts *asked, const graze_body *body_a, const graze_motion *a,
                               const graze_body *body_b, const graze_motion *b, double tolerance)
{
    return ask(asked, graze_unsafe_speeds, body_a, a, body_b, b, tolerance);
}

void starts_close(starts *asked)
{
    free(asked->workspace.memory);
    interval_list_free(&asked->answer);
    *asked = (starts){.workspace = {NULL, 0}};
}
