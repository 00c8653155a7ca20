/* SPDX-License-Identifier: MIT */
/* Small maps, and plans on them. Memory of plans is from refusal_allocator. */
#ifndef GRAZE_TESTS_REFUSAL_PLANS_H
#define GRAZE_TESTS_REFUSAL_PLANS_H

#include <graze.h>

/* A line of four edges, vertices 0 .. 4, with an alcove of a length beside its middle. */
graze_status plans_alcove(double length, graze_roadmap *made);

/* Three rows of three, 1 m apart. */
graze_status plans_field(graze_roadmap *made);

/* The same with both diagonals of each cell, and moves from the middle to two places behind. */
graze_status plans_dense_field(graze_roadmap *made);

/* Two ways across: 0, 1, 2 from west to east, and 3, 1, 4 from south to north. */
graze_status plans_crossing(graze_roadmap *made);

/* Solves a problem, adds up its answer, and frees the map. */
graze_status plans_solve(graze_roadmap *map, const graze_task *tasks, size_t count,
                         const graze_solve_options *options);

/* Adds up what a plan is worth, and frees it. */
void plans_add(graze_solution *solution);

#endif
