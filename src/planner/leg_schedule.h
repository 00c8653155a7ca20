/* SPDX-License-Identifier: MIT */
/* When legs start: as early as the legs before them allow (<graze/retime.h>). */
#ifndef GRAZE_PLANNER_LEG_SCHEDULE_H
#define GRAZE_PLANNER_LEG_SCHEDULE_H

#include "planner/precedence.h"

/* A leg starts so much later than another, at least. */
typedef struct leg_arc {
    uint32_t from, to;    /* [leg] */
    double gap;           /* [s] a lattice time */
    double first, second; /* [m] how far the two have gone where that is so */
    size_t pair;          /* of the list, for which it stands */
    bool exact;
} leg_arc;

/* When a leg begins in the plan [s]. */
typedef struct leg_begin {
    double begin;
    uint32_t leg;
} leg_begin;

typedef struct schedule {
    const passing *all;
    const graze_drive_limits *limits; /* by agent */
    size_t agent_count;
    double tick, slack; /* [s] lattice times */
    precedence_list pairs;
    size_t sorted; /* [count] of pairs when they were sorted last */

    bool *stops;        /* of each step: a leg begins with it */
    leg_profile *least; /* of each step: bounds of the profile of the leg that begins there */
    leg *made;          /* of each step: the last leg that began there */
    leg *legs;          /* agent by agent, in the order of their steps */
    size_t leg_count;
    uint32_t *leg_of;   /* by step */
    uint32_t *sequence; /* legs, as leg_components.h orders them */
    bool *ends;         /* of each of the sequence: the component ends with it */
    leg_begin *begins;  /* room for the sorting */
    leg_arc *arcs;
    size_t arc_count, arc_room;
    size_t *arcs_from;  /* of each leg the first one, and one more */
    size_t *into_first; /* of each leg, and one more: where in `into` ... */
    uint32_t *into;     /* ... its arcs are */
    size_t into_room;
    uint32_t *parent;   /* [arc] by leg: what it waits for; or one of those below */
    uint32_t *scratch;  /* by leg */
    bool *dirty;        /* by leg: what it waits for has moved */
    size_t exact_headways;

    size_t tries;       /* [count] how often legs have been cut */
    uint32_t *circle;   /* [leg] legs that cannot go, circle_count of them */
    size_t circle_count;
} schedule;

/* The leg starts with the plan; it follows the leg of its agent before it; it has been taken out
 * of a circle, and does not move. */
static const uint32_t PARENT_NONE = UINT32_MAX, PARENT_OWN = UINT32_MAX - 1,
                      PARENT_CUT = UINT32_MAX - 2;

/* Makes room for the steps of all->steps. The caller fills stops, of which those of the first
 * steps of agents have to be true, and pairs. After any status it is closed by schedule_close. */
graze_status schedule_open(schedule *s, const passing *all, const graze_drive_limits *limits,
                           size_t agent_count);
void schedule_close(schedule *s);

/* Finds the legs and their earliest starts, cutting legs where agents wait for each other in a
 * circle. *found is false where that does not help: then `circle` says who. */
graze_status schedule_solve(schedule *s, bool *found);

/* How far along a leg a step of it begins [m]; the step that begins nearest to `way`, but not its
 * first (it has several). */
double schedule_way_to(const schedule *s, const leg *l, uint32_t at);
uint32_t schedule_step_near(const schedule *s, const leg *l, double way);

/* The arc between two legs, or null. */
const leg_arc *schedule_arc(const schedule *s, uint32_t from, uint32_t to);

/* Is the leg behind another one of its agent, the one before it? */
static inline bool schedule_is_next(const schedule *s, size_t at)
{
    return at > 0 && s->legs[at - 1].agent == s->legs[at].agent;
}

#endif
