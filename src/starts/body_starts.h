/* SPDX-License-Identifier: MIT */
/* Unsafe starts and speeds, exactly: the union, of any two bodies and motions. A disc is a
 * body of one corner; in space there are no others.
 *
 * As in pencil.h everything is said in the shift s of two motions, with w the
 * local time of b, w - s that of a, and D(w, s) = A(w - s) - B(w) the relative place. An
 * end of the unsafe starts is a shift at which an overlap on the diagonal begins or
 * ceases to be, and so is one of the *events* below; the gaps between neighbouring events
 * are decided at one shift each, and an event between two unsafe gaps itself.
 *
 * The overlap set (polygon.h) is bounded by *lines*, each a quadratic in w,
 *
 *     across(w, s) - R |e| < 0,      of an edge e of C,
 *
 * and, with R > 0, by the circles of radius R round the corners of C. An overlap on the
 * diagonal, an interval of w, vanishes at a shift
 *
 *     tangency   both its ends are on one line, or on one circle: a discriminant in w,
 *                of degree 2 or 12 in s
 *     corner     its ends are on two lines: their resultant, of degree 4. Only R <= 0
 *                has corners, since a rounded outline is smooth. They belong to edges that
 *                are neighbours, or become neighbours when C is shrunk
 *     side       one end is an end of a life: the line or the circle there, of degree 2
 *                or 4
 *     infinity   it leaves on the way of two endless lives: the relative velocity is 0 for
 *                ever, so that no bound depends on w, and all resultants are 0 (R <= 0);
 *                R > 0 has a source of degree 2 from each circle. Of accelerated motions
 *                that are driven faster the relative acceleration is 0, so that two roots
 *                leave: all resultants and discriminants of circles are 0
 *
 * or it is one of the four corners of both lives together. Of speeds, s is the factor k, w is
 * the time t since a starts, and the degrees are the same. Where |e| is no dyadic number the
 * polynomials are multiplied with their conjugates (radical.h).
 */
#ifndef GRAZE_STARTS_BODY_STARTS_H
#define GRAZE_STARTS_BODY_STARTS_H

#include "contact/polygon.h"
#include "numeric/radical.h"
#include "starts/pencil.h"

/* All unsafe starts, or speeds, in ascending order, in the memory of the arena.
 * GRAZE_ERROR_WORKSPACE when it is too small for these numbers. */
graze_status body_starts(dyadic_arena *arena, const pair *question, pencil_kind kind,
                         graze_interval **found, size_t *count);

typedef struct body_problem body_problem;

/* The same of a problem that is laid out. */
graze_status body_union_of(dyadic_arena *arena, const body_problem *problem,
                           graze_interval **found, size_t *count);

/* ---- the parts ---------------------------------------------------------------------- */

/* term[0] + term[1] w + term[2] w^2 + factor sqrt(square) < 0; the terms are polynomials
 * in s of degrees 2, 1, 0. */
typedef struct body_bound {
    polynomial term[3];
    dyadic factor, square; /* factor 0: no square root */
} body_bound;

/* A corner of C and the edge that leaves it (none, when C is a point). */
typedef struct body_edge {
    polygon_edge edge;
    dyadic corner[2]; /* without the scale */
} body_edge;

struct body_problem {
    pencil motions;
    polygon_kind kind;
    int reaching; /* sign of the reach */
    body_edge *edge;
    size_t edges;
    bool unsifted; /* look for events everywhere: the plain twin (body_sieve.h) */
};

/* ---- body_bounds.c ---- */

void body_problem_of(dyadic_arena *arena, const pair *question, pencil_kind kind,
                     body_problem *problem);

/* The bound of an edge, shrunk or grown by the reach; the one on its other side, at which
 * its reach ends there; those of its begin and of its end. */
typedef enum body_side { BODY_OUTER, BODY_INNER, BODY_BEGIN, BODY_END, BODY_SIDES } body_side;

body_bound body_bound_of(dyadic_arena *arena, const body_problem *problem, size_t edge,
                         body_side side);

/* The same of a plain line, without the reach: inside C. */
body_bound body_line_of(dyadic_arena *arena, const body_problem *problem, size_t edge);

/* term[0] + factor sqrt(square), the root as the first or the second of a field. */
radical body_lowest_of(const body_bound *bound, bool second);

/* The pencil as seen from the corner at which an edge begins: that of a disc round it. */
pencil body_corner_pencil(dyadic_arena *arena, const body_problem *problem, size_t edge);

/* ---- body_events.c ---- */

/* All shifts (factors) at which an overlap may begin or end. */
events body_events_of(dyadic_arena *arena, const body_problem *problem);

/* ---- body_pinch.c ---- */

/* Returns whether the bodies overlap inside both lives at the shift, which is not dyadic and
 * lies strictly inside the shifts at which the lives meet. */
bool body_pinch_is_unsafe(dyadic_arena *arena, const body_problem *problem, root *at);

#endif
