/* SPDX-License-Identifier: MIT */
/* How a conflict of two routes becomes two constraints, of which every plan satisfies one.
 *
 * The node is split: each of its two children has one of the constraints more. Why a split of two
 * actions is sound and progressive is proven in <graze/split.h>, which offers it to other
 * solvers; `split_spans` has the numbers for both. The words here are those of constraint.h:
 * what is NOT_START there is a motion constraint, NOT_AT a vertex constraint, NOT_WAIT a wait
 * constraint, NOT_ARRIVE a length constraint, NOT_MEET a target constraint.
 *
 * In the second child of a last stay all agents are bound, but only those who violate the
 * constraint get it (ct_node.c): the bound is right without, and every plan is held against it.
 *
 * Disjoint splitting: where one child forbids agent i to start a move in W, the other may
 * also ask that i does start it in W (a positive constraint). Every plan is in one of the
 * two as before, now in one only: a plan in which i starts its move in W satisfies the
 * other agent's constraint, for the two forbid pairs in conflict. So no plan is looked at
 * twice, and i's other routes are not looked at in that child.
 *
 * Two stays: never the first conflict of two routes (README.md).
 *
 * Source: that of <graze/split.h>; J. Li, D. Harabor, P. J.
 * Stuckey, A. Felner, H. Ma, S. Koenig, "Disjoint Splitting for Multi-Agent Path Finding
 * with Conflict-Based Search", 2019, for disjoint splitting there.
 */
#ifndef GRAZE_PLANNER_SPLIT_H
#define GRAZE_PLANNER_SPLIT_H

#include "planner/constraint.h"

/* What the splits may make use of. */
typedef struct split_options {
    bool targets;   /* the reasoning about agents at their goals and about long waits */
    bool corridors; /* corridor.h */
    bool bicliques; /* biclique_split.h */
    bool disjoint;  /* disjoint splitting */
} split_options;

/* One of the two children of a split: one constraint more for one agent. */
typedef struct split_child {
    uint32_t agent;
    constraint added;
    bool has_deadline; /* `target` must have arrived for good by `latest` */
    uint32_t target;
    tick latest;
    bool adds_positive; /* `positive` for `positive_agent`, whose route satisfies it */
    uint32_t positive_agent;
    constraint positive;
} split_child;

/* The two children of a conflict of `agents[0]` and `agents[1]`. */
void split_conflict(const constraint_table *constraints, const route_conflict *conflict,
                    const uint32_t agents[2], bool with_targets, split_child children[2]);

/* Makes the two children of a conflict of the routes of `sets` disjoint, if one of the agents
 * can get a positive constraint. */
void split_disjointly(const constraint_table *constraints, const uint32_t sets[2],
                      split_child children[2]);

#endif
