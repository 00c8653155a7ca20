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
    graze_trajectory *made_paths; /* of motions that a source has made for good, in */
    graze_motion *made;           /* this; null: none */
    const graze_check_listener *listener;
    const graze_allocator *allocator;
    struct listed_pairs *listed; /* the pairs of motions that may meet; null: not all are known, */
    graze_index *index;  /* and each agent asks this; null without one */
    graze_boxes **boxes; /* of each agent; null without a filter */
    atomic_bool ended;   /* nobody needs further answers */
} plan_check;

/* A motion of an agent: where it lies, or made at `made`. */
static inline const graze_motion *plan_check_motion(const plan_check *check, size_t agent,
                                                    size_t motion, graze_motion *made)
{
    const graze_check_source *source = check->options.source;
    if (source == NULL)
        return &check->trajectories[agent].motions[motion];
    source->motions(source->context, agent, motion, 1, made);
    return made;
}

/* The waypoints that an agent's motions are made of, to be read in their place; null: none. */
static inline const graze_check_waypoints *plan_check_waypoints(const plan_check *check,
                                                                size_t agent)
{
    const graze_check_source *source = check->options.source;
    if (source == NULL || source->waypoints == NULL)
        return NULL;
    const graze_check_waypoints *way = &source->waypoints[agent];
    const graze_trajectory *path = &check->trajectories[agent];
    return way->points != NULL && path->bodies == NULL && way->count - path->count <= 1 ? way
                                                                                        : NULL;
}

/* True when the caller, or the thread that hands over the answers, wants no more of them. */
static inline bool plan_check_is_ended(const plan_check *check)
{
    const graze_check_listener *listener = check->listener;
    return atomic_load_explicit(&check->ended, memory_order_relaxed) ||
           (listener->stop != NULL && listener->stop(listener->context));
}

#endif
