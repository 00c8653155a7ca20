/* SPDX-License-Identifier: MIT */
/* One set of constraints as the world in which an agent is searched a route. Internal to
 * constraint.[ch] and constraint_visit.c.
 */
#ifndef GRAZE_PLANNER_CONSTRAINT_VIEW_H
#define GRAZE_PLANNER_CONSTRAINT_VIEW_H

#include "planner/constraint_list.h"
#include "planner/overlap_lists.h"

/* The constraints of one set, by vertex and edge, for a search. */
typedef struct constraint_mark {
    uint32_t turn;  /* the mark is of this turn; else there is nothing here */
    uint32_t first; /* of the sorted constraints */
} constraint_mark;

/* A place that a target constraint closes: from a time on nobody may be there (a vertex), or start
 * along it (an edge). */
typedef struct target_mark {
    uint32_t turn; /* as above */
    tick from;
} target_mark;

typedef struct constraint_view {
    uint32_t turn;
    uint32_t kind;
    constraint_list now;                       /* of the set in view */
    constraint_list sought, compared;          /* while a set is looked up */
    constraint_mark *vertices, *stays, *edges; /* by vertex, vertex, edge */
    overlap_lists overlaps;
    target_mark *target_vertices, *target_edges;
    span *spans; /* the answer to the last question; stays in the second half */
    size_t span_capacity;
    const sipp_world *others;
    sipp_landmark *landmarks;
    size_t landmark_capacity;
} constraint_view;

/* Makes the view and the distances of a table. GRAZE_ERROR_MEMORY;
 * constraint_view_close frees what is there. */
graze_status constraint_view_open(constraint_table *table);
void constraint_view_close(constraint_table *table);

/* Answers a question, of which goal, times and corridor are filled in, under the constraints of a
 * set; `others` (may be null) as in constraint_set_route_among. The answer is in table->search. */
graze_status constraint_find_route(constraint_table *table, uint32_t set, const sipp_world *others,
                                   sipp_question *question);

#endif
