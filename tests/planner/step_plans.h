/* SPDX-License-Identifier: MIT */
/* Plans in steps of a second on a small grid, for those who drive them (<graze/retime.h>). */
#ifndef GRAZE_TESTS_PLANNER_STEP_PLANS_H
#define GRAZE_TESTS_PLANNER_STEP_PLANS_H

#include <graze.h>
#include <stdint.h>

enum { STEP_AGENTS_MAX = 24, STEPS_MAX = 24, STEP_SIDE = 6 };

/* A plan in steps of a second. */
typedef struct step_plan {
    size_t count, steps;
    graze_vector places[STEP_AGENTS_MAX][STEPS_MAX + 1];
    graze_motion motions[STEP_AGENTS_MAX][STEPS_MAX + 2];
    graze_trajectory plan[STEP_AGENTS_MAX];
    graze_body bodies[STEP_AGENTS_MAX];
    graze_drive_limits limits[STEP_AGENTS_MAX];
} step_plan;

/* So many agents, discs that can do 1 m/s and 1 m/s^2 and turn at once. */
void step_plan_set_up(step_plan *w, size_t count, size_t steps, double radius);

/* Makes motions of the places; agents stay at their ends. */
void step_plan_make(step_plan *w, double begin);

/* Random walks of 2 to `most` agents on a square of STEP_SIDE places, without conflicts for discs
 * of sqrt(2)/4: places alone. */
void step_plan_random(step_plan *w, size_t most, uint64_t *seed, double radius);

/* How many pairs of agents of some trajectories are in conflict, and how many motions of an answer
 * break the limits of their agents. */
size_t step_plan_conflicts(const step_plan *w, const graze_trajectory *paths, double tolerance);
size_t step_plan_excesses(const step_plan *w, const graze_retiming *answer);

#endif
