/* SPDX-License-Identifier: MIT */
/* The search for one robot beside a plain one, forward in time through every tick. */
#ifndef GRAZE_TESTS_PLANNER_TICKS_H
#define GRAZE_TESTS_PLANNER_TICKS_H

#include "gaps.h"
#include "instance.h"
#include "planner/planning_graph.h"
#include "planner/sipp.h"

enum { TICKS_HORIZON = 60, TICKS = 160, STATES = 400, MOVES = 2000 };

typedef struct course {
    instance made;
    planning_graph graph;
    blocked_list vertices[STATES], edges[MOVES];
    uint32_t start, goal;
    tick earliest;
    sipp_landmark landmark;
    uint32_t landmark_count;
} course;

/* The earliest arrival by the plain search, or TICK_NEVER. */
tick ticks_plain_search(const course *now);

/* What is blocked in a course, told for no starts but those that are asked about. */
sipp_world ticks_world(course *now, tick patience);

/* Asks both, and the search from both ends, and holds them against each other; 1 when there is a
 * way, else 0, which *none counts. */
uint64_t ticks_search(course *now, uint64_t *none);

/* Refuses one more allocation to the search from both ends each time; each is told, and nothing is
 * lost. Returns how many there were. */
size_t ticks_refuse(const course *now);

#endif
