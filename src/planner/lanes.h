/* SPDX-License-Identifier: MIT */
/* Lanes: a rule of the road for agents that have several equally short ways, so that those who
 * come the other way are met less often. It costs no way anything.
 *
 * Parallel moves side by side, by their own length, are lanes; they lead one way and the other in
 * turn. On a grid these are its rows and columns; on other roadmaps some order, which does no harm.
 *
 * Source: L. Cohen, T. Uras, T. K. S. Kumar, H. Xu, N. Ayanian, S. Koenig, "Improved Solvers for
 * Bounded-Suboptimal Multi-Agent Path Finding", 2016, for highways; as a rule for ties only they
 * are Graze's own.
 */
#ifndef GRAZE_PLANNER_LANES_H
#define GRAZE_PLANNER_LANES_H

#include "planner/planning_graph.h"

/* Which edges lead against their lanes: 1 by edge, which the caller frees; null: no memory. */
uint8_t *lanes_against(const planning_graph *graph);

#endif
