/* SPDX-License-Identifier: MIT */
/* All pairs of boxes on one shelf, each once.
 */
#ifndef GRAZE_BROADPHASE_INDEX_JOIN_H
#define GRAZE_BROADPHASE_INDEX_JOIN_H

#include "broadphase/index_level.h"

/* Receives pairs of places whose boxes meet, some of one agent; false ends the question. */
typedef bool (*join_meet)(void *context, const index_shelf *shelf, const place_pair *pairs,
                          uint32_t count);

typedef struct index_join {
    index_search search;
    index_lives lives;
    join_meet meet;
    void *context;
    bool stopped;
    lane_pairs found; /* that are not told yet */
    index_sieve sieve; /* for methods without a way of their own */
} index_join;

/* The pairs that begin at places first <= place < last of a level. */
void join_level(index_join *join, const index_level *level, uint32_t first, uint32_t last);

#endif
