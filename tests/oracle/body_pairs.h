/* SPDX-License-Identifier: MIT */
/* Seeded generators of pairs of bodies with corners, by what is hard about them.
 * Every pair is a pure function of (family, seed, index), as in generate.h, whose
 * motions they borrow. */
#ifndef TESTS_ORACLE_BODY_PAIRS_H
#define TESTS_ORACLE_BODY_PAIRS_H

#include <stdint.h>
#include <stdio.h>

#include "oracle/oracle.h"
#include "oracle/recipe.h"

enum { ORACLE_VERTICES = 64 };

/* A pair whose bodies point to vertices of its own. */
typedef struct oracle_bodies {
    oracle_pair pair;
    graze_point a[ORACLE_VERTICES], b[ORACLE_VERTICES];
} oracle_bodies;

/* Lets the bodies point to the vertices again, after a copy. */
void oracle_bodies_link(oracle_bodies *bodies);

#define ORACLE_BODY_FAMILIES(X)                                                                    \
    X(random)              /* full mantissas, 0 to 8 vertices, plain and rounded, every form */    \
    X(squares)             /* unit squares on a grid: whole edges and vertices touch */            \
    X(borrowed)            /* motions of the discs' families, with corners */                      \
    X(needles)             /* polygons an ulp to a millionth thin */                               \
    X(mixed_kinds)         /* disc, point, segment, capsule, polygon, rounded polygon */           \
    X(touch)               /* exact touches of a corner or an edge in passing or sliding */        \
    X(touch_ulp)           /* the same with one number an ulp off */                               \
    X(tolerance)           /* the tolerance is the depth exactly, or above r1 + r2 */              \
    X(together)            /* equal velocities: the distance is constant */                        \
    X(instant)             /* lives that share an instant, or miss it by an ulp */                 \
    X(offset)              /* any of these, 1e8 metres and seconds away */                         \
    X(scaled)              /* any of these, times powers of two */                                 \
    X(denormal)            /* lengths of a few smallest denormals */                               \
    X(accelerated)         /* full mantissas and accelerations */                                  \
    X(accelerated_squares) /* squares that drive from rest or to rest, cell by cell */             \
    X(accelerated_touch)   /* exact touches of curved ways, sliding and turning back */            \
    X(accelerated_pinch)   /* a single start is safe between two unsafe intervals */               \
    X(accelerated_slide)   /* two that jump alike and slide along each other */                    \
    X(accelerated_kinds)   /* rounded kinds, with accelerations */                                 \
    X(accelerated_changed) /* any of these, scaled, far away, an ulp off, with tolerance */        \
    X(ramp)                /* a ramp against every form, 3 to 6 corners, full mantissas */         \
    X(ramp_squares)        /* squares that start, cruise and stop, cell by cell */                 \
    X(ramp_touch)          /* exact touches in passing, at an end, sliding and side by side */     \
    X(ramp_kinds)          /* rounded kinds, with ramps */                                         \
    X(ramp_changed)        /* any of these four, changed like the accelerated ones */

#define ORACLE_BODY_FAMILY_ENUM_(name) BODY_FAMILY_##name,
typedef enum oracle_body_family {
    ORACLE_BODY_FAMILIES(ORACLE_BODY_FAMILY_ENUM_) BODY_FAMILY_COUNT
} oracle_body_family;
#undef ORACLE_BODY_FAMILY_ENUM_

const char *oracle_body_family_name(oracle_body_family family);

/* Writes a pair whose bodies, motions and tolerance are valid. */
void oracle_generate_bodies(oracle_body_family family, uint64_t seed, uint64_t index,
                            oracle_bodies *bodies);

/* Prints a pair as C initialisers in hex floats, vertices included. */
void oracle_print_bodies(FILE *stream, const oracle_bodies *bodies);

/* The convex hull of some points as vertices of a valid polygon; answers how many. */
size_t oracle_wrap_points(const graze_point *points, size_t count, graze_point *vertices);

#endif
