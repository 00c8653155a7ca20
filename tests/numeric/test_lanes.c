/* SPDX-License-Identifier: MIT */
/* What the vector layer has that the processor has not: inverses, and sums rounded up. */
#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "base/cpu.h"
#include "numeric/exact.h"
#include "numeric/rounding.h"
#include "support/run.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

enum { MOST_LANES = 8 };

/* Of each lane. */
typedef struct answers {
    _Alignas(64) double inverse[MOST_LANES], up[MOST_LANES];
} answers;

typedef struct lanes {
    _Alignas(64) double high[MOST_LANES], low[MOST_LANES];
} lanes;

#define ASK                                                                                        \
    BATCH_PASS void WIDE(ask)(const lanes *of, answers *to)                                      \
    {                                                                                              \
        for (int i = 0; i < MOST_LANES; i += LANES) {                                              \
            const WIDE(vector) high = WIDE(load)(of->high + i);                                    \
            WIDE(store)(to->inverse + i, WIDE(inverse)(high));                                     \
            WIDE(store)(to->up + i, WIDE(up)(high, WIDE(load)(of->low + i)));                      \
        }                                                                                          \
    }

#if CPU_WIDE
#include "base/lanes_avx2.inc"
ASK

#include "base/lanes_avx512.inc"
ASK
#endif

/* False: there are no such lanes. */
static bool ask(cpu_instructions level, const lanes *of, answers *to)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        avx512_ask(of, to);
    else if (level == CPU_AVX2)
        avx2_ask(of, to);
    return level > CPU_PLAIN;
#else
    (void)level, (void)of, (void)to;
    return false;
#endif
}

/* Is 1.2 u of itself, u = 2^-53, more than what it is off by? (The product is rounded once, by far
 * less.) */
static bool is_inverse(double of, double inverse)
{
    return fabs(fma(of, inverse, -1)) < 1.2 * 0x1p-53;
}

static void inverses_and_sums_are_as_exact_as_they_say(void)
{
    const size_t rounds = support_rounds(20000, 100000, 1000000);
    random_seed(24);
    size_t wrong = 0;
    for (size_t i = 0; i < rounds; i++) {
        lanes asked;
        for (int k = 0; k < MOST_LANES; k++) {
            asked.high[k] = random_long((int)random_below(1018) + 1);
            asked.low[k] = ldexp((int)random_below(3) - 1, (int)random_below(20) - 1074);
        }
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            answers made;
            if (!ask((cpu_instructions)level, &asked, &made))
                continue;
            for (int k = 0; k < MOST_LANES; k++) {
                wrong += !is_inverse(asked.high[k], made.inverse[k]);
                wrong += made.up[k] != double_outward(asked.high[k], asked.low[k], true);
            }
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void what_has_no_inverse_gets_none(void)
{
    const lanes asked = {{0, -0.0, 0x1p-1074, -0x1p-1030, NAN, 0x1p-1025, 1, 2}, {0}};
    for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
        answers made;
        if (!ask((cpu_instructions)level, &asked, &made))
            continue;
        for (int k = 0; k < 6; k++)
            CU_ASSERT_FALSE(fabs(made.inverse[k]) <= DBL_MAX);
        CU_ASSERT_EQUAL(made.inverse[6], 1);
        CU_ASSERT_EQUAL(made.inverse[7], 0.5);
    }
}

CU_TestInfo lanes_tests[] = {
    SUPPORT_TEST(inverses_and_sums_are_as_exact_as_they_say),
    SUPPORT_TEST(what_has_no_inverse_gets_none),
    CU_TEST_INFO_NULL,
};
