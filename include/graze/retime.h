/* SPDX-License-Identifier: MIT */
/* A given plan, driven by robots that have to speed up and to brake.
 *
 * Planners for grids let agents jump to full speed, one cell in each step. graze_retime keeps the
 * ways of such a plan and who passes where before whom, and finds new times: each straight way
 * between two stops, a *leg*, becomes a ramp from rest, a cruise and a ramp to rest within the
 * limits of its agent, and starts as early as the legs before it allow. An agent stops where its
 * way turns, and where it has to let others pass; what else it waited for in the plan is left out.
 *
 * Why that is one problem of differences. The unsafe starts of a leg against another are one open
 * interval, since both are straight and never turn back (delay.h). The plan passes that interval
 * on one side, which says who is first, and if a is, then leg b has to start a *headway* after
 * leg a: the upper end of the interval. Whether a stands before or after a leg adds nothing: what
 * overlaps it there overlaps it at the end of the leg, too. So a leg starts at the greatest of
 * (start of an earlier leg + headway), which is found as a longest path. Headways may be negative,
 * and agents may wait for each other in a circle, as four that change their places at once do:
 * that works when the headways round the circle do not add up to more than 0. Where they do, a
 * leg of the circle is cut in two at a place of the plan, which is one more stop; legs that cannot
 * be cut share the slowest profile of the circle; and where that is not enough, its agents stop
 * between their places as well, wherever one of them begins or ends a step in the plan. Then they
 * can go (doc/retime.md). Only where slack is asked for, where steps are ramps, or where a
 * tolerance of 0 leaves no room for the rounding of such places, there may be no answer of this
 * kind, and the agents are named.
 *
 * A leg that waits for another late on its way keeps those waiting that want to be where it stands:
 * it is cut as well where that brings the sum of arrivals down, and a stop that is of no use to
 * anybody is left out. The order stays.
 *
 * Headways are computed in doubles first. The kernel decides about every two motions of the new
 * plan that an index finds near each other; two that are in conflict get their exact headway, and
 * all starts are found anew, until there is no conflict. So every plan that is returned is
 * certified at its tolerance. Its times are multiples of a power of two, so that no sum is
 * rounded, and each motion keeps to its limits exactly (path.h). Where two motions meet, places
 * are rounded, and velocities differ by some 1e-16 of the coordinates by the length of a ramp.
 *
 * Sources: W. Hoenig et al., "Multi-Agent Path Finding with Kinematic Constraints", ICAPS 2016
 * (MAPF-POST); R. Dechter, I. Meiri, J. Pearl, "Temporal Constraint Networks", 1991.
 */
#ifndef GRAZE_RETIME_H
#define GRAZE_RETIME_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/allocator.h>
#include <graze/body.h>
#include <graze/planner.h>
#include <graze/status.h>
#include <graze/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an agent can do; all > 0 and finite. */
typedef struct graze_drive_limits {
    double speed;        /* [m/s] */
    double acceleration; /* [m/s^2] */
    double deceleration; /* [m/s^2] */
    double turn_rate;    /* [rad/s] in place, at rest; may be infinite: turning takes no time */
    /* Instead of a rate, which has to be > 0 all the same: a table, as in planner.h. */
    const graze_turn_time *turn_times;
    size_t turn_time_count; /* [count] 0: turn_rate counts */
} graze_drive_limits;

typedef struct graze_retime_options {
    double tolerance; /* [m] >= 0: deeper overlaps are conflicts, in the given plan and the new */
    double slack;     /* [s] >= 0: so much delay alone brings no agent into conflict */
    bool stop_always; /* stop at every place of the plan, for who compares */
    /* Returns true to end the work; called before each round, and every few milliseconds but while
     * the motions of a plan are put into an index. May be null. */
    bool (*stop)(void *context);
    void *context;
} graze_retime_options;

typedef enum graze_retime_outcome {
    GRAZE_RETIMED,
    GRAZE_RETIME_CONFLICT, /* the given plan has conflicts: agents[0] and agents[1], and perhaps
                              others */
    GRAZE_RETIME_CIRCLE,   /* `agents` wait for each other, and no common profile lets them go */
    GRAZE_RETIME_STOPPED   /* by the caller */
} graze_retime_outcome;

typedef struct graze_retiming {
    graze_retime_outcome outcome;
    size_t *agents; /* [index] agent_count of them, see outcome */
    size_t agent_count;
    graze_trajectory *trajectories; /* of all agents; null unless retimed */
    graze_motion *motions;          /* of all of them */
    double makespan;                /* [s] from the beginning of the plan to the last arrival */
    double sum_of_costs;            /* [s] of the agents' arrivals, likewise */
    double tick;                    /* [s] starts and durations are multiples of it */
    size_t legs;                    /* [count] */
    size_t precedences;             /* [count] of two agents' legs, that have been looked at */
    size_t rounds;                  /* [count] plans that the kernel has been asked about */
    size_t exact_headways;          /* [count] asked of the kernel */
} graze_retiming;

/* Retimes a plan: agent i is bodies[i] on plan[i] with limits[i], i < count. Motions have to be
 * waypoint motions and ramps, of which the last may be an endless wait; an agent stays at its end
 * exactly if it does so in the plan, and stands at its first place from the plan's earliest start
 * on. The new plan begins at that time, rounded up to a tick.
 *
 * All memory is from the allocator (may be null). After GRAZE_OK the caller frees the answer with
 * graze_retiming_free. The trajectories of agents that never move are the given ones.
 *
 * GRAZE_ERROR_NULL; GRAZE_ERROR_UNSUPPORTED (other forms of motions, motions with bodies of their
 * own); GRAZE_ERROR_TIME_ORDER (an agent appears later than the plan begins); GRAZE_ERROR_SPEED (a
 * limit that is not > 0), GRAZE_ERROR_LIMITS (a table of turns whose angles do not ascend from 0,
 * or with a time that is not > 0), GRAZE_ERROR_NOT_FINITE, GRAZE_ERROR_NEGATIVE_DURATION (the
 * slack), GRAZE_ERROR_LATTICE (times so different that no tick serves all of them); those of
 * conflict.h and index.h; GRAZE_ERROR_MEMORY. */
GRAZE_API graze_status graze_retime(const graze_body *bodies, const graze_trajectory *plan,
                                    size_t count, const graze_drive_limits *limits,
                                    const graze_retime_options *options,
                                    const graze_allocator *allocator, graze_retiming *answer);

/* Frees an answer with the allocator that made it, and sets it to zero. */
GRAZE_API void graze_retiming_free(graze_retiming *answer, const graze_allocator *allocator);

#ifdef __cplusplus
}
#endif
#endif
