/* SPDX-License-Identifier: MIT */
/* What can be changed about legs that wait for each other in a circle, and could never go. */
#ifndef GRAZE_PLANNER_LEG_CIRCLE_H
#define GRAZE_PLANNER_LEG_CIRCLE_H

#include "planner/leg_schedule.h"

/* Changes what has to be made anew about the legs of `circle`, each of which waits for the next:
 * one of them is cut where it could let another go, or the headways become those of the kernel, or
 * all get the slowest profile of them. *taken: a leg that the circle goes through no more. False
 * where nothing is left to be changed. */
bool leg_circle_change(schedule *s, uint32_t *taken);

/* How far along a leg a step of it begins [m]; the step that begins nearest to `way`, but not its
 * first (it has several). */
double schedule_way_to(const schedule *s, const leg *l, uint32_t at);
uint32_t schedule_step_near(const schedule *s, const leg *l, double way);

#endif
