/* SPDX-License-Identifier: MIT */
/* Double-double numbers that carry a bound on their error: the second filter.
 *
 * |true value - (high + low)| <= error, with |low| <= ulp(high)/2. The bound is
 * *a posteriori*: sums and the products of short numbers are charged what was
 * really cut off, so numbers of up to about 106 bits go through without any
 * error, and the ties that plans on grids are full of (a contact exactly at a
 * start, a tangency in small numbers) come out as the exact zeros that they are.
 *
 * Bounds. U = 2^-53. Each computed bound passes through fewer than 2^20 rounded
 * operations, which dd_sign and the roundings pay for with a margin of 2^-30.
 * Products in danger of underflow are charged 2^-1000, far above the 2^-1060
 * that eft_two_product can lose there; overflow ends in an infinite or NaN
 * member, for which every question is answered "unknown".
 *
 * Source: error-free transforms as in eft.h; the double-double sum and product
 * follow Dekker 1971 with the discarded parts added up instead of estimated.
 */
#ifndef GRAZE_NUMERIC_DD_H
#define GRAZE_NUMERIC_DD_H

#include <stdbool.h>

#include "numeric/eft.h"
#include "numeric/rounding.h"

typedef struct dd {
    double high, low, error;
} dd;

static inline dd dd_from(double value) { return (dd){value, 0, 0}; }
static inline dd dd_negative(dd x) { return (dd){-x.high, -x.low, x.error}; }
static inline bool dd_is_exact_zero(dd x) { return x.high == 0 && x.error == 0; }

/* Short numbers (one double each) and sums whose lows add without an error are
 * the common case; there the sum is exact after two or four two-sums. */
static inline dd dd_add(dd x, dd y)
{
    double tail, low_tail, carry_tail, low;
    double sum = eft_two_sum(x.high, y.high, &tail);
    double error = x.error + y.error;
    if (x.low == 0 && y.low == 0)
        return (dd){sum, tail, error};
    double lows = eft_two_sum(x.low, y.low, &low_tail);
    double carry = eft_two_sum(tail, lows, &carry_tail);
    double high = eft_two_sum(sum, carry, &low);
    if (low_tail == 0 && carry_tail == 0)
        return (dd){high, low, error};
    double rest_tail, rest = eft_two_sum(low_tail, carry_tail, &rest_tail);
    double last_tail, last = eft_two_sum(low, rest, &last_tail);
    high = eft_two_sum(high, last, &low);
    return (dd){high, low, error + (fabs(rest_tail) + fabs(last_tail))};
}

static inline dd dd_sub(dd x, dd y) { return dd_add(x, dd_negative(y)); }

/* A product whose tail is exact up to what is added to *error. */
static inline double dd_product(double a, double b, double *tail, double *error)
{
    double product = eft_two_product(a, b, tail);
    if (fabs(product) < 0x1p-900) {
        if (a == 0 || b == 0)
            *tail = 0;
        else
            *error += 0x1p-1000;
    }
    return product;
}

/* x y, of their parts: a struct of three doubles goes through memory where it is not in line, and
 * is copied there in pieces of sixteen bytes, which wait for the eight that were just stored. */
static inline dd dd_mul_parts(double x_high, double x_low, double x_error, double y_high,
                              double y_low, double y_error)
{
    const dd x = {x_high, x_low, x_error}, y = {y_high, y_low, y_error};
    if (dd_is_exact_zero(x) || dd_is_exact_zero(y))
        return dd_from(0);
    double error = fabs(x.high) * y.error + fabs(y.high) * x.error;
    error += error * 0x1p-50 + x.error * y.error; /* the lows, and the bound's own bounds */
    if (x.error != 0 || y.error != 0)
        error += 0x1p-1000; /* bounds underflow as well */

    double tail, low, product = dd_product(x.high, y.high, &tail, &error);
    if (x.low == 0 && y.low == 0)
        return (dd){product, tail, error};
    if (x.low == 0 || y.low == 0) {
        double cross_tail;
        double cross = x.low == 0 ? dd_product(x.high, y.low, &cross_tail, &error)
                                  : dd_product(x.low, y.high, &cross_tail, &error);
        dd sum = dd_add((dd){product, tail, error}, (dd){cross, cross_tail, 0});
        return sum;
    }
    double cross_1 = x.high * y.low, cross_2 = x.low * y.high;
    double cross = cross_1 + cross_2, rest = tail + cross;
    error += 0x1p-53 * (fabs(cross_1) + fabs(cross_2) + fabs(cross) + fabs(rest)) +
             fabs(x.low) * fabs(y.low) + 0x1p-1000;
    double high = eft_two_sum(product, rest, &low);
    return (dd){high, low, error};
}

static inline dd dd_mul(dd x, dd y)
{
    return dd_mul_parts(x.high, x.low, x.error, y.high, y.low, y.error);
}

