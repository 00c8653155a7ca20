/* SPDX-License-Identifier: MIT */
/* The states of a search (sipp.h): a vertex and one of its safe intervals, made when a search comes
 * to the vertex, reached by better and better ways, and put in order by what they promise.
 */
#ifndef GRAZE_PLANNER_SIPP_STATE_H
#define GRAZE_PLANNER_SIPP_STATE_H

#include "planner/sipp_leg.h"

struct sipp_state {
    tick arrival;   /* the earliest known; TICK_NEVER: none */
    tick departure; /* of the move that arrives */
    uint32_t vertex;
    uint32_t parent; /* state */
    uint32_t edge;   /* EDGE_NONE at the start */
    uint32_t meets;  /* others met on the way, and edges against lanes */
    uint32_t along;  /* [count] edges of the corridor taken, the last one just now */
    uint32_t made;   /* [count] landmarks */
    uint32_t version;
    uint32_t next; /* where nobody can wait: another state of the vertex, or 0 */
    tick resumed;  /* starts before it have been looked at; 0: none */
    size_t first_postponed; /* the edges that are not yet taken */
    uint32_t postponed_count;
    uint8_t rounds; /* [count] of such looks */
    bool closed;
};

/* An edge from a state, and what a way over it promises at least. */
struct sipp_postponed {
    tick promise;
    uint32_t edge;
};

struct sipp_vertex {
    uint32_t search;                   /* the record is of this search; 0: of none */
    uint32_t first_state, state_count; /* in the order of its safe intervals; where nobody can
                                          wait, the state added last, or 0 */
    uint32_t first_along;              /* as many states of those who come along the corridor */
};

/* The last arrival at the goal is a state of its own: an earlier visit to the goal
 * must not hide a later, final one (earliest_final). */
enum { FINAL_STATE = 0 };

typedef struct sipp_run {
    sipp *search;
    const sipp_question *question;
    const sipp_world *world;
} sipp_run;

/* Adds a state for an interval, unless it is empty. */
graze_status sipp_add_state(sipp *search, uint32_t vertex, safe_interval when);

/* The record of a vertex for agents that have made some landmarks, with a state for each of
 * its safe intervals. */
graze_status sipp_meet_vertex(const sipp_run *now, uint32_t vertex, uint32_t made,
                              sipp_vertex **record);

/* Puts a state among those that are open. */
graze_status sipp_push(const sipp_run *now, uint32_t state);

/* Takes a way to a state if it is better: earlier, or as early and with fewer conflicts. */
graze_status sipp_reach(const sipp_run *now, uint32_t target, const sipp_state *way);

/* From a start that is allowed all are allowed up to this one. */
tick sipp_first_blocked(span_list blocked, tick start);

static inline tick sipp_left_on(const sipp_run *now, const sipp_leg *leg, uint32_t vertex)
{
    return sipp_leg_left(now->search->graph, now->question->kind, leg, vertex);
}

/* When the goal is reached for good, at the earliest, by who is at a vertex of a leg at a time. */
static inline tick sipp_least_cost(const sipp_run *now, const sipp_leg *leg, tick time,
                                   uint32_t vertex)
{
    tick cost = time + sipp_left_on(now, leg, vertex) + leg->left;
    cost = cost < leg->least ? leg->least : cost;
    return cost < now->question->any_until ? now->question->any_until : cost;
}

/* The first start from a state that has not been looked at. */
static inline tick sipp_first_start(const sipp_state *s)
{
    return s->resumed > s->arrival ? s->resumed : s->arrival;
}

#endif
