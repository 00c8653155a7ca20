/* SPDX-License-Identifier: MIT */
/* Routes that stand, as the world of one more agent.
 *
 * Their moves and stays are dealt out to the cells of a grid over the plane, so that a
 * question about a vertex or an edge looks only at what passes nearby, and what was
 * answered is kept: the next answer looks only at what has come since.
 */
#ifndef GRAZE_PLANNER_TIMETABLE_H
#define GRAZE_PLANNER_TIMETABLE_H

#include "planner/route.h"

typedef struct timetable {
    clash_book *clashes;
    double cell;     /* [m] side */
    double left, bottom; /* [m] of the roadmap */
    double greatest_radius; /* [m] of all kinds */
    size_t columns, rows;
    uint32_t *heads; /* by cell: note + 1, 0 for none */
    struct timetable_note *notes;
    size_t count, capacity;
    uint32_t vacant; /* notes that are free again */
    uint32_t kind;   /* of the agent that asks */
    uint64_t serial; /* of the last note */
    uint64_t turn;   /* changes when notes go */
    struct timetable_answer *answers; /* by vertex, then by edge; null: nobody asked */
} timetable;

graze_status timetable_open(timetable *table, clash_book *clashes);
void timetable_close(timetable *table);

/* Forgets all routes. */
void timetable_clear(timetable *table);

/* Adds the steps of an agent; `number` names it. What *chain gets serves to remove them;
 * it is right after a failure, too. */
graze_status timetable_add(timetable *table, const route_agent *agent, uint32_t number,
                           const step *steps, size_t count, uint32_t *chain);
void timetable_remove(timetable *table, uint32_t chain);

/* How many agents are in conflict with a move of an agent of table->kind, or with its stay
 * at part->vertex? Passes over those with seen[number] == question, and marks so those
 * that it counts. */
uint32_t timetable_meet(const timetable *table, const route_part *part, uint32_t *seen,
                        uint32_t question);

/* When an agent of table->kind must not be at a vertex or start along an edge: the
 * functions of a sipp_world whose context is the table. */
graze_status timetable_vertex(void *context, uint32_t vertex, span_list *blocked,
                              span_list *stays);
graze_status timetable_edge(void *context, uint32_t edge, span_list *blocked);

#endif
