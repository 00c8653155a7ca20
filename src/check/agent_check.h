/* SPDX-License-Identifier: MIT */
/* One agent against all later ones: the part of a plan check that one thread does at a
 * time. */
#ifndef GRAZE_CHECK_AGENT_CHECK_H
#define GRAZE_CHECK_AGENT_CHECK_H

#include "check/plan_check.h"

typedef struct meeting_list {
    graze_meeting *items;
    size_t count, capacity;
} meeting_list;

/* Two agents that meet. */
typedef struct pair_meetings {
    size_t agent_b;
    meeting_list each, merged;
} pair_meetings;

/* The answers for one agent. Lists keep their memory when the block is used again. */
typedef struct agent_answers {
    pair_meetings *pairs;
    size_t count;
    size_t filled, capacity; /* pairs[0 .. filled - 1] have lists */
    graze_status status;     /* not GRAZE_OK: the pair with `failed` has no answer */
    size_t failed;
    bool is_ready;
} agent_answers;

/* What one thread keeps from agent to agent. */
typedef struct agent_worker {
    plan_check *check;
    graze_check_counts counts;
    graze_workspace memory;    /* for the index */
    graze_motion_pair *listed; /* of the pair of agents that is being gathered */
    size_t count, capacity;
    bool any_apart;            /* others of its motions were decided when they were found */
    graze_motion *made[2]; /* by a source: motions of agent a and b, each at its number */
    size_t made_capacity[2];
    size_t agent_a, agent_b;
    agent_answers *into;
} agent_worker;

/* False when there is no memory. Opened or not, a worker may be closed. */
bool agent_worker_open(agent_worker *worker, plan_check *check);
void agent_worker_close(agent_worker *worker);

/* Decides agent `a` against all later ones. Returns early, with some answers missing,
 * when the check is ended. */
void agent_check(agent_worker *worker, size_t a, agent_answers *into);

void agent_answers_free(const graze_allocator *allocator, agent_answers *answers);

#endif
