/* SPDX-License-Identifier: MIT */
/* One set of demands as the world in which an agent is searched a route. Internal to
 * demand.[ch] and demand_visit.c.
 */
#ifndef GRAZE_PLANNER_DEMAND_VIEW_H
#define GRAZE_PLANNER_DEMAND_VIEW_H

#include "planner/demand.h"
#include "planner/near.h"

/* The demands of one set, by vertex and edge, for a search. */
typedef struct demand_mark {
    uint32_t turn;  /* the mark is of this turn; else there is nothing here */
    uint32_t first; /* of the sorted demands */
} demand_mark;

/* A place that is yielded: from a time on nobody may be there (a vertex), or start along it
 * (an edge). */
typedef struct demand_yield {
    uint32_t turn; /* as above */
    tick from;
} demand_yield;

typedef struct demand_list {
    demand *demands;
    size_t count, capacity;
} demand_list;

typedef struct demand_view {
    uint32_t turn;
    uint32_t kind;
    demand_list now; /* sorted by form, place and begin */
    demand_list sought, compared; /* while a set is looked up */
    demand_mark *vertices, *stays, *edges; /* by vertex, vertex, edge */
    near_book near;
    demand_yield *yielded_vertices, *yielded_edges;
    span *spans; /* the answer to the last question; stays in the second half */
    size_t span_capacity;
    const sipp_world *crowd;
    sipp_landmark *landmarks;
    size_t landmark_capacity;
} demand_view;

/* Makes the view and the table of distances of a book. GRAZE_ERROR_MEMORY;
 * demand_view_close frees what is there. */
graze_status demand_view_open(demand_book *book);
void demand_view_close(demand_book *book);

/* The demands of a set, and perhaps one more (null: none), sorted and merged: what the
 * set means. GRAZE_ERROR_MEMORY. */
graze_status demand_gather(const demand_book *book, uint32_t set, const demand *more,
                           demand_list *list);

/* Answers a question, of which goal, times and lane are set, under the demands of a set;
 * `crowd` (may be null) as in demand_route_among. The answer is in book->search. */
graze_status demand_find(demand_book *book, uint32_t set, const sipp_world *crowd,
                         sipp_question *question);

#endif
