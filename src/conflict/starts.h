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

/* Tangencies, poles, four sides; and the corners, which need no polynomial. At
 * most 12 + 6 + 16 + 4 shifts. */
enum { STARTS_SOURCES = 6, STARTS_CANDIDATES = 40 };

typedef struct candidates {
    polynomial source[STARTS_SOURCES];      /* whose roots the candidates are */
    polynomial square_free[STARTS_SOURCES]; /* the same with simple roots only */
    int sources;
    root at[STARTS_CANDIDATES];       /* ascending and distinct */
    int source_of[STARTS_CANDIDATES]; /* index into source; -1 for a corner */
    bool shared[STARTS_CANDIDATES];   /* several sources have this root */
    int count;
} candidates;

/* Both motions as pieces; b's life begins at 0. */
typedef struct starts_problem {
    const pair *question;
    exact_piece a, b;
    dyadic reach;  /* ra + rb - tolerance, times both scales */
    dyadic origin; /* start of a = origin + shift */
} starts_problem;

void starts_problem_of(dyadic_arena *arena, const pair *question, starts_problem *problem);

/* Collects and sorts the candidates; on arena until it is released. */
void starts_candidates(dyadic_arena *arena, const starts_problem *problem, candidates *result);

/* F(w, s) as a polynomial in w: over_w[i] is the coefficient of w^i, a polynomial
 * in the shift s of degree at most 4 - i. */
enum { STARTS_TERMS = 5 };
void starts_over_instants(dyadic_arena *arena, const starts_problem *problem,
                          polynomial *over_w);

/* F(w, s) at an instant w of b's local time, as a polynomial in the shift s. */
polynomial starts_at_instant(dyadic_arena *arena, const starts_problem *problem, dyadic w);

#endif
