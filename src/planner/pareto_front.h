/* SPDX-License-Identifier: MIT */
/* The Pareto front of two agents: how far they must travel, in whatever order they go.
 *
 * A plan without conflicts is a sequence of departures and arrivals (order_feasibility.h),
 * and an agent arrives for good no earlier than the durations of its moves add up to. So of
 * all sequences that lead two agents from their starts to their goals we ask for the
 * travel times (t1, t2) that no other sequence undercuts in both: the *Pareto front*. For
 * every plan there is a point of the front such that its costs are at least t1 and t2.
 *
 * Two agents that must exchange their places have to take a detour, or one must step aside
 * into an alcove, however long they wait: the front shows it at once, where a search over
 * conflicts forbids one wait after the other.
 *
 * With the points in order of t1, t2 falls. For each k, therefore,
 *     either the first arrives for good at t1(k) or later,
 *     or the second does at t2(k - 1) or later:
 *   a plan belongs to a point from k on, or to one before. It is a sound split, and
 *   progressive if at present both arrive earlier. (Beyond the last point, and before the
 *   first, there is one child only.)
 *
 * The front is searched for up to some number of labels; the labels that are left then
 * stand for what they lead to, with the shortest distances from there: a front that asks
 * for less, and is as true. It depends on the two agents alone, not on constraints.
 */
#ifndef GRAZE_PLANNER_PARETO_FRONT_H
#define GRAZE_PLANNER_PARETO_FRONT_H

#include "planner/split.h"

enum { PARETO_POINTS = 16 };

/* Travel times of the agents [0] and [1]. */
typedef struct pareto_point {
    tick travel[2];
} pareto_point;

typedef struct pareto_front {
    uint32_t agents[2];                 /* [0] < [1] */
    size_t count;                       /* 0: no sequence leads there */
    pareto_point points[PARETO_POINTS]; /* travel[0] rises, travel[1] falls */
} pareto_front;

/* The fronts that are known. */
typedef struct pareto_table {
    constraint_table *constraints;
    size_t label_limit;
    pareto_front *fronts;
    size_t count, capacity;
} pareto_table;

void pareto_open(pareto_table *table, constraint_table *constraints, size_t label_limit);
void pareto_close(pareto_table *table);

/* The front of two agents, null if it is not known. */
const pareto_front *pareto_known(const pareto_table *table, uint32_t agent, uint32_t other);

/* Finds a front, unless it is known. GRAZE_ERROR_MEMORY, and those of the kernel. */
graze_status pareto_find(pareto_table *table, uint32_t agent, uint32_t other);

/* What the agents of two solved sets cost together beyond their routes, at least, if their
 * front is known; 0 otherwise. TICK_NEVER: there is no plan. */
tick pareto_bound(const pareto_table *table, const uint32_t sets[2]);

/* The split by the front that raises the lesser of the costs most, if the front is known and
 * a split is progressive; tells whether. */
bool pareto_split(const pareto_table *table, const uint32_t sets[2], split_child children[2]);

#endif
