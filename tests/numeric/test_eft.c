/* SPDX-License-Identifier: MIT */
#include "numeric/eft.h"

#include <math.h>
#include <stdbool.h>

#include "numeric/double_word.h"
#include "numeric/exact.h"
#include "support/run.h"

/* exact - result - tail, where exact is a + b or a * b. */
static void remainder_of(mpq_t rest, double a, double b, bool product, double result, double tail)
{
    mpq_t x;
    mpq_init(x);
    mpq_set_d(rest, a);
    mpq_set_d(x, b);
    if (product)
        mpq_mul(rest, rest, x);
    else
        mpq_add(rest, rest, x);
    mpq_set_d(x, result);
    mpq_sub(rest, rest, x);
    mpq_set_d(x, tail);
    mpq_sub(rest, rest, x);
    mpq_clear(x);
}

static bool is_within(mpq_t rest, double bound)
{
    mpq_t limit;
    mpq_init(limit);
    mpq_set_d(limit, bound);
    mpq_abs(rest, rest);
    bool within = mpq_cmp(rest, limit) <= 0;
    mpq_clear(limit);
    return within;
}

/* b of a kind that cancels against a, or any. */
static double partner_of(double a)
{
    double near = -a * (1 + (double)random_below(5) * 0x1p-52);
    return random_below(4) == 0 && isfinite(near) ? near : random_double();
}

static void a_sum_and_its_tail_are_the_exact_sum(void)
{
    random_seed(11);
    mpq_t rest;
    mpq_init(rest);
    for (size_t round = 0; round < support_rounds(20000, 250000, 4000000); round++) {
        double a = random_double(), b = partner_of(a), tail;
        double sum = eft_two_sum(a, b, &tail);
        if (isinf(sum))
            continue;
        remainder_of(rest, a, b, false, sum, tail);
        CU_ASSERT_EQUAL(mpq_sgn(rest), 0);
        CU_ASSERT_EQUAL(sum, a + b);
    }
    mpq_clear(rest);
}

static void the_fast_sum_is_exact_when_the_larger_comes_first(void)
{
    random_seed(12);
    mpq_t rest;
    mpq_init(rest);
    for (size_t round = 0; round < support_rounds(20000, 250000, 4000000); round++) {
        double a = random_double(), b = partner_of(a), tail;
        double large = fabs(a) >= fabs(b) ? a : b, small = fabs(a) >= fabs(b) ? b : a;
        double sum = eft_fast_two_sum(random_below(16) == 0 ? large = 0 : large, small, &tail);
        if (isinf(sum))
            continue;
        remainder_of(rest, large, small, false, sum, tail);
        CU_ASSERT_EQUAL(mpq_sgn(rest), 0);
    }
    mpq_clear(rest);
}

static void a_product_and_its_tail_are_exact_inside_the_stated_range(void)
{
    random_seed(13);
    mpq_t rest;
    mpq_init(rest);
    size_t inside = 0;
    for (size_t round = 0; round < support_rounds(20000, 250000, 4000000); round++) {
        double a = random_double(), b = random_double(), tail;
        if (random_below(4) == 0)
            b = ldexp(1 / a, (int)random_below(100) - 960);
        double product = eft_two_product(a, b, &tail);
        if (!isfinite(product) || !isfinite(tail))
            continue;
        bool exact = fabs(a) < 0x1p996 && fabs(b) < 0x1p996 &&
                     (a == 0 || b == 0 || fabs(product) >= 0x1p-960);
        remainder_of(rest, a, b, true, product, tail);
        CU_ASSERT(is_within(rest, exact ? 0 : 0x1p-1060));
        inside += exact;
    }
    CU_ASSERT(inside > 5000);
    mpq_clear(rest);
}

/* A word, or one that agrees with another in its high part, its low part or nearly both. */
static double_word word_beside(double_word other)
{
    const double high = random_below(3) == 0 ? random_long(40) : other.high;
    const double share = (double)random_below(1U << 20) * 0x1p-20, kind = random_below(3);
    const double low = kind == 0   ? other.low * (1 + (double)random_below(9) * 0x1p-52)
                       : kind == 1 ? share * 0x1p-53 * high
                                   : -other.low + share * 0x1p-90 * high;
    return dw_sum(high * (1 + (double)random_below(3) * 0x1p-52), low);
}

/* Off by 4 u^2 of itself, however much cancels. */
static void a_close_difference_of_words_is_nearly_exact(void)
{
    random_seed(17);
    mpq_t rest, exact, other;
    mpq_inits(rest, exact, other, NULL);
    size_t cancelled = 0;
    for (size_t round = 0; round < support_rounds(20000, 100000, 2000000); round++) {
        const double_word first = {random_long(40), 0}, x = word_beside(first);
        const double_word y = word_beside(x), difference = dw_sub_closely(x, y);
        remainder_of(exact, x.high, x.low, false, y.high, y.low); /* x - y */
        remainder_of(rest, difference.high, difference.low, false, 0, 0);
        mpq_sub(rest, rest, exact);
        mpq_set_d(other, 0x1p-104);
        mpq_mul(exact, exact, other);
        mpq_abs(exact, exact);
        mpq_abs(rest, rest);
        CU_ASSERT(mpq_cmp(rest, exact) <= 0);
        cancelled += difference.high != 0 && fabs(difference.high) < 0x1p-60 * fabs(x.high);
    }
    CU_ASSERT(cancelled > 1000);
    mpq_clears(rest, exact, other, NULL);
}

CU_TestInfo eft_tests[] = {
    SUPPORT_TEST(a_sum_and_its_tail_are_the_exact_sum),
    SUPPORT_TEST(the_fast_sum_is_exact_when_the_larger_comes_first),
    SUPPORT_TEST(a_product_and_its_tail_are_exact_inside_the_stated_range),
    SUPPORT_TEST(a_close_difference_of_words_is_nearly_exact),
    CU_TEST_INFO_NULL,
};
