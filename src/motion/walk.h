/* SPDX-License-Identifier: MIT */
/* The pairs of motions of two trajectories that are alive together.
 *
 *     motion_walk walk;
 *     motion_walk_begin(&walk, a, b);
 *     while (motion_walk_next(&walk, &i, &j))
 *         ... a->motions[i] and b->motions[j] share an open interval of life ...
 *
 * Pairs come in ascending order of time, in at most a->count + b->count steps.
 * Lives that share a single instant, and empty lives, make no pair. The motions
 * are valid and in time order, none living into its successor's life; gaps
 * between them do no harm.
 */
#ifndef GRAZE_MOTION_WALK_H
#define GRAZE_MOTION_WALK_H

#include <graze/trajectory.h>
#include <stdbool.h>
#include <stddef.h>

#include "motion/life.h"

typedef struct motion_walk {
    const graze_trajectory *a, *b;
    size_t i, j; /* [index] the next motions to be compared */
} motion_walk;

/* Puts the walk before the first pair. The trajectories outlive the walk. */
void motion_walk_begin(motion_walk *walk, const graze_trajectory *a, const graze_trajectory *b);

/* Goes to the next pair and says which motions it is of; false when there is
 * none left. */
bool motion_walk_next(motion_walk *walk, size_t *i, size_t *j);

#endif
