/* SPDX-License-Identifier: MIT */
/* Two whole trajectories, from the definitions.
 *
 * The joint life is cut where either agent begins a new motion. Over each cell
 * the squared distance is one polynomial; its roots and the cuts become points
 * on one time line, with a sign at each point and in each gap between. Where bodies change at
 * a cut, its sign is that of the side that is less deep. Runs of
 * equal signs are the meetings. Nothing is decided pair by pair, so nothing has
 * to be merged.
 */
#ifndef TESTS_ORACLE_MEETINGS_H
#define TESTS_ORACLE_MEETINGS_H

#include <stddef.h>

#include <graze/conflict.h>
#include <graze/trajectory.h>

typedef struct oracle_plan {
    graze_body body_a, body_b;
    graze_trajectory a, b; /* at constant velocity; bodies are discs */
    double tolerance;
} oracle_plan;

enum { ORACLE_CELLS = 96, ORACLE_MEETINGS = 256 };

/* A meeting, and the last motions in which the greatest depth is reached at the
 * same instant: at a cut between motions more than one pair is right. */
typedef struct oracle_meeting {
    graze_meeting meeting;
    size_t last_motion_a, last_motion_b;
} oracle_meeting;

/* Writes every meeting in ascending order of time and returns their count. Where bodies change,
 * touches at a cut are left out. */
size_t oracle_find_meetings(const oracle_plan *plan, oracle_meeting meetings[ORACLE_MEETINGS]);

#endif
