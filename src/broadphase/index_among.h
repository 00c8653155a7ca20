/* SPDX-License-Identifier: MIT */
/* What the questions of one agent among many (graze/among.h) share. */
#ifndef GRAZE_BROADPHASE_INDEX_AMONG_H
#define GRAZE_BROADPHASE_INDEX_AMONG_H

#include <graze/among.h>
#include <graze/encounter.h>

/* The statuses of a motion that asks, its window and its tolerance. */
graze_status among_validate(const graze_index *index, const graze_body *body,
                            const graze_motion *motion, graze_closed_interval window,
                            double tolerance);

/* ---- unions --------------------------------------------------------------------------- */

/* A union that grows in the caller's array. */
typedef struct among_union {
    graze_interval *intervals;
    size_t capacity, count;
    graze_closed_interval window;
    graze_status status;
} among_union;

/* Adds the part of an interval that matters in the window. */
void among_collect(among_union *all, graze_interval interval);

/* Unites all; on success *count is their number. */
graze_status among_finish(among_union *all, size_t *count);

/* ---- pairs of one agent after another ------------------------------------------------- */

enum { AMONG_PAIRS = 256 };

/* The pairs of motions with one other agent, as many as fit; all are asked about when
 * there are more. */
typedef struct among_group {
    const graze_index *index;
    const graze_body *body;
    graze_trajectory trajectory; /* the asker's */
    double tolerance;
    size_t agent; /* the other; GRAZE_INDEX_NOBODY before the first */
    size_t count;
    graze_motion_pair pairs[AMONG_PAIRS];
    /* If not null: answers for a group, or says that it does not. */
    bool (*answer)(void *context, struct among_group *group);
    graze_meeting_sink sink;
    void *context;
    graze_status status;
} among_group;

/* Takes a pair: a graze_index_pair_sink, whose context is the group. */
bool among_add(void *context, const graze_index_pair *pair);

/* Answers for what the group holds; to be called after the last pair. */
void among_decide(among_group *group);

#endif
