/* SPDX-License-Identifier: MIT */
/* What the ways out of a conflict would cost.
 *
 * A conflict is *cardinal* when both ways raise the cost. Of the conflicts of two routes
 * the first cardinal one is resolved first; if there is none, the one that raises the cost
 * most on one side.
 */
#ifndef GRAZE_PLANNER_OUTLOOK_H
#define GRAZE_PLANNER_OUTLOOK_H

#include "planner/branch.h"
#include "planner/front.h"

typedef struct outlook {
    branch ways[2];
    uint32_t sets[2]; /* of the ways' agents, with the new demand */
    tick rises[2];    /* of their costs; TICK_NEVER: no route is left */
} outlook;

/* Two agents: their sets of demands, their routes, and where those are in conflict. */
typedef struct outlook_question {
    uint32_t sets[2], routes[2];
    conflict_range conflicts; /* at least one */
    bool targets, lanes;      /* branch.h, lane.h */
    bool apart;               /* disjoint splitting, branch.h */
    const front_book *fronts; /* front.h; null: none */
} outlook_question;

/* The best conflict to resolve of the two; none is looked at after a cardinal one. */
graze_status outlook_of_pair(demand_book *demands, const outlook_question *asked, outlook *best);

/* Is a better to resolve than b? One with a single way out first; then the one that
 * raises the cost most whichever way is taken, then the one that does so on one side. */
bool outlook_is_better(const outlook *a, const outlook *b);

static inline tick outlook_least(const outlook *seen)
{
    return seen->rises[0] < seen->rises[1] ? seen->rises[0] : seen->rises[1];
}

static inline tick outlook_greatest(const outlook *seen)
{
    return seen->rises[0] < seen->rises[1] ? seen->rises[1] : seen->rises[0];
}

#endif
