/* SPDX-License-Identifier: MIT */
/* A lower bound of what two agents cost together: the weights of the heuristic WDG.
 *
 * Under the constraints of a node the two agents alone are searched for a plan without
 * conflicts, with the same splits (split.h), up to some number of nodes and of states. The
 * least bound among the nodes that are left, or the cost of the plan that was found, is a
 * lower bound for every plan under that node, since other agents only add constraints. It
 * depends on the two sets of constraints alone, so it is found once and kept. A pair whose
 * search takes long gets its Pareto front (pareto_front.h), which bounds it, too, and offers
 * one more split. matching.h makes one bound for all agents of the bounds of the pairs.
 *
 * Source: J. Li, A. Felner, E. Boyarski, H. Ma, S. Koenig, "Improved Heuristics for
 * Multi-Agent Path Finding with Conflict-Based Search", 2019 (weighted dependency graph).
 */
#ifndef GRAZE_PLANNER_PAIR_HEURISTIC_H
#define GRAZE_PLANNER_PAIR_HEURISTIC_H

#include "planner/conflict_rating.h"

typedef struct pair_heuristic {
    constraint_table *constraints;
    split_options options;
    size_t node_limit;         /* [count] for each pair of sets */
    pareto_table fronts;       /* of the pairs that are hard */
    struct pair_bound *bounds; /* that are known */
    size_t count, capacity;
    hash_table numbers;      /* of bounds */
    struct pair_node *nodes; /* of the search at hand */
    size_t node_count, node_capacity;
    heap open;
} pair_heuristic;

void pair_heuristic_open(pair_heuristic *heuristic, constraint_table *constraints,
                         const split_options *options, size_t node_limit);
void pair_heuristic_close(pair_heuristic *heuristic);

/* How much more than now the agents of two solved sets cost together, at least; at least
 * `known`, which the caller knows to be a bound. TICK_NEVER: there is no plan. */
graze_status pair_heuristic_bound(pair_heuristic *heuristic, const uint32_t sets[2], tick known,
                                  tick *increase);

#endif
