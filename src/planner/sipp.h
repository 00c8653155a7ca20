/* SPDX-License-Identifier: MIT */
/* Safe-interval path planning: one agent, earliest arrival.
 *
 * A state is a vertex and one of its maximal safe intervals. Of all paths to a
 * state only the earliest arrival matters: an agent that is there earlier can wait and do
 * what a later one does. A move from a state departs within its safe interval,
 * outside the blocked starts of the edge, and arrives within a safe interval of the
 * other end; the earliest such departure is found for each interval there. The
 * goal counts only in an interval that never ends.
 *
 * Safe intervals may overlap: where an agent must not rest throughout [a, b], an agent that
 * arrives up to a must leave before b, and one that arrives later need not. So each state
 * has the latest departure of those who arrive from its first instant on, and the
 * argument holds for each alone.
 *
 * Moves that must be made (landmarks, of positive constraints) come one after the other, as
 * their times do. So a state also counts how many of them are made; an agent that has made
 * more of them by the same time at the same place is never worse off.
 *
 * What is blocked comes from outside as lists of open intervals (sipp_world): from
 * trajectories (among.c), from agents that have their routes (reservation_table.h), or
 * from the constraints of a search over conflicts (constraint_view.h). Departing or arriving
 * exactly at the end of an open interval is legal.
 *
 * Source: M. Phillips and M. Likhachev, "SIPP: Safe Interval Path Planning for Dynamic
 * Environments", 2011; blocked starts instead of time steps are Graze's own.
 */
#ifndef GRAZE_PLANNER_SIPP_H
#define GRAZE_PLANNER_SIPP_H

#include "planner/coarse_distances.h"
#include "planner/collision_intervals.h"
#include "planner/heap.h"
#include "planner/move_group.h"

/* Where and when an agent must not be. A list need hold only until the next question;
 * an edge is asked about more than once. */
typedef struct sipp_world {
    void *context;
    /* Times at which the agent must not be at a vertex; and stays that it must not make
     * there, closed intervals of which it must not rest throughout one (in any order). */
    graze_status (*vertex)(void *context, uint32_t vertex, span_list *blocked, span_list *stays);
    /* Starts that it must not make along an edge. */
    graze_status (*edge)(void *context, uint32_t edge, span_list *blocked);
    /* The same, right for starts from one time to another. May be null. */
    graze_status (*edge_between)(void *context, uint32_t edge, tick first, tick last,
                                 span_list *blocked);
    /* An agent that can wait is let go within so many ticks at first, and looked at again, twice as
     * far, when no better state is left (a partial expansion). 0: all its starts at once. */
    tick patience;
    /* How many others it would meet, to choose between equally good routes: on a move
     * that starts at a time, in a stay between two times. Both may be null. */
    uint32_t (*meets_moving)(void *context, uint32_t edge, tick start);
    uint32_t (*meets_resting)(void *context, uint32_t vertex, tick from, tick until);
} sipp_world;

/* A move that must be made: along an edge, with a start inside an open interval; or one of a group
 * of moves from the same vertex, whose starts are all in that interval. */
typedef struct sipp_landmark {
    uint32_t edge; /* of a group any */
    span when;
    const tick *distances;   /* graph_distances to the edge's begin, or null */
    const group_move *group; /* null: none */
    uint32_t group_count;
} sipp_landmark;

/* The n-th move of a landmark. */
static inline group_move landmark_move(const sipp_landmark *mark, uint32_t n)
{
    return mark->group != NULL ? mark->group[n] : (group_move){mark->edge, mark->when};
}

static inline uint32_t landmark_count(const sipp_landmark *mark)
{
    return mark->group != NULL ? mark->group_count : 1;
}

enum { SURCHARGE_BITS = 10 };

typedef struct sipp_question {
    uint32_t kind, start, goal;
    const tick *distances; /* graph_distances to the goal; null: see `coarse`, `beyond` */
    const coarse_distances *coarse; /* the same, coarsely, without landmarks; or null */
    /* graph_distances to a vertex that is to be reached afterwards, which serve where
     * there are no others: d(a, goal) >= d(a, beyond) - d(goal, beyond). */
    const tick *beyond;
    tick earliest_final;      /* the last arrival at the goal is not before, ... */
    tick latest_final;        /* ... and not after */
    bool pass;                /* any visit of the goal will do, the earliest one */
    /* An arrival until then need not be the earliest: states that promise less promise this, and
     * of those that promise the same the nearest to the goal is first. 0: the earliest. */
    tick any_until;
    const uint32_t *corridor; /* edges, each beginning where the one before ends, that must not */
    size_t corridor_count;    /* be taken one after the other; 0: none */
    /* Moves that must be made, in order of time, their intervals without a common whole
     * tick. Not together with a corridor. */
    const sipp_landmark *landmarks;
    uint32_t landmark_count;
    uint64_t expansion_limit; /* [count] finds nothing beyond; 0: no limit */
    /* 1 by edge: of equally good states those with fewer such edges behind them are first
     * (lanes.h), the nearest to the goal in any case. Null: none. */
    const uint8_t *against;
    /* [1/1024] What is left by coarse distances is taken for so much more. The answer need not be
     * the earliest then, and there may be none though there is one: a way must not lose early what
     * it may lose in all. It is found among fewer states. */
    uint32_t surcharge;
} sipp_question;

/* A move: an edge and when it starts. */
typedef struct step {
    tick start;
    uint32_t edge;
} step;

/* A safe interval: an agent that arrives at `first` or later may rest until `last`. */
typedef struct safe_interval {
    tick first, last;
} safe_interval;

typedef struct sipp_state sipp_state;
typedef struct sipp_vertex sipp_vertex;
typedef struct sipp_postponed sipp_postponed;

/* A searcher, which keeps its memory from one search to the next. */
typedef struct sipp {
    const planning_graph *graph;
    sipp_vertex *vertices; /* by landmarks made and vertex */
    size_t vertex_capacity;
    struct sipp_leg *legs; /* by landmarks made */
    size_t leg_capacity;
    sipp_state *states;
    size_t state_count, state_capacity;
    safe_interval *intervals; /* by state */
    size_t interval_capacity;
    heap open;
    sipp_postponed *postponed; /* edges, state by state */
    size_t postponed_count, postponed_capacity;
    uint32_t search; /* number of the present search */
    /* The answer: */
    bool found;
    tick arrival; /* at the goal; for good, unless asked to pass */
    step *steps;
    size_t step_count, step_capacity;
    uint64_t expanded; /* over all searches */
    bool cut;          /* some search has left something out beyond the horizon: that it found
                          nothing proves nothing */
} sipp;

/* The first start at or after `time` that is not blocked. Lower and upper ends ascend. */
tick sipp_first_allowed(span_list blocked, tick time);

/* The first of `count` safe intervals that does not end before an arrival; their ends ascend. */
uint32_t sipp_first_reached(const safe_interval *intervals, uint32_t count, tick arrival);

graze_status sipp_open(sipp *search, const planning_graph *graph);
void sipp_close(sipp *search);

/* Finds the earliest final arrival: `found`, `arrival` and `steps` tell. GRAZE_OK when
 * there is none, too; GRAZE_ERROR_MEMORY, and what the world answers. */
graze_status sipp_find(sipp *search, const sipp_question *question, const sipp_world *world);

/* The same in turns of expansion_limit states: begins, and goes on with what is left open. Nothing
 * is left when open.count is 0. */
graze_status sipp_begin(sipp *search, const sipp_question *question, const sipp_world *world);
graze_status sipp_go_on(sipp *search, const sipp_question *question, const sipp_world *world);

#endif
