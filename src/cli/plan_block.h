/* SPDX-License-Identifier: MIT */
/* One block of a plan that is checked block by block: what one process packs and another decides.
 *
 * A block is some agents with some of their motions, in order. Motions may be missing between two
 * that are there: pairs of motions are decided one by one, and stretches are joined where motions
 * adjoin exactly. Bytes go from one process to another of the same program on a machine of the same
 * kind.
 */
#ifndef GRAZE_CLI_PLAN_BLOCK_H
#define GRAZE_CLI_PLAN_BLOCK_H

#include <graze.h>
#include <stdint.h>

#include "io/diagnostic.h"

/* Bytes that grow; all zeros: none. */
typedef struct block_bytes {
    char *data;
    size_t length, capacity;
} block_bytes;

/* Appends, and leaves the bytes aligned for any number. False without memory. */
bool block_append(block_bytes *to, const void *data, size_t length);

/* Makes room for so many. False without memory. */
bool block_reserve(block_bytes *to, size_t length);

/* How a block is decided. */
typedef struct block_how {
    double tolerance;   /* [m] */
    uint64_t index;     /* graze_index_method */
    uint64_t most;      /* [pairs of agents] that are looked for; 0: any number */
} block_how;

/* An agent of a block. */
typedef struct block_agent {
    uint64_t agent; /* [index] of the plan */
    graze_body body;
    const uint64_t *numbers; /* [index] of the motions in the agent's path */
    const graze_motion *motions;
    uint64_t motion_count;
} block_agent;

/* Packs a block: first its head, then its agents in order. False without memory. */
bool block_begin(block_bytes *block, const block_how *how);
bool block_add(block_bytes *block, const block_agent *agent);

/* What became of a block. Answers follow it, each a block_pair and its meetings. */
typedef struct block_answers {
    uint64_t status;           /* graze_status; where it is not GRAZE_OK, the agents that have no */
    uint64_t agent_a, agent_b; /* answer */
    uint64_t is_limited;       /* there are more than `most` */
    uint64_t is_cut_short;     /* by a signal */
    uint64_t count;
} block_answers;

/* Two agents of the plan that meet, in the motions of the block: meetings of `each`, then of
 * `merged` (graze/check.h). */
typedef struct block_pair {
    uint64_t agent_a, agent_b, each_count, merged_count;
} block_pair;

/* Decides a block on up to so many threads. IO_MEMORY when there are no answers; else the answers
 * say what became of it. */
io_result block_decide(const block_bytes *block, size_t threads, block_bytes *answers);

#endif
