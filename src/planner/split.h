/* SPDX-License-Identifier: MIT */
/* How a conflict of two routes becomes two constraints, of which every plan satisfies one.
 *
 * The node is split: each of its two children has one of the constraints more. A split is
 * *sound* iff every pair of actions that both constraints forbid, one of each agent, is in
 * conflict: then a plan without conflicts violates at most one of the constraints. It is
 * *progressive* iff each constraint forbids its agent what it does now.
 * All times are ticks; for a real interval (l, u) with lower = floor(l), upper = ceil(u)
 * and whole x: l < x < u iff lower < x < upper.
 *
 * Two moves, starting at a and b, conflicting at all differences lower < a - b < upper
 * (motion constraints):
 *     the first does not start in [a, b + upper), the second not in [b, a - lower).
 *   Forbidden pairs are (a + i, b + j) with 0 <= i < upper - (a - b) and
 *   0 <= j < (a - b) - lower, so their difference a - b + i - j lies strictly between
 *   lower and upper: conflict.
 *
 * A stay at v during (w1, w2) and a move starting at m that overlaps a body at v in
 * (l, u): with a whole delay d, 1 <= d < u - l + 1 and d <= w2 - lower,
 *     the stayer is not at v in the open interval (lower + d - 1, upper) (vertex),
 *     the mover does not start this move in [m, m + d) (motion).
 *   A move started at m + i, 0 <= i < d, overlaps a body at v during (l + i, u + i),
 *   which holds (l + d - 1, u). A stay [x, y] with x < upper and y > lower + d - 1 has
 *   x < u and y >= lower + d > l + d - 1, so it shares an instant with that interval:
 *   conflict; and if x = y is that instant, the positive depth there continues in the
 *   moves before and after it. It is progressive for the stayer as w2 > lower + d - 1
 *   and w1 < upper. This is the delta branching of the source, in whole ticks.
 *
 * A last stay at the goal v since t < u (target reasoning):
 *     either the stayer arrives for good not before u (length),
 *     or it does so before u, and then nobody overlaps a body at v in an interval
 *     that ends at u or later (deadline and target).
 *   Every plan is in exactly one of the two: in the second the stayer is at v from
 *   before u on, for ever. Now it arrives before u, and the mover's overlap ends at u:
 *   the plan at hand is in neither. In the second all agents are bound, but only those
 *   who violate the constraint get it (ct_node.c): the bound is right without, and every
 *   plan is held against it.
 *
 * Disjoint splitting: where one child forbids agent i to start a move in W, the other may
 * also ask that i does start it in W (a positive constraint). Every plan is in one of the
 * two as before, now in one only: a plan in which i starts its move in W satisfies the
 * other agent's constraint, for the two forbid pairs in conflict. So no plan is looked at
 * twice, and i's other routes are not looked at in that child.
 *
 * Two stays: never the first conflict of two routes (README.md).
 *
 * Source: A. Combrink, S. F. Roselli, M. Fabian, "Optimal Multi-agent Path Finding in
 * Continuous Time", arXiv 2508.16410, 2025, for soundness, progress and delta branching;
 * J. Li et al., "New Techniques for Pairwise Symmetry Breaking in Multi-Agent Path
 * Finding", 2020, for target reasoning in whole time steps; J. Li, D. Harabor, P. J.
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
