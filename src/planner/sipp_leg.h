/* SPDX-License-Identifier: MIT */
/* The legs of a search (sipp.h): the way on from each number of landmarks made, to the next
 * landmark or to the goal. They say what is left to go, at least, and what is too late. */
#ifndef GRAZE_PLANNER_SIPP_LEG_H
#define GRAZE_PLANNER_SIPP_LEG_H

#include "planner/sipp.h"

typedef struct sipp_leg {
    uint32_t end;           /* [vertex] */
    const tick *distances;  /* to the end; or to a vertex beyond, ... */
    const coarse_distances *coarse; /* instead of them, to the end; may be null */
    uint32_t surcharge;     /* [1/1024] on them */
    bool is_beyond;
    tick left_there; /* ... to which it is as far from the end */
    tick latest;     /* the leg's end must be reached by then */
    /* From the leg's end at t the goal is reached at max(least, t + left) at the earliest. */
    tick least, left;
} sipp_leg;

/* How far it is from a vertex to the end of a leg, or to what lies beyond; TICK_NEVER: too far. */
static inline tick sipp_leg_distance(const sipp_leg *leg, uint32_t vertex)
{
    return leg->coarse != NULL ? coarse_distance(leg->coarse, vertex) : leg->distances[vertex];
}

/* How far it is to the end of a leg, at least; TICK_NEVER: too far. */
static inline tick sipp_leg_left(const planning_graph *graph, uint32_t kind, const sipp_leg *leg,
                                 uint32_t vertex)
{
    tick left = sipp_leg_distance(leg, vertex);
    if (left >= TICK_NEVER)
        return left;
    if (!leg->is_beyond)
        return left + (left >> SURCHARGE_BITS) * leg->surcharge;
    left -= leg->left_there;
    tick straight = graph_straight(graph, kind, vertex, leg->end);
    return left > straight ? left : straight;
}

/* Makes the legs of a question, one more than it has landmarks. */
void sipp_legs_make(const planning_graph *graph, const sipp_question *question, sipp_leg *legs);

#endif
