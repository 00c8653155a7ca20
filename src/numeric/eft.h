/* SPDX-License-Identifier: MIT */
/* Error-free transforms: a rounded result together with the error it made.
 *
 * Every bound in Graze rests on these identities, which hold in IEEE-754
 * doubles rounded to nearest, without contraction (-ffp-contract=off) and
 * without -ffast-math.
 *
 * Sources: T. J. Dekker, "A floating-point technique for extending the
 * available precision", 1971; D. E. Knuth, TAOCP vol. 2, 4.2.2 (two-sum);
 * J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
 * Robust Geometric Predicates", 1997.
 */
#ifndef GRAZE_NUMERIC_EFT_H
#define GRAZE_NUMERIC_EFT_H

#include <math.h>

#include "numeric/arithmetic.h"

/* Short steps of a long chain, whose numbers should stay in registers: the compiler's own choice
 * is by size. */
#ifdef __GNUC__
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

/* a + b = result + *tail exactly, for all finite a, b whose rounded sum is
 * finite; subnormals included. */
static inline double eft_two_sum(double a, double b, double *tail)
{
    double sum = a + b;
    double b_part = sum - a;
    double a_part = sum - b_part;
    *tail = (a - a_part) + (b - b_part);
    return sum;
}

/* The same when |a| >= |b| or a == 0. */
static inline double eft_fast_two_sum(double a, double b, double *tail)
{
    double sum = a + b;
    *tail = b - (sum - a);
    return sum;
}

/* How a product is taken apart: by a fused multiply-add where each processor of the build
 * has one, else by splitting. Tests ask for the other way, which must give the same answers. */
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define EFT_HAS_FMA 1
#else
#define EFT_HAS_FMA 0
#endif
#ifndef EFT_FUSED
#define EFT_FUSED EFT_HAS_FMA
#endif

/* a * b = result + *tail exactly when neither over- nor underflows:
 * |a|, |b| < 2^996 and the product is 0 or at least 2^-960 in magnitude.
 * Outside, *tail may be NaN or infinite, or carry an error of at most 2^-1060: a product
 * that may have overflowed must be looked at before its tail is. */
static inline double eft_two_product(double a, double b, double *tail)
{
    double product = a * b;
#if EFT_FUSED
    *tail = __builtin_fma(a, b, -product);
#else
    const double splitter = 0x1p27 + 1.0;
    double a_big = splitter * a, b_big = splitter * b;
    double a_high = a_big - (a_big - a), b_high = b_big - (b_big - b);
    double a_low = a - a_high, b_low = b - b_high;
    *tail = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
#endif
    return product;
}

#endif
