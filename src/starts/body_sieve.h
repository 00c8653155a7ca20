/* SPDX-License-Identifier: MIT */
/* Doubles that tell where no event can be, so that most events need not be looked for.
 *
 * An event happens at a place of the closed rectangle of both lives at which the relative
 * place D is on the outline of the overlap set: on the part of a line that belongs to an
 * edge, on the arc round a corner, or at a corner of an outline without arcs; where the
 * pencil's line is tangent to it, or where it leaves the overlap set as a life begins, or
 * enters it as one ends, on a side of the rectangle. Most lines and circles are
 * crossed elsewhere, and the roots of their polynomials are no events. Here the rectangle is
 * halved again and again, and pieces without such a place are left out; the values of the
 * parameter in the others are all that a polynomial's roots have to be looked for in.
 *
 * Of an endless life the rectangle has the times after which a uniform motion is too far
 * away; at rest any time will do.
 *
 * What is left out never matters. The overlap set is the same, so a shift at which an overlap
 * begins or ends is an event that stays. Nor does a lone event (body_starts.c) lose a
 * source: two sources that make it a shared one are met at the places where overlaps end,
 * and where D slides along a line or an arc, at both ends of that.
 *
 * The bound. All lengths are multiplied by a power of two that leaves the largest below 1,
 * both times run from 0 to 1, so nothing overflows. Every quantity below is a sum of terms,
 * each a product of at most six factors that were rounded once, and comes out of fewer than
 * 2^6 operations: it is off by less than 2^-53 2^6 of the sum of the terms' sizes, and what
 * underflows adds less than 2^-1000. 2^-46 of those sizes and 2^-900 cover it, and the
 * rounding of what they are compared with.
 */
#ifndef GRAZE_STARTS_BODY_SIEVE_H
#define GRAZE_STARTS_BODY_SIEVE_H

#include "starts/body_starts.h"

typedef struct sieve_edge {
    double x, y;             /* the corner */
    double along_x, along_y; /* the edge's direction, of length 1 */
    double length;
} sieve_edge;

typedef struct body_sieve {
    bool ready; /* false: the rectangle is not known, nothing is left out */
    const body_problem *problem;
    int dimensions;
    double constant[3], term[2][2][3]; /* D = constant + terms of a over u - terms of b over w */
    double reach;
    sieve_edge *edge;
    double life[2], lead;  /* in seconds */
    bool rests[2];         /* for ever: where it is does not depend on the time */
    double weight[2];      /* of the velocities along a line of the pencil: shifts; */
    double ahead[2], unit; /* the same, speeds: u / unit, (w - ahead[1]) / unit */
} body_sieve;

body_sieve body_sieve_of(dyadic_arena *arena, const body_problem *problem);

/* Whether some of the edge's line is certainly on the outline, R <= 0. */
bool body_sieve_keeps(const body_sieve *sieve, size_t edge);

/* A line of an edge, the circle round its corner, or where its line meets another one. */
typedef enum sieve_kind { SIEVE_LINE, SIEVE_CIRCLE, SIEVE_CORNER } sieve_kind;

typedef struct sieve_place {
    sieve_kind kind;
    size_t edge, other;            /* other: of a corner */
    const pencil_instant *instant; /* null: anywhere, for a line or circle where it is tangent */
} sieve_place;

/* Narrows the range of the pencil to the values at which such an event may be; false when
 * there are none. */
bool body_sieve_range(dyadic_arena *arena, const body_sieve *sieve, sieve_place place,
                      root_range *range);

#endif
