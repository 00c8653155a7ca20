/* SPDX-License-Identifier: MIT */
/* Four floats at a time: the four lower or upper sides of a box.
 *
 * SSE2 is part of every x86-64; other processors get plain loops. min and max answer
 * the second operand where the first is NaN, as the instructions do. */
#ifndef GRAZE_BROADPHASE_INDEX_QUAD_H
#define GRAZE_BROADPHASE_INDEX_QUAD_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "broadphase/index_float.h"

#if defined __SSE2__
#include <emmintrin.h>

typedef __m128 quad;

static inline quad quad_load(const float *from) { return _mm_loadu_ps(from); }
static inline void quad_store(float *to, quad a) { _mm_storeu_ps(to, a); }
static inline quad quad_sub(quad a, quad b) { return _mm_sub_ps(a, b); }
static inline quad quad_mul(quad a, quad b) { return _mm_mul_ps(a, b); }
static inline quad quad_min(quad a, quad b) { return _mm_min_ps(a, b); }
static inline quad quad_max(quad a, quad b) { return _mm_max_ps(a, b); }

/* One bit for each a > b. */
static inline int quad_above(quad a, quad b) { return _mm_movemask_ps(_mm_cmpgt_ps(a, b)); }

/* The largest floats that are not above doubles; for those beyond all floats FLT_MAX and
 * -infinity. A float above its double gives way to the one before it, which
 * has the bits before or, below 0, behind. The operands are such that NaN stays. */
static inline quad quad_below(double a, double b, double c, double d)
{
    const __m128d most = _mm_set1_pd(FLT_MAX);
    const __m128d low = _mm_min_pd(most, _mm_set_pd(b, a));
    const __m128d high = _mm_min_pd(most, _mm_set_pd(d, c));
    const __m128 near_low = _mm_cvtpd_ps(low), near_high = _mm_cvtpd_ps(high);
    const __m128 above_low = _mm_castpd_ps(_mm_cmpgt_pd(_mm_cvtps_pd(near_low), low));
    const __m128 above_high = _mm_castpd_ps(_mm_cmpgt_pd(_mm_cvtps_pd(near_high), high));
    const __m128i above =
        _mm_castps_si128(_mm_shuffle_ps(above_low, above_high, _MM_SHUFFLE(2, 0, 2, 0)));
    const __m128i bits = _mm_castps_si128(_mm_movelh_ps(near_low, near_high));
    const __m128i step = _mm_or_si128(_mm_set1_epi32(1), _mm_srai_epi32(bits, 31));
    return _mm_castsi128_ps(_mm_sub_epi32(bits, _mm_and_si128(step, above)));
}

static inline quad quad_negative(quad a) { return _mm_xor_ps(a, _mm_set1_ps(-0.0f)); }

/* Cut off to whole numbers, which are below 2^31. */
static inline void quad_whole(quad a, uint32_t *to)
{
    const __m128i whole = _mm_cvttps_epi32(a);
    memcpy(to, &whole, sizeof whole);
}

/* Cut off to whole numbers, times four others; the sum, which is below 2^32. */
static inline uint32_t quad_place(quad a, const uint32_t *by)
{
    const __m128i whole = _mm_cvttps_epi32(a);
    const __m128i stride = _mm_loadu_si128((const __m128i *)(const void *)by);
    const __m128i even = _mm_mul_epu32(whole, stride);
    const __m128i odd = _mm_mul_epu32(_mm_srli_epi64(whole, 32), _mm_srli_epi64(stride, 32));
    const __m128i both = _mm_add_epi32(even, odd);
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(both, _mm_shuffle_epi32(both, 2)));
}

/* The same, and floats again. */
static inline quad quad_cut(quad a) { return _mm_cvtepi32_ps(_mm_cvttps_epi32(a)); }

/* The floats before these, in some lanes; NaN for -infinity. */
static inline quad quad_before_in(quad a, __m128i lanes)
{
    const __m128i bits = _mm_castps_si128(_mm_sub_ps(_mm_setzero_ps(), a));
    const __m128i step = _mm_or_si128(_mm_set1_epi32(1), _mm_srai_epi32(bits, 31));
    return quad_negative(_mm_castsi128_ps(_mm_add_epi32(bits, _mm_and_si128(step, lanes))));
}

static inline quad quad_before(quad a)
{
    return quad_before_in(a, _mm_set1_epi32(-1));
}

