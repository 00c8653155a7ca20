/* SPDX-License-Identifier: MIT */
/* A plan replayed: every pair of agents, decided, in one fixed order.
 *
 * Filters cut what is certainly apart: an index over all motions, then boxes of equal
 * time step for each pair of agents that it leaves. Several threads may decide, one
 * agent with all later ones at a time. An answer depends on its pair alone, and the
 * answers reach the consumer in the order of the agents: the same bytes come out
 * whatever is chosen.
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

/* What a pair has to say. The lists live until the consumer returns. */
typedef struct pair_answer {
    size_t agent_a, agent_b; /* [index] a < b */
    graze_status status;     /* not GRAZE_OK: the pair has no answer */
    meeting_list each;       /* pairs of motions that meet */
    meeting_list merged;     /* stretches of time, ascending */
} pair_answer;

typedef struct replay_options {
    double tolerance;         /* [m] */
    bool indexed;             /* look pairs up in an index, or try all? */
    graze_index_method index; /* if indexed */
    graze_pair_filter filter; /* for the pairs of agents that remain; NONE: none */
    int jobs;                 /* [count] threads, at least 1 */
} replay_options;

/* How much there was to decide after each filter. */
typedef struct replay_counts {
    uint64_t agent_pairs;      /* all of them */
    uint64_t agent_pairs_left; /* some of whose motions were asked exactly */
    uint64_t indexed_left;     /* pairs of motions that the index left */
    uint64_t filtered_left;    /* of those, what the boxes left; unset without a filter */
    graze_work work;           /* pairs of motions asked exactly, by what decided them */
} replay_counts;

typedef struct replay_listener {
    /* Receives the answer of a pair that meets, or that has none. Any result but
     * IO_OK ends the replay and is handed on. */
    io_result (*take)(void *context, const pair_answer *answer);
    /* So many pairs are done, clear ones included. May be null. */
    void (*step)(void *context, uint64_t done);
    void *context;
} replay_listener;

/* How many pairs a plan has. */
uint64_t replay_pair_count(const plan *given);

/* [count] how many threads this machine runs at a time; at least 1. */
int replay_processors(void);

/* An index of all motions of a plan, for graze_index_free. IO_MEMORY. */
io_result replay_index(const plan *given, graze_index_method method, graze_index **index);

/* Decides all pairs, unless the listener has enough or a signal is pending
 * (interrupt.h). The listener is called by the caller's thread, for (0,1), (0,2), ...
 * (1,2), ... *done counts the pairs, clear ones included, before the first that was
 * not taken. IO_MEMORY when there is no room; counts are of what was done. */
io_result replay_pairs(const plan *given, const replay_options *options,
                       const replay_listener *listener, replay_counts *counts, uint64_t *done);

#endif
