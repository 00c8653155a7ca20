/* SPDX-License-Identifier: MIT */
/* A glance at two bodies. See glance.h. */
#include "geometry/glance.h"

#include "geometry/eights.h"

/* The widest gap between polygons across the directions of graze_hull.reach is taken in floats and
 * without branches.
 *
 * With v = 2^-23 for one operation in any mode, m for the magnitude and the direction no longer
 * than 1: middles are within their bodies' sizes, so |x| + |y| of the way from middle to middle is
 * at most 2m, and its part along a direction is off by v each for (x, y), the products and their
 * sum, 6v m. A reach is less than 3 sizes and its unit; the products and the sum of both are off by
 * v, less than 7v m, their difference from the way by 6v m more. Corners that hulls keep are off by
 * 2.1v s, s the size of theirs, and their heights along a direction by 9v s. Together less than
 * 28v m, half of GAP_DOUBT. What underflows, 2^-126 a number, is far below that in the range of
 * GAP_LEAST and GAP_MOST. */
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

static inline float widest_of(float gap[HULL_AXES])
{
    for (int k = 0; k < 8; k++) /* of whole vectors, as compilers see them */
        gap[k] = greater(gap[k], gap[k + 8]);
    for (int k = 0; k < 4; k++)
        gap[k] = greater(gap[k], gap[k + 4]);
    return greater(greater(gap[0], gap[2]), greater(gap[1], gap[3]));
}

static inline float widest_gap(const graze_hull *a, const graze_hull *b, float x, float y)
{
    const float unit_a = a->reach_unit, unit_b = b->reach_unit;
    const unsigned char *of_a = a->seen.reach, *of_b = b->seen.reach;
    float gap[HULL_AXES];
    for (int k = 0; k < HULL_AXES; k++) {
        const float along = hull_axis_x[k] * x + hull_axis_y[k] * y;
        const float ahead = unit_a * (float)of_a[k] + unit_b * (float)of_b[k + HULL_AXES];
        const float behind = unit_a * (float)of_a[k + HULL_AXES] + unit_b * (float)of_b[k];
        gap[k] = greater(along - ahead, -along - behind);
    }
    return widest_of(gap);
}

/* How far any hull reaches along the axes, and against them. */
typedef struct reaches {
    float ahead[HULL_AXES], behind[HULL_AXES];
} reaches;

static reaches reaches_of(const graze_hull *hull)
{
    const float *x = hull->seen.corner[0], *y = hull->seen.corner[1], unit = hull->reach_unit;
    reaches r;
    for (int k = 0; k < HULL_AXES; k++) {
        if (!hull_keeps_corners(hull)) {
            r.ahead[k] = unit * (float)hull->seen.reach[k];
            r.behind[k] = unit * (float)hull->seen.reach[k + HULL_AXES];
            continue;
        }
        const float c = hull_axis_x[k], s = hull_axis_y[k];
        const float h0 = c * x[0] + s * y[0], h1 = c * x[1] + s * y[1];
        const float h2 = c * x[2] + s * y[2], h3 = c * x[3] + s * y[3];
        r.ahead[k] = greater(greater(h0, h1), greater(h2, h3));
        r.behind[k] = greater(greater(-h0, -h1), greater(-h2, -h3));
    }
    return r;
}

/* The same of any hulls. */
static float widest_gap_of_any(const graze_hull *a, const graze_hull *b, float x, float y)
{
    const reaches of_a = reaches_of(a), of_b = reaches_of(b);
    float gap[HULL_AXES];
    for (int k = 0; k < HULL_AXES; k++) {
        const float along = hull_axis_x[k] * x + hull_axis_y[k] * y;
        const float ahead = of_a.ahead[k] + of_b.behind[k];
        const float behind = of_a.behind[k] + of_b.ahead[k];
        gap[k] = greater(along - ahead, -along - behind);
    }
    return widest_of(gap);
}

glance_answer glance_plain(const graze_hull *a, const graze_hull *b, graze_point offset)
{
    const graze_point way = glance_way(a, b, offset);
    const float x = (float)way.x, y = (float)way.y;
    const float gap = hull_keeps_corners(a) || hull_keeps_corners(b)
                          ? widest_gap_of_any(a, b, x, y)
                          : widest_gap(a, b, x, y);
    return tell(a, b, offset, way, gap);
}

#if CPU_WIDE
INLINE_AVX2 __m256 reaches_from(const unsigned char *reach)
{
    const __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)reach);
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(eight));
}

/* The wider gap of both ways along eight axes, from what reaches ahead and behind. */
INLINE_AVX2 __m256 wider_gap(__m256 along, __m256 ahead, __m256 behind)
{
    const __m256 back = _mm256_sub_ps(_mm256_setzero_ps(), along);
    return _mm256_max_ps(_mm256_sub_ps(along, ahead), _mm256_sub_ps(back, behind));
}

