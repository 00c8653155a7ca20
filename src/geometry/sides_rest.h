/* SPDX-License-Identifier: MIT */
/* Two polygons at rest: what edges in doubt of their difference (sides.h) tell, exactly. */
#ifndef GRAZE_GEOMETRY_SIDES_REST_H
#define GRAZE_GEOMETRY_SIDES_REST_H

#include "base/cpu.h"
#include "geometry/placed.h"
#include "geometry/sides.h"

/* Where two bodies at rest are: their interiors meet, or do not, or it was not to be told. */
typedef enum sides_answer { SIDES_INSIDE, SIDES_OUTSIDE, SIDES_UNKNOWN } sides_answer;

/* Bits of edges of C: the origin is surely beyond them, or surely not; and the corners of the other
 * body that they are at, certainly or in doubt. */
typedef struct seen_sides {
    unsigned edges, outside, inside, certain;
    unsigned char who[SIDES];
} seen_sides;

/* What was seen, where it was in doubt with the exact signs of edges. */
sides_answer sides_settle(cpu_instructions level, const placed_pair *pair, const seen_sides *seen);

#endif
