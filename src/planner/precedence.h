/* SPDX-License-Identifier: MIT */
/* Who passes where before whom in a given plan: pairs of steps of two agents whose bodies could
 * meet, the earlier one first. */
#ifndef GRAZE_PLANNER_PRECEDENCE_H
#define GRAZE_PLANNER_PRECEDENCE_H

#include <graze/allocator.h>
#include <graze/workspace.h>
#include <stdbool.h>

#include "planner/headway.h"

/* A headway that is known, of the legs whose steps and durations these are. */
typedef struct known_headway {
    uint32_t first_a, count_a, first_b, count_b;
    double duration_a, duration_b;
    headway is;
    bool exact;
} known_headway;

typedef struct precedence {
    uint32_t first, second; /* [step] */
    bool exact;             /* rough headways of their legs have not been enough */
    known_headway known;    /* of the legs that they are in; all zeros: none */
} precedence;

typedef struct precedence_list {
    precedence *items;
    size_t count, room;
} precedence_list; /* all zeros: empty */

/* Whether the caller wants to go on (<graze/retime.h>). */
typedef struct passing_watch {
    bool (*stop)(void *context); /* may be null */
    void *context;
    uint32_t work; /* since it was asked */
} passing_watch;

/* What is asked of the steps of a plan. */
typedef struct passing {
    const graze_allocator *memory;
    const graze_body *bodies; /* by agent */
    const plan_step *steps;
    size_t step_count;
    double tolerance;
    graze_workspace workspace;
    passing_watch *watch;
} passing;

/* Work of about a tenth of a microsecond each has been done; asks the caller once in WATCH_WORK.
 * GRAZE_OK or GRAZE_ERROR_STOPPED. */
enum { WATCH_WORK = 1 << 12 };
graze_status passing_go_on(passing_watch *watch, uint32_t work);

/* Are two bodies plain discs, so that distances decide? */
bool passing_of_discs(const passing *all, uint32_t agent_a, uint32_t agent_b);

/* How near the points of two discs must come for a conflict [m], in doubles; may be negative. */
double passing_reach(const passing *all, uint32_t agent_a, uint32_t agent_b);

/* Can two steps of different agents be in conflict at all, and which one passes first in the plan,
 * where they are in none? order: 0 they cannot, 1 the first named, 2 the other. */
graze_status passing_order(const passing *all, uint32_t a, uint32_t b, int *order);

/* Finds pairs of steps near each other in a plan without conflicts: of each step those that pass
 * next where it was. What it leaves out mostly follows from the rest. The caller frees the list
 * after any status, such as GRAZE_ERROR_MEMORY and GRAZE_ERROR_STOPPED. */
graze_status precedence_find(const passing *all, precedence_list *list);

graze_status precedence_add(precedence_list *list, const graze_allocator *memory,
                            precedence added);

#endif
