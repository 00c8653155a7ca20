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

/* The longest so far, or this one. */
static inline quad longest_with(const index_box *sides, quad longest)
{
    return quad_max(quad_lengths(sides->lower, sides->upper), longest);
}

static graze_status boxes_plain(const index_agent *agent, uint32_t number, double margin,
                                const index_items *items, boxes_made *made)
{
    box_reach reach = box_reach_of(&agent->body);
    quad longest = quad_load(made->longest);
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < agent->count && status == GRAZE_OK; i++) {
        if (agent->bodies != NULL)
            reach = box_reach_of(&agent->bodies[i]);
        items->entry[i] = (index_entry){number, i};
        status = put_motion(&reach, &agent->motions[i], margin, &items->box[i], &made->alive);
        longest = longest_with(&items->box[i], longest);
    }
    quad_store(made->longest, longest);
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

/* As quad_below, of finite doubles: floats below four, and floats above four others, of which the
 * negatives are given, and what is to be added to them besides (quick_end). */
QUICK __m256 floats_outward(__m256d low, __m256d most, __m256d rest)
{
    const __m128 near_low = _mm256_cvtpd_ps(low), near_most = _mm256_cvtpd_ps(most);
    const __m256d above_low = _mm256_cmp_pd(_mm256_cvtps_pd(near_low), low, _CMP_GT_OQ);
    const __m256d above_most =
        _mm256_cmp_pd(_mm256_sub_pd(_mm256_cvtps_pd(near_most), most), negative(rest), _CMP_GT_OQ);
    const __m256i mask = _mm256_permute4x64_epi64(
        _mm256_castps_si256(_mm256_shuffle_ps(
            _mm256_castpd_ps(above_low), _mm256_castpd_ps(above_most), _MM_SHUFFLE(2, 0, 2, 0))),
        _MM_SHUFFLE(3, 1, 2, 0));
    const __m256i bits = _mm256_castps_si256(_mm256_set_m128(near_most, near_low));
    const __m256i step = _mm256_or_si256(_mm256_set1_epi32(1), _mm256_srai_epi32(bits, 31));
    const __m256i below = _mm256_sub_epi32(bits, _mm256_and_si256(step, mask));
    return _mm256_xor_ps(_mm256_castsi256_ps(below),
                         _mm256_setr_ps(0, 0, 0, 0, -0.0f, -0.0f, -0.0f, -0.0f));
}

/* The four doubles at a number of a motion; the last one may be the next number's. */
QUICK __m256d numbers_at(const double *first) { return _mm256_loadu_pd(first); }

/* The same with a time in its lane. */
QUICK __m256d in_time(__m256d others, double time)
{
    return _mm256_blend_pd(others, _mm256_set1_pd(time), 1 << INDEX_TIME);
}

/* The end of a life that begins at a double is high + rest, but for one rounding of the rest, which
 * keeps its sign. Answers whether floats compare with that as with the true end. A float other than
 * high is at least the last place of high away, 2^-52 of the power of two not above it, and a rest
 * of up to 2^-53 |high| is less: so it is on that side of the end on which it is of high, and
 * beside high itself the sign tells. (Nothing is known of a rest that is no number.) */
QUICK bool quick_end(const graze_motion *motion, double *high, double *rest)
{
    double low;
    *high = eft_two_sum(motion->start, motion->duration, &low);
    *rest = low + motion->duration_tail;
    return fabs(*rest) <= 0x1p-53 * fabs(*high);
}

/* A wait between places that never ends; its other numbers are looked at elsewhere. */
QUICK bool is_endless_wait(const graze_motion *motion, __m256d from, __m256d to)
{
    const int same = _mm256_movemask_pd(_mm256_cmp_pd(from, to, _CMP_EQ_OQ));
    return motion->duration == HUGE_VAL && motion->duration_tail == 0 &&
           fabs(motion->start) <= DBL_MAX && motion->form == GRAZE_WAYPOINT && (same & 7) == 7;
}

/* The box of a motion, where it is one of those that this is for: uniform and finite, or a wait
 * that is endless; of a life that is not empty and begins at a double. */
