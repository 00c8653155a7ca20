/* SPDX-License-Identifier: MIT */
/* The reservation table: the moves and stays of the agents that have their routes, dealt out to
 * the cells of a grid over the plane, so that a question about a move or a stay looks only at
 * what passes nearby. It is made for routes that come and go at every node of a search
 * (conflict_avoidance_table.h); timetable.h is made for many searches round the same routes.
 */
#ifndef GRAZE_PLANNER_RESERVATION_TABLE_H
#define GRAZE_PLANNER_RESERVATION_TABLE_H

#include "planner/plane_cells.h"
#include "planner/route.h"

typedef struct reservation_table {
    collision_table *collisions;
    plane_cells cells;
    uint32_t *heads; /* by cell: reservation + 1, 0 for none */
    struct reservation *reservations;
    size_t count, capacity;
    uint32_t vacant; /* reservations that are free again */
    uint32_t kind;   /* of the agent that asks */
} reservation_table;

graze_status reservation_table_open(reservation_table *table, collision_table *collisions);
void reservation_table_close(reservation_table *table);

/* Adds the steps of an agent; `number` names it. What *chain gets serves to remove them;
 * it is right after a failure, too. */
graze_status reservation_table_add(reservation_table *table, const route_agent *agent,
                                   uint32_t number, const step *steps, size_t count,
                                   uint32_t *chain);
void reservation_table_remove(reservation_table *table, uint32_t chain);

/* How many agents are in conflict with a move of an agent of table->kind, or with its stay
 * at part->vertex? Passes over those with seen[number] == question, and marks so those
 * that it counts. */
uint32_t reservation_table_meet(const reservation_table *table, const route_part *part,
                                uint32_t *seen, uint32_t question);

#endif
