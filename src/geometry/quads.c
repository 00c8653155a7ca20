/* SPDX-License-Identifier: MIT */
/* Two polygons of few corners at a glance. See quads.h. */
#include "geometry/quads.h"

#include "base/bits.h"
#include "geometry/eights.h"

#if CPU_WIDE
/* Edges of -A in the lower four lanes, of B in the upper four: across the normal n of an edge that
 * begins at q, q' the corner of the other body that is farthest across it, the origin is
 * n . (-way - q - q') beyond it, with all of them seen from the middles.
 *
 * Bound, with v = 2^-23 for one operation in any mode, s for the size of the body whose edge it is,
 * m for the magnitude, |n| in the 1-norm. No coordinate of a corner exceeds 2 s, of the way m, of
 * the edge 2 s. Corners are kept off by 2.1v s, so a coordinate of n is off by 6.2v s, which is
 * 12.4v s times 3m, the most that a coordinate of (-way - q - q') can be: 37.2v s m. The way and
 * both corners are off by 3.2v m, the difference of way and q by 3v m, three products and three
 * sums by 6v m, 4v m and 5v m, all times |n|: 21.2v |n| m. Since |n| is at most 4 s, bounds of 320v
 * m s leave room for their own roundings. For one corner of the other body against another it is
 * 24.8v s m and 17v |n| m. Numbers that underflow lose 2^-126 each, together less than 2^-10 v s m,
 * since the sizes of bodies that keep their corners, and so magnitudes, are more than 2^-42. */
static const double DOUBT = 320 * 0x1p-23, FARTHEST = 0x1p60;

/* The heights of the other body's four corners, and the greatest. */
typedef struct heights {
    __m256 first, second, third, fourth, most;
} heights;

INLINE_AVX2 __m256 both(__m128 of_a, __m128 of_b) { return _mm256_set_m128(of_b, of_a); }

/* -A and B along one coordinate. */
INLINE_AVX2 __m256 corners_of(const graze_hull *a, const graze_hull *b, int coordinate)
{
    const __m128 of_a = _mm_loadu_ps(a->seen.corner[coordinate]);
    return both(_mm_sub_ps(_mm_setzero_ps(), of_a), _mm_loadu_ps(b->seen.corner[coordinate]));
}

INLINE_AVX2 heights heights_of(__m256 nx, __m256 ny, __m256 x, __m256 y)
{
    const __m256 ox = _mm256_permute2f128_ps(x, x, 1), oy = _mm256_permute2f128_ps(y, y, 1);
    heights h;
    h.first = eight_dots(nx, ny, _mm256_permute_ps(ox, 0x00), _mm256_permute_ps(oy, 0x00));
    h.second = eight_dots(nx, ny, _mm256_permute_ps(ox, 0x55), _mm256_permute_ps(oy, 0x55));
    h.third = eight_dots(nx, ny, _mm256_permute_ps(ox, 0xaa), _mm256_permute_ps(oy, 0xaa));
    h.fourth = eight_dots(nx, ny, _mm256_permute_ps(ox, 0xff), _mm256_permute_ps(oy, 0xff));
    h.most = _mm256_max_ps(_mm256_max_ps(h.first, h.second), _mm256_max_ps(h.third, h.fourth));
    return h;
}

INLINE_AVX2 __m256 bound_of(const graze_hull *a, const graze_hull *b, double magnitude)
{
    return _mm256_mul_ps(_mm256_set1_ps((float)(DOUBT * magnitude)),
                         both(_mm_set1_ps((float)a->size), _mm_set1_ps((float)b->size)));
}

static inline unsigned edges_of(const graze_hull *hull)
{
    return hull->body.vertex_count == 3 ? 7 : 0xf;
}

