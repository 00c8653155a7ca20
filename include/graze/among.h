/* SPDX-License-Identifier: MIT */
/* One agent among many: the questions of a solver, asked of an index.
 *
 * The index finds the motions that may matter, the kernel answers about each of them, and
 * the answers are united. The result is that of asking about every motion of every agent;
 * the cost is that of the near ones.
 *
 *     when may this move start?           graze_index_unsafe_starts
 *     when is this place free?            graze_index_unsafe_times, _safe_intervals
 *     what if it went this way?           graze_index_conflicts
 *     which conflict comes first?         graze_index_first_conflict
 *     how late may an agent be?           graze_index_agent_slack
 *     one agent has changed: what now?    graze_index_insert, then
 *                                         graze_index_agent_meetings
 *     which motions conflict at all?      graze_index_all_conflicts
 *
 * `instead_of` is the number of an agent that the question leaves out (the agent that asks),
 * or GRAZE_INDEX_NOBODY. No question changes the index; several threads may ask at the same
 * time. Memory: as in conflict.h.
 *
 * Statuses: those of the function that answers about one pair (unsafe.h, conflict.h,
 * encounter.h); of index.h; GRAZE_ERROR_NOT_FINITE and GRAZE_ERROR_INTERVAL for a
 * window (a bound is NaN; it ends before it begins, or holds no instant). On an error
 * *count, *first and *found are untouched.
 */
#ifndef GRAZE_AMONG_H
#define GRAZE_AMONG_H

#include <graze/conflict.h>
#include <graze/delay.h>
#include <graze/index.h>
#include <graze/intervals.h>
#include <graze/unsafe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the unsafe starts of a motion against all agents of the index, as far as they lie
 * in a closed window of starts. The answer is a list in normal form (intervals.h): a double
 * x of the window is unsafe iff lower < x < upper for one of its intervals. Ends inside the
 * window are those of the true components, rounded outward; an interval that extends beyond
 * the window ends at the double next to the window. The window may be endless.
 *
 * kernel: as in graze_unsafe_starts. intervals: room for the answer and for intermediate
 * unions; GRAZE_ERROR_CAPACITY when there is too little. */
GRAZE_API graze_status graze_index_unsafe_starts(
    const graze_index *index, const graze_body *body, const graze_motion *motion,
    size_t instead_of, graze_closed_interval window, double tolerance,
    const graze_workspace *kernel, graze_interval *intervals, size_t capacity, size_t *count);

/* Writes the times at which an agent overlaps a body that stands at a place: the components
 * of { t : depth > tolerance } against any agent, as far as they lie in the closed window;
 * all else as above. An agent that passes the place in several motions makes one interval,
 * not one for each motion. */
GRAZE_API graze_status graze_index_unsafe_times(const graze_index *index, const graze_body *body,
                                                graze_vector place, size_t instead_of,
                                                graze_closed_interval window, double tolerance,
                                                graze_interval *intervals, size_t capacity,
                                                size_t *count);

/* Writes the maximal closed intervals of a horizon during which the body can stand at the
 * place, in ascending order, single instants included: graze_intervals_complement of the
 * unsafe times. scratch: room for the unsafe times. */
GRAZE_API graze_status graze_index_safe_intervals(
    const graze_index *index, const graze_body *body, graze_vector place, size_t instead_of,
    graze_closed_interval horizon, double tolerance, graze_interval *scratch,
    size_t scratch_capacity, graze_closed_interval *safe, size_t capacity, size_t *count);

/* Finds the conflicts of a candidate that is not in the index: every pair of its motions and
 * motions of the index that are in conflict, exactly, in an order that is the same for the same
 * index; agent_a is `instead_of`. The sink returns false to end the question; null ends it at the
 * first conflict. *found (may be null) tells whether there was one. For one motion, a trajectory of
 * count 1. */
GRAZE_API graze_status graze_index_conflicts(const graze_index *index, const graze_body *body,
                                             const graze_trajectory *trajectory,
                                             size_t instead_of, double tolerance,
                                             graze_index_pair_sink sink, void *context,
                                             bool *found);

/* How much delay one agent among all others can take (delay.h): the least of its slacks
 * against each of them. */
typedef struct graze_index_slack {
    graze_slack slack; /* motion_a is of the agent, motion_b of agent_b */
    size_t agent_b;    /* the agent that it meets beyond the slack; unset for +inf. Of
                          several with the same double the smallest, with its first motions */
} graze_index_slack;

/* Writes the slack of an agent of the index while all others keep their times. Whether the
 * agent stands at its first place before it starts, or is absent, makes no difference
 * (graze_trajectory_slack). kernel: as in graze_unsafe_starts. */
GRAZE_API graze_status graze_index_agent_slack(const graze_index *index, size_t agent,
                                               double tolerance, const graze_workspace *kernel,
                                               graze_index_slack *slack);

/* A meeting of two agents. */
typedef struct graze_index_meeting {
    size_t agent_a, agent_b;
    graze_meeting meeting; /* motion_a is of agent_a */
} graze_index_meeting;

/* Receives a meeting; returns false to end the question. */
typedef bool (*graze_index_meeting_sink)(void *context, const graze_index_meeting *meeting);

/* Finds the first conflict of a joint plan: the pair of agents whose first contact
 * (graze_trajectory_first_contact; at_least as there) has the earliest when.lower; of
 * several with the same double, the pair with the smallest (agent_a, agent_b), agent_a <
 * agent_b. *first describes that contact. */
GRAZE_API graze_status graze_index_first_conflict(const graze_index *index, double tolerance,
                                                  graze_verdict at_least,
                                                  graze_index_meeting *first, bool *found);

/* Finds all pairs of motions of different agents that are in conflict, exactly, in the order and
 * in the parts of graze_index_pairs_as_found. Pairs that it finds are decided many at a time, which
 * costs about half of asking about each. prepared[i] is what graze_motion_prepare made of the
 * motions of agent i, up to the greatest number (graze_index_measure: agents); GRAZE_ERROR_NULL
 * where it is null, unless the agent has no motions or is not there. */
GRAZE_API graze_status graze_index_all_conflicts(const graze_index *index, size_t part,
                                                 size_t parts,
                                                 const graze_prepared *const *prepared,
                                                 double tolerance, graze_index_pair_sink sink,
                                                 void *context);

/* Hands all meetings of one agent a to the sink, sorted by agent_b and by time: the merged
 * meetings of graze_trajectory_meetings with every other agent (or every later one). These
 * are the answers of a whole plan that a change of this agent can change. */
GRAZE_API graze_status graze_index_agent_meetings(const graze_index *index, size_t agent,
                                                  graze_index_partners partners,
                                                  double tolerance,
                                                  const graze_workspace *workspace,
                                                  graze_index_meeting_sink sink, void *context);

#ifdef __cplusplus
}
#endif
#endif
