/* SPDX-License-Identifier: MIT */
/* A small world with agents that touch, and speed up and brake while they do: what doubles
 * cannot decide. */
#ifndef GRAZE_TESTS_REFUSAL_SCENE_H
#define GRAZE_TESTS_REFUSAL_SCENE_H

#include <graze.h>

enum { SCENE_AGENTS = 5, SCENE_MOTIONS = 8, SCENE_CELLS = 6 };

typedef struct scene {
    graze_body bodies[SCENE_AGENTS];
    graze_motion motions[SCENE_AGENTS][SCENE_MOTIONS];
    graze_trajectory trajectories[SCENE_AGENTS];
    graze_prepared prepared[SCENE_AGENTS][SCENE_MOTIONS];
    graze_prepared_trajectory prepared_trajectories[SCENE_AGENTS];
    unsigned char blocked[SCENE_CELLS * SCENE_CELLS];
    graze_obstacle obstacles[2];
    graze_world *world;
    graze_index *index;
    graze_roadmap roadmap; /* of discs of 0.5 m, to all neighbours of a cell */
} scene;

/* Discs, or bodies with corners. */
void scene_open(scene *made, bool corners);
void scene_close(scene *made);

/* The prepared motions of each agent. */
void scene_lists(const scene *of, const graze_prepared **lists);

#endif
