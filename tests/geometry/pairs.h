/* SPDX-License-Identifier: MIT */
/* Random pairs of placed bodies by family: distant, touching exactly, a unit in the
 * last place off a touch, overlapping, and what is hard about each. */
#ifndef GRAZE_TESTS_GEOMETRY_PAIRS_H
#define GRAZE_TESTS_GEOMETRY_PAIRS_H

#include <graze/gjk.h>

#include "shapes.h"

typedef enum pair_family {
    PAIR_LATTICE,  /* small whole numbers: shared edges and vertices, parallel edges */
    PAIR_TOUCH,    /* made to touch exactly, vertex to vertex or to the middle of an edge */
    PAIR_NEIGHBOUR, /* the same, one place an ulp off */
    PAIR_DISTANT,  /* all bits random, apart */
    PAIR_CLOSE,    /* all bits random, boxes overlap */
    PAIR_NEEDLE,   /* flat to 2^-40 of their length */
    PAIR_FAR,      /* places, or vertices, far from the origin */
    PAIR_ROUNDED,  /* with radii; some touch exactly (3-4-5) */
    PAIR_SMALL,    /* points and segments */
    PAIR_EXTREME,  /* very large, very small, both */
    PAIR_MIXED,    /* vertices, radii and places each of a magnitude of their own */
    PAIR_FAMILIES
} pair_family;

extern const char *const pair_family_name[PAIR_FAMILIES];

typedef struct body_pair {
    convex_shape shape[2];
    graze_body body[2]; /* refers to the shapes: the pair must not be moved */
    graze_point place[2];
} body_pair;

void pair_make(body_pair *pair, pair_family family, uint64_t index);

/* Prepares both bodies; false when one is refused. */
bool pair_prepare(const graze_body body[2], graze_hull hull[2]);

/* That, and their signed distance by the third level (gjk.h). */
bool pair_measure(const graze_body body[2], const graze_point place[2], graze_hull hull[2],
                  double *distance);

#endif
