/* SPDX-License-Identifier: MIT */
/* Unsafe starts, exactly: where their ends can be. The argument is in
 * include/graze/unsafe.h.
 *
 * Everything is said in the *shift* of two motions, the begin of a's life minus
 * the begin of b's. It does not depend on when either starts.
 */
#ifndef GRAZE_CONFLICT_STARTS_H
#define GRAZE_CONFLICT_STARTS_H

#include "conflict/exact.h"
#include "numeric/roots.h"

/* Both motions as pieces; b's life begins at 0. */
typedef struct starts_problem {
    const pair *question;
    exact_piece a, b;
    dyadic reach;  /* ra + rb - tolerance, times both scales */
    dyadic origin; /* start of a = origin + shift */
} starts_problem;

void starts_problem_of(dyadic_arena *arena, const pair *question, starts_problem *problem);

/* The polynomials at whose roots an overlap may begin or end: tangencies, poles, four
 * sides. At most 12 + 6 + 16 shifts. */
enum { STARTS_SOURCES = 6 };

typedef struct starts_sources {
    polynomial at[STARTS_SOURCES];
    int count;
} starts_sources;

starts_sources starts_sources_of(dyadic_arena *arena, const starts_problem *problem);

/* The begins and the ends of both lives together: the shifts 0, -Da, Db, Db - Da, as far
 * as there are ends; answers how many. */
enum { STARTS_CORNERS = 4 };
int starts_corners(dyadic_arena *arena, const starts_problem *problem, dyadic *shifts);

/* The shifts (-Da, Db), outside which the lives do not meet. */
root_range starts_range(const starts_problem *problem);

/* A(w - s) - B(w) = constant + linear w + square w^2, each a vector of polynomials in s,
 * times both scales. */
typedef struct starts_path {
    polynomial constant[3], linear[3], square[3];
    int dimensions;
} starts_path;

starts_path starts_path_of(dyadic_arena *arena, const starts_problem *problem);

/* F(w, s) as a polynomial in w: over_w[i] is the coefficient of w^i, a polynomial
 * in the shift s of degree at most 4 - i. */
enum { STARTS_TERMS = 5 };
void starts_over_instants(dyadic_arena *arena, const starts_problem *problem,
                          polynomial *over_w);

/* ---- one shift -------------------------------------------------------------------- */

/* The relative motion at a shift; false without common life. */
bool starts_relative_at(dyadic_arena *arena, const starts_problem *problem, dyadic shift,
                        exact_relative *relative);

/* Makes a root exact that is a double start, or a shift of one double. */
void starts_sharpen(dyadic_arena *arena, const starts_problem *problem, root *at);

/* The start at a shift, rounded down, or up when it is the upper end of an interval. */
double starts_end_of(dyadic_arena *arena, const starts_problem *problem, const root *at,
                     bool upper);

#endif
