/* SPDX-License-Identifier: MIT */
/* Where a moving point is to a convex polygon, as signs of polynomials in time.
 *
 * Bodies A at P1 and B at P2 overlap with positive depth iff the signed distance
 * (negative inside) from the place D = P1 - P2 to C is below the reach, C being the
 * hull of all differences b - a of their vertices. From the definition of a distance:
 *
 *   reach > 0    D is within the reach of a corner, or of an edge abreast of it, or
 *                inside C
 *   reach <= 0   D is inside C, and farther than |reach| from the line of every edge
 *
 * Each clause is a comparison of polynomials in D with 0; with D a polynomial of
 * degree 2 in time, of degree 4 at most.
 */
#ifndef TESTS_ORACLE_OUTLINE_H
#define TESTS_ORACLE_OUTLINE_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include "oracle/oracle.h"

/* The corners of C, counter-clockwise, no three on a line. */
typedef struct oracle_corner {
    mpq_t at[2];
} oracle_corner;

typedef struct oracle_hull {
    size_t count;
    oracle_corner *corner;
} oracle_hull;

void oracle_hull_init(oracle_hull *hull, const graze_body *a, const graze_body *b);
void oracle_hull_clear(oracle_hull *hull);

/* What is asked of a corner and of the edge that leaves it. */
typedef enum outline_sign {
    OUTLINE_NEAR,   /* distance to the corner, squared, less the reach, squared */
    OUTLINE_SIDE,   /* inside the edge's line > 0 */
    OUTLINE_ALONG,  /* after the begin of the edge > 0 */
    OUTLINE_BEYOND, /* after its end > 0 */
    OUTLINE_STRIP,  /* distance to the edge's line, squared, less the reach, squared, times > 0 */
    OUTLINE_SIGNS
} outline_sign;

typedef struct oracle_outline {
    size_t corners, edges; /* edges: 0, 1 or `corners` */
    int reach;             /* its sign */
    oracle_polynomial (*sign)[OUTLINE_SIGNS];
} oracle_outline;

/* place: of D by axis and power of time. */
void oracle_outline_init(oracle_outline *outline, const oracle_hull *hull, mpq_t place[2][3],
                         const mpq_t reach);
void oracle_outline_clear(oracle_outline *outline);

/* The sign of a polynomial at some instant. */
typedef int (*oracle_sign_source)(void *instant, const oracle_polynomial *p);

/* Is the signed distance below the reach at that instant? at most the reach? */
bool oracle_outline_is_within(const oracle_outline *outline, oracle_sign_source sign,
                              void *instant);
bool oracle_outline_reaches(const oracle_outline *outline, oracle_sign_source sign, void *instant);

#endif
