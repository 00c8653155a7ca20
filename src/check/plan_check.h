/* SPDX-License-Identifier: MIT */
/* What the threads of one plan check share, and only read but for `ended`. */
#ifndef GRAZE_CHECK_PLAN_CHECK_H
#define GRAZE_CHECK_PLAN_CHECK_H

#include <stdatomic.h>

#include <graze/check.h>

typedef struct plan_check {
    const graze_body *bodies;
    const graze_trajectory *trajectories;
    size_t count; /* of agents, at least 2 */
    graze_check_options options;
    const graze_check_listener *listener;
    const graze_allocator *allocator;
    graze_index *index;  /* null without one */
    struct listed_pairs *listed; /* that the index leaves; null: each agent asks the index */
    graze_boxes **boxes; /* of each agent; null without a filter */
    atomic_bool ended;   /* nobody needs further answers */
} plan_check;

/* True when the caller, or the thread that hands over the answers, wants no more of them. */
static inline bool plan_check_is_ended(const plan_check *check)
{
    const graze_check_listener *listener = check->listener;
    return atomic_load_explicit(&check->ended, memory_order_relaxed) ||
           (listener->stop != NULL && listener->stop(listener->context));
}

#endif
