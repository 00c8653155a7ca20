/* SPDX-License-Identifier: MIT */
/* One agent among others who can be made to give way: the cheapest route where each agent that is
 * met asks its price.
 *
 * The stays at a vertex fall into stretches of time in which the same others are met; a state is
 * a vertex and such a stretch, and of the ways to it those count that no other undercuts in
 * arrival and in price. Whoever rests on into the next stretch pays those who come with it. A
 * move pays those whom its start meets, and those who are met where it ends; along an edge it
 * starts as early as it can, and at each later start that is cheaper. So an agent that is met by a
 * move and at its end asks twice: prices steer, and who is really met is asked of the route
 * (timetable_view_meet).
 *
 * Source: J. Li, Z. Chen, D. Harabor, P. Stuckey, S. Koenig, "MAPF-LNS2: Fast Repairing for
 * Multi-Agent Path Finding via Large Neighborhood Search", 2022 (SIPPS), with prices in place of
 * counts.
 */
#ifndef GRAZE_PLANNER_SOFT_SIPP_H
#define GRAZE_PLANNER_SOFT_SIPP_H

#include "planner/timetable_view.h"

typedef struct soft_stretch soft_stretch;
typedef struct soft_piece soft_piece;
typedef struct soft_label soft_label;

/* A searcher, which keeps its memory from one search to the next. */
typedef struct soft_sipp {
    const planning_graph *graph;
    struct soft_place *places; /* by place */
    uint32_t search;
    soft_stretch *stretches; /* of vertices */
    size_t stretch_count, stretch_capacity;
    soft_piece *pieces; /* of edges */
    size_t piece_count, piece_capacity;
    struct soft_event *events;
    size_t event_capacity;
    soft_label *labels;
    size_t label_count, label_capacity;
    heap open;
    /* The answer: */
    bool found;
    step *steps;
    size_t step_count, step_capacity;
    uint64_t expanded; /* over all searches */
} soft_sipp;

graze_status soft_sipp_open(soft_sipp *search, const planning_graph *graph);
void soft_sipp_close(soft_sipp *search);

/* Finds the route of least arrival and prices [tick, by agent, below 2^50] in a view; of the
 * question, which has coarse distances, kind, start, goal and surcharge count, and `latest_final`,
 * which the sum must not exceed. */
graze_status soft_sipp_find(soft_sipp *search, timetable_view *view, const sipp_question *question,
                            const tick *prices);

#endif
