/* SPDX-License-Identifier: MIT */
/* Order feasibility: whether there would be a plan if only the order of departures and
 * arrivals mattered.
 *
 * A plan without conflicts is a sequence of departures and arrivals. In between, each
 * agent rests at a vertex or is under way along an edge, and
 *   - no two agents rest where their bodies overlap: they would be in conflict;
 *   - no two are under way along the same places in opposite directions, and none
 *     overtakes another along one edge: they would be at one place in between, where their bodies
 *     overlap (the caller sees to that: bodies may lie beside their places);
 *   - an agent departs from where it rests, along an edge of the roadmap, and then
 *     arrives.
 * Events of one instant have an order that keeps this: those who had arrived before
 * depart first, then all arrive, then those who do not rest depart again; an agent that
 * arrives where another stood until this instant finds it gone. Following and rotations
 * are allowed, swaps are not.
 *
 * So if no sequence of such events leads from the starts to the goals, there is no plan,
 * however long anybody waits. The sequences are searched exhaustively, up to some number
 * of configurations: for few agents on small maps.
 */
#ifndef GRAZE_PLANNER_ORDER_FEASIBILITY_H
#define GRAZE_PLANNER_ORDER_FEASIBILITY_H

#include "planner/route.h"

typedef enum order_feasibility {
    ORDER_FEASIBLE, /* so far as the order goes */
    ORDER_INFEASIBLE,
    ORDER_UNKNOWN /* too many configurations */
} order_feasibility;

graze_status order_feasibility_search(collision_table *collisions, const route_agent *agents,
                                      uint32_t count, size_t configuration_limit,
                                      order_feasibility *answer);

#endif
