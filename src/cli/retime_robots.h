/* SPDX-License-Identifier: MIT */
/* What each agent of a plan is, and what it can do: `graze retime --robots FILE`, and the options
 * for agents of which the file does not say it. */
#ifndef GRAZE_CLI_RETIME_ROBOTS_H
#define GRAZE_CLI_RETIME_ROBOTS_H

#include <graze.h>

#include "io/plan.h"
#include "io/robots.h"

typedef struct retime_robots {
    const char *file;            /* --robots, or null */
    graze_drive_limits common;   /* of the options; 0: that one was not given */
    bool has_radius;             /* the plan's bodies are those of --radius */
    robots rows;
} retime_robots;

/* Reads the file, if there is one. */
io_result retime_robots_read(retime_robots *all, diagnostics *sink);

/* Gives the agents of a plan the bodies of the file, and all agents limits. These borrow from
 * `all`. IO_BAD_INPUT has been reported: an agent without a body or a limit, or with two bodies,
 * or with a footprint that turns. */
io_result retime_robots_take(const retime_robots *all, diagnostics *sink, plan *given,
                             graze_drive_limits *each);

#endif