/* Which corners edges are at: the highest, certainly where no other is near it. */
INLINE_AVX2 quads_view view_of_doubts(const heights *h, __m256 bound, unsigned edges,
                                      unsigned inside)
{
    const __m256 near = _mm256_sub_ps(h->most, bound);
    const unsigned first = eight_above(h->first, near), second = eight_above(h->second, near);
    const unsigned third = eight_above(h->third, near), fourth = eight_above(h->fourth, near);
    const unsigned several =
        (first & second) | (third & fourth) | ((first | second) & (third | fourth));
    const unsigned not_first = eight_above(h->most, h->first);
    const unsigned not_second = eight_above(h->most, h->second);
    const unsigned low = not_first & (~not_second | eight_above(h->most, h->third));
    return (quads_view){QUADS_DOUBTFUL,
                        (unsigned char)edges,
                        (unsigned char)(edges & ~inside),
                        (unsigned char)~several,
                        (unsigned char)low,
                        (unsigned char)(not_first & not_second)};
}

CPU_AVX2_FUNCTION quads_view quads_glance(const graze_hull *a, const graze_hull *b,
                                          graze_point offset)
{
    const graze_point way = glance_way(a, b, offset);
    const double magnitude = placed_magnitude(a, b, offset);
    if (!(magnitude < FARTHEST))
        return (quads_view){.answer = QUADS_FAR};
    const __m256 x = corners_of(a, b, 0), y = corners_of(a, b, 1);
    const __m256 nx = _mm256_sub_ps(_mm256_permute_ps(y, 0x39), y); /* the next one less this one */
    const __m256 ny = _mm256_sub_ps(x, _mm256_permute_ps(x, 0x39));
    const heights h = heights_of(nx, ny, x, y);
    const __m256 to_x = _mm256_sub_ps(_mm256_set1_ps((float)-way.x), x);
    const __m256 to_y = _mm256_sub_ps(_mm256_set1_ps((float)-way.y), y);
    const __m256 across = _mm256_sub_ps(eight_dots(nx, ny, to_x, to_y), h.most);
    const __m256 bound = bound_of(a, b, magnitude);
    if (eight_above(across, bound) != 0)
        return (quads_view){.answer = QUADS_APART};
    CPU_PREFETCH(a->body.vertices);
    CPU_PREFETCH(b->body.vertices);
    const unsigned edges = edges_of(a) | edges_of(b) << HULL_CORNERS;
    const unsigned inside = eight_above(_mm256_sub_ps(_mm256_setzero_ps(), across), bound);
    return (edges & ~inside) == 0 ? (quads_view){.answer = QUADS_OVERLAP}
                                  : view_of_doubts(&h, bound, edges, inside);
}

/* ---- the nearest part -------------------------------------------------------------------- */

/* The nearest part is the edge of C, begun at p = way + q + q', for which the origin is beyond its
 * line and the foot on that between its ends; or it is the corner from which all four edges of -A
 * and B that begin or end there lead away.
 *
 * Bound, as above, in which the way is off by v m, q + q' by 4.1v m, and p by 8.1v m with the
 * rounding of both sums: 14.1v |n| m and 37.2v s m for n . p and e . p; |e|^2, off by 20.4v |n| m,
 * less e . p adds 7v |n| m: together less than 41.5v |n| m + 37.2v s m, which is less than
 * 204v m s. */

/* The corner of the other body that each edge is at, the highest one: its place, how much less high
 * any other one is, and the bits of its number. */
typedef struct opposite {
    __m256 x, y, lead;
    unsigned low, high;
} opposite;

/* The higher one of two corners of the other body; of two that are as high, the first. */
typedef struct higher {
    __m256 x, y, most, least, later;
} higher;

INLINE_AVX2 higher higher_of(const higher *a, const higher *b)
{
    const __m256 later = _mm256_cmp_ps(b->most, a->most, _CMP_GT_OQ);
    return (higher){_mm256_blendv_ps(a->x, b->x, later), _mm256_blendv_ps(a->y, b->y, later),
                    _mm256_max_ps(a->most, b->most), _mm256_min_ps(a->most, b->most), later};
}

INLINE_AVX2 higher corner_across(__m256 nx, __m256 ny, __m256 x, __m256 y)
{
    return (higher){.x = x, .y = y, .most = eight_dots(nx, ny, x, y)};
}

