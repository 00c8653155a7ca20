/* SPDX-License-Identifier: MIT */
/* Integers of fixed lengths beside GMP's. */
#include "numeric/fixed.h"

#include <math.h>

#include "numeric/exact.h"
#include "support/run.h"

#if FIXED_HAS_PRODUCTS

/* Words at random, all ones and zeros among them. */
static void some_number(fixed *x, int n)
{
    for (int i = 0; i < n; i++)
        x->word[i] = random_below(3) == 0 ? UINT64_MAX : random_below(3) == 0 ? 0 : random_bits();
    x->sign = random_below(2) == 0 ? UINT64_MAX : 0;
}

static void integer_of(mpz_t result, const fixed *x, int n)
{
    mpz_import(result, (size_t)n, -1, sizeof *x->word, 0, 0, x->word);
    if (x->sign != 0)
        mpz_neg(result, result);
}

static void is_the_same(const fixed *found, int n, const mpz_t exact)
{
    mpz_t number;
    mpz_init(number);
    integer_of(number, found, n);
    CU_ASSERT_EQUAL(mpz_cmp(number, exact), 0);
    CU_ASSERT_EQUAL(fixed_sign(found, n), mpz_sgn(exact));
    mpz_clear(number);
}

/* A product of n and m words, and sums of n words and one for the carry. */
ALWAYS_INLINE void check_lengths(int n, int m)
{
    const bool minus = random_below(2) != 0;
    mpz_t a, b, c;
    fixed x, y, z;
    mpz_inits(a, b, c, NULL);
    some_number(&x, n);
    some_number(&y, m);
    integer_of(a, &x, n);
    integer_of(b, &y, m);
    mpz_mul(c, a, b);
    fixed_mul(&z, &x, n, &y, m);
    is_the_same(&z, n + m, c);
    some_number(&y, n);
    x.word[n] = y.word[n] = 0;
    integer_of(b, &y, n);
    (minus ? mpz_sub : mpz_add)(c, a, b);
    fixed_sum(&z, &x, &y, n + 1, minus);
    is_the_same(&z, n + 1, c);
    fixed_sum(&x, &x, &y, n + 1, minus); /* in place */
    is_the_same(&x, n + 1, c);
    fixed_sum(&z, &y, &y, n + 1, true);
    CU_ASSERT_EQUAL(fixed_sign(&z, n + 1), 0);
    mpz_clears(a, b, c, NULL);
}

static void sums_and_products_are_exact(void)
{
    random_seed(71);
    for (size_t round = 0; round < support_rounds(3000, 30000, 300000); round++) {
        check_lengths(1, 1);
        check_lengths(2, 1);
        check_lengths(2, 2);
        check_lengths(3, 3);
        check_lengths(4, 1);
        check_lengths(4, 4);
        check_lengths(5, 5);
        check_lengths(6, 2);
        check_lengths(9, 1);
    }
}

static void a_double_word_is_near_its_integer(void)
{
    random_seed(72);
    mpz_t a;
    mpq_t exact, part;
    mpz_init(a);
    mpq_inits(exact, part, NULL);
    for (size_t round = 0; round < support_rounds(20000, 200000, 2000000); round++) {
        const int n = 1 + (int)random_below(FIXED_MOST);
        fixed x;
        some_number(&x, n);
        const int zeros = (int)random_below(64);
        x.word[n - 1] >>= zeros;
        integer_of(a, &x, n);
        mpq_set_z(exact, a);
        const double_word found = fixed_word(&x, n);
        mpq_set_d(part, found.high);
        mpq_sub(part, exact, part);
        CU_ASSERT_TRUE(fabs(mpq_get_d(part)) <= 0x1p-52 * fabs(found.high));
        mpq_set_d(exact, found.low);
        mpq_sub(part, part, exact);
        CU_ASSERT_TRUE(fabs(mpq_get_d(part)) <= 0x1p-104 * fabs(found.high));
    }
    mpq_clears(exact, part, NULL);
    mpz_clear(a);
}

/* A double is a whole multiple of 2^last, or is said to be none. */
static void doubles_are_read_exactly(void)
{
    random_seed(73);
    size_t exact_ones = 0;
    mpz_t a;
    mpq_t whole, other;
    mpz_init(a);
    mpq_inits(whole, other, NULL);
    for (size_t round = 0; round < support_rounds(20000, 200000, 2000000); round++) {
        const double value = random_below(9) == 0 ? random_any() : random_double();
        const double bound = ldexp(fabs(value), (int)random_below(30));
        if (!(bound > 0x1p-800 && bound < 0x1p800) && value != 0)
            continue;
        const int last = fixed_last(bound == 0 ? 1 : bound, 30 + (int)random_below(95));
        bool exact = true;
        fixed found;
        fixed_from(&found, fixed_plus(0, value, last, &exact));
        mpq_set_d(other, value);
        if (last >= 0)
            mpq_div_2exp(other, other, (unsigned)last);
        else
            mpq_mul_2exp(other, other, (unsigned)-last);
        CU_ASSERT_EQUAL(exact, mpz_cmp_ui(mpq_denref(other), 1) == 0);
        integer_of(a, &found, 2);
        mpq_set_z(whole, a);
        CU_ASSERT_TRUE(!exact || mpq_equal(whole, other));
        exact_ones += exact;
    }
    CU_ASSERT_TRUE(exact_ones > 1000);
    mpq_clears(whole, other, NULL);
    mpz_clear(a);
}

static void a_double_of_too_many_units_is_told(void)
{
    bool exact = true;
    CU_ASSERT(fixed_plus(0, 1, -125, &exact) == (fixed_two)1 << 125 && exact);
    fixed_plus(0, 1, -126, &exact);
    CU_ASSERT_FALSE(exact);
}

static void powers_of_two_are_exact(void)
{
    for (int exponent = -1022; exponent <= 1023; exponent++)
        CU_ASSERT_EQUAL(fixed_power(exponent), ldexp(1, exponent));
    CU_ASSERT_EQUAL(fixed_last(1, 10), -9);
    CU_ASSERT_EQUAL(fixed_last(nextafter(1, 0), 10), -10);
}

CU_TestInfo fixed_tests[] = {
    SUPPORT_TEST(sums_and_products_are_exact),
    SUPPORT_TEST(a_double_word_is_near_its_integer),
    SUPPORT_TEST(doubles_are_read_exactly),
    SUPPORT_TEST(a_double_of_too_many_units_is_told),
    SUPPORT_TEST(powers_of_two_are_exact),
    CU_TEST_INFO_NULL,
};

#else

CU_TestInfo fixed_tests[] = {CU_TEST_INFO_NULL};

#endif
