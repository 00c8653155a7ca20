/* SPDX-License-Identifier: MIT */
/* The earliest starts of legs: longest paths in the graph of their headways, by sweeps in the order
 * of the plan, in which nearly all arcs go forward (R. Bellman, L. Ford). Legs that wait for each
 * other in a circle whose headways add up to more than 0 would go on to start later for ever.
 *
 * So the tree of who waits for whom is kept while starts move (R. Tarjan, "Shortest Paths", 1981;
 * B. Cherkassky, A. Goldberg, "Negative-Cycle Detection Algorithms", 1999): a leg that starts later
 * is a circle at once if what it waits for waits for it; otherwise all that wait for it leave the
 * tree, and nobody waits for them before they start later, too. Without that a circle is lifted,
 * with all behind it, in each sweep until somebody looks for it: that was nine tenths of the time
 * for a plan of 1000 agents in halls. */
#ifndef GRAZE_PLANNER_LEG_STARTS_H
#define GRAZE_PLANNER_LEG_STARTS_H

#include "planner/leg_schedule.h"

/* Finds the starts of a schedule whose legs, arcs and components are made. *circles: there were
 * some, each of which has been changed (leg_circle.h), so that all has to be made anew. *helped
 * is false: one of them cannot be changed; `circle` says who. GRAZE_OK or GRAZE_ERROR_STOPPED.
 *
 * A search that goes_on begins with the starts of the last one, which had circles. These bound
 * nothing, but they are near, and whoever waits for himself does so from any starts. When it finds
 * no more circles, the earliest starts are those of one more search that does not go on. */
graze_status leg_starts_find(schedule *s, bool goes_on, bool *circles, bool *helped);

#endif
