/* SPDX-License-Identifier: MIT */
/* A planning graph and a world seen in a mirror: edges lead from where they end to where they
 * begin, and time runs back from a deadline. An agent of the mirror that leaves the goal at 0 and
 * comes to the start by the deadline is one that leaves the start at 0 or later and is at the goal
 * by the deadline; where one can wait so can the other, and what is blocked is blocked for both.
 *
 * Edge i of the mirror is edge arriving[i] of the graph. A start s along it is one at
 * deadline - duration - s.
 */
#ifndef GRAZE_PLANNER_MIRROR_H
#define GRAZE_PLANNER_MIRROR_H

#include "planner/sipp.h"

typedef struct mirror {
    const planning_graph *of;
    const sipp_world *world; /* of the graph: starts between two times, and no stays */
    tick deadline;
    planning_graph graph; /* what searches need of one: no boxes, kinds, shapes */
    graze_roadmap roadmap;
    size_t *first;     /* of the roadmap; */
    uint32_t *targets; /* too */
    span *spans;
    size_t span_capacity;
} mirror;

/* Makes the mirror of one kind's edges. GRAZE_ERROR_MEMORY; there is nothing to free then. */
graze_status mirror_open(mirror *made, const planning_graph *graph, uint32_t kind,
                         const sipp_world *world);
void mirror_close(mirror *made);

/* The world before its deadline; blocked lists hold until the next question. */
sipp_world mirror_world(mirror *seen);

#endif
