/* SPDX-License-Identifier: MIT */
/* A glance at two bodies. See glance.h. */
#include "geometry/glance.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

/* The widest gap between polygons across the directions of graze_hull.reach is taken in floats and
 * without branches.
 *
 * With v = 2^-23 for one operation in any mode, m for the magnitude and the direction no longer
 * than 1: middles are within their bodies' sizes, so |x| + |y| of the way from middle to middle is
 * at most 2m, and its part along a direction is off by v each for (x, y), the products and their
 * sum, 6v m. A reach is less than 3 sizes and its unit; the products and the sum of both are off by
 * v, less than 7v m, their difference from the way by 6v m more. Together less than 19v m, a third
 * of GAP_DOUBT. What underflows, 2^-126 a number, is far below that in the range of GAP_LEAST and
 * GAP_MOST. */
static const double GAP_DOUBT = 0x1p-17, GAP_LEAST = 0x1p-100, GAP_MOST = 0x1p100;

static inline glance_answer tell(const graze_hull *a, const graze_hull *b, graze_point offset,
                                 graze_point way, float gap)
{
    const double magnitude = placed_magnitude(a, b, offset);
    if (!(magnitude < GAP_MOST && magnitude > GAP_LEAST))
        return GLANCE_CLOSE;
    if ((double)gap > (a->body.radius + b->body.radius) + GAP_DOUBT * magnitude)
        return GLANCE_APART;
    CPU_PREFETCH(a->body.vertices);
    CPU_PREFETCH(b->body.vertices);
    return glance_discs_meet(a, b, way, magnitude) ? GLANCE_OVERLAP : GLANCE_CLOSE;
}

static inline float greater(float a, float b)
{
    return a > b ? a : b;
}

static inline float widest_gap(const graze_hull *a, const graze_hull *b, float x, float y)
{
    const float unit_a = a->reach_unit, unit_b = b->reach_unit;
    float gap[HULL_AXES];
    for (int k = 0; k < HULL_AXES; k++) {
        const float along = hull_axis_x[k] * x + hull_axis_y[k] * y;
        const float ahead = unit_a * (float)a->reach[k] + unit_b * (float)b->reach[k + HULL_AXES];
        const float behind = unit_a * (float)a->reach[k + HULL_AXES] + unit_b * (float)b->reach[k];
        gap[k] = greater(along - ahead, -along - behind);
    }
    for (int k = 0; k < 8; k++) /* of whole vectors, as compilers see them */
        gap[k] = greater(gap[k], gap[k + 8]);
    for (int k = 0; k < 4; k++)
        gap[k] = greater(gap[k], gap[k + 4]);
    return greater(greater(gap[0], gap[2]), greater(gap[1], gap[3]));
}

glance_answer glance_plain(const graze_hull *a, const graze_hull *b, graze_point offset)
{
    const graze_point way = glance_way(a, b, offset);
    return tell(a, b, offset, way, widest_gap(a, b, (float)way.x, (float)way.y));
}

#if CPU_WIDE
#define INLINE_AVX2 CPU_AVX2_FUNCTION static inline __attribute__((always_inline))

INLINE_AVX2 __m256 reaches_from(const unsigned char *reach)
{
    const __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)reach);
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(eight));
}

/* Across eight axes from k on. */
INLINE_AVX2 __m256 gaps_from(const graze_hull *a, const graze_hull *b, int k, __m256 x, __m256 y)
{
    const __m256 unit_a = _mm256_set1_ps(a->reach_unit), unit_b = _mm256_set1_ps(b->reach_unit);
    const __m256 axis_x = _mm256_load_ps(hull_axis_x + k), axis_y = _mm256_load_ps(hull_axis_y + k);
    const __m256 along = _mm256_fmadd_ps(axis_x, x, _mm256_mul_ps(axis_y, y));
    const __m256 ahead =
        _mm256_fmadd_ps(unit_a, reaches_from(a->reach + k),
                        _mm256_mul_ps(unit_b, reaches_from(b->reach + HULL_AXES + k)));
    const __m256 behind = _mm256_fmadd_ps(unit_a, reaches_from(a->reach + HULL_AXES + k),
                                          _mm256_mul_ps(unit_b, reaches_from(b->reach + k)));
    const __m256 back = _mm256_sub_ps(_mm256_setzero_ps(), along);
    return _mm256_max_ps(_mm256_sub_ps(along, ahead), _mm256_sub_ps(back, behind));
}

INLINE_AVX2 float greatest_of(__m256 eight)
{
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

CPU_AVX2_FUNCTION glance_answer glance_avx2(const graze_hull *a, const graze_hull *b,
                                            graze_point offset)
{
    const graze_point way = glance_way(a, b, offset);
    const __m256 x = _mm256_set1_ps((float)way.x), y = _mm256_set1_ps((float)way.y);
    const __m256 gaps = _mm256_max_ps(gaps_from(a, b, 0, x, y), gaps_from(a, b, 8, x, y));
    return tell(a, b, offset, way, greatest_of(gaps));
}
#endif
