/* SPDX-License-Identifier: MIT */
/* A glance at two bodies: certainly apart, certainly overlapping, or look closer.
 *
 * It reads the hulls and no vertices: the reaches in 32 directions tell that bodies are apart, the
 * inner discs that they overlap. In vectors of floats where processors have AVX2, else as the
 * compiler likes; certain is certain in every mode of arithmetic.
 */
#ifndef GRAZE_GEOMETRY_GLANCE_H
#define GRAZE_GEOMETRY_GLANCE_H

#include "base/cpu.h"
#include "geometry/placed.h"

/* Radii included. */
typedef enum glance_answer { GLANCE_APART, GLANCE_OVERLAP, GLANCE_CLOSE } glance_answer;

/* Plainly, and with vectors: of hulls that keep no corners, and of any. */
glance_answer glance_plain(const graze_hull *a, const graze_hull *b, graze_point offset);
#if CPU_WIDE
glance_answer glance_avx2(const graze_hull *a, const graze_hull *b, graze_point offset);
glance_answer glance_any_avx2(const graze_hull *a, const graze_hull *b, graze_point offset);
#endif

/* GLANCE_CLOSE where the offset is not finite; `corners`: one of both may keep its corners. */
static inline glance_answer glance(const graze_hull *a, const graze_hull *b, graze_point offset,
                                   bool corners)
{
#if CPU_WIDE
    if (cpu_has_avx2())
        return corners ? glance_any_avx2(a, b, offset) : glance_avx2(a, b, offset);
    /* UNREACHED: one machine answers one way, and tests ask both. */
#endif
    return glance_plain(a, b, offset);
}

/* From the middle of a to that of b, off by 3u m. */
static inline graze_point glance_way(const graze_hull *a, const graze_hull *b, graze_point offset)
{
    return (graze_point){offset.x + (b->middle.x - a->middle.x),
                         offset.y + (b->middle.y - a->middle.y)};
}

/* Inner discs of an ordinary pair: are the middles nearer than their radii reach? Their distance is
 * off by 5u m, the reach by 4u m, squares and their sum by 3u of themselves. */
static inline bool glance_discs_meet(const graze_hull *a, const graze_hull *b, graze_point way,
                                     double magnitude)
{
    const double inner = (a->body.radius + b->body.radius) +
                         ((double)a->inner_radius + (double)b->inner_radius) - 0x1p-48 * magnitude;
    return inner > 0x1p-400 && way.x * way.x + way.y * way.y < inner * inner * (1 - 0x1p-48);
}

#endif
