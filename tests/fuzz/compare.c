/* SPDX-License-Identifier: MIT */
/* Are answers the same, and why may there be none? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"

void fuzz_fail(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: not true: %s\n", file, line, what);
    abort();
}

bool fuzz_same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

bool fuzz_same_intervals(const graze_interval *a, size_t count_a, const graze_interval *b,
                         size_t count_b)
{
    bool same = count_a == count_b;
    for (size_t i = 0; same && i < count_a; i++)
        same = a[i].lower == b[i].lower && a[i].upper == b[i].upper;
    return same;
}

bool fuzz_same_clearance(const graze_clearance *a, const graze_clearance *b)
{
    if (!a->common_life || !b->common_life)
        return a->common_life == b->common_life;
    return a->distance == b->distance && a->depth == b->depth && a->time == b->time;
}

bool fuzz_same_meeting(const graze_meeting *a, const graze_meeting *b)
{
    return a->verdict == b->verdict && a->motion_a == b->motion_a && a->motion_b == b->motion_b &&
           a->when.lower == b->when.lower && a->when.upper == b->when.upper &&
           a->depth == b->depth && a->distance == b->distance && a->time == b->time;
}

bool fuzz_inside(const graze_interval *intervals, size_t count, double x)
{
    for (size_t i = 0; i < count; i++)
        if (intervals[i].lower < x && x < intervals[i].upper)
            return true;
    return false;
}

bool fuzz_is_short(graze_status status)
{
    return status == GRAZE_ERROR_MEMORY || status == GRAZE_ERROR_WORKSPACE ||
           status == GRAZE_ERROR_STOPPED;
}

/* ---- workspaces ----------------------------------------------------------------------- */

enum { PATIENCE = 1000 }; /* [count] of calls: some 0.1 s; clearances have taken 40 times that */

static bool has_waited(void *context)
{
    unsigned *calls = context;
    return ++*calls > PATIENCE;
}

static unsigned calls;

const graze_workspace *fuzz_patience(void)
{
    static const graze_workspace patience = {.should_stop = has_waited, .context = &calls};
    calls = 0;
    return &patience;
}

const graze_workspace *fuzz_workspace(void)
{
    enum { SIZE = 8 << 20 };
    static graze_workspace workspace;
    if (workspace.memory == NULL)
        workspace = (graze_workspace){
            .memory = malloc(SIZE), .size = SIZE, .should_stop = has_waited, .context = &calls};
    calls = 0;
    return &workspace;
}
