/* SPDX-License-Identifier: MIT */
/* A glance at two polygons of three or four corners: at all edges of their difference (sides.h) at
 * once, in floats, from the corners that hulls keep and no vertex.
 *
 * Certain is certain in every mode of arithmetic. Where it is not, exact signs of the edges in
 * doubt settle it, which are one or two. */
#ifndef GRAZE_GEOMETRY_QUADS_H
#define GRAZE_GEOMETRY_QUADS_H

#include "base/cpu.h"
#include "geometry/glance.h"
#include "geometry/ray.h"
#include "geometry/sides_rest.h"

/* Far: they were not looked at. */
typedef enum quads_answer { QUADS_APART, QUADS_OVERLAP, QUADS_DOUBTFUL, QUADS_FAR } quads_answer;

/* Bits of lanes: edges of -A from the first on, of B from the fifth on. Doubtful ones are at a
 * corner of the other body, certainly or in doubt, whose number has a low and a high bit. */
typedef struct quads_view {
    quads_answer answer;
    unsigned char edges, doubtful, certain, low, high;
} quads_view;

/* Polygons whose hulls keep their corners, on processors that have the vectors for them. */
static inline bool quads_apply(const graze_hull *a, const graze_hull *b)
{
#if CPU_WIDE
    return hull_keeps_corners(a) && hull_keeps_corners(b) && cpu_has_avx2();
#else
    (void)a;
    (void)b;
    return false;
#endif
}

#if CPU_WIDE
/* QUADS_FAR where the offset is not finite. */
quads_view quads_glance(const graze_hull *a, const graze_hull *b, graze_point offset);
#endif

/* What is told of the part of the difference that is nearest to the origin: nothing, or that the
 * origin is strictly inside; that it is outside and this part is the nearest; that this edge is, if
 * the origin is not on the inner side of its line; that it is outside, and this edge seems to be,
 * or one of both bodies that it is a part of; that it is outside, and part->from near to it. */
typedef enum quads_nearness {
    QUADS_UNTOLD,
    QUADS_INSIDE,
    QUADS_NEAREST,
    QUADS_AT_EDGE,
    QUADS_AT_LONG_EDGE,
    QUADS_NEAR
} quads_nearness;

#if CPU_WIDE
quads_nearness quads_nearest(const graze_hull *a, const graze_hull *b, graze_point offset,
                             ray_edge *part);
#endif

/* What is doubtful, as sides_settle() wants it. */
void quads_doubts(const quads_view *view, seen_sides *doubts);

#endif
