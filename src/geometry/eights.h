/* SPDX-License-Identifier: MIT */
/* Eight floats side by side, for functions of processors that have AVX2 (base/cpu.h). */
#ifndef GRAZE_GEOMETRY_EIGHTS_H
#define GRAZE_GEOMETRY_EIGHTS_H

#include "base/cpu.h"

#if CPU_WIDE
#include <immintrin.h>

#define INLINE_AVX2 CPU_AVX2_FUNCTION static inline __attribute__((always_inline))

INLINE_AVX2 __m256 eight_dots(__m256 ax, __m256 ay, __m256 bx, __m256 by)
{
    return _mm256_fmadd_ps(ax, bx, _mm256_mul_ps(ay, by));
}

/* Bits of lanes in which a > b. */
INLINE_AVX2 unsigned eight_above(__m256 a, __m256 b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ));
}
#endif

#endif
