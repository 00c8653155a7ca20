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
enum { FIXED_MOST = 10 };

/* The lowest word first; how many there are is said in each call. `sign` is 0, or all ones of a
 * number below 0; that of 0 is either. */
typedef struct fixed {
    uint64_t word[FIXED_MOST], sign;
} fixed;

/* Adds value/2^last to an integer of two words in two's complement; *exact becomes false where that
 * is none, or may not be less than 2^126. */
static inline fixed_two fixed_plus(fixed_two sum, double value, int last, bool *exact)
{
    const uint64_t bits = double_bits(value);
    const int exponent = (int)(bits >> 52);
    const uint64_t rest = bits & (((uint64_t)1 << 52) - 1);
    const uint64_t whole = rest | (uint64_t)(exponent > 0) << 52;
    const int shift = (exponent > 0 ? exponent : 1) - 1075 - last;
    if (whole == 0)
        return sum;
    fixed_two size = 0;
    if (shift >= 0) {
        *exact &= shift <= 126 - 53;
        size = (fixed_two)whole << (shift & 127);
    } else {
        *exact &= shift > -53 && whole << (64 + shift) == 0;
        size = whole >> (-shift & 63);
    }
    return signbit(value) ? sum - size : sum + size;
}

/* Of two words in two's complement. */
static inline void fixed_from(fixed *made, fixed_two value)
{
    made->sign = 0 - (uint64_t)(value >> 127);
    value = made->sign != 0 ? 0 - value : value;
    made->word[0] = (uint64_t)value;
    made->word[1] = (uint64_t)(value >> 64);
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

/* x y, of n and m words, in n + m. */
ALWAYS_INLINE void fixed_mul(fixed *product, const fixed *x, int n, const fixed *y, int m)
{
    FIXED_UNROLL
    for (int j = 0; j < m; j++) {
        uint64_t carry = 0;
        FIXED_UNROLL
        for (int i = 0; i < n; i++) {
            const fixed_two each = (fixed_two)x->word[i] * y->word[j];
            uint64_t low = (uint64_t)each, high = (uint64_t)(each >> 64);
            if (i > 0) {
                low += carry;
                high += low < carry;
            }
            if (j > 0) {
                const uint64_t before = product->word[i + j];
                low += before;
                high += low < before;
            }
            product->word[i + j] = low;
            carry = high;
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
