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
 * Filters leave out pairs that are certainly apart: an index of motions (index.h), and,
 * if the caller wants them, boxes of equal time step for each pair of agents that the index
 * leaves (boxes.h); an agent whose path does not fit the grid of the others goes without. Threads
 * take agents in turn and decide each against all later ones. An answer depends on its pair alone,
 * and the answers reach the listener in the order of the agents; so the listener hears the same for
 * every index, filter and number of threads.
 *
 * graze_check_plan is the one function of the library that starts threads. It ends them
 * before it returns.
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

/* The waypoints of an agent, in ascending order of time. */
typedef struct graze_check_waypoints {
    const graze_waypoint *points; /* count of them; null: its motions are others */
    size_t count;
} graze_check_waypoints;

/* Motions that are made when they are looked at, for plans that are kept in a form of their own: a
 * motion takes 112 bytes, a waypoint 32. */
typedef struct graze_check_source {
    /* Writes `count` motions of an agent, from the first-th on, the same ones whenever it is asked.
     * Several threads call it at a time. */
    void (*motions)(void *context, size_t agent, size_t first, size_t count,
                    graze_motion *motions);
    void *context;
    const graze_check_waypoints *waypoints; /* may be null; of each agent, for who wants them read
        where they lie, which is faster: motion i, as `motions` writes it, is what
        graze_trajectory_from_waypoints makes of points i and i + 1; where there are as many
        points as motions, the last motion stays at the last point */
} graze_check_source;

/* All zero is a good choice: tolerance 0, an index that suits the plan, no further
 * filter, as many threads as there are processors. */
typedef struct graze_check_options {
    double tolerance;         /* [m] >= 0: a meeting with a greater depth is a conflict,
                                 any other a graze or a touch */
    bool without_index;       /* decide every pair of agents */
    graze_index_method index; /* unless without_index */
    graze_pair_filter filter; /* for the pairs of agents that remain; GRAZE_FILTER_NONE is 0 */
    size_t threads;           /* [count] 0: as many as there are processors; never more than
                                 1024 are started, nor more than there are agents */
    size_t first_agent;       /* [index] pairs whose first agent is before it are left out and
                                 count as done: for a check that goes on where another ended */
    const graze_check_source *source; /* null: motions are those of the trajectories; else of a
                                         trajectory its count and bodies alone are read */
} graze_check_options;

/* Two agents that meet. The arrays are valid until the listener returns. */
typedef struct graze_check_answer {
    size_t agent_a, agent_b;     /* [index] agent_a < agent_b */
    const graze_meeting *each;   /* each_count pairs of motions that meet, as the `each` of
                                    graze_trajectory_meetings */
    size_t each_count;
    const graze_meeting *merged; /* merged_count stretches of time, in ascending order, as
                                    its `merged` */
    size_t merged_count;
} graze_check_answer;

/* The functions that a check calls. All but take may be null. take and step are called by
 * the thread that called graze_check_plan. */
typedef struct graze_check_listener {
    /* Receives two agents that meet, in the order (0,1), (0,2), ... (1,2), ... It returns
     * false to end the check, which is no error. */
    bool (*take)(void *context, const graze_check_answer *answer);
    /* Is told after each agent that `done` of counts->pairs pairs are decided. */
    void (*step)(void *context, uint64_t done);
    /* Returns true to end the check early. Every thread calls it after every few pairs,
     * several threads at a time, and the thread that called graze_check_plan at least ten
     * times a second: it must be quick and safe to call from any thread (it reads a flag). */
    bool (*stop)(void *context);
    void *context;
} graze_check_listener;

/* How far a check came, and how much there was to decide after each filter. */
typedef struct graze_check_counts {
    uint64_t pairs;            /* of agents: count (count - 1)/2 */
    uint64_t pairs_done;       /* those before the first that was not decided or not taken;
                                  equal to pairs exactly when the check was not ended early */
    uint64_t pairs_asked;      /* of agents that the filters left to the exact questions */
    uint64_t motions_indexed;  /* pairs of motions that the index left */
    uint64_t motions_filtered; /* pairs of these that the boxes left; 0 without a filter */
    graze_work work;           /* pairs of motions decided, by the stage that decided them */
    size_t agent_a, agent_b;   /* on an error: the pair that has no answer */
} graze_check_counts;

/* Decides all pairs of a plan: agent i is bodies[i] on trajectories[i], i < count.
 *
 * allocator: may be null; several threads call it at a time, and it must allow that (malloc
 * does). bodies and trajectories are only read.
 *
 * counts is written also when the check is ended early or fails. Statuses:
 * GRAZE_ERROR_NULL (an array where count > 0, options, listener, its take, counts, or the function
 * of a source),
 * those of conflict.h and body.h for an invalid agent or tolerance, GRAZE_ERROR_CHOICE for
 * an index or filter that does not exist, GRAZE_ERROR_MEMORY. The listener receives no pair
 * after one that fails. */
GRAZE_API graze_status graze_check_plan(const graze_body *bodies,
                                        const graze_trajectory *trajectories, size_t count,
                                        const graze_check_options *options,
                                        const graze_check_listener *listener,
                                        const graze_allocator *allocator,
                                        graze_check_counts *counts);

/* Returns how many threads this machine runs at a time [count], from 1 to 1024. */
GRAZE_API size_t graze_check_processors(void);

#ifdef __cplusplus
}
#endif
#endif
