/* SPDX-License-Identifier: MIT */
/* Double words: a number as the unevaluated sum of two doubles, without a bound of its own.
 * Where dd.h finds out afterwards what was lost, here a whole formula is charged beforehand,
 * which takes no branch and a third of the time.
 *
 * With u = 2^-53 and |x| for |x.high| + |x.low|, a result is off by at most a share that is
 * charged to rounding and, where a product or a quotient comes near the smallest doubles, by an
 * amount that is charged to underflow (L = 2^-1058):
 *
 *   dw_sum    0                                exactly, subnormal numbers included
 *   dw_add    8 u^2 (|x| + |y|)                two lows added with u of 2u(|x| + |y|) twice, and
 *                                              their sum beside the high part; nothing to
 *                                              underflow: sums of doubles are doubles there
 *   dw_sub_closely  4 u^2 |x - y|              of the difference itself, however much cancels, of
 *                                              words whose low part is at most half a last bit
 *                                              of the high one (Joldes, Muller and Popescu, Tight
 *                                              and rigorous error bounds for basic building
 *                                              blocks of double-word arithmetic, 2017, theorem
 *                                              3.1); nothing to underflow
 *   dw_mul    9 u^2 |x y|          + L         low*low u^2; two products u^2 each, their sum
 *                                              2 u^2, that beside the tail 3 u^2
 *   dw_div    32 u^2 |x/y|         + L + L/|y| the rest after one digit is below 4u|x|; four
 *                                              roundings of it, one of q y.low, and y for y.high
 *   dw_sqrt   16 u^2 sqrt(x)       + L/sqrt(x) the same; the second order adds 2 u^2
 *
 * (eft_two_product loses 2^-1060 below 2^-960, each further product and quotient 2^-1075.)
 *
 * They hold in round-to-nearest with gradual underflow, while every product and every operand of
 * one stays below 2^996. Who uses them sees to all of that: under other rounding modes, or where
 * subnormal numbers are flushed to 0, not even dw_sum is exact.
 */
#ifndef GRAZE_NUMERIC_DOUBLE_WORD_H
#define GRAZE_NUMERIC_DOUBLE_WORD_H

#include "numeric/eft.h"

typedef struct double_word {
    double high, low;
} double_word;

static inline double_word dw_from(double value)
{
    return (double_word){value, 0};
}
static inline double_word dw_negative(double_word x)
{
    return (double_word){-x.high, -x.low};
}

/* x times 1 or -1. */
static inline double_word dw_signed(double_word x, double sign)
{
    return (double_word){sign * x.high, sign * x.low};
}

/* a + b, exactly. */
static inline double_word dw_sum(double a, double b)
{
    double_word x;
    x.high = eft_two_sum(a, b, &x.low);
    return x;
}

static inline double_word dw_add(double_word x, double_word y)
{
    double tail, low, high = eft_two_sum(x.high, y.high, &tail);
    high = eft_fast_two_sum(high, tail + (x.low + y.low), &low);
    return (double_word){high, low};
}

/* The same without the last sum: the low part is below 3u of what is added. */
static inline double_word dw_add_loosely(double_word x, double_word y)
{
    double tail, high = eft_two_sum(x.high, y.high, &tail);
    return (double_word){high, tail + (x.low + y.low)};
}

static inline double_word dw_sub(double_word x, double_word y)
{
    return dw_add(x, dw_negative(y));
}

static inline double_word dw_sub_closely(double_word x, double_word y)
{
    double tail, more, low, high = eft_two_sum(x.high, -y.high, &tail);
    const double lows = eft_two_sum(x.low, -y.low, &more);
    high = eft_fast_two_sum(high, tail + lows, &low);
    high = eft_fast_two_sum(high, more + low, &low);
    return (double_word){high, low};
}

static inline double_word dw_mul(double_word x, double_word y)
{
    double tail, low, high = eft_two_product(x.high, y.high, &tail);
    high = eft_fast_two_sum(high, tail + (x.high * y.low + x.low * y.high), &low);
    return (double_word){high, low};
}

/* The same without the last sum: the low part is below 4u of the product. As one factor of a
 * product such a word makes 20 u^2 of the 9, as both 41; in a sum or a difference 16 of the 8. */
static inline double_word dw_mul_loosely(double_word x, double_word y)
{
    double tail, high = eft_two_product(x.high, y.high, &tail);
    return (double_word){high, tail + (x.high * y.low + x.low * y.high)};
}

/* Of a word and a double, loosely: off by 3 u^2. */
static inline double_word dw_times(double_word x, double y)
{
    double tail, high = eft_two_product(x.high, y, &tail);
    return (double_word){high, tail + x.low * y};
}

static inline double_word dw_div(double_word x, double_word y)
{
    double quotient = x.high / y.high, tail;
    double product = eft_two_product(quotient, y.high, &tail);
    double rest = ((x.high - product) - tail) + (x.low - quotient * y.low);
    return dw_sum(quotient, rest / y.high);
}

/* Of a positive number. */
static inline double_word dw_sqrt(double_word x)
{
    double near = sqrt(x.high), tail;
    double square = eft_two_product(near, near, &tail);
    double rest = ((x.high - square) - tail) + x.low;
    return dw_sum(near, rest / (2 * near));
}

/* x[0] y[0] + x[1] y[1] */
static inline double_word dw_dot(const double_word x[2], const double_word y[2])
{
    return dw_add(dw_mul(x[0], y[0]), dw_mul(x[1], y[1]));
}

/* x[0] y[1] - x[1] y[0] */
static inline double_word dw_cross(const double_word x[2], const double_word y[2])
{
    return dw_sub(dw_mul(x[0], y[1]), dw_mul(x[1], y[0]));
}

#endif
