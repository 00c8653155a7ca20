/* SPDX-License-Identifier: MIT */
/* A few doubles added without rounding, if the sum is that of two doubles.
 *
 * If it is that of two doubles at all, then it is that of its nearest double and
 * a rest, because the error of a floating-point sum is a double. So there are few
 * candidates for the one part, and each is tried.
 *
 * Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
 * Robust Geometric Predicates", 1997, for distillation. */
#include "motion/sum.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "numeric/eft.h"

enum { LAST = MOTION_SUM_TERMS - 1 };

/* Unused terms are 0. */
typedef struct terms {
    double at[MOTION_SUM_TERMS];
} terms;

/* Rewrites the terms, their real sum unchanged, until each is the rounded sum of
 * itself and its right neighbour; zeros sink to the right. Then the sum is one
 * double iff all but the first are 0. Four terms settle within as many passes;
 * what overflows ends as NaN, which completes nothing. */
static void distil(terms *sum)
{
    for (int pass = 0; pass < MOTION_SUM_TERMS; pass++)
        for (int i = LAST; i > 0; i--)
            sum->at[i - 1] = eft_two_sum(sum->at[i - 1], sum->at[i], &sum->at[i]);
}

/* Is sum - candidate one double? Says which. The candidate is within a factor of
 * two of the first term, so that their difference is exact. */
static bool completes(terms sum, double candidate, double *rest)
{
    sum.at[0] -= candidate;
    distil(&sum);
    *rest = sum.at[0];
    for (int i = 1; i < MOTION_SUM_TERMS; i++)
        if (!(sum.at[i] == 0.0))
            return false;
    return true;
}

/* Writes the sum as two doubles not above `limit` in magnitude, if there are
 * such. The nearest double is the first distilled term, or its neighbour when
 * the others sit on the tie; out of range, `limit` itself can take its place
 * (for doubles x, y <= limit < x + y, x - (limit - y) is a double). */
static bool split(terms sum, double limit, double *high, double *low)
{
    distil(&sum);
    if (fabs(sum.at[0]) > 2 * limit)
        return false;
    if (fabs(sum.at[0]) > limit) {
        *high = copysign(limit, sum.at[0]);
        return completes(sum, *high, low) && fabs(*low) <= limit;
    }
    *high = sum.at[0];
    if (completes(sum, *high, low))
        return true;
    *high = nextafter(sum.at[0], copysign(HUGE_VAL, sum.at[1]));
    return fabs(*high) <= limit && completes(sum, *high, low);
}

/* Makes every term 2^3 times smaller, which keeps all partial sums in range.
 * False when a term is too small for that: beside terms so large that they
 * overflow it cannot be part of a sum of two doubles anyway. */
static bool shrink(terms *sum)
{
    for (int i = 0; i < MOTION_SUM_TERMS; i++) {
        double smaller = sum->at[i] / 8;
        if (smaller * 8 != sum->at[i])
            return false;
        sum->at[i] = smaller;
    }
    return true;
}

bool motion_exact_sum(const double *values, size_t count, double *high, double *low)
{
    assert(count <= MOTION_SUM_TERMS);
    terms sum = {{0}};
    for (size_t i = 0; i < count; i++)
        sum.at[i] = values[i];
    double first, rest;
    if (split(sum, DBL_MAX, &first, &rest)) {
        *high = first;
        *low = rest;
        return true;
    }
    if (!shrink(&sum) || !split(sum, DBL_MAX / 8, &first, &rest))
        return false;
    *high = first * 8;
    *low = rest * 8;
    return true;
}
