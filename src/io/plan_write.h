/* SPDX-License-Identifier: MIT */
/* Plans, written in every format that plan.h reads.
 *
 * A plan is only written where its motions come back exactly: a motion with an acceleration
 * is no pair of waypoints, a ramp is none of a list of velocities, a velocity that is the
 * quotient of two doubles is no double, and a place that is a product of doubles need not be
 * one. Such motions are refused by agent, number and time. What is not in any file is what an
 * agent does after its last row (--at-end). Where no duration brings the exact sum of a log to
 * a time, a wait of a fraction of an ulp, which moves no rounded time, does.
 */
#ifndef GRAZE_IO_PLAN_WRITE_H
#define GRAZE_IO_PLAN_WRITE_H

#include "io/map.h"
#include "io/plan.h"
#include "io/writing.h"

typedef enum plan_format {
    PLAN_WAYPOINTS, /* CSV, with ramps where there are any */
    PLAN_MOTIONS,   /* CSV */
    PLAN_LOG,       /* of Continuous-CBS */
    PLAN_LNS,       /* paths of MAPF-LNS2, and with it of EECBS */
    PLAN_LACAM,     /* a result of LaCAM */
    PLAN_LORR,      /* League of Robot Runners, as PlanViz reads it (action model MAPF) */
    PLAN_TRACKER    /* a submission to the MAPF tracker; needs writing's scenario_file */
} plan_format;

/* True when every motion is a waypoint motion or a ramp. */
bool plan_is_waypoints(const plan *source);

/* on: the map that a log is for, or null, which is a grid of unit cells. IO_BAD_INPUT
 * (reported) where the format cannot hold the plan, IO_MEMORY. */
io_result plan_write(const plan *source, const map *on, plan_format format, writing *to);

#endif
