/* SPDX-License-Identifier: MIT */
/* The tables of conflict-based search for an instance, of which all agents are of one kind. */
#ifndef GRAZE_TESTS_PLANNER_BENCH_H
#define GRAZE_TESTS_PLANNER_BENCH_H

#include "base/memory.h"
#include "instance.h"
#include "planner/constraint.h"

typedef struct bench {
    planning_graph graph;
    collision_table collisions;
    route_table routes;
    constraint_table constraints;
    route_agent agents[INSTANCE_AGENTS];
} bench;

void bench_open(bench *b, const instance *made);
void bench_close(bench *b);

/* The last tick not after a time [s]. */
tick bench_ticks(const bench *b, double time);

#endif
