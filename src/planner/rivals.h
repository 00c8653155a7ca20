/* SPDX-License-Identifier: MIT */
/* What two agents cost each other: a lower bound of their costs together.
 *
 * Under the demands of a node the two alone are searched for a plan without conflicts,
 * with the same branching (branch.h), up to some number of nodes and of states. The least bound among
 * the nodes that are left, or the cost of the plan that was found, is a lower bound for
 * every plan under that node, since others only add demands. It holds for the two sets
 * of demands whatever the others do, so it is found once and kept. Where two are hard to part, what they
 * must travel in whatever order they go is a bound, too, and a way to branch (front.h).
 *
 * Source: J. Li, A. Felner, E. Boyarski, H. Ma, S. Koenig, "Improved Heuristics for
 * Multi-Agent Path Finding with Conflict-Based Search", 2019 (weighted dependencies).
 */
#ifndef GRAZE_PLANNER_RIVALS_H
#define GRAZE_PLANNER_RIVALS_H

#include "planner/outlook.h"

typedef struct rivals {
    demand_book *demands;
    bool target, lanes, apart; /* branch.h, lane.h */
    size_t node_limit; /* [count] for each pair of sets */
    front_book fronts; /* of the pairs that are hard */
    struct rival_entry *entries; /* open addressing */
    size_t count, capacity;
    struct rival_node *nodes; /* of the search at hand */
    size_t node_count, node_capacity;
    heap open;
    uint64_t expanded;
} rivals;

void rivals_open(rivals *book, demand_book *demands, bool target, bool lanes,
                 bool apart, size_t node_limit);
void rivals_close(rivals *book);

/* How much more than now the agents of two solved sets cost together, at least; at least
 * `known`, which the caller knows to be a bound. TICK_NEVER: there is no plan. */
graze_status rivals_bound(rivals *book, uint32_t first, uint32_t second, tick known, tick *more);

#endif
