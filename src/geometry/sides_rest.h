/* SPDX-License-Identifier: MIT */
/* Two polygons at rest against the edges of their difference, side by side (sides.h). */
#ifndef GRAZE_GEOMETRY_SIDES_REST_H
#define GRAZE_GEOMETRY_SIDES_REST_H

#include "base/cpu.h"
#include "geometry/placed.h"
#include "geometry/sides.h"

/* Where two bodies at rest are: their interiors meet, or do not, or it was not to be told. */
typedef enum sides_answer { SIDES_INSIDE, SIDES_OUTSIDE, SIDES_UNKNOWN } sides_answer;

/* Ordinary pairs (placed.h) of two polygons with up to eight corners. */
static inline bool sides_apply(const placed_pair *pair)
{
    const size_t a = pair->a->body.vertex_count, b = pair->b->body.vertex_count;
    return a >= 3 && a <= SIDES_OF_BODY && b >= 3 && b <= SIDES_OF_BODY &&
           placed_is_ordinary(pair);
}

/* Bits of edges of C: the origin is surely beyond them, or surely not; and the corners of the other
 * body that they are at, certainly or in doubt. */
typedef struct seen_sides {
    _Alignas(64) double who[SIDES];
    unsigned edges, outside, inside, certain;
} seen_sides;

/* What was seen, where it was in doubt with the exact signs of edges. */
sides_answer sides_settle(cpu_instructions level, const placed_pair *pair, const seen_sides *seen);

sides_answer sides_tell(cpu_instructions level, const placed_pair *pair);

#endif
