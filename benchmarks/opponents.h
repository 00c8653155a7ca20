/* SPDX-License-Identifier: MIT */
/* What Graze is measured against: the closed form as people write it in doubles,
 * and a planner's check with an epsilon. All of them are wrong now and then; they
 * are here for their speed, and their mistakes are counted beside it. */
#ifndef GRAZE_BENCHMARKS_OPPONENTS_H
#define GRAZE_BENCHMARKS_OPPONENTS_H

#include <graze/conflict.h>
#include <stdbool.h>

#include "benchmarks/families.h"

/* ---- the closed form (Walker and Sturtevant 2019, eq. 11) in plain doubles ---- */

/* On the same prepared structs as Graze's hot decision: relative motion over the
 * common life, quadratic, discriminant, the earlier root against the life's end.
 * It leaves as early as it can. */
bool plain_on_prepared(const graze_prepared *a, const graze_prepared *b);

/* The fastest form that we know, and the one that Graze's first filter certifies:
 * the squared distance at the nearest instant of the common life. No branch to
 * mispredict, no root, and no bound on its error. */
bool plain_at_nearest(const graze_prepared *a, const graze_prepared *b);

/* The closed form on the motions themselves. */
bool plain_on_motions(const specimen *question);

/* Both roots, clipped to the common life. False when there is no conflict. */
bool plain_interval(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                    const graze_motion *b, graze_interval *when);

/* The same of prepared motions. */
bool plain_interval_of_prepared(const graze_prepared *a, const graze_prepared *b,
                                graze_interval *when);

/* ---- a continuous-time planner's check ---- */

/* A timed move between two places, as conflict-based planners in continuous time
 * keep it. */
typedef struct planner_move {
    double from_x, from_y, to_x, to_y; /* [m] */
    double start, end;                 /* [s] */
    double radius;                     /* [m] */
} planner_move;

planner_move planner_move_of(const graze_body *body, const graze_motion *motion);

/* Written from the description in A. Andreychuk et al., "Multi-agent pathfinding
 * with continuous time" (2022): velocities from places and times, the earlier
 * agent carried to the later start, the quadratic, comparisons with an epsilon
 * of 1e-8 so that agents which touch by design pass. */
bool planner_check(const planner_move *a, const planner_move *b);

/* The first safe start of a at or after its own, as the same planners find it: the
 * delay is bisected between 0 and the end of the other's move, with the check at
 * each step, until 1e-7 is left. False when the check sees no conflict at all. */
bool planner_unsafe_end(const planner_move *a, const planner_move *b, double *end);

#endif
