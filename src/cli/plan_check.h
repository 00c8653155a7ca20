/* SPDX-License-Identifier: MIT */
/* The library's questions about many agents, asked of a plan that was read: <graze/check.h>
 * and <graze/index.h> with the driver's results and signals.
 */
#ifndef GRAZE_CLI_PLAN_CHECK_H
#define GRAZE_CLI_PLAN_CHECK_H

#include <graze.h>
#include <stddef.h>
#include <stdint.h>

#include "io/plan.h"

typedef struct plan_check_listener {
    /* Receives two agents that meet. Any result but IO_OK ends the check and is handed on. */
    io_result (*take)(void *context, const graze_check_answer *answer);
    /* So many pairs are done, clear ones included: called after each agent. Any result but
     * IO_OK ends the check. May be null. */
    io_result (*step)(void *context, uint64_t done);
    /* May be null: true behind a call of take ends the check, which is no error. */
    const bool *enough;
    bool whole; /* a pending signal does not end the check */
    void *context;
} plan_check_listener;

/* [count] how many pairs of agents a plan has. */
uint64_t plan_pair_count(const plan *given);

/* Builds an index of all motions of a plan, for graze_index_free. IO_MEMORY. */
io_result plan_index(const plan *given, graze_index **index);

/* Decides all pairs, until the listener has enough or a signal is pending (interrupt.h), unless
 * it wants the whole.
 * *fault is the library's status: where it is not GRAZE_OK, the result is IO_MEMORY for
 * want of memory, else IO_BAD_INPUT (a fault of ours: the plan was validated when it was
 * read), and counts names the two agents. */
io_result plan_check_pairs(const plan *given, const graze_check_options *options,
                     const plan_check_listener *listener, graze_check_counts *counts,
                     graze_status *fault);

#endif