/* Across eight axes from k on. */
INLINE_AVX2 __m256 gaps_from(const graze_hull *a, const graze_hull *b, int k, __m256 x, __m256 y)
{
    const __m256 unit_a = _mm256_set1_ps(a->reach_unit), unit_b = _mm256_set1_ps(b->reach_unit);
    const __m256 axis_x = _mm256_load_ps(hull_axis_x + k), axis_y = _mm256_load_ps(hull_axis_y + k);
    const __m256 along = _mm256_fmadd_ps(axis_x, x, _mm256_mul_ps(axis_y, y));
    const __m256 ahead =
        _mm256_fmadd_ps(unit_a, reaches_from(a->seen.reach + k),
                        _mm256_mul_ps(unit_b, reaches_from(b->seen.reach + HULL_AXES + k)));
    const __m256 behind =
        _mm256_fmadd_ps(unit_a, reaches_from(a->seen.reach + HULL_AXES + k),
                        _mm256_mul_ps(unit_b, reaches_from(b->seen.reach + k)));
    return wider_gap(along, ahead, behind);
}

/* How far any hull reaches along the axes, and against them: eight, and eight more. */
typedef struct wide_reaches {
    __m256 ahead[2], behind[2];
} wide_reaches;

INLINE_AVX2 __m256 height_of(const graze_hull *hull, int i, __m256 axis_x, __m256 axis_y)
{
    const __m256 x = _mm256_set1_ps(hull->seen.corner[0][i]);
    const __m256 y = _mm256_set1_ps(hull->seen.corner[1][i]);
    return _mm256_fmadd_ps(axis_x, x, _mm256_mul_ps(axis_y, y));
}

INLINE_AVX2 void reach_of_corners(const graze_hull *hull, int half, wide_reaches *r)
{
    const __m256 axis_x = _mm256_load_ps(hull_axis_x + 8 * half);
    const __m256 axis_y = _mm256_load_ps(hull_axis_y + 8 * half);
    const __m256 h0 = height_of(hull, 0, axis_x, axis_y), h1 = height_of(hull, 1, axis_x, axis_y);
    const __m256 h2 = height_of(hull, 2, axis_x, axis_y), h3 = height_of(hull, 3, axis_x, axis_y);
    r->ahead[half] = _mm256_max_ps(_mm256_max_ps(h0, h1), _mm256_max_ps(h2, h3));
    r->behind[half] = _mm256_sub_ps(
        _mm256_setzero_ps(), _mm256_min_ps(_mm256_min_ps(h0, h1), _mm256_min_ps(h2, h3)));
}

INLINE_AVX2 wide_reaches wide_reaches_of(const graze_hull *hull)
{
    const __m256 unit = _mm256_set1_ps(hull->reach_unit);
    const unsigned char *ahead = hull->seen.reach, *behind = ahead + HULL_AXES;
    wide_reaches r;
    if (hull_keeps_corners(hull)) {
        reach_of_corners(hull, 0, &r);
        reach_of_corners(hull, 1, &r);
        return r;
    }
    for (int half = 0; half < 2; half++) {
        r.ahead[half] = _mm256_mul_ps(unit, reaches_from(ahead + 8 * half));
        r.behind[half] = _mm256_mul_ps(unit, reaches_from(behind + 8 * half));
    }
    return r;
}

/* The same of any hulls. */
INLINE_AVX2 __m256 gaps_between(const wide_reaches *a, const wide_reaches *b, int half, __m256 x,
                                __m256 y)
{
    const __m256 axis_x = _mm256_load_ps(hull_axis_x + 8 * half);
    const __m256 axis_y = _mm256_load_ps(hull_axis_y + 8 * half);
    const __m256 along = _mm256_fmadd_ps(axis_x, x, _mm256_mul_ps(axis_y, y));
    return wider_gap(along, _mm256_add_ps(a->ahead[half], b->behind[half]),
                     _mm256_add_ps(a->behind[half], b->ahead[half]));
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

CPU_AVX2_FUNCTION glance_answer glance_any_avx2(const graze_hull *a, const graze_hull *b,
                                                graze_point offset)
{
    const graze_point way = glance_way(a, b, offset);
    const __m256 x = _mm256_set1_ps((float)way.x), y = _mm256_set1_ps((float)way.y);
    const wide_reaches of_a = wide_reaches_of(a), of_b = wide_reaches_of(b);
    const __m256 gaps = _mm256_max_ps(gaps_between(&of_a, &of_b, 0, x, y),
                                      gaps_between(&of_a, &of_b, 1, x, y));
    return tell(a, b, offset, way, greatest_of(gaps));
}
#endif
