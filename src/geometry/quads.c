/* SPDX-License-Identifier: MIT */
/* Two polygons of few corners at a glance. See quads.h. */
#include "geometry/quads.h"

#include "base/bits.h"

#if CPU_WIDE
#include <immintrin.h>

#define INLINE_AVX2 CPU_AVX2_FUNCTION static inline __attribute__((always_inline))

/* Edges of -A in the lower four lanes, of B in the upper four: across the normal n of an edge that
 * begins at q, q' the corner of the other body that is farthest across it, the origin is
 * n . (-way - q - q') beyond it, with all of them seen from the middles.
 *
 * Bound, with v = 2^-23 for one operation in any mode, s for the size of the body whose edge it is,
 * m for the magnitude, |n| in the 1-norm. No coordinate of a corner exceeds 2 s, of the way m, of
 * the edge 2 s. Corners are kept off by 2.1v s, so a coordinate of n is off by 6.2v s, which is
 * 12.4v s times 3m, the most that a coordinate of (-way - q - q') can be: 37.2v s m. The way and
 * both corners are off by 3.2v m, the difference of way and q by 3v m, three products and three
 * sums by 6v m, 4v m and 5v m, all times |n|: 21.2v |n| m. Bounds of 64v m (s + |n|) leave room for
 * their own roundings. For one corner of the other body against another it is 24.8v s m and
 * 17v |n| m. Numbers that underflow lose 2^-126 each, together less than 2^-10 v s m, since the
 * sizes of bodies that keep their corners, and so magnitudes, are more than 2^-42. */
static const double DOUBT = 0x1p-17, FARTHEST = 0x1p60;

/* The heights of the other body's four corners, and the greatest. */
typedef struct heights {
    __m256 first, second, third, fourth, most;
} heights;

INLINE_AVX2 __m256 dot(__m256 nx, __m256 ny, __m256 x, __m256 y)
{
    return _mm256_fmadd_ps(nx, x, _mm256_mul_ps(ny, y));
}

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
    h.first = dot(nx, ny, _mm256_permute_ps(ox, 0x00), _mm256_permute_ps(oy, 0x00));
    h.second = dot(nx, ny, _mm256_permute_ps(ox, 0x55), _mm256_permute_ps(oy, 0x55));
    h.third = dot(nx, ny, _mm256_permute_ps(ox, 0xaa), _mm256_permute_ps(oy, 0xaa));
    h.fourth = dot(nx, ny, _mm256_permute_ps(ox, 0xff), _mm256_permute_ps(oy, 0xff));
    h.most = _mm256_max_ps(_mm256_max_ps(h.first, h.second), _mm256_max_ps(h.third, h.fourth));
    return h;
}

INLINE_AVX2 __m256 absolute(__m256 a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0F), a); }

/* Lanes in which a > b. */
INLINE_AVX2 unsigned above(__m256 a, __m256 b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ));
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
    const unsigned first = above(h->first, near), second = above(h->second, near);
    const unsigned third = above(h->third, near), fourth = above(h->fourth, near);
    const unsigned several =
        (first & second) | (third & fourth) | ((first | second) & (third | fourth));
    const unsigned not_first = above(h->most, h->first), not_second = above(h->most, h->second);
    const unsigned low = not_first & (~not_second | above(h->most, h->third));
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
    const __m256 across = _mm256_sub_ps(dot(nx, ny, to_x, to_y), h.most);
    const __m256 size = both(_mm_set1_ps((float)a->size), _mm_set1_ps((float)b->size));
    const __m256 bound =
        _mm256_mul_ps(_mm256_set1_ps((float)(DOUBT * magnitude)),
                      _mm256_add_ps(size, _mm256_add_ps(absolute(nx), absolute(ny))));
    if (above(across, bound) != 0)
        return (quads_view){.answer = QUADS_APART};
    CPU_PREFETCH(a->body.vertices);
    CPU_PREFETCH(b->body.vertices);
    const unsigned edges = edges_of(a) | edges_of(b) << HULL_CORNERS;
    const unsigned inside = above(_mm256_sub_ps(_mm256_setzero_ps(), across), bound);
    return (edges & ~inside) == 0 ? (quads_view){.answer = QUADS_OVERLAP}
                                  : view_of_doubts(&h, bound, edges, inside);
}
#endif

/* The number of the corner that the edge of a lane is at. */
static inline unsigned corner_at(const quads_view *view, unsigned lane)
{
    return (view->low >> lane & 1U) + (view->high >> lane & 1U) * 2;
}

ray_answer quads_exit(const placed_pair *pair, const quads_view *view, ray_exit *exit)
{
    const unsigned doubtful = view->doubtful;
    if (view->answer != QUADS_DOUBTFUL || (doubtful & (doubtful - 1)) != 0 ||
        (doubtful & view->certain) == 0)
        return RAY_UNKNOWN;
    const unsigned lane = bits_lowest(doubtful);
    const bool of_b = lane >= HULL_CORNERS;
    const size_t own = lane % HULL_CORNERS, other = corner_at(view, lane);
    const size_t next = body_after(of_b ? &pair->b->body : &pair->a->body, own);
    const ray_edge edge = of_b ? (ray_edge){{other, own}, {other, next}}
                               : (ray_edge){{own, other}, {next, other}};
    return ray_leaves_by(pair, &edge, exit);
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
            sides_number((int)corner_at(view, lane));
    }
}
