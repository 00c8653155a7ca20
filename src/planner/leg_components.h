/* SPDX-License-Identifier: MIT */
/* Legs that wait for each other in circles, in the order in which they can be dealt with: strongly
 * connected components, each behind those that it waits for (R. Tarjan, "Depth-First Search and
 * Linear Graph Algorithms", 1972). */
#ifndef GRAZE_PLANNER_LEG_COMPONENTS_H
#define GRAZE_PLANNER_LEG_COMPONENTS_H

#include "planner/leg_schedule.h"

/* Fills sequence and ends of a schedule whose legs and arcs are made: a component is a stretch of
 * the sequence, in the order in which its legs began when starts were found last, at first in the
 * plan; ends[i] tells whether sequence[i] is its last. GRAZE_ERROR_MEMORY. */
graze_status leg_components_find(schedule *s);

#endif