QUICK bool quick_box(const wide_reach *reach, const graze_motion *motion, index_box *sides)
{
    const __m256d from = numbers_at(&motion->position.x), to = numbers_at(&motion->velocity.x);
    const __m256d curve = numbers_at(&motion->acceleration.x);
    const __m256i numbers = _mm256_setr_epi64x(INT64_MAX, INT64_MAX, INT64_MAX, 0);
    const double length = motion->duration + motion->duration_tail;
    double end, rest;
    if (!_mm256_testz_si256(_mm256_castpd_si256(curve), numbers) || !(length > 0) ||
        motion->start_tail != 0)
        return false;
    if (!quick_end(motion, &end, &rest)) {
        if (!is_endless_wait(motion, from, to))
            return false;
        end = HUGE_VAL;
        rest = 0;
    }
    __m256d other, magnitude, sum;
    if (motion->form == GRAZE_WAYPOINT) {
        other = to;
        magnitude = _mm256_max_pd(absolute(from), absolute(to));
        sum = _mm256_add_pd(absolute(from), absolute(to)); /* NaN of any NaN */
    } else if (motion->form == GRAZE_KINEMATIC && length < 0x1p499) {
        const double above =
            motion->duration_tail == 0 ? motion->duration : length * (1 + 0x1p-51);
        const __m256d lasts = _mm256_set1_pd(above);
        other = _mm256_add_pd(from, _mm256_mul_pd(to, lasts));
        sum = magnitude = _mm256_add_pd(absolute(from), _mm256_mul_pd(absolute(to), lasts));
    } else
        return false;
    const __m256d size = _mm256_add_pd(reach->size, magnitude);
    const __m256d fits =
        _mm256_cmp_pd(_mm256_add_pd(reach->size, sum), _mm256_set1_pd(0x1p998), _CMP_LT_OQ);
    if ((_mm256_movemask_pd(fits) & 7) != 7)
        return false;
    const __m256d outward = _mm256_add_pd(_mm256_mul_pd(_mm256_set1_pd(0x1p-49), size),
                                          _mm256_set1_pd(0x1p-500));
    const __m256d lower =
        _mm256_sub_pd(_mm256_add_pd(_mm256_min_pd(from, other), reach->lower), outward);
    const __m256d upper =
        _mm256_add_pd(_mm256_add_pd(_mm256_max_pd(from, other), reach->upper), outward);
    _mm256_storeu_ps(sides->lower,
                     floats_outward(in_time(lower, motion->start), negative(in_time(upper, end)),
                                    in_time(_mm256_setzero_pd(), rest)));
    return true;
}

CPU_AVX2_FUNCTION static graze_status boxes_avx2(const index_agent *agent, uint32_t number,
                                                 const index_items *items, boxes_made *made)
{
    enum { AHEAD = 32 }; /* [count] motions, mostly of the next agents as well */
    const graze_motion *motion = agent->motions;
    const graze_body *bodies = agent->bodies;
    const uint32_t count = agent->count;
    box_reach reach = box_reach_of(&agent->body);
    wide_reach wide = wide_reach_of(&reach);
    quad longest = quad_load(made->longest);
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < count && status == GRAZE_OK; i++, motion++) {
        const uintptr_t later = (uintptr_t)motion + AHEAD * sizeof *motion;
        index_box *sides = &items->box[i];
        CPU_PREFETCH((const void *)later);
        CPU_PREFETCH((const void *)(later + 64));
        if (bodies != NULL) {
            reach = box_reach_of(&bodies[i]);
            wide = wide_reach_of(&reach);
        }
        items->entry[i] = (index_entry){number, i};
        if (quick_box(&wide, motion, sides))
            ++made->alive;
        else
            status = put_motion(&reach, motion, 0, sides, &made->alive);
        longest = longest_with(sides, longest);
    }
    quad_store(made->longest, longest);
    return status;
}

#endif

graze_status boxes_of_agent(const index_agent *agent, uint32_t number, double margin,
                            cpu_instructions level, const index_items *items, boxes_made *made)
{
#if CPU_WIDE
    if (level >= CPU_AVX2 && margin == 0)
        return boxes_avx2(agent, number, items, made);
#else
    (void)level;
#endif
    return boxes_plain(agent, number, margin, items, made);
}
