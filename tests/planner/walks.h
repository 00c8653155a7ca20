/* SPDX-License-Identifier: MIT */
/* One robot among discs that walk about, and a search for its way in steps of a tenth of a second:
 * A* over states (place, heading, level) and times, with the true distances for a bound. In states
 * of rest it waits until the next whole tenth; moves are those of the planner, to the tick, and of
 * those who come to a state in one tenth of a second it keeps the first. It knows
 * the unsafe starts of a move or a stay either from the index, asked once for each (`remembers`),
 * or asks the kernel whether this motion, begun now, meets one of those that the index finds
 * near. */
#ifndef GRAZE_TESTS_PLANNER_WALKS_H
#define GRAZE_TESTS_PLANNER_WALKS_H

#include <graze/among.h>
#include <graze/planner.h>

#include "planner/planning_graph.h"

/* A square grid of unit edges, and discs on random straight walks over it. */
typedef struct walks {
    uint32_t side;
    size_t walkers;
    graze_point *places;
    size_t *first;
    uint32_t *targets;
    graze_roadmap roadmap;
    graze_body *bodies;
    graze_motion *motions;
    graze_trajectory *trajectories;
    graze_index *index;
} walks;

/* Each disc of radius 0.35 walks straight from one random place to another, at 0.5 to 1.5 m/s, and
 * is gone then. Places and times are whole quarters. */
void walks_make(walks *w, uint32_t side, size_t walkers, uint64_t *seed);
void walks_free(walks *w);

/* A robot that begins and ends at random places, at least half a side apart along an axis. */
graze_task walks_task(const walks *w, uint64_t *seed);

typedef struct walks_answer {
    double arrival; /* [s] infinite: no way, or none up to the limit */
    uint64_t expanded;
    bool stopped;   /* at the limit */
} walks_answer;

/* The graph of the robot, opened as the planner does. */
void walks_graph(const walks *w, const graze_task *task, planning_graph *graph);

/* What a search in steps has beside its moves. */
typedef enum walks_way {
    WALKS_PLAIN, /* nothing: the straight way at full speed bounds what is left, moves are asked */
    WALKS_ASKED, /* the planner's true distances; moves are asked */
    WALKS_KEPT   /* these, and the unsafe starts of each move from the index, asked for once */
} walks_way;

/* The search in steps, up to a number of states. */
walks_answer walks_search_in_steps(const walks *w, const planning_graph *graph,
                                   const graze_task *task, walks_way way, uint64_t limit);

#endif
