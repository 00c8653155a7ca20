/* SPDX-License-Identifier: MIT */
/* Large neighbourhood search: takes a few agents out of a plan, plans them again one after the
 * other, and keeps what is better, again and again.
 *
 * Work goes in rounds. A round is some neighbourhoods, how many follows from how many of the round
 * before were of use; each is chosen and planned against the same plan by any thread, with random
 * numbers of its own that follow from the seed and its number; then those that are better are taken
 * over, in the order of their numbers, unless one before them in the round has changed an agent
 * of theirs or stands in their way. So the plan after a number of neighbourhoods does not depend
 * on the number of threads. Ways to choose neighbourhoods, and their sizes, are tried the more
 * often the more they have gained for the states that they had searched.
 *
 * Source: J. Li, Z. Chen, D. Harabor, P. Stuckey, S. Koenig, "Anytime Multi-Agent Path Finding via
 * Large Neighborhood Search", 2021; J. Li, Z. Chen, D. Harabor, P. Stuckey, S. Koenig, "MAPF-LNS2",
 * 2022, for searches in which others give way; rounds are Graze's own.
 */
#ifndef GRAZE_PLANNER_LNS_H
#define GRAZE_PLANNER_LNS_H

#include "planner/fleet.h"

typedef struct lns {
    fleet *all; /* all agents have routes; afterwards, too, at no greater cost */
    uint64_t seed;
    size_t threads;      /* [count] at least 1; more than a round has work for are not started */
    uint64_t node_limit; /* [count] of neighbourhoods; 0: none */
    tick enough;         /* a plan that costs no more ends the search */
    /* Called by the thread that called lns_search, after each agent that it plans; false
     * stops. May be null. */
    bool (*go_on)(void *context);
    void *context;
    uint64_t nodes, taken; /* [count] neighbourhoods tried, and taken over */
    uint64_t searches, states_expanded, kernel_calls;
    tick cost, bound; /* of the plan, and the sum of the shortest ways */
} lns;

/* Makes the plan cheaper until it is told to stop, the plan costs little enough, or the limit is
 * reached. */
graze_status lns_search(lns *search);

#endif
