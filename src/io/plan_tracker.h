/* SPDX-License-Identifier: MIT */
/* Plans of the MAPF tracker: one text whose lines are the agents in the order of the scenario,
 * letters u, d, l, r and w (wait), each with a number before it when it is repeated. An empty
 * line is an agent that never moves; at its end an agent stays. The starts are in the
 * scenario.
 *
 * Files differ in which way u is, and what they say of it does not always hold: here it is the
 * way in which every path ends at its goal, and a plan for which neither way does is
 * refused. */
#ifndef GRAZE_IO_PLAN_TRACKER_H
#define GRAZE_IO_PLAN_TRACKER_H

#include "io/plan_reading.h"

typedef struct tracker_record {
    const char *moves; /* all agents */
    size_t length;
    bool has_agents;
    long long agents;   /* how many lines there ought to be */
    size_t line;        /* of the file, on which the moves begin; 0: not known */
    char scenario[200]; /* the name of its scenario, or "" */
} tracker_record;

/* Makes the record the reading's plan. */
io_result plan_tracker_take(plan_reading *reading, const tracker_record *record);

/* Which of `count` records is asked for? Reports when it has to be said, or is none. */
io_result plan_tracker_choose(const plan_reading *reading, size_t count, size_t *record);

#endif
