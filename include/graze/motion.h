/* SPDX-License-Identifier: MIT */
/* Motions: the movement of a point over one interval of time, in exact arithmetic.
 *
 * All numbers are IEEE-754 doubles *taken as exact real numbers*: lengths in
 * metres, times in seconds, right-handed axes. Plane motions leave z = 0.
 *
 * A motion lives in an *open* time interval, its life
 *
 *     ( start + start_tail,  start + start_tail + duration + duration_tail )
 *
 * whose sums are real-number sums, never rounded. With the two tails a motion can be
 * moved in time, and a waypoint motion can keep `end - start`, without any error; most
 * callers build motions with the functions below and never touch the tails. Only the
 * real sum of such a pair is promised: mostly the pair is the rounded sum and its error,
 * and the two terms themselves where their sum is beyond the largest double. To move a
 * motion so that it starts at s, set `start = s` and `start_tail = 0` (or call
 * graze_motion_restart): its exact duration does not change.
 *
 * Forms, with u = t - (start + start_tail):
 *   GRAZE_KINEMATIC  P(u) = position + velocity*u + acceleration*u*u/2
 *   GRAZE_WAYPOINT   P(u) = position + (to - position)*u/(duration + duration_tail),
 *                    the rational velocity is never rounded to a double
 *   GRAZE_PARKED     stands for ever where the kinematic motion of the same
 *                    numbers ends, from that motion's end to +infinity: the
 *                    exact (rational) last place of a kinematic trajectory
 *   GRAZE_RAMP       P(u) = position + (to - position)*(share*x + (1 - share)*x*x) with
 *                    x = u/(duration + duration_tail), 0 <= share <= 2: constant
 *                    acceleration along a segment whose ends are exact. The speed is
 *                    share times that of the waypoint motion at the start, and 2 - share
 *                    times that at the end: share 0 starts from rest, 1 is the waypoint
 *                    motion, 2 ends at rest
 */
#ifndef GRAZE_MOTION_H
#define GRAZE_MOTION_H

#include <graze/status.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_vector {
    double x, y, z;
} graze_vector;

typedef enum graze_form { GRAZE_KINEMATIC, GRAZE_WAYPOINT, GRAZE_PARKED, GRAZE_RAMP } graze_form;

typedef struct graze_motion {
    graze_form form;
    graze_vector position; /* [m] place at the start */
    union {
        graze_vector velocity; /* [m/s] at the start; kinematic and parked */
        graze_vector to;       /* [m] place at the end; waypoint and ramp */
    };
    union {
        graze_vector acceleration; /* [m/s^2], constant; kinematic and parked; waypoint: 0 */
        double share;              /* ramp; behind it acceleration.y and .z are 0 */
    };
    double start;              /* [s] */
    double start_tail;         /* [s] added exactly to start; usually 0 */
    double duration;           /* [s] may be +infinity (between places: only of a wait; parked:
                                  never) */
    double duration_tail;      /* [s] added exactly to duration, their sum >= 0; usually 0 */
} graze_motion;

/* Makes a motion at constant velocity or acceleration over (start, start + duration).
 * duration may be +infinity; 0 is an empty life.
 * GRAZE_ERROR_NULL, _NOT_FINITE, _NEGATIVE_DURATION. */
GRAZE_API graze_status graze_motion_kinematic(graze_vector position, graze_vector velocity,
                                              graze_vector acceleration, double start,
                                              double duration, graze_motion *motion);

/* Makes a uniform motion from one place to another over (start, end); its velocity is
 * the rational (to - from)/(end - start). Equal places are a wait, and only a
 * wait may have end = +infinity or end = start (an empty life).
 * GRAZE_ERROR_NULL, _NOT_FINITE, _NEGATIVE_DURATION, _ENDLESS_MOVE,
 * _INSTANT_MOVE. */
GRAZE_API graze_status graze_motion_waypoint(graze_vector from, graze_vector to, double start,
                                             double end, graze_motion *motion);

