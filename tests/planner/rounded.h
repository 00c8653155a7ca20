/* SPDX-License-Identifier: MIT */
/* What a plan costs when its agents can only wait in steps.
 *
 * Hold on to the order of a plan: of every two actions that could conflict, a move and a move or
 * a move and a stay, the one that goes first now goes first for ever. That is a list of
 * demands "move q starts not before move p's start + c", one c for each such pair, and
 * "a move starts not before the one before it has ended"; whoever fulfils them all is free
 * of conflict, since two stays are never the first conflict (src/planner/README.md). If no
 * move is, by way of others, a cause of itself, the moves can be taken with all causes
 * first, and each starts as early as its causes let it, after a wait of whole steps. Let k
 * be the number of moves on the longest chain of causes that ends in a move: then it starts
 * less than k steps later than in the plan. (Its latest cause asks for less than k - 1 steps
 * more than in the plan, which the plan fulfilled, and rounding the wait up adds less
 * than one.) So with M moves of A agents
 *
 *     cost in the plan <= least cost with waits in steps <= rounded cost
 *                      <= cost in the plan + A M (step + guard).
 *
 * Where a move is a cause of itself, as when agents rotate, rounding one up rounds all up,
 * again and again, and there may be no plan in steps at all, however small they are: three
 * agents that follow each other round a triangle without any slack start at once or never.
 * Then nothing is claimed, and rounded_cost says so. */
#ifndef GRAZE_TESTS_PLANNER_ROUNDED_H
#define GRAZE_TESTS_PLANNER_ROUNDED_H

#include "instance.h"

/* Each cause is late by so much [s], more than all rounding errors of whoever adds up moves. */
#define ROUNDED_GUARD 1e-9

typedef struct rounded_plan {
    double cost;  /* [s] with waits in steps */
    size_t moves; /* [count] of all agents */
} rounded_plan;

/* False: a move is a cause of itself. */
bool rounded_cost(const graze_problem *problem, const graze_solution *plan, double step,
                  rounded_plan *rounded);

#endif
