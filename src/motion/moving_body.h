/* SPDX-License-Identifier: MIT */
/* Which body a motion of a trajectory has, and parts of trajectories. */
#ifndef GRAZE_MOTION_MOVING_BODY_H
#define GRAZE_MOTION_MOVING_BODY_H

#include <graze/trajectory.h>

/* The body of one motion of an agent: the agent's, or the motion's own. */
static inline const graze_body *moving_body(const graze_trajectory *trajectory,
                                            const graze_body *agents, size_t motion)
{
    return trajectory->bodies == NULL ? agents : &trajectory->bodies[motion];
}

/* The motions first .. first + count - 1 with their bodies. */
static inline graze_trajectory trajectory_part(const graze_trajectory *whole, size_t first,
                                               size_t count)
{
    return (graze_trajectory){.motions = whole->motions + first,
                              .count = count,
                              .bodies = whole->bodies == NULL ? NULL : whole->bodies + first};
}

#endif
