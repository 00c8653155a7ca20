/* SPDX-License-Identifier: MIT */
/* One agent through a sequence of goals, as far as it comes in a window of time: safe-interval path
 * planning where every route ends at rest for ever, wherever it is by then.
 *
 * A goal counts when the agent arrives at it after those before it. What a route is worth is when
 * the last goal is made, or would be: an agent that has not made it when the window ends needs the
 * shortest way through the goals that are left from there, which starts when it has arrived and the
 * window is over. So an agent whose way is free goes on along it until the window ends; one whose
 * way is not waits or gives way, and ends as near to its goals as it can. Less is better.
 *
 * A state is a vertex, one of its safe intervals and how many goals are made; no move starts after
 * the end of the window but those of an agent that has made all its goals and must still find a
 * place to rest.
 *
 * Source: M. Phillips and M. Likhachev, "SIPP: Safe Interval Path Planning for Dynamic
 * Environments", 2011; D. Silver, "Cooperative Pathfinding", 2005, for windows and what is left
 * behind them.
 */
#ifndef GRAZE_PLANNER_WINDOW_SEARCH_H
#define GRAZE_PLANNER_WINDOW_SEARCH_H

#include "planner/timetable_view.h"

typedef struct window_goal {
    uint32_t vertex;
    coarse_distances coarse; /* how far it is there */
    tick beyond;             /* from there through all later ones */
} window_goal;

typedef struct window_question {
    uint32_t kind, start;
    tick since; /* the agent is at its start from then on */
    tick end;   /* of the window */
    const window_goal *goals;
    uint32_t goal_count;
    tick below; /* only a route that is worth less is looked for */
} window_question;

/* A searcher, which keeps its memory from one search to the next. */
typedef struct window_search {
    const planning_graph *graph;
    struct window_vertex *vertices; /* by goals made and vertex */
    size_t vertex_capacity;
    struct window_state *states;
    size_t state_count, state_capacity;
    safe_interval *intervals; /* by state */
    size_t interval_capacity;
    heap open;
    coarse_distances all_near; /* distances of 0, for the view: it is to show all times */
    uint32_t search;
    /* The answer: */
    bool found;
    tick worth;
    step *steps;
    size_t step_count, step_capacity;
    uint64_t expanded; /* over all searches */
} window_search;

graze_status window_search_open(window_search *search, const planning_graph *graph);
void window_search_close(window_search *search);

/* How many goals are made by one who is at a vertex, after some. */
uint32_t window_made_at(const window_question *question, uint32_t made, uint32_t vertex);

/* How far it is through the goals that are left; 0: none is. */
tick window_left(const window_question *question, uint32_t made, uint32_t vertex);

/* What steps are worth that others leave room for. */
tick window_worth(const planning_graph *graph, const window_question *question, const step *steps,
                  size_t count);

/* What no route is worth less than. */
tick window_ideal(const window_question *question);

/* Finds the route of least worth: `found`, `worth` and `steps` tell. GRAZE_OK when there is none,
 * too. */
graze_status window_search_find(window_search *search, timetable_view *view,
                                const window_question *question);

#endif
