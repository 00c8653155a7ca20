/* SPDX-License-Identifier: MIT */
/* Two bodies at rest: whether they overlap, how far apart they are, and where.
 *
 * The method is barycode GJK on the Minkowski difference, behind quicker looks that tell of most
 * polygons. Of its three levels each answers more and costs more: graze_gjk_overlap,
 * graze_gjk_distance, graze_gjk_separation.
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

/* A body prepared for many questions, made by graze_hull_prepare. Only the library reads its
 * members, which are few bytes: questions about many bodies wait for memory. It borrows the body's
 * vertices. */
typedef struct graze_hull {
    union {
        unsigned char reach[32]; /* [reach_unit] from the middle, how far the vertices reach at most
                                  * in each direction of 32 round the circle */
        float corner[2][4];      /* [m] x, then y, of few vertices from the middle */
    } seen;
    graze_body body;
    double size;            /* [m] the largest |coordinate| of a vertex, and the radius */
    graze_point middle;     /* [m] a point inside, up to rounding */
    float inner_radius;     /* [m] of a disc about the middle within the vertices' hull, or < 0 */
    float reach_unit;       /* [m] no number where floats cannot hold the reaches; below 0 where
                             * corners are kept in their place, below -1 those of a rectangle along
                             * the axes */
    unsigned char start[8]; /* for each octant a vertex far in its direction: its index in 256ths
                             * of the count, rounded */
} graze_hull;

/* The signed distance of two bodies, and where it is reached.
 *
 *     distance    [m] between the surfaces; 0 when they touch; below 0 when they overlap:
 *                 then moving b by -distance along the direction is the shortest move that
 *                 ends the overlap
 *     direction   the unit vector from a to b that separates them best: a line across it
 *                 has all of a behind it and all of b before it (up to the overlap)
 *     on_a, on_b  [m] a point of each surface, on_b - on_a = distance * direction
 *
 * The distance is rounded: it is within 2 ulp of the largest number that takes part (a
 * coordinate of a placed vertex, a radius, the distance itself or that of the hulls of the
 * vertices); its sign is exact. Each coordinate of the points is within 4 such ulp of that
 * of two points for which all of this holds exactly. */
typedef struct graze_separation {
    double distance;
    graze_point direction;
    graze_point on_a, on_b;
} graze_separation;

/* Prepares a body in O(vertices). Statuses: GRAZE_ERROR_NULL and those of
 * graze_body_validate(). */
GRAZE_API graze_status graze_hull_prepare(const graze_body *body, graze_hull *hull);

/* Level 1: writes whether the bodies overlap with positive depth. Exact, radii included.
 * Statuses: GRAZE_ERROR_NULL, GRAZE_ERROR_NOT_FINITE (a place), GRAZE_ERROR_ITERATIONS
 * (a bound was too small; never seen). */
GRAZE_API graze_status graze_gjk_overlap(const graze_hull *a, graze_point place_a,
                                         const graze_hull *b, graze_point place_b, bool *overlap);

/* Level 2: writes the distance of the surfaces [m], which is 0 exactly when they touch or
 * overlap. It is rounded as in graze_separation. Statuses as in level 1. */
GRAZE_API graze_status graze_gjk_distance(const graze_hull *a, graze_point place_a,
                                          const graze_hull *b, graze_point place_b,
                                          double *distance);

/* Level 3: writes the signed distance, where it is reached, and the direction that separates
 * the bodies. Statuses as in level 1. O(vertices) when the bodies overlap. */
GRAZE_API graze_status graze_gjk_separation(const graze_hull *a, graze_point place_a,
                                            const graze_hull *b, graze_point place_b,
                                            graze_separation *separation);

#ifdef __cplusplus
}
#endif
#endif
