/* SPDX-License-Identifier: MIT */
/* Speed levels: the finitely many speeds at which a robot passes vertices, and how it drives along
 * an edge between two of them.
 *
 * The levels are 0, the speeds that it has after 1, 2, ... of the shortest edges from rest at its
 * greatest acceleration, those from which it stops within so many of them at its greatest
 * deceleration, and its greatest speed. So on every edge it can gain or lose a level. From
 * a level along an edge it may go to five others at most: the highest and the lowest that it can
 * reach, the next ones up and down, and its own. Between two levels it drives a *profile*: it
 * speeds up at once as hard as it can, brakes as late as it can, and cruises at the higher of the
 * two levels in between (from rest to rest: at the greatest speed that it reaches).
 *
 * The pieces of a profile end at multiples of 2^-20 of the edge, rounded so that ramps are longer
 * than they must be: on a grid of whole numbers all places stay exact. No piece is shorter than
 * 2^-10 of its edge: a ramp that would be, or that would leave so little, is longer and gentler.
 *
 * A robot without inertia (acceleration 0: at once) has the level 0 alone, and one piece along
 * each edge, at its speed.
 */
#ifndef GRAZE_PLANNER_SPEED_LEVELS_H
#define GRAZE_PLANNER_SPEED_LEVELS_H

#include <graze/planner.h>
#include <stdbool.h>
#include <stdint.h>

enum { SPEED_LEVELS_MAX = 64, SPEED_TARGETS_MAX = 5, PROFILE_PIECES_MAX = 3 };

/* What a robot can do. */
typedef struct robot_limits {
    double speed;                      /* [m/s] > 0 */
    double acceleration, deceleration; /* [m/s^2] both > 0, or both 0: at once */
    double turn_rate;                  /* [rad/s] > 0, or 0: at once */
    bool turns;                        /* its footprint turns with its heading */
    const graze_turn_time *turn_times;      /* instead of a rate, `turn_time_count` of them */
    size_t turn_time_count;
} robot_limits;

typedef struct speed_levels {
    robot_limits limits;
    double speeds[SPEED_LEVELS_MAX]; /* [m/s] ascending; speeds[0] = 0 */
    uint32_t count;
} speed_levels;

/* Piece k leads from ends[k] to ends[k + 1], shares of the way along the edge, and from
 * speeds[2 k] to speeds[2 k + 1]. */
typedef struct speed_profile {
    uint32_t count;
    double ends[PROFILE_PIECES_MAX + 1];
    double speeds[2 * PROFILE_PIECES_MAX];
} speed_profile;

/* The levels on edges of which the shortest has a length [m] > 0. GRAZE_ERROR_LIMITS: the greatest
 * speed is so many edges away that the levels are too many. */
graze_status speed_levels_for(const robot_limits *limits, double shortest, speed_levels *levels);

/* Writes the levels that can be reached from one along an edge, ascending; returns how many. */
uint32_t speed_levels_from(const speed_levels *levels, uint32_t from, double length,
                           uint32_t targets[SPEED_TARGETS_MAX]);

/* How to drive along an edge to one of them. */
speed_profile speed_levels_profile(const speed_levels *levels, uint32_t from, uint32_t to,
                                   double length);

/* [s] How long a piece takes from one speed to another, so that neither these nor the limits are
 * exceeded whatever is rounded: at least 2^-39 of it longer than it must be. */
double speed_levels_seconds(const speed_levels *levels, double length, double from, double to);

#endif
