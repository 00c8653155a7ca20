/* SPDX-License-Identifier: MIT */
/* A given plan whose motions are cut, so that its agents may stop between their places.
 *
 * Why that always lets a circle of legs go. Cut all motions of a set wherever one of the set begins
 * or ends in the plan. Pieces of one time begin together, and move evenly in the plan. Driven with
 * one profile from rest to rest, each a share of its own length, they are at every instant where
 * the plan has them at some instant, so they are as far from each other as there. Let the pieces
 * of each time go when those of the time before have come: that is a schedule without a
 * conflict, in the plan's order, and no circle of headways adds up to more than 0.
 */
#ifndef GRAZE_PLANNER_PLAN_CUT_H
#define GRAZE_PLANNER_PLAN_CUT_H

#include <graze/allocator.h>
#include <graze/trajectory.h>
#include <stdbool.h>

/* A plan with motions of its own where any are cut; all others are the given ones. */
typedef struct plan_cut {
    const graze_allocator *memory;
    const graze_trajectory *given;
    size_t count;
    graze_trajectory *paths; /* null: nothing is cut */
    graze_motion **own;      /* by agent; null: the given ones */
} plan_cut;

/* One motion of the plan as it is cut by now. */
typedef struct plan_cut_motion {
    size_t agent, motion;
} plan_cut_motion;

static inline const graze_trajectory *plan_cut_paths(const plan_cut *cut)
{
    return cut->paths != NULL ? cut->paths : cut->given;
}

/* Cuts these waypoint motions at the begins and ends of all of them. *any is false where that cuts
 * nothing. Numbers of motions have changed then. GRAZE_ERROR_MEMORY. */
graze_status plan_cut_at_events(plan_cut *cut, const plan_cut_motion *these, size_t count,
                                bool *any);

void plan_cut_free(plan_cut *cut);

#endif
