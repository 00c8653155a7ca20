/* SPDX-License-Identifier: MIT */
/* Random agents and random sequences of boxes for the tests of the pair filters. */
#ifndef GRAZE_TESTS_BROADPHASE_PAIR_CASES_H
#define GRAZE_TESTS_BROADPHASE_PAIR_CASES_H

#include <graze/boxes.h>
#include <stdint.h>

/* splitmix64, as in the other rooms' tests. */
uint64_t pair_random(uint64_t *state);
int pair_random_below(uint64_t *state, int below);

/* -reach .. reach in steps of 1/4: ties and touches are common. */
double pair_random_place(uint64_t *state, int reach);

enum { PAIR_MOTIONS = 64 };

/* An agent with a path of its own. */
typedef struct pair_agent {
    graze_body body;
    graze_motion motions[PAIR_MOTIONS + 1];
    graze_trajectory path;
} pair_agent;

/* A disc or a triangle in the plane, or a ball in space, on way-points or on curved
 * motions, with waits, that stays or vanishes; way-points within `reach` [m] of the
 * origin. Its path points into the agent. */
void pair_random_agent(uint64_t *state, int reach, bool spatial, pair_agent *agent);

/* Boxes at the given steps with random sides: grazing ones, points, huge and infinite
 * ones, gaps; made for the filter. Both calls with one state make the same boxes. */
graze_boxes *pair_random_boxes(uint64_t state, graze_pair_filter filter);

#endif
