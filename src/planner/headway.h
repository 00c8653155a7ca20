/* SPDX-License-Identifier: MIT */
/* How much later than one leg another has to start, so that it passes behind it. */
#ifndef GRAZE_PLANNER_HEADWAY_H
#define GRAZE_PLANNER_HEADWAY_H

#include <graze/workspace.h>

#include "planner/leg.h"

typedef struct headway {
    bool any;              /* they come near each other at all, and it matters when they start */
    double start;          /* [s] start of the later one - start of the earlier one, at least */
    double first, second;  /* [m] how far they have gone where it is so */
} headway;

/* Discs round their points that are in conflict nearer than `reach` > 0 [m]: in doubles. */
headway headway_of_discs(const leg *earlier, const leg *later, double reach);

/* Exactly, rounded up; first and second stay. Intervals are room for what the legs have. */
enum { HEADWAY_ROOM = 2048 };
graze_status headway_exactly(const graze_body *body_earlier, const leg *earlier,
                             const graze_body *body_later, const leg *later, double tolerance,
                             const graze_workspace *workspace, headway *found);

/* The nearest that two segments come [m], and how far along b that is: in doubles. */
double headway_distance(graze_vector from_a, graze_vector to_a, graze_vector from_b,
                        graze_vector to_b, double *along_b);

#endif