/* Makes a motion at constant acceleration from one place to another over (start, end): the
 * form GRAZE_RAMP. What does not accelerate is built as the waypoint motion that it is: share
 * 1, and a wait, of which the same is asked as there.
 * GRAZE_ERROR_SHARE (NaN too), and what graze_motion_waypoint returns. */
GRAZE_API graze_status graze_motion_ramp(graze_vector from, graze_vector to, double start,
                                         double end, double share, graze_motion *motion);

/* Writes the same motion moved in time so that it starts at `start` [s]; its exact
 * duration does not change. `motion` and `moved` may be the same object.
 * GRAZE_ERROR_NULL, _NOT_FINITE, and what graze_motion_validate returns for a
 * motion built by hand. */
GRAZE_API graze_status graze_motion_restart(const graze_motion *motion, double start,
                                            graze_motion *moved);

/* Writes the same motion started `delay` seconds later (earlier when negative), as an
 * exact sum; its exact duration does not change. GRAZE_ERROR_INEXACT exactly when the sum
 * start + start_tail + delay is not the sum of any two doubles, which cannot
 * happen to a motion with start_tail = 0. `motion` and `moved` may be the same
 * object. GRAZE_ERROR_NULL, _NOT_FINITE, _INEXACT, and what
 * graze_motion_validate returns for a motion built by hand. */
GRAZE_API graze_status graze_motion_delay(const graze_motion *motion, double delay,
                                          graze_motion *moved);

/* Validates a motion built by hand. Returns GRAZE_OK, or the first of
 * GRAZE_ERROR_NULL
 * GRAZE_ERROR_FORM               the form is none of graze_form
 * GRAZE_ERROR_NOT_FINITE         a number is NaN or infinite; only duration may be
 *                                +infinity, and not that of a parked motion
 * GRAZE_ERROR_NEGATIVE_DURATION  duration + duration_tail < 0 as a real sum
 * GRAZE_ERROR_FORM               a waypoint motion has an acceleration; a ramp has one behind its
 *                                share
 * GRAZE_ERROR_SHARE              the share of a ramp is not between 0 and 2
 * GRAZE_ERROR_ENDLESS_MOVE       an endless waypoint motion or ramp changes its place
 * GRAZE_ERROR_INSTANT_MOVE       a waypoint motion or ramp changes its place in no time */
GRAZE_API graze_status graze_motion_validate(const graze_motion *motion);

/* Writes where the motion is at time `time` [s], computed in doubles: for pictures and
 * messages, never for decisions. For times outside the closed life it is the place at
 * its nearer end. GRAZE_ERROR_NULL, _NOT_FINITE (the time, or a place beyond the
 * largest double), and what graze_motion_validate returns for a motion built by hand. */
GRAZE_API graze_status graze_motion_place(const graze_motion *motion, double time,
                                          graze_vector *place);

/* Writes where the motion is at time `time` [s], each coordinate the double that is nearest to
 * the exact place (ties to even). Outside of the closed life *alive is false, and `position`
 * stays as it is. GRAZE_ERROR_NULL, _NOT_FINITE (the time, or a place beyond the largest double),
 * _MEMORY (numbers of wildly different magnitudes), and what graze_motion_validate returns for a
 * motion built by hand. */
GRAZE_API graze_status graze_motion_position(const graze_motion *motion, double time, bool *alive,
                                             graze_vector *position);

/* Tells whether the greatest speed of a motion over its closed life is at most `limit` [m/s],
 * compared as real numbers. A motion that accelerates for ever has none. At an empty life it
 * is the speed that the motion would start with.
 * GRAZE_ERROR_NULL, _NOT_FINITE (the limit), _WORKSPACE (numbers of wildly different
 * magnitudes), and what graze_motion_validate returns for a motion built by hand. */
GRAZE_API graze_status graze_motion_speed_at_most(const graze_motion *motion, double limit,
                                                  bool *holds);

/* The same of the magnitude of its acceleration [m/s^2]. */
GRAZE_API graze_status graze_motion_acceleration_at_most(const graze_motion *motion, double limit,
                                                         bool *holds);

#ifdef __cplusplus
}
#endif
#endif
