/* SPDX-License-Identifier: MIT */
/* What the vector layer has that the processor has not: inverses, sums rounded up, and eight lanes
 * in two vectors of four. */
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

#include "base/lanes_avx2_twice.inc"

    enum {
        OPERATIONS = 12
    };

/* Every operation of eight lanes. */
BATCH_PASS void do_all(const double *x, const double *y, const double *z,
                       double made[OPERATIONS][MOST_LANES])
{
    const twice_vector a = twice_load(x), b = twice_load(y), c = twice_load(z);
    const twice_vector all[OPERATIONS] = {twice_add(a, b),
                                          twice_sub(a, b),
                                          twice_mul(a, b),
                                          twice_div(a, b),
                                          twice_min(a, b),
                                          twice_max(a, b),
                                          twice_abs(a),
                                          twice_sqrt(twice_abs(a)),
                                          twice_all(x[3]),
                                          twice_mul_add(a, b, c),
                                          twice_where_above(a, b, c, a),
                                          twice_all(twice_greatest(a))};
    for (int i = 0; i < OPERATIONS; i++)
        twice_store(made[i], all[i]);
}

BATCH_PASS unsigned not_above_of(unsigned of, const double *x, const double *y)
{
    return twice_not_above(of, twice_load(x), twice_load(y));
}

/* The points, and the ones behind them. */
BATCH_PASS void take_points(const double *from, unsigned count, double points[4][MOST_LANES])
{
    twice_vector x, y;
    twice_points(from, count, &x, &y);
    twice_store(points[0], x);
    twice_store(points[1], y);
    twice_store(points[2], twice_next(x, count));
    twice_store(points[3], twice_next(y, count));
}

/* Up to four, in vectors of four. */
BATCH_PASS void take_few_points(const double *from, unsigned count, double points[4][MOST_LANES])
{
    avx2_vector x, y;
    avx2_points(from, count, &x, &y);
    avx2_store(points[0], x);
    avx2_store(points[1], y);
    avx2_store(points[2], avx2_next(x, count));
    avx2_store(points[3], avx2_next(y, count));
}

/* The lanes of a mask, and how many. */
BATCH_PASS unsigned pack(const double *from, unsigned mask, double *to)
{
    avx2_store_packed(to, avx2_load(from), mask);
    return avx2_count(mask);
}

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

#if CPU_WIDE
static double greater(double a, double b)
{
    return a > b ? a : b;
}

static void each_of_eight_lanes_is_done_as_a_double_is(void)
{
    if (!cpu_has_avx2())
        return;
    random_seed(25);
    for (size_t i = 0; i < support_rounds(2000, 10000, 100000); i++) {
        _Alignas(64) double x[MOST_LANES], y[MOST_LANES], z[MOST_LANES];
        _Alignas(64) double made[OPERATIONS][MOST_LANES];
        double most = -INFINITY;
        for (int k = 0; k < MOST_LANES; k++) {
            x[k] = random_long((int)random_below(60) + 1);
            y[k] = random_below(4) == 0 ? x[k] : random_long((int)random_below(60) + 1);
            z[k] = random_long((int)random_below(60) + 1);
            most = greater(x[k], most);
        }
        do_all(x, y, z, made);
        const unsigned of = (unsigned)random_below(256), not_above = not_above_of(of, x, y);
        for (int k = 0; k < MOST_LANES; k++) {
            const double wanted[OPERATIONS] = {x[k] + y[k],
                                               x[k] - y[k],
                                               x[k] * y[k],
                                               x[k] / y[k],
                                               -greater(-x[k], -y[k]),
                                               greater(x[k], y[k]),
                                               fabs(x[k]),
                                               sqrt(fabs(x[k])),
                                               x[3],
                                               fma(x[k], y[k], z[k]),
                                               x[k] > y[k] ? z[k] : x[k],
                                               most};
            for (int j = 0; j < OPERATIONS; j++)
                CU_ASSERT_EQUAL(made[j][k], wanted[j]);
            CU_ASSERT_EQUAL(not_above >> k & 1, (of >> k & 1) & (unsigned)!(x[k] > y[k]));
        }
    }
}

/* Behind the last point the first one comes again, and nothing behind it is read. */
static void points_come_again_behind_the_last_one(void)
{
    if (!cpu_has_avx2())
        return;
    double from[2 * MOST_LANES];
    for (int k = 0; k < 2 * MOST_LANES; k++)
        from[k] = k + 1;
    for (int count = 1; count <= MOST_LANES; count++)
        for (int wide = count <= 4 ? 0 : 1; wide < 2; wide++) {
            _Alignas(64) double points[4][MOST_LANES];
            const int most = wide ? MOST_LANES : 4;
            (wide ? take_points : take_few_points)(from, (unsigned)count, points);
            for (int k = 0; k < most; k++) {
                const int here = k < count ? k : 0, next = k + 1 < count ? k + 1 : 0;
                CU_ASSERT_EQUAL(points[0][k], from[2 * here]);
                CU_ASSERT_EQUAL(points[1][k], from[2 * here + 1]);
                CU_ASSERT_EQUAL(points[2][k], from[2 * next]);
                CU_ASSERT_EQUAL(points[3][k], from[2 * next + 1]);
            }
        }
}

static void lanes_of_a_mask_are_stored_in_their_order(void)
{
    const double from[4] = {0x1.23456789abcdep-300, -2, INFINITY, -0x1p-1074};
    for (unsigned mask = 0; mask < 16 && cpu_level() >= CPU_AVX2; mask++) {
        double packed[4];
        unsigned at = 0;
        const unsigned count = pack(from, mask, packed);
        for (unsigned lane = 0; lane < 4; lane++)
            if (mask >> lane & 1)
                CU_ASSERT_EQUAL(packed[at++], from[lane]);
        CU_ASSERT_EQUAL(count, at);
    }
}
#endif

CU_TestInfo lanes_tests[] = {
    SUPPORT_TEST(inverses_and_sums_are_as_exact_as_they_say),
    SUPPORT_TEST(what_has_no_inverse_gets_none),
#if CPU_WIDE
    SUPPORT_TEST(each_of_eight_lanes_is_done_as_a_double_is),
    SUPPORT_TEST(points_come_again_behind_the_last_one),
    SUPPORT_TEST(lanes_of_a_mask_are_stored_in_their_order),
#endif
    CU_TEST_INFO_NULL,
};
