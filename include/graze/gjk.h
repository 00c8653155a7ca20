/* SPDX-License-Identifier: MIT */
/* How two bodies lie to each other at rest: overlap, distance, and where.
 *
 * Barycode GJK on the Minkowski difference. Three levels, each answers more and costs
 * more: graze_gjk_overlap, graze_gjk_distance, graze_gjk_separation.
 *
 *     graze_hull hull_a, hull_b;
 *     graze_hull_prepare(&a, &hull_a);   once a body
 *     graze_hull_prepare(&b, &hull_b);
 *     graze_gjk_overlap(&hull_a, place_a, &hull_b, place_b, &overlap);
 *
 * A body at a place is its shape moved by (place.x, place.y), as exact numbers. Two
 * bodies overlap when their depth is positive, as in a conflict: touching is not
 * overlapping, and two segments overlap where they cross.
 *
 * Source: Y. Zhang, Y. Wu, X. Wang, X. Zhou, "Barycode-based GJK Algorithm", 2020,
 * arXiv:2011.09117. Every decision is certified, in exact numbers where doubles cannot.
 */
#ifndef GRAZE_GJK_H
#define GRAZE_GJK_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/body.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A body made ready to be asked about often. Made by graze_hull_prepare; its members
 * are the library's business. It borrows the body's vertices. */
typedef struct graze_hull {
    graze_point low, high; /* [m] the box of the vertices */
    graze_point middle;    /* [m] a point inside, or about */
    double inner_radius;   /* [m] of a disc about the middle within the vertices' hull, or below 0 */
    double size;           /* [m] the largest |coordinate| of a vertex, and the radius */
    graze_body body;
    unsigned start[8]; /* [index] a vertex far in the direction of each octant */
} graze_hull;

/* How two bodies lie to each other, touching and overlapping included.
 *
 *     distance    [m] between the surfaces; 0 touching; below 0 overlapping: then moving
 *                 b by -distance along the direction is the shortest move that ends the
 *                 overlap
 *     direction   unit vector from a to b that separates them best: a line across it
 *                 has all of a behind and all of b before it (up to the overlap)
 *     on_a, on_b  [m] a point of each surface, on_b - on_a = distance * direction
 *
 * Rounded: the distance is within 2 ulp of the largest number that takes part (a
 * coordinate of a placed vertex, a radius, the distance itself or that of the hulls of
 * the vertices); its sign is exact. Each coordinate of the points is within 4 such ulp of that of two
 * points for which all of this holds exactly. */
typedef struct graze_separation {
    double distance;
    graze_point direction;
    graze_point on_a, on_b;
} graze_separation;

/* Prepares a body; O(vertices). Statuses: GRAZE_ERROR_NULL and those of
 * graze_body_validate(). @since 0.1 */
GRAZE_API graze_status graze_hull_prepare(const graze_body *body, graze_hull *hull);

/* Level 1: do they overlap with positive depth? Exactly right, radii included.
 * Statuses: GRAZE_ERROR_NULL, GRAZE_ERROR_NOT_FINITE (a place), GRAZE_ERROR_ITERATIONS
 * (a bound was too small; never seen). @since 0.1 */
GRAZE_API graze_status graze_gjk_overlap(const graze_hull *a, graze_point place_a,
                                         const graze_hull *b, graze_point place_b, bool *overlap);

/* Level 2: the distance of the surfaces [m], 0 when they touch or overlap and only then.
 * Rounded as in graze_separation. Statuses as level 1. @since 0.1 */
GRAZE_API graze_status graze_gjk_distance(const graze_hull *a, graze_point place_a,
                                          const graze_hull *b, graze_point place_b,
                                          double *distance);

/* Level 3: the signed distance, where it is reached, and the direction that separates.
 * Statuses as level 1. O(vertices) when the bodies overlap. @since 0.1 */
GRAZE_API graze_status graze_gjk_separation(const graze_hull *a, graze_point place_a,
                                            const graze_hull *b, graze_point place_b,
                                            graze_separation *separation);

#ifdef __cplusplus
}
#endif
#endif
