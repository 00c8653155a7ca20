/* SPDX-License-Identifier: MIT */
/* The reservation table: the moves and stays of the agents that have their routes, as the
 * world of one more agent.
 *
 * Reservations are dealt out to the cells of a grid over the plane, so that a question about
 * a vertex or an edge looks only at what passes nearby. Answers are kept: the next answer
 * looks only at the reservations that have come since.
 *
 * Source: D. Silver, "Cooperative Pathfinding", 2005, for reservations in whole time steps.
 */
#ifndef GRAZE_PLANNER_RESERVATION_TABLE_H
#define GRAZE_PLANNER_RESERVATION_TABLE_H

#include "planner/route.h"

typedef struct reservation_table {
    collision_table *collisions;
    double cell;            /* [m] side */
    double left, bottom;    /* [m] of the roadmap */
    double greatest_radius; /* [m] of all kinds */
    size_t columns, rows;
    uint32_t *heads; /* by cell: reservation + 1, 0 for none */
    struct reservation *reservations;
    size_t count, capacity;
    uint32_t vacant;                    /* reservations that are free again */
    uint32_t kind;                      /* of the agent that asks */
    uint64_t serial;                    /* of the last reservation */
    uint64_t turn;                      /* changes when reservations go */
    struct reservation_answer *answers; /* by vertex, then by edge; null: nobody asked */
} reservation_table;

graze_status reservation_table_open(reservation_table *table, collision_table *collisions);
void reservation_table_close(reservation_table *table);

/* Forgets all routes. */
void reservation_table_clear(reservation_table *table);

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

/* When an agent of table->kind must not be at a vertex or start along an edge: the
 * functions of a sipp_world whose context is the table. */
graze_status reservation_table_vertex(void *context, uint32_t vertex, span_list *blocked,
                                      span_list *stays);
graze_status reservation_table_edge(void *context, uint32_t edge, span_list *blocked);

#endif
