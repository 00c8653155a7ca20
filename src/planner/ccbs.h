/* SPDX-License-Identifier: MIT */
/* Conflict-based search in continuous time: plans of least (or nearly least) cost.
 *
 * A node of the constraint tree is a set of constraints for each agent and a best route
 * under each set. A node in which two routes are in conflict is split into two children,
 * each with one constraint more, so that every plan without conflicts under the node is
 * under a child (the split is *sound*), and neither child keeps both routes. Nodes are taken
 * in the order of a lower bound of their plans' costs. split.h has the constraints and
 * their proofs.
 *
 * Why it ends where there is a plan: times are whole ticks (time_grid.h), so up to a
 * given cost each agent has finitely many routes in which it waits nowhere longer than
 * it must or the cost allows; each child forbids its agent at least the route that it
 * has, for good. So below the cost of a plan the tree is finite. (Where there is none
 * the tree need not be finite: routes may get ever longer.)
 *
 * Where a plan is known (incumbent.h), nodes whose plans cost no less are dropped, and the search
 * is over once the least bound, times the suboptimality, has come up to its cost.
 *
 * Source: A. Andreychuk, K. Yakovlev, P. Surynek, D. Atzmon, R. Stern, "Multi-Agent
 * Pathfinding with Continuous Time", 2019 (Artificial Intelligence 2022), for the
 * search; A. Andreychuk, K. Yakovlev, E. Boyarski, R. Stern, "Improving Continuous-time
 * Conflict Based Search", 2021, for cardinal conflicts; E. Boyarski et al., "Don't
 * Split, Try To Work It Out", 2015, for the bypass.
 */
#ifndef GRAZE_PLANNER_CCBS_H
#define GRAZE_PLANNER_CCBS_H

#include "planner/split.h"

typedef enum ccbs_outcome {
    CCBS_FOUND,
    CCBS_KNOWN,    /* the incumbent costs little enough */
    CCBS_STOPPED,  /* by the caller */
    CCBS_EXHAUSTED /* no plan on the time grid before its horizon */
} ccbs_outcome;

typedef struct ccbs ccbs;

typedef struct ccbs_options {
    bool cardinal;  /* prefer conflicts that raise the cost in both children */
    bool bypass;    /* take another best route instead of a split, where that helps */
    bool heuristic; /* bound a node's plans by pairs of agents (WDG) */
    bool avoidance; /* choose best routes that meet few others */
    split_options split;
    double suboptimality; /* >= 1 */
    tick incumbent;       /* the cost of a plan that is known; TICK_NEVER: none is */
    /* Called now and then; false stops the search. May be null. */
    bool (*go_on)(void *context, const ccbs *search);
    void *context;
} ccbs_options;

struct ccbs {
    constraint_table *constraints;
    uint32_t agent_count;
    ccbs_options options;
    uint32_t *routes; /* the plan, where one was found */
    tick cost;        /* of the plan */
    tick bound;       /* no plan costs less */
    uint64_t expanded, generated, bypassed;
    uint32_t open_conflicts; /* pairs of agents, in the node at hand */
};

/* Searches; *outcome says how it ended. `routes` needs memory_free by the caller in any
 * case. Statuses: GRAZE_ERROR_MEMORY, and those of the kernel. */
graze_status ccbs_search(ccbs *search, constraint_table *constraints, uint32_t agent_count,
                         const ccbs_options *options, ccbs_outcome *outcome);

#endif
