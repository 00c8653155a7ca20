/* SPDX-License-Identifier: MIT */
/* Two double words side by side, and four, are double words, bit for bit. */
#include "numeric/duo_word.h"

#include <math.h>
#include <string.h>

#include "numeric/exact.h"
#include "numeric/quad_word.h"
#include "support/run.h"

/* A word of an ordinary size, with a low part or without, or a zero. */
static double_word some_word(void)
{
    const double high = ldexp((double)random_below(1U << 30) - 0x1p29, (int)random_below(80) - 60);
    const double low = ldexp((double)random_below(1U << 30), (int)random_below(60) - 130);
    return random_below(5) == 0 ? dw_from(high) : dw_sum(high, low);
}

static bool same(double_word a, double_word b)
{
    return memcmp(&a.high, &b.high, sizeof a.high) == 0 &&
           memcmp(&a.low, &b.low, sizeof a.low) == 0;
}

static void is_both(duo_word found, double_word x, double_word y)
{
    CU_ASSERT_TRUE(same(duo_word_x(found), x));
    CU_ASSERT_TRUE(same(duo_word_y(found), y));
}

static void both_lanes_are_double_words(void)
{
    random_seed(57);
    for (size_t round = 0; round < support_rounds(20000, 200000, 2000000); round++) {
        const double_word a = some_word(), b = some_word(), c = some_word(), d = some_word();
        const duo_word x = {duo_of(a.high, b.high), duo_of(a.low, b.low)};
        const duo_word y = {duo_of(c.high, d.high), duo_of(c.low, d.low)};
        is_both(duo_word_sum(x.high, y.high), dw_sum(a.high, c.high), dw_sum(b.high, d.high));
        is_both(duo_word_add(x, y), dw_add(a, c), dw_add(b, d));
        is_both(duo_word_add_loosely(x, y), dw_add_loosely(a, c), dw_add_loosely(b, d));
        is_both(duo_word_mul_loosely(x, y), dw_mul_loosely(a, c), dw_mul_loosely(b, d));
        is_both(duo_word_times(x, y.high), dw_times(a, c.high), dw_times(b, d.high));
        is_both(duo_word_negative(x), dw_negative(a), dw_negative(b));
        is_both(duo_word_all(a), a, a);
        if (c.high != 0 && d.high != 0)
            is_both(duo_word_div(x, y), dw_div(a, c), dw_div(b, d));
    }
}

static duo_word two_words(void)
{
    const double_word a = some_word(), b = some_word();
    return (duo_word){duo_of(a.high, b.high), duo_of(a.low, b.low)};
}

static void is_each(quad_word found, duo_word x, duo_word y)
{
    is_both((duo_word){quad_xs(found.high), quad_xs(found.low)}, duo_word_x(x), duo_word_y(x));
    is_both((duo_word){quad_ys(found.high), quad_ys(found.low)}, duo_word_x(y), duo_word_y(y));
}

static void four_lanes_are_two_of_two(void)
{
    random_seed(58);
    for (size_t round = 0; round < support_rounds(20000, 200000, 2000000); round++) {
        const duo_word a = two_words(), b = two_words(), c = two_words(), d = two_words();
        const quad_word x = {quad_of(a.high, b.high), quad_of(a.low, b.low)};
        const quad_word y = {quad_of(c.high, d.high), quad_of(c.low, d.low)};
        is_each(quad_word_sum(x.high, y.high), duo_word_sum(a.high, c.high),
                duo_word_sum(b.high, d.high));
        is_each(quad_word_add_loosely(x, y), duo_word_add_loosely(a, c),
                duo_word_add_loosely(b, d));
        is_each(quad_word_mul_loosely(x, y), duo_word_mul_loosely(a, c),
                duo_word_mul_loosely(b, d));
        is_each(quad_word_times(x, y.high), duo_word_times(a, c.high), duo_word_times(b, d.high));
        is_each(quad_word_all(a), duo_word_all(duo_word_x(a)), duo_word_all(duo_word_y(a)));
        is_each((quad_word){quad_swapped(x.high), quad_swapped(x.low)}, b, a);
        is_each(quad_word_each(a), a, a);
        const duo sums = quad_sums(x.high);
        CU_ASSERT_EQUAL(duo_x(sums), duo_x(a.high) + duo_x(b.high));
        CU_ASSERT_EQUAL(duo_y(sums), duo_y(a.high) + duo_y(b.high));
    }
}

static void lanes_are_compared_as_doubles_are(void)
{
    const double some[] = {-INFINITY, -1, -0.0, 0, 0x1p-1074, 1, INFINITY, NAN};
    enum { COUNT = sizeof some / sizeof *some };
    for (size_t i = 0; i < COUNT * COUNT * COUNT * COUNT; i++) {
        const double a = some[i % COUNT], b = some[i / COUNT % COUNT];
        const double c = some[i / COUNT / COUNT % COUNT], d = some[i / COUNT / COUNT / COUNT];
        CU_ASSERT_EQUAL(duo_both_in_order(duo_of(a, b), duo_of(c, d), duo_all(0), duo_all(0)),
                        (a <= c) & (b <= d));
        CU_ASSERT_EQUAL(duo_both_in_order(duo_all(0), duo_all(0), duo_of(a, b), duo_of(c, d)),
                        (a <= c) & (b <= d));
    }
    for (size_t i = 0; i < COUNT; i++) {
        const duo absolute = duo_abs(duo_of(some[i], -some[i]));
        CU_ASSERT_FALSE(signbit(duo_x(absolute)) || signbit(duo_y(absolute)));
        CU_ASSERT_TRUE(isnan(some[i]) ||
                       (duo_x(absolute) == fabs(some[i]) && duo_y(absolute) == fabs(some[i])));
    }
}

CU_TestInfo duo_word_tests[] = {
    SUPPORT_TEST(both_lanes_are_double_words),
    SUPPORT_TEST(four_lanes_are_two_of_two),
    SUPPORT_TEST(lanes_are_compared_as_doubles_are),
    CU_TEST_INFO_NULL,
};
