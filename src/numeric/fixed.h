/* SPDX-License-Identifier: MIT */
/* Integers of a fixed number of words and a sign. Who uses them knows how long each result may be,
 * so that nothing is looked up, trimmed or carried farther.
 *
 * They stand for whole multiples of a power of two that all numbers of one unit share: a
 * polynomial that is homogeneous in each unit needs no shift at all. Where compilers have no
 * products of two words (FIXED_HAS_PRODUCTS), dyadic.h does the work.
 */
#ifndef GRAZE_NUMERIC_FIXED_H
#define GRAZE_NUMERIC_FIXED_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"
#include "numeric/double_word.h"
#include "numeric/rounding.h"

#ifdef __SIZEOF_INT128__
#define FIXED_HAS_PRODUCTS 1
#else
#define FIXED_HAS_PRODUCTS 0
#endif

/* The power of two of which doubles up to `bound` are less than 2^bits: its exponent. */
static inline int fixed_last(double bound, int bits)
{
    return (int)(double_bits(bound) >> 52 & 0x7FF) - 1022 - bits;
}

/* 2^exponent, of normal doubles. */
static inline double fixed_power(int exponent)
{
    return double_of_rank((int64_t)(1023 + exponent) << 52);
}

#if FIXED_HAS_PRODUCTS

#ifdef __clang__
#define FIXED_UNROLL
#else
#define FIXED_UNROLL _Pragma("GCC unroll 16")
#endif

__extension__ typedef unsigned __int128 fixed_two;
__extension__ typedef __int128 fixed_pair; /* in two's complement; shifted with its sign */
enum { FIXED_MOST = 8 };

/* In two's complement: low + 2^64 high. */
typedef struct fixed_three {
    uint64_t low;
    fixed_pair high;
} fixed_three;

/* The lowest word first; how many there are is said in each call. `sign` is 0, or all ones of a
 * number below 0; that of 0 is either. */
typedef struct fixed {
    uint64_t word[FIXED_MOST], sign;
} fixed;

/* A power of two by which numbers are counted, and its inverse. */
typedef struct fixed_unit {
    double one, per;
} fixed_unit;

/* Of doubles up to `bound`, which then are less than 2^bits. */
static inline fixed_unit fixed_unit_of(double bound, int bits)
{
    const int last = fixed_last(bound, bits);
    return (fixed_unit){fixed_power(last), fixed_power(-last)};
}

/* A double, often 0 where it is what a sum lost; *wrong becomes other than 0 where it is no whole
 * number of less than 2^63 units: what differs, differs by a number that is not 0. */
static inline int64_t fixed_whole(double value, fixed_unit unit, uint64_t *wrong)
{
    if (double_bits(value) == 0)
        return 0;
    const double count = value * unit.per;
    if (!(count > -0x1p63 && count < 0x1p63)) {
        *wrong |= 1;
        return 0;
    }
    const int64_t whole = (int64_t)count;
    *wrong |= double_bits((double)whole * unit.one - value);
    return whole;
}

/* x y, below 2^127. */
static inline fixed_pair fixed_product(int64_t x, int64_t y)
{
    return (fixed_pair)x * y;
}

/* x y, below 2^191. Without their signs a negative x is 2^128 too large, a negative y 2^64. */
static inline fixed_three fixed_times(fixed_pair x, int64_t y)
{
    const uint64_t low = (uint64_t)x, high = (uint64_t)((fixed_two)x >> 64), by = (uint64_t)y;
    const fixed_two first = (fixed_two)low * by, second = (fixed_two)high * by + (first >> 64);
    const fixed_two too_much = (fixed_two)(x < 0 ? by : 0) << 64;
    return (fixed_three){(uint64_t)first,
                         (fixed_pair)(second - too_much - (y < 0 ? (fixed_two)x : 0))};
}

static inline fixed_three fixed_three_sum(fixed_three x, fixed_three y)
{
    const uint64_t low = x.low + y.low;
    return (fixed_three){low, x.high + y.high + (low < x.low)};
}

static inline fixed_three fixed_three_difference(fixed_three x, fixed_three y)
{
    return (fixed_three){x.low - y.low, x.high - y.high - (x.low < y.low)};
}

/* Whether x is y 2^k, which is below 2^179, with 52 < k < 128. */
static inline bool fixed_is_shifted(fixed_three x, fixed_three y, int k)
{
    const fixed_two high = (fixed_two)x.high;
    fixed_pair shifted = x.high >> (k & 63);
    uint64_t lost = x.low;
    if (k < 64) {
        shifted = (fixed_pair)(high << (64 - k) | x.low >> k);
        lost = x.low << (64 - k);
    } else
        lost |= (uint64_t)(high & (((fixed_two)1 << (k - 64)) - 1));
    return lost == 0 && y.low == (uint64_t)shifted && y.high == shifted >> 64;
}