static inline quad quad_last_before(quad a)
{
    return quad_before_in(a, _mm_setr_epi32(0, 0, 0, -1));
}

/* The last bytes of sixteen, cut off to whole numbers that are below 2^31. */
static inline void quad_bytes(const quad *of, uint8_t *to)
{
    const __m128i last = _mm_set1_epi32(0xff);
    const __m128i a = _mm_and_si128(_mm_cvttps_epi32(of[0]), last);
    const __m128i b = _mm_and_si128(_mm_cvttps_epi32(of[1]), last);
    const __m128i c = _mm_and_si128(_mm_cvttps_epi32(of[2]), last);
    const __m128i d = _mm_and_si128(_mm_cvttps_epi32(of[3]), last);
    const __m128i bytes = _mm_packus_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
    memcpy(to, &bytes, sizeof bytes);
}

/* Rows into columns. */
static inline void quad_turn(quad *a, quad *b, quad *c, quad *d)
{
    _MM_TRANSPOSE4_PS(*a, *b, *c, *d);
}

#else

typedef struct quad {
    float at[4];
} quad;

static inline quad quad_load(const float *from)
{
    quad a;
    memcpy(a.at, from, sizeof a.at);
    return a;
}

static inline void quad_store(float *to, quad a)
{
    memcpy(to, a.at, sizeof a.at);
}

#define QUAD_EACH(name, expression)                                                                \
    static inline quad name(quad a, quad b)                                                        \
    {                                                                                              \
        for (int k = 0; k < 4; k++) {                                                              \
            const float x = a.at[k], y = b.at[k];                                                  \
            a.at[k] = (expression);                                                                \
        }                                                                                          \
        return a;                                                                                  \
    }
QUAD_EACH(quad_sub, x - y)
QUAD_EACH(quad_mul, x *y)
QUAD_EACH(quad_min, x < y ? x : y)
QUAD_EACH(quad_max, x > y ? x : y)
#undef QUAD_EACH

static inline int quad_above(quad a, quad b)
{
    int bits = 0;
    for (int k = 0; k < 4; k++)
        bits |= (a.at[k] > b.at[k]) << k;
    return bits;
}

static inline void quad_whole(quad a, uint32_t *to)
{
    for (int k = 0; k < 4; k++)
        to[k] = (uint32_t)a.at[k];
}

static inline uint32_t quad_place(quad a, const uint32_t *by)
{
    uint32_t sum = 0;
    for (int k = 0; k < 4; k++)
        sum += (uint32_t)a.at[k] * by[k];
    return sum;
}

static inline quad quad_cut(quad a)
{
    for (int k = 0; k < 4; k++)
        a.at[k] = (float)(uint32_t)a.at[k];
    return a;
}

/* The largest float that is not above a double. (A cast of one beyond all floats is an infinity,
 * or not defined.) */
static inline float float_below(double side)
{
    if (side > FLT_MAX)
        return FLT_MAX;
    if (side < -FLT_MAX)
        return -INFINITY;
    const float nearest = (float)side;
    return nearest > side ? float_down(nearest) : nearest;
}

static inline quad quad_below(double a, double b, double c, double d)
{
    return (quad){{float_below(a), float_below(b), float_below(c), float_below(d)}};
}

static inline quad quad_negative(quad a)
{
    for (int k = 0; k < 4; k++)
        a.at[k] = -a.at[k];
    return a;
}

static inline quad quad_before(quad a)
{
    for (int k = 0; k < 4; k++)
        a.at[k] = float_down(a.at[k]);
    return a;
}

static inline quad quad_last_before(quad a)
{
    a.at[3] = float_down(a.at[3]);
    return a;
}

static inline void quad_bytes(const quad *of, uint8_t *to)
{
    for (int i = 0; i < 16; i++)
        to[i] = (uint8_t)(uint32_t)of[i / 4].at[i % 4];
}

static inline void quad_turn(quad *a, quad *b, quad *c, quad *d)
{
    quad *row[] = {a, b, c, d};
    for (int i = 0; i < 4; i++)
        for (int k = i + 1; k < 4; k++) {
            float moved = row[i]->at[k];
            row[i]->at[k] = row[k]->at[i];
            row[k]->at[i] = moved;
        }
}

#endif

/* How long a box is on each axis. */
static inline quad quad_lengths(const float *lower, const float *upper)
{
    return quad_sub(quad_load(upper), quad_load(lower));
}

#endif
