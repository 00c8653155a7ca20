/* SPDX-License-Identifier: MIT */
/* One relative motion for each value of a parameter p: what unsafe starts and unsafe speeds
 * have in common.
 *
 * The two motions run through the rectangle of their own local times u and w, and the
 * place A(u) - B(w) depends on nothing else. A value of p is a line through that rectangle,
 * and on it the relative place is a polynomial in a time t,
 *
 *     D(t, p) = constant + linear t + square t^2,        coefficients: polynomials in p,
 *
 *               shifts               speeds
 *     p         the shift s: a       the factor k: a is driven k times
 *               begins s after b     as fast from the same start
 *     t         b's local time       the time since a starts
 *     u, w      t - s, t             k t, lead + t
 *     degrees   2, 1, 0              0, 1, 2
 *
 * everything times both scales (relative.inc). Both lives are four instants at/by, each a
 * quotient of polynomials in p of degree at most 1: two at which they begin, two at which
 * they end. Of shifts by is 1.
 *
 * The lines of all speeds pass through one point, t = 0, where nothing depends on k. Where a
 * starts in contact with b the polynomials that have that point's distance from the outline
 * for a factor are 0 for every k; others then stand for them (pencil_tangency, corners in
 * body_events.c). Seen in 1/t the lines are parallel again, and the
 * degrees are those of shifts.
 */
#ifndef GRAZE_STARTS_PENCIL_H
#define GRAZE_STARTS_PENCIL_H

#include "contact/with_exact.h"
#include "numeric/events.h"

typedef enum pencil_kind { PENCIL_SHIFTS, PENCIL_SPEEDS } pencil_kind;

typedef struct pencil_path {
    polynomial constant[3], linear[3], square[3];
    int dimensions;
} pencil_path;

/* The instant at/by, by > 0, at which one of the two is at an end of its life. */
typedef struct pencil_instant {
    dyadic at[2], by[2]; /* constant, factor of p */
    bool of_a, ends;
} pencil_instant;

enum { PENCIL_INSTANTS = 4 };

typedef struct pencil {
    const pair *question;
    pencil_kind kind;
    bool uniform;      /* then the unsafe values are one interval */
    exact_motion a, b; /* b's life begins at 0 */
    dyadic reach;      /* ra + rb - tolerance, times both scales */
    dyadic origin;     /* shifts: start of a = origin + shift */
    dyadic lead;       /* speeds: start of a since b's life began */
    pencil_path path;
    pencil_instant instant[PENCIL_INSTANTS];
    int instants;
} pencil;

void pencil_of(dyadic_arena *arena, const pair *question, pencil_kind kind, pencil *result);

/* The same pencil seen from a corner of the Minkowski difference. */
pencil pencil_from(dyadic_arena *arena, const pencil *whole, const dyadic *corner);

/* Coordinate k of both motions over their own local times, times both scales. */
void pencil_coefficients(dyadic_arena *arena, const pencil *p, int k, dyadic *a, dyadic *b);

/* The values outside which the lives do not meet. */
root_range pencil_range(const pencil *p);

/* ---- polynomials in p ------------------------------------------------------------- */

/* F(t, p) = |D|^2 - reach^2 as a polynomial in t: over_t[i] is the coefficient of t^i. */
enum { PENCIL_TERMS = 5 };
void pencil_over_time(dyadic_arena *arena, const pencil *p, polynomial *over_t);

/* Whether the accelerations of both differ. */
bool pencil_is_curved(const pencil *p);

/* Zero where a line of the pencil touches the disc of the reach: the discriminant of F in
 * t, of degree at most 12; 2 when the relative motion is not curved.
 *
 * It is 0 for all p where every line of the pencil touches it at t = 0, so that F = t^m G with
 * m >= 2. Then it is one that is zero where G has a double root, or the root 0. */
polynomial pencil_tangency(dyadic_arena *arena, const pencil *p);

/* Zero where the relative velocity is 0; for uniform motions. */
polynomial pencil_rest(dyadic_arena *arena, const pencil *p);

/* Zero where the distance at an instant is the reach. */
polynomial pencil_side(dyadic_arena *arena, const pencil *p, const pencil_instant *instant);

/* by, or by^2 of the speeds of accelerated motions. */
polynomial pencil_divisor(dyadic_arena *arena, const pencil *p, const pencil_instant *instant);

/* p0 + p1 t + p2 t^2 at an instant, times its divisor. */
polynomial pencil_at_instant(dyadic_arena *arena, const pencil *p,
                             const polynomial *const *terms, const pencil_instant *instant);

/* The polynomial of two coefficients. */
polynomial pencil_linear(const dyadic *coefficient);

/* Zero where two instants are the same. */
polynomial pencil_meeting(dyadic_arena *arena, const pencil_instant *x, const pencil_instant *y);

/* ---- one value -------------------------------------------------------------------- */

/* The relative motion at a dyadic value; false without common life. */
bool pencil_relative_at(dyadic_arena *arena, const pencil *p, dyadic value,
                        exact_relative *relative);

/* Makes a root exact whose value is a double, or gives a double start. */
void pencil_sharpen(dyadic_arena *arena, const pencil *p, root *at);

/* The start, or the factor, of a value: rounded down, or up as an upper end. */
double pencil_end_of(dyadic_arena *arena, const pencil *p, const root *at, bool upper);

#endif
