/* SPDX-License-Identifier: MIT */
/* Doubles as an ordered set: neighbours, and ranks to search in.
 */
#ifndef GRAZE_NUMERIC_ROUNDING_H
#define GRAZE_NUMERIC_ROUNDING_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What a sign function answers besides -1, 0 and 1: the arithmetic at hand
 * cannot tell; ask a more precise one. */
enum { SIGN_UNKNOWN = 2 };

/* The bits but for the sign: 0 for zeros alone, even where the processor takes subnormal
 * numbers for zeros. */
static inline uint64_t double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & INT64_MAX;
}

/* The rank of a double that is no NaN: consecutive doubles have consecutive
 * ranks, -0 and 0 share rank 0, +infinity follows DBL_MAX. */
static inline int64_t double_rank(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >= 0 ? bits : -(bits & INT64_MAX);
}

/* The double of a rank between those of -infinity and +infinity. */
static inline double double_of_rank(int64_t rank)
{
    int64_t bits = rank >= 0 ? rank : (int64_t)((uint64_t)-rank | (uint64_t)INT64_MIN);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The smallest double above a finite value, the largest below it. */
static inline double double_next_up(double value) { return double_of_rank(double_rank(value) + 1); }
static inline double double_next_down(double value)
{
    return double_of_rank(double_rank(value) - 1);
}

/* The sum of two doubles, the second less than a step of the first, rounded to the nearest double
 * not below it (`upper`) or not above it: without a branch, since nothing predicts it. */
static inline double double_outward(double high, double low, bool upper)
{
    int64_t bits, step = upper ? low > 0 : -(int64_t)(low < 0);
    memcpy(&bits, &high, sizeof bits);
    bits += bits < 0 ? -step : step;
    memcpy(&high, &bits, sizeof high);
    return high;
}

/* Finds the largest double at which a monotone question still answers true.
 *
 * `holds(context, x)` must be true below some real number and false above it,
 * for finite x; `guess` is where the search begins, and the closer it is the
 * fewer questions are asked (at most about 130). Answers -infinity when it holds
 * nowhere, DBL_MAX when it holds everywhere. */
double double_search_last(bool (*holds)(void *context, double x), void *context, double guess);

#endif
