/* SPDX-License-Identifier: MIT */
/* Lifelong planning: agents that are given goal after goal, and plan again and again while they
 * move.
 *
 *     graze_lifelong *lifelong;
 *     graze_lifelong_new(&problem, &options, NULL, &lifelong);
 *     for (;;) {
 *         ... graze_lifelong_add_goal(lifelong, agent, vertex) for what has become known ...
 *         graze_lifelong_advance(lifelong);         plans a window, commits its first seconds
 *     }
 *     graze_lifelong_finish(lifelong, &solution);   the whole run, certified
 *     graze_lifelong_free(lifelong);
 *
 * Time begins at 0, when all agents rest at their starts. Each call of advance plans a window of
 * `horizon` seconds from the present and commits the moves that start in its first `replan`
 * seconds, which is the next present. Committed moves are kept: an agent in the middle of one is
 * planned for from where and when it ends.
 *
 * The plan that is held is always whole: its agents end at rest, and are clear of each other for
 * ever. A window begins with what is left of the plan before; some agents are taken out, planned
 * again as far as they come towards their goals by the end of the window (window_search.h), and put
 * back when all of them together come further. So every step leads from one plan without conflicts
 * to a better one, and there is always a way out.
 *
 * A goal is made when the agent's move arrives at it, or it rests there when the goal is next; it
 * need not stop. Goals are made in the order in which they were added, and those added later than
 * the present begins are not known before. A goal that cannot be reached is never made, nor are
 * those behind it: its agent rests and gives way to others.
 *
 * Everything of planner.h holds: bodies, exactness on the time grid, the tolerance, the last word
 * of the kernel. The same goals, options and seed give the same plan on every machine; there is one
 * thread. Not thread-safe: one call at a time for each fleet. After any status but GRAZE_OK,
 * GRAZE_ERROR_STOPPED and those of arguments, a fleet is only good to be freed.
 *
 * Source: J. Li, A. Tinka, S. Kiesel, J. Durham, T. K. S. Kumar, S. Koenig, "Lifelong Multi-Agent
 * Path Finding in Large-Scale Warehouses", 2021, for windows (RHCR); that each window's plan ends
 * at rest is Graze's own.
 */
#ifndef GRAZE_LIFELONG_H
#define GRAZE_LIFELONG_H

#include <graze/planner.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_lifelong graze_lifelong;

typedef struct graze_lifelong_options {
    double replan;  /* [s] > 0; rounded up to a tick */
    double horizon; /* [s] >= replan */
    /* [count] Groups of agents that are planned again in each window, beyond each agent alone; 0:
     * twice as many as there are agents. */
    uint64_t neighbourhoods;
    uint64_t seed; /* of its random numbers */
    /* Called after each agent with which a window begins and each search for one; false stops
     * advance. May be null. */
    bool (*go_on)(void *context);
    void *context;
} graze_lifelong_options;

/* Makes a fleet. The tasks of the problem say what agents there are and where they start; their
 * goals must be vertices, but nobody goes there. The problem's roadmaps must outlive the fleet; the
 * tasks need not. allocator may be null.
 *
 * GRAZE_ERROR_CONFLICT: two agents overlap at their starts. GRAZE_ERROR_CHOICE: `replan` or
 * `horizon` is not as above, or less than a tick. GRAZE_ERROR_UNSUPPORTED: a robot has
 * limits. Else what graze_solve says of a problem. */
GRAZE_API graze_status graze_lifelong_new(const graze_problem *problem,
                                          const graze_lifelong_options *options,
                                          const graze_allocator *allocator,
                                          graze_lifelong **lifelong);

/* Frees a fleet; does nothing for null. */
GRAZE_API void graze_lifelong_free(graze_lifelong *lifelong);

/* Gives an agent one more goal. GRAZE_ERROR_INDEX, GRAZE_ERROR_MEMORY. */
GRAZE_API graze_status graze_lifelong_add_goal(graze_lifelong *lifelong, size_t agent,
                                               uint32_t vertex);

/* Plans a window and commits its first seconds. GRAZE_ERROR_STOPPED: go_on returned false, and
 * nothing was committed. GRAZE_ERROR_CAPACITY: the window would end beyond the 2^12 longest moves
 * that the time grid has room for. */
GRAZE_API graze_status graze_lifelong_advance(graze_lifelong *lifelong);

/* What an agent has done, and where it is at the present. */
typedef struct graze_lifelong_agent {
    uint32_t vertex; /* where it rests, or where the move that it makes ends */
    double since;    /* [s] it is free there from then on, not before the present */
    size_t goals;    /* [count] given to it */
    size_t made;     /* [count] of them, by committed moves */
    const double *made_at; /* [s] when, ascending; valid until the fleet changes */
    /* [s] The shortest way from `vertex` to the next goal takes at least so long; 0: it is there,
     * or no goal is left; infinity: there is no way, or no window has looked for one. Less than in
     * any window before: it has come nearer. */
    double left;
} graze_lifelong_agent;

/* Tells about an agent. GRAZE_ERROR_INDEX. */
GRAZE_API graze_status graze_lifelong_look(const graze_lifelong *lifelong, size_t agent,
                                           graze_lifelong_agent *seen);

/* [s] The present: all moves that start before it are committed. NaN for null. */
GRAZE_API double graze_lifelong_now(const graze_lifelong *lifelong);

/* Writes the plan of all that was committed and of the way to rest that is held, as graze_solve
 * does: an outcome of GRAZE_PLAN_FOUND, certified. The fleet stays as it is. */
GRAZE_API graze_status graze_lifelong_finish(graze_lifelong *lifelong, graze_solution *solution);

#ifdef __cplusplus
}
#endif
#endif
