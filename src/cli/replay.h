/* SPDX-License-Identifier: MIT */
/* A plan replayed: every pair of agents, decided, in one fixed order.
 *
 * Deciding a pair and using its answer are kept apart. An answer depends on its
 * pair alone, so pairs may one day be decided by several threads, or be skipped
 * by a filter that knows them to be clear; the answers reach the consumer in
 * the same order all the same, and so the same bytes come out.
 */
#ifndef GRAZE_CLI_REPLAY_H
#define GRAZE_CLI_REPLAY_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/plan.h"

typedef struct meeting_list {
    graze_meeting *items;
    size_t count, room;
} meeting_list;

/* What a pair has to say. The lists live until the next pair. */
typedef struct pair_answer {
    size_t agent_a, agent_b; /* [index] a < b */
    graze_status status;     /* not GRAZE_OK: the pair has no answer */
    meeting_list each;       /* pairs of motions that meet */
    meeting_list merged;     /* stretches of time, ascending */
} pair_answer;

/* Receives an answer; any result but IO_OK ends the replay and is handed on. */
typedef io_result (*replay_consumer)(void *context, const pair_answer *answer);

/* How many pairs a plan has. */
uint64_t replay_pair_count(const plan *given);

/* Decides the pairs (0,1), (0,2), ... (1,2), ... until all are done, the
 * consumer has enough, or a signal is pending (interrupt.h). *done counts the
 * pairs that the consumer has taken. IO_MEMORY when the answers of a pair find
 * no room. */
io_result replay_pairs(const plan *given, double tolerance, replay_consumer consume, void *context,
                       uint64_t *done);

#endif
