/* SPDX-License-Identifier: MIT */
/* How far two agents must travel, in whatever order they go.
 *
 * A plan without conflicts is a sequence of departures and arrivals (order.h), and an agent
 * arrives for good no earlier than the durations of its moves add up to. So of all
 * sequences that lead two agents from their starts to their goals we ask for the
 * travel times (t1, t2) that no other sequence undercuts in both: the *front*. Every plan
 * has, for some point of the front, costs of at least t1 and t2.
 *
 * Two who change places in a corridor must go round, or one must make way in an alcove,
 * however long they wait: the front sees it at once, where a search over conflicts puts one
 * wait after the other into their way.
 *
 * With the points in order of t1, t2 falls. For each k, therefore,
 *     either the first arrives for good at t1(k) or later,
 *     or the second does at t2(k - 1) or later:
 *   a plan belongs to a point from k on, or to one before. It is progressive if at
 *   present both arrive earlier. (Beyond the last point, and before the first, there is
 *   one way only.)
 *
 * The front is looked for up to some number of labels; the labels that are left then
 * stand for what they lead to, with the shortest ways on: a front that asks for less, and
 * is as true. It depends on the two agents alone, not on demands.
 */
#ifndef GRAZE_PLANNER_FRONT_H
#define GRAZE_PLANNER_FRONT_H

#include "planner/branch.h"

enum { FRONT_POINTS = 16 };

/* Travel times of the agents [0] and [1]. */
typedef struct front_point {
    tick travel[2];
} front_point;

typedef struct front {
    uint32_t agents[2]; /* [0] < [1] */
    size_t count;       /* 0: no sequence leads there */
    front_point points[FRONT_POINTS]; /* travel[0] rises, travel[1] falls */
} front;

/* The fronts that are known. */
typedef struct front_book {
    demand_book *demands;
    size_t label_limit;
    front *fronts;
    size_t count, capacity;
} front_book;

void front_open(front_book *book, demand_book *demands, size_t label_limit);
void front_close(front_book *book);

/* The front of two agents, null if it is not known. */
const front *front_known(const front_book *book, uint32_t agent, uint32_t other);

/* Finds a front, unless it is known. GRAZE_ERROR_MEMORY, and those of the kernel. */
graze_status front_find(front_book *book, uint32_t agent, uint32_t other);

/* What the agents of two solved sets cost together beyond their routes, at least, if their
 * front is known; 0 otherwise. TICK_NEVER: there is no plan. */
tick front_bound(const front_book *book, const uint32_t sets[2]);

/* The branching by the front that raises the lesser of the costs most, if the front is
 * known and a branching is progressive; tells whether. */
bool front_branch(const front_book *book, const uint32_t sets[2], branch ways[2]);

#endif
