/* SPDX-License-Identifier: MIT */
/* A plan that is being driven (<graze/retime.h>): what its parts share. */
#ifndef GRAZE_PLANNER_RETIMING_H
#define GRAZE_PLANNER_RETIMING_H

#include <graze/retime.h>

#include "planner/leg_schedule.h"
#include "planner/plan_cut.h"

/* Two motions that are in conflict. */
typedef struct clash {
    size_t agent_a, motion_a, agent_b, motion_b;
} clash;

typedef struct retiming {
    const graze_body *bodies;
    const graze_trajectory *plan; /* as it is cut */
    plan_cut cut;
    size_t count;
    const graze_drive_limits *limits;
    const graze_retime_options *options;
    graze_allocator memory;
    graze_retiming *answer;

    passing passing;
    passing_watch watch;
    plan_step *steps;
    double begin; /* [s] of the plan */
    schedule schedule;

    uint32_t *leg_first; /* by agent, and one more */
    clash *clashes;
    size_t clash_count, clash_room;
    graze_status status; /* of a sink */
    bool has_circle;     /* in the schedule, of legs that could not be let go */
} retiming;

static inline bool retiming_is_wait(const graze_motion *m)
{
    return m->to.x == m->position.x && m->to.y == m->position.y && m->to.z == m->position.z;
}

#endif
