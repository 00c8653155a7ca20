/* SPDX-License-Identifier: MIT */
/* A whole plan, checked: every pair of agents, decided exactly, in one fixed order, on
 * all processors.
 *
 *     static bool take(void *context, const graze_check_answer *answer) { ... }
 *
 *     graze_check_options options = {.tolerance = 1e-9};
 *     graze_check_listener listener = {.take = take};
 *     graze_check_counts counts;
 *     graze_check_plan(bodies, trajectories, count, &options, &listener, NULL, &counts);
 *
 * Filters leave out what is certainly apart: an index of all motions (index.h), and, if
 * the caller wants them, boxes of equal time step for each pair of agents that the index
 * leaves (boxes.h). Threads take agents in turn and decide each against all later ones. An
 * answer depends on its pair alone, and the answers reach the listener in the order of the
 * agents: whatever index, filter and number of threads is chosen, the listener hears the
 * same.
 *
 * This is the one call of the library that starts threads. It ends them before it returns.
 */
#ifndef GRAZE_CHECK_H
#define GRAZE_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <graze/allocator.h>
#include <graze/body.h>
#include <graze/boxes.h>
#include <graze/conflict.h>
#include <graze/index.h>
#include <graze/status.h>
#include <graze/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero is a good choice: tolerance 0, an index that suits the plan, no further
 * filter, as many threads as there are processors. */
typedef struct graze_check_options {
    double tolerance;         /* [m] >= 0: a stretch of time is a conflict where the depth
                                 is greater than this, else a graze or a touch */
    bool without_index;       /* try every pair of agents? */
    graze_index_method index; /* unless without_index */
    graze_pair_filter filter; /* for the pairs of agents that remain; GRAZE_FILTER_NONE is 0 */
    size_t threads;           /* [count] 0: as many as there are processors; more than 1024
                                 count as 1024, and more than agents as so many */
} graze_check_options;

/* What the check has to say about two agents that meet. The arrays live until the
 * listener returns. */
typedef struct graze_check_answer {
    size_t agent_a, agent_b;     /* [index] agent_a < agent_b */
    const graze_meeting *each;   /* each_count pairs of motions that meet, as the `each` of
                                    graze_trajectory_meetings */
    size_t each_count;
    const graze_meeting *merged; /* merged_count stretches of time, in ascending order, as
                                    its `merged` */
    size_t merged_count;
} graze_check_answer;

/* Who hears of a check. Every member but take may be null. take and step are called by
 * the thread that asked. */
typedef struct graze_check_listener {
    /* Receives two agents that meet: (0,1), (0,2), ... (1,2), ... False ends the check,
     * which is no error. */
    bool (*take)(void *context, const graze_check_answer *answer);
    /* Hears after each agent that `done` of counts->pairs pairs are decided. */
    void (*step)(void *context, uint64_t done);
    /* Answers true when the check shall end early. It is asked every few pairs by every
     * thread, several at a time, and at least ten times a second by the one that asked: it
     * must be quick, and safe to call so (it reads a flag). */
    bool (*stop)(void *context);
    void *context;
} graze_check_listener;

/* How far a check came, and how much there was to decide after each filter. */
typedef struct graze_check_counts {
    uint64_t pairs;            /* of agents: count (count - 1)/2 */
    uint64_t pairs_done;       /* before the first pair that was not taken; equal to pairs
                                  exactly when the check was not ended early */
    uint64_t pairs_asked;      /* of agents: some of whose motions were asked exactly */
    uint64_t motions_indexed;  /* pairs of motions that the index left */
    uint64_t motions_filtered; /* of those, what the boxes left; 0 without a filter */
    graze_work work;           /* pairs of motions asked, by what decided them */
    size_t agent_a, agent_b;   /* on an error: the pair that has no answer */
} graze_check_counts;

/* Decides all pairs of a plan: agent i is bodies[i] on trajectories[i], i < count.
 *
 * allocator: may be null; it is called by several threads at a time and must bear that
 * (malloc and its kin do). bodies and trajectories are only read.
 *
 * counts is written also when the check is ended early or fails. Statuses:
 * GRAZE_ERROR_NULL (an array where count > 0, options, listener, its take, or counts),
 * those of conflict.h and body.h for an invalid agent or tolerance, GRAZE_ERROR_CHOICE for
 * an index or filter that is none, GRAZE_ERROR_MEMORY. The listener hears of no pair behind one that fails. */
GRAZE_API graze_status graze_check_plan(const graze_body *bodies,
                                        const graze_trajectory *trajectories, size_t count,
                                        const graze_check_options *options,
                                        const graze_check_listener *listener,
                                        const graze_allocator *allocator,
                                        graze_check_counts *counts);

/* [count] how many threads this machine runs at a time: from 1 to 1024. */
GRAZE_API size_t graze_check_processors(void);

#ifdef __cplusplus
}
#endif
#endif
