/* SPDX-License-Identifier: MIT */
/* A walk through all motions of a plan, agent by agent, in a thread of its own: for what is
 * summed up of them while others decide or write. */
#ifndef GRAZE_IO_PLAN_WALK_H
#define GRAZE_IO_PLAN_WALK_H

#include <pthread.h>
#include <stdatomic.h>

#include "io/plan.h"

/* Sees the path of an agent; false ends the walk. */
typedef bool (*plan_visit)(void *context, size_t agent, const graze_trajectory *path);

/* All zeros: nobody walks. */
typedef struct plan_walk {
    const plan *through;
    plan_visit visit;
    void *context;
    bool whole;       /* every agent was seen */
    atomic_bool over; /* nobody wants it any more */
    bool runs;
    pthread_t thread;
} plan_walk;

/* Begins; false where there is no thread to be had, or the plan lies in a file, which is better
 * read once. The plan stays as it is until plan_walk_end. */
bool plan_walk_begin(plan_walk *walk, const plan *through, plan_visit visit, void *context);

/* Ends what has begun: waits if it is `wanted`. True when every agent was seen. */
bool plan_walk_end(plan_walk *walk, bool wanted);

#endif
