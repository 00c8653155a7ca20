/* SPDX-License-Identifier: MIT */
/* All pairs of boxes on one shelf, each once.
 */
#ifndef GRAZE_BROADPHASE_INDEX_JOIN_H
#define GRAZE_BROADPHASE_INDEX_JOIN_H

#include "broadphase/index_level.h"

enum { JOIN_PLACES = 1024 };

/* Receives two places, of different agents, whose boxes meet; false ends the question. */
typedef bool (*join_meet)(void *context, const index_shelf *shelf, uint32_t a, uint32_t b);

typedef struct index_join {
    index_search search;
    index_lives lives;
    join_meet meet;
    void *context;
    bool stopped;
    uint32_t found; /* [count] pairs of places, own and other, that are not told yet */
    uint32_t own[JOIN_PLACES + SHELF_LANES], other[JOIN_PLACES + SHELF_LANES];
    index_sieve sieve; /* for methods without a way of their own */
} index_join;

/* The pairs that begin at places first <= place < last of a level. */
void join_level(index_join *join, const index_level *level, uint32_t first, uint32_t last);

#endif
