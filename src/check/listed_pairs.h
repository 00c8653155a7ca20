/* SPDX-License-Identifier: MIT */
/* All pairs of motions that an index leaves, found at once and put to their first agents.
 *
 * Boxes of one shelf meet each other several times as fast as one agent after another asks for its
 * own (index_find), and fastest where they are few and near: so there is an index
 * for one slice of time after the other (time_slices.h), on all threads, and none for the whole
 * plan. That takes memory for all pairs, so it is done only while they are no more than the
 * motions; where they are more, agents ask an index of the whole plan. */
#ifndef GRAZE_CHECK_LISTED_PAIRS_H
#define GRAZE_CHECK_LISTED_PAIRS_H

#include "check/plan_check.h"

typedef struct listed_pair {
    uint32_t agent_b : 31;
    uint32_t apart : 1; /* doubles have decided so: it only counts */
    uint32_t motion_a, motion_b;
} listed_pair;

struct listed_pairs {
    listed_pair *pairs;
    size_t *first; /* agent a has pairs[first[a]] to pairs[first[a + 1] - 1], by agent_b */
    bool dealt;    /* so they are: there was memory */
};

/* Fills check->listed, on check->options.threads threads. Leaves it null where there are too many
 * pairs, no memory for them, where the plan cannot be cut into slices or is not valid (which an
 * index of the whole plan tells), or nobody needs answers any more. */
void listed_pairs_find(plan_check *check);

/* Sorts the pairs of an agent by agent_b, apart, motion_a and motion_b, and counts them. The
 * threads of a check ask for different agents. */
listed_pair *listed_pairs_of(const plan_check *check, size_t agent, size_t *count);

void listed_pairs_free(plan_check *check);

#endif
