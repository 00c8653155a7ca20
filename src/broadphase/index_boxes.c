/* SPDX-License-Identifier: MIT */
/* Boxes of motions, one by one and four numbers at a time. See index_boxes.h. */
#include "broadphase/index_boxes.h"

#include <float.h>
#include <math.h>

#include "broadphase/index_quad.h"
#include "motion/life.h"

#if CPU_WIDE
#include <immintrin.h>

#include "numeric/eft.h"
#include "numeric/rounding.h"
#endif

/* ---- boxes of floats ---------------------------------------------------------------- */

index_box index_box_narrow(const box *wide)
{
    const double *low = wide->lower, *high = wide->upper;
    index_box result;
    quad_store(result.lower, quad_below(low[0], low[1], low[2], wide->begin));
    quad_store(result.upper,
               quad_negative(quad_below(-high[0], -high[1], -high[2], -wide->end)));
    return result;
}

index_box index_box_of(const box_reach *reach, const graze_motion *motion, double margin,
                       index_life *life)
{
    box wide;
    box_of_reach(reach, motion, &wide);
    box_grow(&wide, margin);
    *life = (index_life){wide.begin, wide.end};
    return index_box_narrow(&wide);
}

/* ---- plain -------------------------------------------------------------------------- */

index_box boxes_of_motion(const box_reach *reach, const graze_motion *motion, double margin,
                          index_life *life)
{
    const float nowhere = (float)NAN;
    index_box sides = index_box_of(reach, motion, margin, life);
    if (motion_is_empty(motion))
        for (int k = 0; k < INDEX_AXES; k++)
            sides.lower[k] = sides.upper[k] = nowhere;
    return sides;
}

/* The item of a motion that may be invalid. */
static graze_status put_motion(const box_reach *reach, const graze_motion *motion, double margin,
                               index_box *sides, uint32_t *alive)
{
    const graze_status status = graze_motion_validate(motion);
    if (status != GRAZE_OK)
        return status;
    index_life unused;
    *sides = boxes_of_motion(reach, motion, margin, &unused);
    *alive += !motion_is_empty(motion);
    return GRAZE_OK;
}

static graze_status boxes_plain(const index_agent *agent, uint32_t number, double margin,
                                const index_items *items, uint32_t *alive)
{
    box_reach reach = box_reach_of(&agent->body);
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < agent->count && status == GRAZE_OK; i++) {
        if (agent->bodies != NULL)
            reach = box_reach_of(&agent->bodies[i]);
        items->entry[i] = (index_entry){number, i};
        status = put_motion(&reach, &agent->motions[i], margin, &items->box[i], alive);
    }
    return status;
}

/* ---- four numbers at a time --------------------------------------------------------- */

#if CPU_WIDE

#define QUICK CPU_AVX2_FUNCTION static inline __attribute__((always_inline))

/* A reach in three lanes. */
typedef struct wide_reach {
    __m256d lower, upper, size;
} wide_reach;

QUICK wide_reach wide_reach_of(const box_reach *reach)
{
    return (wide_reach){
        _mm256_setr_pd(reach->lower[0], reach->lower[1], reach->lower[2], 0),
        _mm256_setr_pd(reach->upper[0], reach->upper[1], reach->upper[2], 0),
        _mm256_set1_pd(reach->size)};
}

