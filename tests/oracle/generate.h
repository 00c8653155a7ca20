/* SPDX-License-Identifier: MIT */
/* Seeded generators of pairs of motions, by what is hard about them.
 *
 * Every pair is a pure function of (family, seed, index), so that a failure is
 * named by three numbers. One pair in four lives in space, the others in the
 * plane.
 */
#ifndef TESTS_ORACLE_GENERATE_H
#define TESTS_ORACLE_GENERATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "oracle/oracle.h"

/* X(identifier, cost): cost is how many ordinary pairs the oracle could answer
 * in the time of one of these; a fair budget divides by it. */
#define ORACLE_FAMILIES(X)                                                                         \
    X(random, 1)                /* full mantissas, every form, some endless */                     \
    X(grid, 1)                  /* lattice moves 1 to 20 cells apart, rounded velocities */        \
    X(grid_waypoint, 1)         /* the same as waypoint motions */                                 \
    X(grid_mixed, 1)            /* one of each */                                                  \
    X(roadmap, 1)               /* edges between decimal places, often sharing one */              \
    X(wait, 1)                  /* one or both stand still */                                      \
    X(parked, 1)                /* one or both stand at the exact end of a motion */               \
    X(tangent, 1)               /* exact touches in passing, from whole-number triangles */        \
    X(tangent_thirds, 1)        /* the same with velocities that no double holds */                \
    X(edge, 1)                  /* exact touches at the first or last common instant */            \
    X(tangent_ulp, 1)           /* an exact touch with one number an ulp off */                    \
    X(near_tangent, 1)          /* closest approach within 1e-14 .. 1e-17 of the reach */          \
    X(instant, 1)               /* lives that share one instant, or miss it by an ulp */           \
    X(sliver, 1)                /* common lives that only the tails of sums can tell */            \
    X(parallel, 1)              /* equal or parallel velocities, mostly at exactly the reach */    \
    X(head_on, 1)               /* on one line, towards or after each other */                     \
    X(tails, 1)                 /* any of these, moved in time without rounding */                 \
    X(tolerance, 1)             /* exact touches of r1 + r2 - e */                                 \
    X(offset, 1)                /* any of these, 1e8 metres and seconds away */                    \
    X(scaled, 2)                /* any of these, times powers of two up to 2^+-480 */              \
    X(extreme, 4)               /* numbers from a short list: 0, denormals, 1e150, DBL_MAX */      \
    X(denormal, 2)              /* lengths of a few smallest denormals */                          \
    X(mixed_magnitude, 4)       /* every number of another magnitude, 1e-60 .. 1e60 */             \
    X(accelerated, 16)          /* full mantissas and accelerations */                             \
    X(accelerated_grid, 24)     /* one cell from rest or to rest */                                \
    X(accelerated_touch, 16)    /* exact touches of curved ways, from outside or inside */         \
    X(accelerated_pinch, 16)    /* a single start is safe between two unsafe intervals */          \
    X(accelerated_straight, 16) /* along straight edges, often to rest at the end */               \
    X(accelerated_changed, 24)  /* any of these five, far away, scaled, with tails, an ulp off */  \
    X(ramp, 16)                 /* a ramp against every form, full mantissas */                    \
    X(ramp_grid, 24)            /* start-ups, cruises and stops on a grid */                       \
    X(ramp_touch, 16)           /* exact touches in passing, at ends and side by side */           \
    X(ramp_changed, 24)         /* any of these three, changed like the accelerated ones */

#define ORACLE_FAMILY_ENUM_(name, cost) FAMILY_##name,
typedef enum oracle_family { ORACLE_FAMILIES(ORACLE_FAMILY_ENUM_) FAMILY_COUNT } oracle_family;
#undef ORACLE_FAMILY_ENUM_

const char *oracle_family_name(oracle_family family);
unsigned oracle_family_cost(oracle_family family);

/* Writes a pair whose bodies, motions and tolerance are valid. */
void oracle_generate(oracle_family family, uint64_t seed, uint64_t index, oracle_pair *pair);

/* Prints a pair as C initialisers in hex floats, ready to become a test. */
void oracle_print(FILE *stream, const oracle_pair *pair);

/* Exact changes of a whole pair, for properties. False when a number leaves
 * the range of doubles or loses bits; the pair is then of no use. */
bool oracle_scale_lengths(oracle_pair *pair, int exponent);
bool oracle_scale_times(oracle_pair *pair, int exponent);
bool oracle_shift_starts(oracle_pair *pair, double shift);

#endif
