/* SPDX-License-Identifier: MIT */
/* One among many: the questions of a solver, asked of an index.
 *
 * The index finds the motions that matter, the kernel answers about each of them, and
 * the answers are united: the same as asking about every motion of every agent, at the
 * cost of the near ones.
 *
 *     when may this move start?           graze_index_unsafe_starts
 *     when is this place free?            graze_index_unsafe_times, _safe_intervals
 *     which conflict comes first?         graze_index_first_conflict
 *     how late may an agent be?           graze_index_agent_slack
 *     one agent has changed: what now?    graze_index_insert, then
 *                                         graze_index_agent_meetings
 *
 * `instead_of` is the number of an agent that is left out (the one that asks), or
 * GRAZE_INDEX_NOBODY. Nothing here changes the index; threads may ask at the same time.
 * Memory: as in conflict.h.
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

/* The unsafe starts of a motion against everything in the index, as far as they lie in
 * a closed window of starts: a double x of the window is unsafe iff lower < x < upper
 * for an interval of the answer, a list in normal form (intervals.h). Ends inside the
 * window are those of the true components, rounded outward; what goes on beyond the
 * window is cut off at the double next to it. The window may be endless.
 *
 * kernel: as in graze_unsafe_starts. intervals: room for the answer and for the unions
 * on the way to it; GRAZE_ERROR_CAPACITY. @since 0.1 */
GRAZE_API graze_status graze_index_unsafe_starts(
    const graze_index *index, const graze_body *body, const graze_motion *motion,
    size_t instead_of, graze_closed_interval window, double tolerance,
    const graze_workspace *kernel, graze_interval *intervals, size_t capacity, size_t *count);

/* When is somebody within reach of a body that stands at a place? The components of
 * { t : depth > tolerance } against any agent, as far as they lie in the closed window;
 * else as above. An agent that is on its way through the place leaves one interval, not
 * one for each of its motions. @since 0.1 */
GRAZE_API graze_status graze_index_unsafe_times(const graze_index *index, const graze_body *body,
                                                graze_vector place, size_t instead_of,
                                                graze_closed_interval window, double tolerance,
                                                graze_interval *intervals, size_t capacity,
                                                size_t *count);

/* The maximal closed intervals of a horizon in which the body can stand there, in
 * ascending order, single instants included (graze_intervals_complement of the unsafe
 * times). scratch: room for the unsafe times. @since 0.1 */
GRAZE_API graze_status graze_index_safe_intervals(
    const graze_index *index, const graze_body *body, graze_vector place, size_t instead_of,
    graze_closed_interval horizon, double tolerance, graze_interval *scratch,
    size_t scratch_capacity, graze_closed_interval *safe, size_t capacity, size_t *count);

/* How much delay one agent among all others can take (delay.h): the least of its slacks
 * against each of them. */
typedef struct graze_index_slack {
    graze_slack slack; /* motion_a is of the agent, motion_b of agent_b */
    size_t agent_b;    /* whom it meets beyond the slack; unset for +inf. Of several that
                          it meets at the same double, the smallest, by its first motions */
} graze_index_slack;

/* The slack of an agent of the index while all others keep their times. It stands at its
 * first place meanwhile, which makes no difference (graze_trajectory_slack).
 * kernel: as in graze_unsafe_starts. @since 0.1 */
GRAZE_API graze_status graze_index_agent_slack(const graze_index *index, size_t agent,
                                               double tolerance, const graze_workspace *kernel,
                                               graze_index_slack *slack);

/* A meeting of two agents. */
typedef struct graze_index_meeting {
    size_t agent_a, agent_b;
    graze_meeting meeting; /* motion_a is of agent_a */
} graze_index_meeting;

/* Receives a meeting; false ends the question. */
typedef bool (*graze_index_meeting_sink)(void *context, const graze_index_meeting *meeting);

/* The first conflict of a joint plan: the pair whose first contact
 * (graze_trajectory_first_contact; at_least as there) has the earliest when.lower; of
 * several with the same double, the one with the smallest (agent_a, agent_b), agent_a <
 * agent_b. first is about that contact. @since 0.1 */
GRAZE_API graze_status graze_index_first_conflict(const graze_index *index, double tolerance,
                                                  graze_verdict at_least,
                                                  graze_index_meeting *first, bool *found);

/* All meetings of one agent a, sorted by agent_b and by time: the merged ones of
 * graze_trajectory_meetings with every other agent (or every later one). What the
 * re-check of a whole plan would say anew after this agent was changed. @since 0.1 */
GRAZE_API graze_status graze_index_agent_meetings(const graze_index *index, size_t agent,
                                                  graze_index_partners partners,
                                                  double tolerance,
                                                  const graze_workspace *workspace,
                                                  graze_index_meeting_sink sink, void *context);

#ifdef __cplusplus
}
#endif
#endif
