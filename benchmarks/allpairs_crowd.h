/* SPDX-License-Identifier: MIT */
/* Joint plans of many agents, in every form in which a contender wants them. */
#ifndef GRAZE_BENCHMARKS_ALLPAIRS_CROWD_H
#define GRAZE_BENCHMARKS_ALLPAIRS_CROWD_H

#include <graze/conflict.h>
#include <graze/index.h>
#include <stdbool.h>
#include <stddef.h>

#include "benchmarks/trees.h"

typedef enum crowd_plan {
    CROWD_FREE,    /* any direction, moves of 0.5 to 1.5 m at 1 m/s, each at its own time */
    CROWD_BEAT,    /* on a grid, one cell or none a second, all at once */
    CROWD_WAITING, /* as FREE, and at the end every agent stays for ever */
    CROWD_PLANS
} crowd_plan;

extern const char *const crowd_names[CROWD_PLANS];

/* Agents of radius 0.35 m, one for every 4 m^2, each with `moves` motions. Motion j of
 * agent i is motions[i * stride + j]; the boxes and the prepared motions follow each
 * other without gaps. */
typedef struct crowd {
    size_t agents, stride, count;
    graze_body *bodies;
    graze_trajectory *trajectories;
    graze_motion *motions;
    graze_prepared *prepared;
    const graze_prepared **prepared_of; /* of an agent */
    tree_box *boxes;
} crowd;

/* False when there is no memory. The same agents, plan and moves: the same crowd. */
bool crowd_make(crowd_plan plan, size_t agents, size_t moves, crowd *made);

void crowd_free(crowd *emptied);

#endif
