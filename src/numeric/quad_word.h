/* SPDX-License-Identifier: MIT */
/* Four doubles that go the same way, x of two things and then y of both (or two pairs of other
 * numbers), and four double words: with the names and the bounds of double_word.h. One operation
 * for all four where the includer is compiled for processors that have vectors of four (AVX), else
 * two of duo.h.
 */
#ifndef GRAZE_NUMERIC_QUAD_WORD_H
#define GRAZE_NUMERIC_QUAD_WORD_H

#include "numeric/duo_word.h"

#if defined __GNUC__ && defined __AVX__
#include <immintrin.h>

typedef __m256d quad;

static inline quad quad_of(duo x, duo y)
{
    return _mm256_set_m128d(y, x);
}
static inline duo quad_xs(quad q)
{
    return _mm256_castpd256_pd128(q);
}
static inline duo quad_ys(quad q)
{
    return _mm256_extractf128_pd(q, 1);
}
static inline quad quad_add(quad p, quad q) { return p + q; }
static inline quad quad_sub(quad p, quad q) { return p - q; }
static inline quad quad_mul(quad p, quad q) { return p * q; }
static inline quad quad_negative(quad q) { return -q; }
static inline quad quad_abs(quad q) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), q); }
static inline quad quad_swapped(quad q)
{
    return _mm256_permute2f128_pd(q, q, 1);
}

/* (A blend by a mask that others use, too, gcc 12 makes lane by lane, unless there is AVX2.) */
static inline quad quad_where_above(quad a, quad b, quad p, quad q)
{
    const quad mask = _mm256_cmp_pd(a, b, _CMP_GT_OQ);
    return _mm256_or_pd(_mm256_and_pd(mask, p), _mm256_andnot_pd(mask, q));
}

/* p where the sign of q is that of 0, else -p. */
static inline quad quad_times_sign(quad p, quad q)
{
    return _mm256_xor_pd(p, _mm256_and_pd(q, _mm256_set1_pd(-0.0)));
}

static inline unsigned quad_above(quad p, quad q)
{
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(p, q, _CMP_GT_OQ));
}

static inline quad quad_product_tail(quad p, quad q, quad product)
{
#if EFT_FUSED && defined __FMA__
    return _mm256_fmsub_pd(p, q, product);
#else
    return quad_of(duo_product_tail(quad_xs(p), quad_xs(q), quad_xs(product)),
                   duo_product_tail(quad_ys(p), quad_ys(q), quad_ys(product)));
#endif
}

#else

typedef struct quad {
    duo x, y;
} quad;

static inline quad quad_of(duo x, duo y)
{
    return (quad){x, y};
}
static inline duo quad_xs(quad q)
{
    return q.x;
}
static inline duo quad_ys(quad q)
{
    return q.y;
}
static inline quad quad_add(quad p, quad q)
{
    return (quad){duo_add(p.x, q.x), duo_add(p.y, q.y)};
}
static inline quad quad_sub(quad p, quad q)
{
    return (quad){duo_sub(p.x, q.x), duo_sub(p.y, q.y)};
}
static inline quad quad_mul(quad p, quad q)
{
    return (quad){duo_mul(p.x, q.x), duo_mul(p.y, q.y)};
}
static inline quad quad_negative(quad q)
{
    return (quad){duo_negative(q.x), duo_negative(q.y)};
}
static inline quad quad_abs(quad q)
{
    return (quad){duo_abs(q.x), duo_abs(q.y)};
}
static inline quad quad_swapped(quad q)
{
    return (quad){q.y, q.x};
}

static inline quad quad_where_above(quad a, quad b, quad p, quad q)
{
    return (quad){duo_where_above(a.x, b.x, p.x, q.x), duo_where_above(a.y, b.y, p.y, q.y)};
}

static inline quad quad_times_sign(quad p, quad q)
{
    return (quad){duo_times_sign(p.x, q.x), duo_times_sign(p.y, q.y)};
}

static inline unsigned quad_above(quad p, quad q)
{
    return duo_above(p.x, q.x) | duo_above(p.y, q.y) << 2;
}

static inline quad quad_product_tail(quad p, quad q, quad product)
{
    return (quad){duo_product_tail(p.x, q.x, product.x), duo_product_tail(p.y, q.y, product.y)};
}

#endif

/* The same x and y for both. */
static inline quad quad_all(duo both)
{
    return quad_of(duo_all(duo_x(both)), duo_all(duo_y(both)));
}

/* One number for the x and the y of each. */
static inline quad quad_each(duo of)
{
    return quad_of(of, of);
}

/* One number for all four. */
static inline quad quad_one(double all)
{
    return quad_each(duo_all(all));
}

static inline void quad_store(double *to, quad q)
{
    duo_store(to, quad_xs(q));
    duo_store(to + 2, quad_ys(q));
}

/* x + y of each */
static inline duo quad_sums(quad q) { return duo_add(quad_xs(q), quad_ys(q)); }

typedef struct quad_word {
    quad high, low;
} quad_word;

static inline quad_word quad_word_all(duo_word both)
{
    return (quad_word){quad_all(both.high), quad_all(both.low)};
}

static inline quad_word quad_word_each(duo_word of)
{
    return (quad_word){quad_each(of.high), quad_each(of.low)};
}

/* dw_sum */
static inline quad_word quad_word_sum(quad x, quad y)
{
    const quad sum = quad_add(x, y), y_part = quad_sub(sum, x), x_part = quad_sub(sum, y_part);
    return (quad_word){sum, quad_add(quad_sub(x, x_part), quad_sub(y, y_part))};
}

/* dw_add_loosely */
static inline quad_word quad_word_add_loosely(quad_word x, quad_word y)
{
    const quad_word sum = quad_word_sum(x.high, y.high);
    return (quad_word){sum.high, quad_add(sum.low, quad_add(x.low, y.low))};
}

/* dw_mul_loosely */
static inline quad_word quad_word_mul_loosely(quad_word x, quad_word y)
{
    const quad product = quad_mul(x.high, y.high);
    const quad tail = quad_product_tail(x.high, y.high, product);
    const quad more = quad_add(quad_mul(x.high, y.low), quad_mul(x.low, y.high));
    return (quad_word){product, quad_add(tail, more)};
}

/* dw_times */
static inline quad_word quad_word_times(quad_word x, quad y)
{
    const quad product = quad_mul(x.high, y), tail = quad_product_tail(x.high, y, product);
    return (quad_word){product, quad_add(tail, quad_mul(x.low, y))};
}

#endif
