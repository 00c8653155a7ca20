/* SPDX-License-Identifier: MIT */
/* Goals for agents that never end, as CSV, on a grid
 *
 *     x,y[,agent][,release][,task]      in metres
 *
 * and on a roadmap goal[,agent][,release][,task], with the names of vertices. A row is a goal. It
 * becomes known at `release` [s] (default: 0). Rows of one agent are its goals in order, behind
 * each other even where a later one is released sooner. A row without an agent is for whoever is
 * free; neighbouring rows of one `task` are for the same, in order, and their releases are that of
 * the first.
 */
#ifndef GRAZE_IO_GOALS_H
#define GRAZE_IO_GOALS_H

#include "io/scenario.h"

#define GOAL_FOR_ANYBODY SIZE_MAX

typedef struct goal_row {
    uint32_t place; /* of the map */
    size_t agent;   /* [index] of the scenario, or GOAL_FOR_ANYBODY */
    double release; /* [s] */
    bool goes_on;   /* of the same task as the row before */
    size_t line, column; /* where the place stands in the file */
} goal_row;

typedef struct goal_list {
    goal_row *rows; /* in the file's order */
    size_t count;
    plan_input input; /* role "tasks" */
} goal_list;

/* Reads goals on a map, for the agents of a scenario. On any result but IO_OK nothing is left to
 * free and every reason has been reported. */
io_result goals_read(const char *file, bool hashed, const map *on, const scenario *agents,
                     diagnostics *sink, goal_list *result);

void goals_free(goal_list *all);

#endif
