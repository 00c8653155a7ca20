/* SPDX-License-Identifier: MIT */
/* Checks that the compiler computes with doubles as IEEE 754 says: for configure before
 * anything is built, and for `graze selftest` in the library that is in use.
 */
#ifndef GRAZE_NUMERIC_ARITHMETIC_H
#define GRAZE_NUMERIC_ARITHMETIC_H

#include <float.h>
#include <stddef.h>

/* -ffast-math and its parts, as far as compilers tell. */
#if defined __FAST_MATH__ || defined __ASSOCIATIVE_MATH__ || defined __RECIPROCAL_MATH__ ||        \
    defined __NO_SIGNED_ZEROS__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "Graze is exact: do not compile it with -ffast-math or parts of it"
#endif
#if !defined FLT_EVAL_METHOD || FLT_EVAL_METHOD != 0
#error "Graze is exact: doubles must not be computed in wider registers (-mfpmath=387)"
#endif

/* What is wrong with the arithmetic of the file that includes this, in the default mode; null
 * when nothing is. The operands come from memory that the compiler cannot see through, the
 * operations are the compiler's to transform. */
static inline const char *arithmetic_fault(void)
{
    const volatile double large = 0x1p60, unit = 1, small = 0x1p-27, three = 3, zero = 0;
    const double a = large, b = unit, c = small, t = three, z = zero;
    const struct {
        int is_so;
        const char *what;
    } faults[] = {
        {(a + b) - a != 0, "sums are reordered, or kept in wider registers (-fassociative-math)"},
        {t / 10 != 0.3, "quotients are made products (-freciprocal-math)"},
        {(b + c) * (b - c) - b != 0,
         "products are not rounded before they are added (-ffp-contract=fast)"},
        {1 / (-z + 0.0) < 0, "the sign of zero is lost (-fno-signed-zeros)"},
        {(a - a) / z == (a - a) / z, "NaN is ignored (-ffinite-math-only)"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        /* UNREACHED: nothing is wrong with the arithmetic that the tests are built with */
        if (faults[i].is_so)
            return faults[i].what;
    return NULL;
}

#endif
