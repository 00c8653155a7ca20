/* SPDX-License-Identifier: MIT */
/* The exact twin of GJK: two placed bodies in whole numbers at a common scale.
 *
 * Overlap by separating axes: two convex polygons have no common interior point iff an
 * edge of one of them has all of the other on its outer side. Distance as the least of
 * all vertex-to-edge distances, by the Gram determinant (|p|^2 |e|^2 - (p.e)^2)/|e|^2;
 * depth as the least overlap of the projections on any edge's normal. No Minkowski
 * difference, no search, no rounding but in the last step.
 */
#ifndef GRAZE_TESTS_GEOMETRY_TRUTH_H
#define GRAZE_TESTS_GEOMETRY_TRUTH_H

#include <gmp.h>
#include <graze/body.h>

/* Initialise with truth_init; one can be used again and again. */
typedef struct truth {
    int side;          /* the sign of the signed distance of the surfaces: -1 overlap */
    mpf_t distance;    /* signed, 300 bits */
    mpf_t core;        /* the same of the hulls of the vertices */
    double largest;    /* of the |coordinates| of placed vertices, the radii and the distances */
} truth;

void truth_init(truth *result);
void truth_clear(truth *result);

/* All coordinates finite; their exponents span what GMP has room for. */
void truth_of(truth *result, const graze_body *a, graze_point place_a, const graze_body *b,
              graze_point place_b);

/* |distance - answer| in units of the last place of `largest`. */
double truth_error(const truth *result, double answer);

#endif
