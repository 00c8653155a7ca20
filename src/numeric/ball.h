/* SPDX-License-Identifier: MIT */
/* A double with a bound on its error: the first filter of a decision.
 *
 * |true value - value| <= error holds for every ball that is made from exact
 * doubles by the functions below, overflow included: a ball whose value or error
 * is not finite has the sign "unknown".
 *
 * Bounds. U = 2^-53. Sums are charged the error that they really made
 * (two-sum), so a sum that is exact stays exact and a tie shows as the exact
 * zero that it is. Products are charged U|product| + 2^-1060: the product, and each of
 * the four products of its bound, loses at most 2^-1075 by underflow; sums lose nothing.
 * The bound itself is computed in doubles: each of its operations may lose a factor of
 * 1 - U, and a bound passes through fewer than 2^20 of them, so the comparison in
 * ball_sign asks for a margin of 2^-30.
 */
#ifndef GRAZE_NUMERIC_BALL_H
#define GRAZE_NUMERIC_BALL_H

#include <stdbool.h>

#include "numeric/eft.h"
#include "numeric/rounding.h"

typedef struct ball {
    double value, error;
} ball;

static inline ball ball_from(double value) { return (ball){value, 0}; }
static inline ball ball_negative(ball x) { return (ball){-x.value, x.error}; }

static inline ball ball_add(ball x, ball y)
{
    double tail, sum = eft_two_sum(x.value, y.value, &tail);
    return (ball){sum, x.error + y.error + fabs(tail)};
}

static inline ball ball_sub(ball x, ball y) { return ball_add(x, ball_negative(y)); }

static inline ball ball_mul(ball x, ball y)
{
    if ((x.value == 0 && x.error == 0) || (y.value == 0 && y.error == 0))
        return ball_from(0);
    double product = x.value * y.value;
    double error = 0x1p-53 * fabs(product) + 0x1p-1060 + fabs(x.value) * y.error +
                   fabs(y.value) * x.error + x.error * y.error;
    return (ball){product, error};
}

static inline ball ball_square(ball x) { return ball_mul(x, x); }

/* x / y for a y that is certainly not 0; the error is not finite otherwise. With q
 * the rounded quotient, |x/y - q| <= U|q| + (dx + |q| dy)/(|y| - dy); underflow takes less
 * than 2^-1070 from the numerator of that, and from the rest. */
static inline ball ball_div(ball x, ball y)
{
    double quotient = x.value / y.value;
    double smallest = fabs(y.value) * (1 - 0x1p-30) - y.error;
    double wrong = x.error + fabs(quotient) * y.error + (y.error != 0 ? 0x1p-1070 : 0);
    double error = 0x1p-52 * fabs(quotient) + wrong / smallest * (1 + 0x1p-30) + 0x1p-1000;
    return (ball){quotient, smallest > 0 ? error : INFINITY};
}

/* The square root of an x that is certainly positive; the error is not finite
 * otherwise. |sqrt(x + dx) - sqrt(x)| <= |dx|/sqrt(x); the root is at least 2^-537, so
 * only the quotient can underflow. */
static inline ball ball_sqrt(ball x)
{
    double value = sqrt(x.value);
    bool positive = fabs(x.value) * (1 - 0x1p-30) > x.error && x.value > 0;
    double error = 0x1p-52 * value + x.error / value * (1 + 0x1p-30) + 0x1p-1000;
    return (ball){value, positive ? error : INFINITY};
}

/* -1, 0, 1, or SIGN_UNKNOWN. */
static inline int ball_sign(ball x)
{
    double margin = fabs(x.value) * (1 - 0x1p-30);
    if (margin > x.error && margin < INFINITY)
        return x.value > 0 ? 1 : -1;
    return x.value == 0 && x.error == 0 ? 0 : SIGN_UNKNOWN;
}

#endif