QUICK __m256d absolute(__m256d a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
QUICK __m256d negative(__m256d a) { return _mm256_xor_pd(_mm256_set1_pd(-0.0), a); }

/* As quad_below, of finite doubles. */
QUICK __m128 floats_below(__m256d low)
{
    const __m128 nearest = _mm256_cvtpd_ps(low);
    const __m256d above = _mm256_cmp_pd(_mm256_cvtps_pd(nearest), low, _CMP_GT_OQ);
    const __m128i mask = _mm_castps_si128(
        _mm_shuffle_ps(_mm_castpd_ps(_mm256_castpd256_pd128(above)),
                       _mm_castpd_ps(_mm256_extractf128_pd(above, 1)), _MM_SHUFFLE(2, 0, 2, 0)));
    const __m128i bits = _mm_castps_si128(nearest);
    const __m128i step = _mm_or_si128(_mm_set1_epi32(1), _mm_srai_epi32(bits, 31));
    return _mm_castsi128_ps(_mm_sub_epi32(bits, _mm_and_si128(step, mask)));
}

/* The four doubles at a number of a motion; the last one may be the next number's. */
QUICK __m256d numbers_at(const double *first) { return _mm256_loadu_pd(first); }

/* The end of a life without start_tail, as motion/box.c has it; false: not that easily. */
QUICK bool quick_end(const graze_motion *motion, double *end)
{
    double low, error, tail;
    double high = eft_two_sum(motion->start, motion->duration, &low);
    low = eft_two_sum(low, motion->duration_tail, &error);
    high = eft_two_sum(high, low, &tail);
    *end = double_of_rank(double_rank(high) + (tail > 0));
    return error == 0 && fabs(high) < DBL_MAX;
}

/* The box of a motion, where it is one of those that this is for: uniform and finite, of a life
 * that is not empty and begins at a double. */
QUICK bool quick_box(const wide_reach *reach, const graze_motion *motion, index_box *sides)
{
    const __m256d from = numbers_at(&motion->position.x), to = numbers_at(&motion->velocity.x);
    const __m256d curve = numbers_at(&motion->acceleration.x), times = numbers_at(&motion->start);
    const __m256d zero = _mm256_setzero_pd();
    /* Infinity times 0 is NaN. */
    const __m256d finite =
        _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(from, zero), _mm256_mul_pd(to, zero)),
                      _mm256_add_pd(_mm256_mul_pd(curve, zero), _mm256_mul_pd(times, zero)));
    const double length = motion->duration + motion->duration_tail;
    double end;
    if (_mm256_movemask_pd(_mm256_cmp_pd(finite, zero, _CMP_EQ_OQ)) != 15 ||
        (_mm256_movemask_pd(_mm256_cmp_pd(curve, zero, _CMP_EQ_OQ)) & 7) != 7 ||
        !(length > 0) || motion->start_tail != 0 || !quick_end(motion, &end))
        return false;
    __m256d other, magnitude;
    if (motion->form == GRAZE_WAYPOINT) {
        other = to;
        magnitude = _mm256_max_pd(absolute(from), absolute(to));
    } else if (motion->form == GRAZE_KINEMATIC && length < 0x1p499) {
        const double above =
            motion->duration_tail == 0 ? motion->duration : length * (1 + 0x1p-51);
        const __m256d lasts = _mm256_set1_pd(above);
        other = _mm256_add_pd(from, _mm256_mul_pd(to, lasts));
        magnitude = _mm256_add_pd(absolute(from), _mm256_mul_pd(absolute(to), lasts));
    } else
        return false;
    const __m256d size = _mm256_add_pd(reach->size, magnitude);
    if ((_mm256_movemask_pd(_mm256_cmp_pd(size, _mm256_set1_pd(0x1p998), _CMP_LT_OQ)) & 7) != 7)
        return false;
    const __m256d outward = _mm256_add_pd(_mm256_mul_pd(_mm256_set1_pd(0x1p-49), size),
                                          _mm256_set1_pd(0x1p-500));
    const __m256d lower =
        _mm256_sub_pd(_mm256_add_pd(_mm256_min_pd(from, other), reach->lower), outward);
    const __m256d upper =
        _mm256_add_pd(_mm256_add_pd(_mm256_max_pd(from, other), reach->upper), outward);
    _mm_storeu_ps(sides->lower,
                  floats_below(_mm256_blend_pd(lower, _mm256_set1_pd(motion->start), 8)));
    const __m256d most = negative(_mm256_blend_pd(upper, _mm256_set1_pd(end), 8));
    _mm_storeu_ps(sides->upper, _mm_xor_ps(floats_below(most), _mm_set1_ps(-0.0f)));
    return true;
}

CPU_AVX2_FUNCTION static graze_status boxes_avx2(const index_agent *agent, uint32_t number,
                                                 const index_items *items, uint32_t *alive)
{
    box_reach reach = box_reach_of(&agent->body);
    wide_reach wide = wide_reach_of(&reach);
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < agent->count && status == GRAZE_OK; i++) {
        if (agent->bodies != NULL) {
            reach = box_reach_of(&agent->bodies[i]);
            wide = wide_reach_of(&reach);
        }
        items->entry[i] = (index_entry){number, i};
        if (quick_box(&wide, &agent->motions[i], &items->box[i]))
            ++*alive;
        else
            status = put_motion(&reach, &agent->motions[i], 0, &items->box[i], alive);
    }
    return status;
}

#endif

graze_status boxes_of_agent(const index_agent *agent, uint32_t number, double margin,
                            cpu_instructions level, const index_items *items, uint32_t *alive)
{
#if CPU_WIDE
    if (level >= CPU_AVX2 && margin == 0)
        return boxes_avx2(agent, number, items, alive);
#else
    (void)level;
#endif
    return boxes_plain(agent, number, margin, items, alive);
}