INLINE_AVX2 opposite opposite_of(__m256 nx, __m256 ny, __m256 x, __m256 y)
{
    const __m256 ox = _mm256_permute2f128_ps(x, x, 1), oy = _mm256_permute2f128_ps(y, y, 1);
    const __m256 x0 = _mm256_permute_ps(ox, 0x00), y0 = _mm256_permute_ps(oy, 0x00);
    const __m256 x1 = _mm256_permute_ps(ox, 0x55), y1 = _mm256_permute_ps(oy, 0x55);
    const __m256 x2 = _mm256_permute_ps(ox, 0xaa), y2 = _mm256_permute_ps(oy, 0xaa);
    const __m256 x3 = _mm256_permute_ps(ox, 0xff), y3 = _mm256_permute_ps(oy, 0xff);
    const higher c0 = corner_across(nx, ny, x0, y0), c1 = corner_across(nx, ny, x1, y1);
    const higher c2 = corner_across(nx, ny, x2, y2), c3 = corner_across(nx, ny, x3, y3);
    const higher first = higher_of(&c0, &c1), last = higher_of(&c2, &c3);
    const higher best = higher_of(&first, &last);
    const __m256 second = _mm256_max_ps(_mm256_max_ps(first.least, last.least), best.least);
    const __m256 odd = _mm256_blendv_ps(first.later, last.later, best.later);
    return (opposite){best.x, best.y, _mm256_sub_ps(best.most, second),
                      (unsigned)_mm256_movemask_ps(odd),
                      (unsigned)_mm256_movemask_ps(best.later)};
}

/* The least of eight, in all lanes. */
INLINE_AVX2 __m256 least(__m256 eight)
{
    const __m256 four = _mm256_min_ps(eight, _mm256_permute2f128_ps(eight, eight, 1));
    const __m256 two = _mm256_min_ps(four, _mm256_permute_ps(four, 0x4e));
    return _mm256_min_ps(two, _mm256_permute_ps(two, 0xb1));
}

/* The edge of a lane, or the corner where it begins; behind a third corner comes the first one. No
 * processor foresees whose it is, so nothing branches on it. */
static inline ray_edge part_of(const opposite *o, unsigned edges, unsigned lane, bool is_edge)
{
    const unsigned ahead = (lane & 4) | ((lane + is_edge) & 3);
    const size_t of_b = 0 - (size_t)(lane >> 2); /* all bits, or none */
    const size_t own = lane & 3 & (0 - (edges >> lane & 1));
    const size_t next = ahead & 3 & (0 - (edges >> ahead & 1));
    const size_t other = (o->low >> lane & 1) | (o->high >> lane & 1) << 1;
    const size_t from = (own ^ other) & of_b, to = (next ^ other) & of_b;
    return (ray_edge){{own ^ from, other ^ from}, {next ^ to, other ^ to}};
}

/* Where `rising` edges lead away from the origin and `falling` ones towards it, seen from a corner:
 * whether both that leave it do the one, and both that lead to it the other. */
static inline bool is_nearest_corner(minkowski_corner at, unsigned edges, unsigned rising,
                                     unsigned falling)
{
    const unsigned last_of_three = falling >> 2 & ~edges >> 3;
    const unsigned before = (falling << 1 & 0xee) | ((falling >> 3 | last_of_three) & 0x11);
    const unsigned away = rising & before;
    return (away >> at.a & away >> (at.b + HULL_CORNERS) & 1) != 0;
}

/* The normals of the edges, where they begin, and the bound. */
typedef struct edge_ways {
    __m256 nx, ny, px, py, bound;
} edge_ways;

/* Of an origin outside that no edge faces. */
INLINE_AVX2 quads_nearness nearest_corner(unsigned edges, const edge_ways *w, const opposite *o,
                                          ray_edge *part)
{
    const __m256 square = eight_dots(w->px, w->py, w->px, w->py);
    const unsigned lane = bits_lowest(eight_above(square, least(square)) ^ 0xff);
    const __m256i here = _mm256_set1_epi32((int)lane);
    const __m256 x = _mm256_permutevar8x32_ps(w->px, here);
    const __m256 y = _mm256_permutevar8x32_ps(w->py, here);
    const __m256 rise = _mm256_fmsub_ps(y, w->nx, _mm256_mul_ps(x, w->ny));
    const __m256 fall = _mm256_sub_ps(_mm256_setzero_ps(), rise);
    *part = part_of(o, edges, lane, false);
    return is_nearest_corner(part->from, edges, eight_above(rise, w->bound),
                             eight_above(fall, w->bound))
               ? QUADS_NEAREST
               : QUADS_NEAR;
}

