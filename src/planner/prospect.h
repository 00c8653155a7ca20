/* SPDX-License-Identifier: MIT */
/* What two agents in conflict would cost, looked at once.
 *
 * It depends on their sets of demands and their routes alone, and most pairs of a node
 * are pairs of the node before, so what was seen is kept; of pairs that fall into one place
 * the last one.
 */
#ifndef GRAZE_PLANNER_PROSPECT_H
#define GRAZE_PLANNER_PROSPECT_H

#include "planner/rivals.h"

typedef struct prospect {
    uint32_t sets[2], routes[2];
    tick rises[2]; /* of the best conflict's ways out; TICK_NEVER: no route is left */
    tick more;     /* all that the two are known to cost more; TICK_NEVER: no plan */
} prospect;

typedef struct prospect_book {
    rivals *pairs; /* null: not asked */
    demand_book *demands;
    prospect *kept;
    size_t capacity, count; /* places, those that were filled */
} prospect_book;

void prospect_open(prospect_book *book, demand_book *demands, rivals *pairs);
void prospect_close(prospect_book *book);

/* *seen holds until the next question. */
graze_status prospect_of_pair(prospect_book *book, const outlook_question *asked,
                              const prospect **seen);

/* Is a better to resolve than b? One with a single way out first; then the one that
 * raises the cost most whichever way is taken, then the one that does so on one side. */
bool prospect_is_better(const prospect *a, const prospect *b);

#endif
