/* SPDX-License-Identifier: MIT */
/* Two double words that go the same way, as two doubles do in duo.h: with the names and the bounds
 * of double_word.h. */
#ifndef GRAZE_NUMERIC_DUO_WORD_H
#define GRAZE_NUMERIC_DUO_WORD_H

#include "numeric/double_word.h"
#include "numeric/duo.h"

typedef struct duo_word {
    duo high, low;
} duo_word;

static inline duo_word duo_word_all(double_word both)
{
    return (duo_word){duo_all(both.high), duo_all(both.low)};
}

static inline double_word duo_word_x(duo_word of)
{
    return (double_word){duo_x(of.high), duo_x(of.low)};
}

static inline double_word duo_word_y(duo_word of)
{
    return (double_word){duo_y(of.high), duo_y(of.low)};
}

static inline duo_word duo_word_negative(duo_word x)
{
    return (duo_word){duo_negative(x.high), duo_negative(x.low)};
}

static inline duo_word duo_word_swapped(duo_word x)
{
    return (duo_word){duo_swapped(x.high), duo_swapped(x.low)};
}

/* x y - product */
static inline duo duo_product_tail(duo x, duo y, duo product)
{
#if EFT_FUSED && defined __GNUC__ && defined __FMA__
    return __builtin_ia32_vfmaddpd(x, y, -product);
#elif EFT_FUSED
    return duo_of(__builtin_fma(duo_x(x), duo_x(y), -duo_x(product)),
                  __builtin_fma(duo_y(x), duo_y(y), -duo_y(product)));
#else
    const duo splitter = duo_all(0x1p27 + 1.0);
    const duo x_big = duo_mul(splitter, x), y_big = duo_mul(splitter, y);
    const duo x_high = duo_sub(x_big, duo_sub(x_big, x));
    const duo y_high = duo_sub(y_big, duo_sub(y_big, y));
    const duo x_low = duo_sub(x, x_high), y_low = duo_sub(y, y_high);
    const duo most = duo_sub(duo_mul(x_high, y_high), product);
    const duo more = duo_add(duo_add(most, duo_mul(x_high, y_low)), duo_mul(x_low, y_high));
    return duo_add(more, duo_mul(x_low, y_low));
#endif
}

/* dw_sum */
static inline duo_word duo_word_sum(duo x, duo y)
{
    const duo sum = duo_add(x, y), y_part = duo_sub(sum, x), x_part = duo_sub(sum, y_part);
    return (duo_word){sum, duo_add(duo_sub(x, x_part), duo_sub(y, y_part))};
}

/* dw_add_loosely */
static inline duo_word duo_word_add_loosely(duo_word x, duo_word y)
{
    const duo_word sum = duo_word_sum(x.high, y.high);
    return (duo_word){sum.high, duo_add(sum.low, duo_add(x.low, y.low))};
}

/* dw_add */
static inline duo_word duo_word_add(duo_word x, duo_word y)
{
    const duo_word sum = duo_word_add_loosely(x, y);
    const duo high = duo_add(sum.high, sum.low);
    return (duo_word){high, duo_sub(sum.low, duo_sub(high, sum.high))};
}

/* dw_mul_loosely */
static inline duo_word duo_word_mul_loosely(duo_word x, duo_word y)
{
    const duo product = duo_mul(x.high, y.high), tail = duo_product_tail(x.high, y.high, product);
    const duo more = duo_add(duo_mul(x.high, y.low), duo_mul(x.low, y.high));
    return (duo_word){product, duo_add(tail, more)};
}

/* dw_times */
static inline duo_word duo_word_times(duo_word x, duo y)
{
    const duo product = duo_mul(x.high, y), tail = duo_product_tail(x.high, y, product);
    return (duo_word){product, duo_add(tail, duo_mul(x.low, y))};
}

/* dw_div after a first digit that is known to 4u, but for the last sum: the low part is below 4u
 * of the quotient. */
static inline duo_word duo_word_div_loosely(duo_word x, duo_word y, duo digit)
{
    const duo product = duo_mul(digit, y.high), tail = duo_product_tail(digit, y.high, product);
    const duo rest = duo_add(duo_sub(duo_sub(x.high, product), tail),
                             duo_sub(x.low, duo_mul(digit, y.low)));
    return (duo_word){digit, duo_div(rest, y.high)};
}

/* dw_div */
static inline duo_word duo_word_div(duo_word x, duo_word y)
{
    const duo_word found = duo_word_div_loosely(x, y, duo_div(x.high, y.high));
    return duo_word_sum(found.high, found.low);
}

#endif