/* In two words. */
static inline void fixed_from_pair(fixed *made, fixed_pair value)
{
    made->sign = 0 - (uint64_t)(value < 0);
    const fixed_two size = value < 0 ? 0 - (fixed_two)value : (fixed_two)value;
    made->word[0] = (uint64_t)size;
    made->word[1] = (uint64_t)(size >> 64);
}

/* In three. */
static inline void fixed_from_three(fixed *made, fixed_three value)
{
    const bool below = value.high < 0;
    if (below)
        value = fixed_three_difference((fixed_three){0, 0}, value);
    made->sign = 0 - (uint64_t)below;
    made->word[0] = value.low;
    made->word[1] = (uint64_t)value.high;
    made->word[2] = (uint64_t)(value.high >> 64);
}

/* x + y or x - y, n words each. A difference of magnitudes without a carry is below 0. */
ALWAYS_INLINE void fixed_sum(fixed *sum, const fixed *x, const fixed *y, int n, bool minus)
{
    const uint64_t flip = x->sign ^ y->sign ^ (0 - (uint64_t)minus);
    uint64_t carry = flip & 1;
    FIXED_UNROLL
    for (int i = 0; i < n; i++) {
        const uint64_t other = y->word[i] ^ flip, both = x->word[i] + other;
        sum->word[i] = both + carry;
        carry = (uint64_t)(both < other) | (uint64_t)(sum->word[i] < carry);
    }
    const uint64_t turned = flip & (carry - 1);
    carry = turned & 1;
    FIXED_UNROLL
    for (int i = 0; i < n; i++) {
        sum->word[i] = (sum->word[i] ^ turned) + carry;
        carry &= sum->word[i] == 0;
    }
    sum->sign = x->sign ^ turned;
}

/* x y, of n and m words, in n + m: no sum of a product and two words needs more than two. */
ALWAYS_INLINE void fixed_mul(fixed *product, const fixed *x, int n, const fixed *y, int m)
{
    FIXED_UNROLL
    for (int j = 0; j < m; j++) {
        uint64_t carry = 0;
        FIXED_UNROLL
        for (int i = 0; i < n; i++) {
            fixed_two each = (fixed_two)x->word[i] * y->word[j] + carry;
            if (j > 0)
                each += product->word[i + j];
            product->word[i + j] = (uint64_t)each;
            carry = (uint64_t)(each >> 64);
        }
        product->word[n + j] = carry;
    }
    product->sign = x->sign ^ y->sign;
}

/* x[0] y[0] +- x[1] y[1], of n and m words, in n + m. */
ALWAYS_INLINE void fixed_products(fixed *sum, const fixed *x0, const fixed *y0, const fixed *x1,
                                  const fixed *y1, int n, int m, bool minus)
{
    fixed first, second;
    fixed_mul(&first, x0, n, y0, m);
    fixed_mul(&second, x1, n, y1, m);
    fixed_sum(sum, &first, &second, n + m, minus);
}

/* -1, 0 or 1. */
static inline int fixed_sign(const fixed *x, int n)
{
    uint64_t any = 0;
    for (int i = 0; i < n; i++)
        any |= x->word[i];
    return any == 0 ? 0 : x->sign != 0 ? -1 : 1;
}

/* The magnitude, off by less than 2^-50 of itself: up to four terms of one sign, each rounded, and
 * their sums. */
static inline double fixed_near(const fixed *x, int n)
{
    double near = 0;
    for (int i = n - 1; i >= 0; i--)
        near = near * 0x1p64 + (double)x->word[i];
    return near;
}

/* As a double word, off by less than 2^-104 of itself: 116 bits are looked at, the last 63 of them
 * rounded to 53. */
static inline double_word fixed_word(const fixed *x, int n)
{
    while (n > 0 && x->word[n - 1] == 0)
        n--;
    if (n == 0)
        return dw_from(0);
    const uint64_t first = x->word[n - 1], second = n > 1 ? x->word[n - 2] : 0;
    const int zeros = 63 - (int)bits_highest(first);
    const uint64_t third = n > 2 && zeros > 0 ? x->word[n - 3] >> (64 - zeros) : 0;
    const fixed_two top = ((fixed_two)first << 64 | second) << zeros | third;
    const int64_t high = (int64_t)(top >> 75), low = (int64_t)((uint64_t)(top >> 12) & INT64_MAX);
    const double unit = (x->sign != 0 ? -1 : 1) * fixed_power(64 * (n - 2) - zeros + 12);
    return dw_sum(0x1p63 * unit * (double)high, unit * (double)low);
}

#endif

#endif