CPU_AVX2_FUNCTION quads_nearness quads_nearest(const graze_hull *a, const graze_hull *b,
                                               graze_point offset, ray_edge *part)
{
    const graze_point way = glance_way(a, b, offset);
    const double magnitude = placed_magnitude(a, b, offset);
    if (!(magnitude < FARTHEST))
        return QUADS_UNTOLD;
    CPU_PREFETCH(a->body.vertices);
    CPU_PREFETCH(b->body.vertices);
    const __m256 x = corners_of(a, b, 0), y = corners_of(a, b, 1), none = _mm256_setzero_ps();
    const __m256 nx = _mm256_sub_ps(_mm256_permute_ps(y, 0x39), y);
    const __m256 ny = _mm256_sub_ps(x, _mm256_permute_ps(x, 0x39));
    const opposite o = opposite_of(nx, ny, x, y);
    const __m256 px = _mm256_add_ps(_mm256_set1_ps((float)way.x), _mm256_add_ps(x, o.x));
    const __m256 py = _mm256_add_ps(_mm256_set1_ps((float)way.y), _mm256_add_ps(y, o.y));
    const __m256 inner = eight_dots(nx, ny, px, py);
    const __m256 ahead = _mm256_fmsub_ps(px, ny, _mm256_mul_ps(py, nx));
    const __m256 rest = _mm256_sub_ps(eight_dots(nx, ny, nx, ny), ahead);
    const __m256 bound = bound_of(a, b, magnitude);
    const __m256 between = _mm256_min_ps(ahead, rest);
    const unsigned alone = eight_above(_mm256_min_ps(o.lead, between), bound);
    const unsigned beyond = eight_above(_mm256_sub_ps(none, inner), bound);
    const unsigned edges = edges_of(a) | edges_of(b) << HULL_CORNERS;
    if (beyond == 0) {
        const unsigned doubtful = edges & ~eight_above(inner, bound);
        if (doubtful == 0)
            return QUADS_INSIDE;
        if ((doubtful & (doubtful - 1)) != 0 || (doubtful & alone) == 0)
            return QUADS_UNTOLD;
        *part = part_of(&o, edges, bits_lowest(doubtful), true);
        return QUADS_AT_EDGE;
    }
    const unsigned faced = beyond & eight_above(between, bound);
    if (faced != 0) {
        *part = part_of(&o, edges, bits_lowest(faced), true);
        return (faced & alone) != 0 ? QUADS_NEAREST : QUADS_AT_LONG_EDGE;
    }
    return nearest_corner(edges, &(edge_ways){nx, ny, px, py, bound}, &o, part);
}
#endif

/* ---- what is in doubt ---------------------------------------------------------------------- */

/* The number of the corner that the edge of a lane is at. */
static inline unsigned corner_at(const quads_view *view, unsigned lane)
{
    return (view->low >> lane & 1U) + (view->high >> lane & 1U) * 2;
}

/* Lanes as sides have them. */
static inline unsigned sides_of(unsigned lanes)
{
    return (lanes & 0xf) | (lanes & 0xf0) << (SIDES_OF_BODY - HULL_CORNERS);
}

void quads_doubts(const quads_view *view, seen_sides *doubts)
{
    doubts->edges = sides_of(view->edges);
    doubts->inside = sides_of(view->edges & ~view->doubtful);
    doubts->certain = sides_of(view->certain);
    doubts->outside = 0;
    for (unsigned left = view->doubtful; left != 0; left &= left - 1) {
        const unsigned lane = bits_lowest(left), behind = lane < HULL_CORNERS ? 0 : 1;
        doubts->who[lane + behind * (SIDES_OF_BODY - HULL_CORNERS)] =
            (unsigned char)corner_at(view, lane);
    }
}
