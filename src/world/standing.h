/* SPDX-License-Identifier: MIT */
/* A filter: is a disc that stands at a place free of obstacles that are no cells?
 *
 * Few obstacles are looked at side by side, in vectors: that costs less than to find the near
 * ones in a tree. Each has a circle in which it lies, and a disc the same circle as one that it
 * fills. Where the circles certainly keep apart, so do the bodies; where a filled one certainly
 * overlaps, there is a conflict; what is between waits for the kernel. Nothing is decided here
 * that doubles do not prove: standing.inc has the bounds.
 */
#ifndef GRAZE_WORLD_STANDING_H
#define GRAZE_WORLD_STANDING_H

#include <stdbool.h>
#include <stdint.h>

#include <graze/allocator.h>
#include <graze/world.h>

#include "base/cpu.h"

enum { STANDING_MOST = 256, STANDING_WORD = 64, STANDING_WORDS = STANDING_MOST / STANDING_WORD };

/* What a glance at all obstacles tells, in bits. */
typedef unsigned standing_sight;
enum {
    STANDING_NEAR = 1, /* not certainly apart from all of them */
    STANDING_MET = 2   /* certainly in conflict with one; then near as well */
};

/* No square of a number up to this, nor of a sum of two, overflows. */
#define STANDING_MODEST 0x1p500

/* Obstacles in their order; in arrays that begin at multiples of 64 bytes and end with copies of
 * the last one. */
typedef struct standing_set {
    void *memory;
    size_t count; /* 0: none, or too many for this */
    cpu_instructions level; /* that of the processor */
    double *x, *y;
    double *outer; /* [m] the circle's radius with its share of the margin */
    double *inner; /* [m] without it; -infinity: it is not filled */
    double widest; /* [m] the greatest of `outer` */
    bool for_glance; /* every circle is filled, and no number is above STANDING_MODEST */
} standing_set;

/* A disc at a place, both finite, with a radius and a tolerance that are not negative. */
typedef struct standing_disc {
    double x, y;
    double outer, inner; /* [m] the radius less the tolerance, with and without the margin */
} standing_disc;

/* A list of valid obstacles; false when there is no memory. */
bool standing_make(const graze_obstacle *obstacles, size_t count,
                   const graze_allocator *allocator, standing_set *made);

void standing_free(standing_set *freed, const graze_allocator *allocator);

standing_disc standing_disc_at(graze_point place, double radius, double tolerance);

/* Glances at obstacles that are for it, for a disc whose numbers are not above STANDING_MODEST and
 * whose tolerance is not above its radius. This holds in every mode of arithmetic. */
standing_sight standing_glance(const standing_set *among, graze_point place, double radius,
                               double tolerance);

/* Does the disc certainly conflict with an obstacle? If not, the bits of `open` are those that it
 * may conflict with. */
bool standing_conflicts(const standing_set *among, const standing_disc *disc,
                        uint64_t open[STANDING_WORDS]);

#endif
