/* SPDX-License-Identifier: MIT */
/* What it would cost two agents to resolve their conflicts, and which conflict to split on.
 *
 * A conflict is *cardinal* when both children cost more than the node, *semi-cardinal* when
 * one of them does. Of the conflicts of two routes the first cardinal one is split on; if
 * there is none, the one that raises the cost most on one side. Corridors and Pareto fronts
 * (corridor.h, pareto_front.h) offer further splits of the same pair.
 *
 * A rating depends on the two sets of constraints and on the two routes alone, and most pairs
 * of a node are pairs of its parent, so ratings are kept in a cache. It is a memory without
 * promise: of pairs that fall into one slot it keeps the last one.
 *
 * Source: E. Boyarski et al., "ICBS: Improved Conflict-Based Search Algorithm for
 * Multi-Agent Pathfinding", 2015, for cardinal conflicts.
 */
#ifndef GRAZE_PLANNER_CONFLICT_RATING_H
#define GRAZE_PLANNER_CONFLICT_RATING_H

#include "planner/pareto_front.h"
#include "planner/split.h"

/* A split, tried out on both agents. */
typedef struct conflict_rating {
    split_child children[2];
    uint32_t sets[2];      /* of the children's agents, with the new constraint */
    tick cost_increase[2]; /* TICK_NEVER: no route is left */
} conflict_rating;

/* Two agents: their sets of constraints, their routes, and where those are in conflict. */
typedef struct rating_question {
    uint32_t sets[2], routes[2];
    conflict_range conflicts; /* at least one */
    split_options options;
    const pareto_table *fronts; /* pareto_front.h; null: none */
} rating_question;

/* The best split of the two agents; no conflict is tried after a cardinal one. */
graze_status conflict_rating_of_pair(constraint_table *constraints, const rating_question *asked,
                                     conflict_rating *best);

/* Is a pair of cost increases better to split on than another? One with a child that has no
 * route goes first; then the one with the greater least increase, then the one with the
 * greater other one. */
bool cost_increase_is_better(const tick a[2], const tick b[2]);

static inline tick cost_increase_least(const tick of[2])
{
    return of[0] < of[1] ? of[0] : of[1];
}

/* ---- the cache ---------------------------------------------------------------------- */

/* What is kept about two agents. */
typedef struct pair_rating {
    uint32_t sets[2], routes[2];
    tick cost_increase[2];     /* of the best split */
    tick lower_bound_increase; /* what any plan costs more, at least; TICK_NEVER: no plan */
} pair_rating;

typedef struct rating_cache {
    const graze_allocator *memory;
    pair_rating *slots;
    size_t capacity, count; /* [count] slots, those that are filled */
} rating_cache;

void rating_cache_open(rating_cache *cache, const graze_allocator *memory);
void rating_cache_close(rating_cache *cache);

/* The slot of a pair, which holds until the next question: the pair's if rating_is_about
 * says so, else another's or nobody's; rating_cache_keep fills it. Null: no memory. */
pair_rating *rating_cache_slot(rating_cache *cache, const rating_question *asked);
bool rating_is_about(const pair_rating *slot, const rating_question *asked);
void rating_cache_keep(rating_cache *cache, pair_rating *slot, const pair_rating *found);

#endif
