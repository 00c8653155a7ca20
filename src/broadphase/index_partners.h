/* SPDX-License-Identifier: MIT */
/* The motions that may meet some motions that ask together (a trajectory, a region),
 * sorted. */
#ifndef GRAZE_BROADPHASE_INDEX_PARTNERS_H
#define GRAZE_BROADPHASE_INDEX_PARTNERS_H

#include "broadphase/index_store.h"

/* Makes the probe of one of them; false: it has none. */
typedef bool (*probe_maker)(void *from, size_t motion, index_probe *probe);

typedef struct index_asker {
    probe_maker make;
    void *from;
    size_t motions; /* [count] */
    size_t except;  /* the agent that is left out, and agent_a of every pair */
    size_t least;   /* agents of smaller numbers are left out */
} index_asker;

/* Tells the pairs by (agent_b, motion_a, motion_b). */
void partners_tell(const graze_index *index, const index_asker *asker,
                   const graze_workspace *workspace, graze_index_pair_sink sink, void *context);

/* A body on a trajectory that is not in the index. */
typedef struct index_guest {
    const graze_trajectory *trajectory;
    box_reach reach; /* of the body of the motion that is asked about */
    double margin;
} index_guest;

/* A probe_maker for an index_guest. */
bool guest_probe(void *guest, size_t motion, index_probe *probe);

#endif
