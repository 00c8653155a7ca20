/* SPDX-License-Identifier: MIT */
/* Two polygons of up to eight corners: all edges of their difference (sides.h) at once, in floats
 * as quads.h has it, but made of vertices, since hulls keep no more than four.
 *
 * Certain is certain. Where bodies touch, one edge is in doubt, mostly, and its exact sign tells.
 */
#ifndef GRAZE_GEOMETRY_OCTS_H
#define GRAZE_GEOMETRY_OCTS_H

#include "base/cpu.h"
#include "geometry/placed.h"
#include "geometry/quads.h"
#include "geometry/sides_rest.h"

/* On processors that have the vectors, polygons without radii and of sizes that floats hold. */
static inline bool octs_apply(const placed_pair *pair)
{
#if CPU_WIDE
    const graze_hull *a = pair->a, *b = pair->b;
    const size_t of_a = a->body.vertex_count, of_b = b->body.vertex_count;
    return of_a <= SIDES_OF_BODY && of_b <= SIDES_OF_BODY && of_a >= 3 && of_b >= 3 &&
           pair->radius == 0 && a->size > 0x1p-42 && b->size > 0x1p-42 &&
           pair->magnitude < 0x1p60 && cpu_has_avx2();
#else
    (void)pair;
    return false;
#endif
}

#if CPU_WIDE
/* What is seen of all edges; of those in doubt also the corners, if the origin is surely beyond
 * none. */
void octs_look(const placed_pair *pair, seen_sides *seen);

/* Of quads_nearness QUADS_INSIDE, QUADS_AT_EDGE, QUADS_UNTOLD; or QUADS_NEAR where they seem to be
 * apart, and part->from is a corner far in the direction of the origin from the middle. */
quads_nearness octs_nearest(const placed_pair *pair, ray_edge *part);
#endif

#endif