static inline dd dd_square(dd x) { return dd_mul(x, x); }

/* -1, 0, 1, or SIGN_UNKNOWN. */
static inline int dd_sign(dd x)
{
    double margin = fabs(x.high) * (1 - 0x1p-30);
    if (margin > x.error && margin < INFINITY)
        return x.high > 0 ? 1 : -1;
    return dd_is_exact_zero(x) ? 0 : SIGN_UNKNOWN;
}

/* x / y for a y that is certainly not 0; the error is not finite otherwise.
 *
 * Bound: with q the two-term quotient and r = x - q y, the true quotient differs
 * from q by (r + dx - q dy)/(y + dy), |dx| <= x.error, |dy| <= y.error. Underflow of q dy
 * takes less than 2^-1070 from the numerator, and less than 2^-1000 from the quotient. */
static inline dd dd_div(dd x, dd y)
{
    double first = x.high / y.high;
    dd quotient = dd_from(first);
    dd left = dd_sub(x, dd_mul(quotient, (dd){y.high, y.low, 0}));
    double low, second = left.high / y.high;
    quotient.high = eft_two_sum(first, second, &low);
    quotient.low = low;

    dd rest = dd_sub((dd){x.high, x.low, 0}, dd_mul(quotient, (dd){y.high, y.low, 0}));
    double smallest = fabs(y.high) * (1 - 0x1p-30) - y.error;
    double wrong = fabs(rest.high) * (1 + 0x1p-50) + rest.error + x.error +
                   fabs(quotient.high) * (1 + 0x1p-50) * y.error +
                   (y.error != 0 ? 0x1p-1070 : 0);
    bool known = smallest > 0 && smallest < INFINITY; /* a y that overflowed is not known */
    quotient.error = known ? wrong / smallest * (1 + 0x1p-40) : INFINITY;
    if (wrong != 0)
        quotient.error += 0x1p-1000;
    return quotient;
}

/* The square root of an x that is certainly positive; the error is not finite
 * otherwise.
 *
 * Bound: with s the two-term root and r = x - s^2, the true root differs from s
 * by (r + dx)/(s + sqrt(x + dx)), at most (|r| + x.error)/s in magnitude. */
static inline dd dd_sqrt(dd x)
{
    double first = sqrt(x.high);
    dd result = dd_from(first);
    dd left = dd_sub((dd){x.high, x.low, 0}, dd_square(result));
    double low, second = left.high / (2 * first);
    result.high = eft_two_sum(first, second, &low);
    result.low = low;

    dd rest = dd_sub((dd){x.high, x.low, 0}, dd_square(result));
    double wrong = fabs(rest.high) * (1 + 0x1p-50) + rest.error + x.error;
    result.error = dd_sign(x) == 1 ? wrong / first * (1 + 0x1p-40) : INFINITY;
    if (wrong != 0)
        result.error += 0x1p-1000;
    return result;
}

/* ---- correct rounding, or none: false when the error bound leaves a choice -------- */

/* The spread of the true value about x.high, when that is the nearest double but
 * for the error. Room on both sides is what a rounding has to stay within. */
typedef struct dd_spread {
    double below, above; /* true value - x.high lies in [below, above] */
    double gap_down, gap_up;
} dd_spread;

static inline bool dd_spread_of(dd x, dd_spread *spread)
{
    double error = x.error * (1 + 0x1p-30);
    if (!(fabs(x.high) < 0x1p1000 && error < INFINITY))
        return false;
    /* An outward step of one ulp of the sums pays for their rounding. */
    spread->below = error == 0 ? x.low : double_next_down(x.low - error);
    spread->above = error == 0 ? x.low : double_next_up(x.low + error);
    spread->gap_down = x.high - double_next_down(x.high);
    spread->gap_up = double_next_up(x.high) - x.high;
    return true;
}

/* The largest double not above the true value. */
static inline bool dd_round_down(dd x, double *rounded)
{
    dd_spread spread;
    if (!dd_spread_of(x, &spread))
        return false;
    if (spread.below >= 0 && spread.above < spread.gap_up)
        *rounded = x.high;
    else if (spread.above < 0 && spread.below >= -spread.gap_down)
        *rounded = double_next_down(x.high);
    else
        return false;
    return true;
}

/* The smallest double not below the true value. */
static inline bool dd_round_up(dd x, double *rounded)
{
    if (!dd_round_down(dd_negative(x), rounded))
        return false;
    *rounded = -*rounded;
    return true;
}

/* The nearest double; ties are left to somebody exact. */
static inline bool dd_round_nearest(dd x, double *rounded)
{
    dd_spread spread;
    if (!dd_spread_of(x, &spread) || !(2 * spread.above < spread.gap_up) ||
        !(2 * spread.below > -spread.gap_down))
        return false;
    *rounded = x.high;
    return true;
}

#endif
