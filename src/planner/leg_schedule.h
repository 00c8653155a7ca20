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

/* An arc as the leg that it leads to looks at it. */
typedef struct leg_wait {
    double gap;
    uint32_t from, arc;
} leg_wait;

/* Of a leg, while starts are looked for: has what it waits for moved since it was looked at? */
typedef enum leg_news {
    NEWS_NONE,
    NEWS_IN_TIME, /* it has, but not so far that the leg starts later */
    NEWS_LATER
} leg_news;

/* When a leg begins, as far as is known [s]. */
typedef struct leg_begin {
    double begin;
    uint32_t leg;
} leg_begin;

/* Where a leg is in the list of who waits for whom. */
typedef struct leg_place {
    uint32_t before, behind, depth;
} leg_place;

/* A leg that waits for another, or is waited for. */
typedef struct leg_link {
    double gap;          /* [s] */
    uint32_t other, arc; /* the place of the other one, and the arc or PARENT_OWN */
} leg_link;

/* The legs side by side in the order in which starts are looked for, each at its place in the
 * sequence: legs that wait for each other are near each other, and so is what is read of them. */
typedef struct leg_queue {
    uint32_t *place;    /* by leg */
    size_t *wait_first; /* by place, and one more: where in `waits` ... */
    leg_link *waits;    /* ... those are that it waits for */
    size_t *next_first; /* by place, and one more: where in `nexts` ... */
    leg_link *nexts;    /* ... those are that wait for it */
    size_t wait_room, next_room;
    double *start;      /* [s] by place */
    double *awaited;    /* [s] likewise, as others wait for it */
    leg_place *tree;    /* by place */
    uint8_t *news;      /* leg_news by place */
} leg_queue;

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
    leg_wait *into;     /* ... the arcs are that lead to it */
    size_t into_room;
    uint32_t *parent;   /* [arc] by leg: what it waits for; or one of those below */
    uint32_t *scratch;  /* by leg */
    double *reached;    /* [s] of each step: about when it began at last, a lattice time */
    double *own_gap;    /* [s] by leg: how long after the one before it, of its agent, it starts;
                           -HUGE_VAL: it is the first */
    leg_queue queue;    /* leg_starts.c */
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
 * circle. *found is false where that does not help: then `circle` says who. GRAZE_ERROR_STOPPED:
 * the caller's wish; nothing is found, and the schedule is good for nothing but closing. */
graze_status schedule_solve(schedule *s, bool *found);

/* The leg that one waits for by a parent: an arc, or PARENT_OWN. */
static inline uint32_t schedule_parent(const schedule *s, uint32_t at, uint32_t parent)
{
    return parent == PARENT_OWN ? at - 1 : s->arcs[parent].from;
}

/* The arc between two legs, or null. */
const leg_arc *schedule_arc(const schedule *s, uint32_t from, uint32_t to);

/* Is the leg behind another one of its agent, the one before it? */
static inline bool schedule_is_next(const schedule *s, size_t at)
{
    return at > 0 && s->legs[at - 1].agent == s->legs[at].agent;
}

#endif
