/* SPDX-License-Identifier: MIT */
/* Four floats at a time: the four lower or upper sides of a box.
 *
 * SSE2 is part of every x86-64; other processors get plain loops. min and max answer
 * the second operand where the first is NaN, as the instructions do. */
#ifndef GRAZE_BROADPHASE_INDEX_QUAD_H
#define GRAZE_BROADPHASE_INDEX_QUAD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

/* Cut off to whole numbers, which are below 2^31. */
static inline void quad_whole(quad a, uint32_t *to)
{
    const __m128i whole = _mm_cvttps_epi32(a);
    memcpy(to, &whole, sizeof whole);
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
#endif
