/* SPDX-License-Identifier: MIT */
/* Steps and legs (<graze/retime.h>). A step is a moving motion of the given plan, a leg what an
 * agent drives between two stops: one step or several in one direction. Times are multiples of a
 * tick, which is a power of two, and far below 2^52 of them, so that sums are exact. */
#ifndef GRAZE_PLANNER_LEG_H
#define GRAZE_PLANNER_LEG_H

#include <graze/retime.h>
#include <stdint.h>

typedef struct plan_step {
    const graze_motion *motion; /* of the given plan */
    uint32_t agent;
    double begin, end; /* [s] in the plan, as doubles compute them */
} plan_step;

/* How long a leg speeds up, cruises and brakes [s]; the second may be 0. */
typedef struct leg_profile {
    double up, even, down;
} leg_profile;

typedef struct leg {
    uint32_t agent, first, count; /* [step] */
    graze_vector from, to, along; /* [m] its ends, and its direction of length 1 */
    double length;                /* [m] */
    leg_profile profile;
    double duration; /* [s] */
    double start;    /* [s] since the plan began */
} leg;

/* The least lattice time not before `time` [s]. */
double leg_time_up(double time, double tick);

/* How long a step takes alone, from rest to rest [s]: in doubles. */
double leg_least_duration(const plan_step *of, const graze_drive_limits *limits);

/* Makes the leg of some steps, with the fastest profile within limits; `least` (may be all 0)
 * bounds each part of it from below. GRAZE_ERROR_LATTICE when its times are none. */
graze_status leg_make(const plan_step *steps, uint32_t first, uint32_t count,
                      const graze_drive_limits *limits, const leg_profile *least, double tick,
                      leg *made);

/* When the leg has gone `way` of its length [m], since it started [s]: in doubles. */
double leg_time_at(const leg *of, double way);

/* Writes its motions, at most LEG_MOTIONS, when it starts at `start` [s]. */
enum { LEG_MOTIONS = 3 };
graze_status leg_motions(const leg *of, double start, graze_motion *motions, size_t *count);

/* Do two steps go in one direction, exactly? */
bool steps_are_straight(const plan_step *a, const plan_step *b);

/* How long it takes to turn by an angle [rad], and at most [s]: in doubles. */
double leg_turn_seconds(const graze_drive_limits *limits, double angle);
double leg_longest_turn(const graze_drive_limits *limits);

/* The angle between the directions of two legs [rad]. */
double leg_turn(const leg *a, const leg *b);

#endif
