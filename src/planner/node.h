/* SPDX-License-Identifier: MIT */
/* Nodes of the search over conflicts.
 *
 * The node at hand is a draft, which is easy to change; nodes that wait are packed into
 * one block each, without what can be looked up.
 */
#ifndef GRAZE_PLANNER_NODE_H
#define GRAZE_PLANNER_NODE_H

#include "planner/branch.h"
#include "planner/crowd.h"

#define RESERVE_NONE UINT32_MAX

/* Two agents whose routes are in conflict, first < second. */
typedef struct node_pair {
    uint32_t first, second;
    conflict_range conflicts; /* of the route book; at least one */
} node_pair;

/* `agent` has arrived for good at `latest` at the latest, and so all before it. */
typedef struct node_reserve {
    uint32_t agent, before;
    tick latest;
} node_reserve;

typedef struct node_pool {
    demand_book *demands;
    uint32_t agent_count;
    node_reserve *reserves;
    size_t reserve_count, reserve_capacity;
    bool crowd;   /* choose best routes that meet few others */
    struct crowd others;
} node_pool;

typedef struct draft {
    uint32_t *sets;   /* by agent: what is demanded */
    uint32_t *routes; /* by agent: a best route under that */
    node_pair *pairs; /* all that are in conflict */
    size_t pair_count, pair_capacity;
    uint32_t reserve; /* the last, or RESERVE_NONE */
    uint32_t depth;
    tick cost;  /* of the routes together */
    tick bound; /* of every plan under this node */
    bool bounded; /* the pairs have been asked, too */
} draft;

typedef struct packed_node packed_node;

graze_status node_pool_open(node_pool *pool, demand_book *demands, uint32_t agent_count,
                            bool with_crowd);
void node_pool_close(node_pool *pool);

graze_status draft_open(draft *now, const node_pool *pool);
void draft_close(draft *now, const node_pool *pool);
graze_status draft_copy(draft *to, const draft *from, const node_pool *pool);

/* The first node: nothing is demanded. *dead: some agent has no route at all. */
graze_status draft_begin(draft *now, node_pool *pool, bool *dead);

/* Another route for an agent, of the same cost or not. */
graze_status draft_reroute(draft *now, node_pool *pool, uint32_t agent, uint32_t number);

/* Goes one way; *dead: no plan is there. */
graze_status draft_go(draft *now, node_pool *pool, const branch *way, bool *dead);

graze_status draft_pack(const draft *now, const node_pool *pool, packed_node **node);
/* Takes a node out of its block, which is freed. */
graze_status draft_unpack(draft *now, const node_pool *pool, packed_node *node);
void node_free(const node_pool *pool, packed_node *node);

#endif
