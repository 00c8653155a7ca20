/* SPDX-License-Identifier: MIT */
/* Nodes of the constraint tree, which the search over conflicts grows.
 *
 * A ct_node is the working form, with room to change; a ct_stored is the form of nodes that
 * wait, one block of memory without what can be looked up.
 */
#ifndef GRAZE_PLANNER_CT_NODE_H
#define GRAZE_PLANNER_CT_NODE_H

#include "planner/conflict_avoidance_table.h"
#include "planner/split.h"

#define DEADLINE_NONE UINT32_MAX

/* Two agents whose routes are in conflict, first < second. */
typedef struct ct_pair {
    uint32_t first, second;
    conflict_range conflicts; /* of the route table; at least one */
} ct_pair;

/* `agent` must have arrived for good by `latest`; and the deadlines of the chain `before`
 * hold, too. */
typedef struct ct_deadline {
    uint32_t agent, before;
    tick latest;
} ct_deadline;

typedef struct ct_pool {
    constraint_table *constraints;
    uint32_t agent_count;
    ct_deadline *deadlines;
    size_t deadline_count, deadline_capacity;
    bool avoids; /* choose best routes that meet few others */
    conflict_avoidance_table cat;
} ct_pool;

typedef struct ct_node {
    uint32_t *sets;   /* by agent: its constraints */
    uint32_t *routes; /* by agent: a best route under that */
    ct_pair *pairs;   /* all that are in conflict */
    size_t pair_count, pair_capacity;
    uint32_t deadline; /* the last, or DEADLINE_NONE */
    tick cost;         /* of the routes together */
    tick bound;        /* of every plan under this node */
    bool bounded;      /* the pairs have been asked, too */
} ct_node;

typedef struct ct_stored ct_stored;

graze_status ct_pool_open(ct_pool *pool, constraint_table *constraints, uint32_t agent_count,
                          bool avoids);
void ct_pool_close(ct_pool *pool);

graze_status ct_node_open(ct_node *now, const ct_pool *pool);
void ct_node_close(ct_node *now, const ct_pool *pool);
graze_status ct_node_copy(ct_node *to, const ct_node *from, const ct_pool *pool);

/* The root, without constraints. *dead: some agent has no route at all. */
graze_status ct_node_make_root(ct_node *now, ct_pool *pool, bool *dead);

/* Returns with how many other agents an agent is in conflict. */
size_t ct_node_pairs_of(const ct_node *now, uint32_t agent);

/* Another route for an agent, of the same cost or not. */
graze_status ct_node_reroute(ct_node *now, ct_pool *pool, uint32_t agent, uint32_t number);

/* Makes a node its own child; *dead: no plan is under it. */
graze_status ct_node_constrain(ct_node *now, ct_pool *pool, const split_child *child, bool *dead);

graze_status ct_node_store(const ct_node *now, const ct_pool *pool, ct_stored **node);
/* Takes a node out of its stored form, which is freed. */
graze_status ct_node_load(ct_node *now, const ct_pool *pool, ct_stored *node);
void ct_stored_free(const ct_pool *pool, ct_stored *node);

#endif
