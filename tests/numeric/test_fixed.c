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
        check_lengths(4, 2);
        check_lengths(6, 1);
        check_lengths(3, 4);
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
        mpq_set_z(exact, a);
        mpq_abs(exact, exact);
        mpq_set_d(part, fixed_near(&x, n));
        mpq_sub(part, exact, part);
        CU_ASSERT_TRUE(fabs(mpq_get_d(part)) <= 0x1p-50 * fabs(found.high));
    }
    mpq_clears(exact, part, NULL);
    mpz_clear(a);
}

static void pair_of(mpz_t result, fixed_pair x)
{
    fixed words;
    fixed_from_pair(&words, x);
    integer_of(result, &words, 2);
}

static void three_of(mpz_t result, fixed_three x)
{
    fixed words;
    fixed_from_three(&words, x);
    integer_of(result, &words, 3);
}

/* Of two words and one, of as many bits as are allowed, and few. */
static fixed_pair some_pair(int bits)
{
    const fixed_two size = ((fixed_two)random_bits() << 64 | random_bits()) >> (128 - bits);
    const fixed_two few = random_below(4) == 0   ? size & UINT64_MAX
                          : random_below(4) == 0 ? 0
                                                 : size;
    return random_below(2) == 0 ? (fixed_pair)few : -(fixed_pair)few;
}

static void numbers_of_three_words_are_exact(void)
{
    random_seed(74);
    mpz_t a, b, c, d;
    mpz_inits(a, b, c, d, NULL);
    for (size_t round = 0; round < support_rounds(20000, 200000, 2000000); round++) {
        const fixed_pair x = some_pair(1 + (int)random_below(126)), z = some_pair(126);
        const int64_t y = (int64_t)some_pair(1 + (int)random_below(63));
        const int64_t v = (int64_t)some_pair(62);
        pair_of(a, x);
        pair_of(b, y);
        mpz_mul(a, a, b);
        three_of(c, fixed_times(x, y));
        CU_ASSERT_EQUAL(mpz_cmp(a, c), 0);
        pair_of(c, z);
        pair_of(d, v);
        mpz_mul(c, c, d);
        mpz_add(d, a, c);
        three_of(b, fixed_three_sum(fixed_times(x, y), fixed_times(z, v)));
        CU_ASSERT_EQUAL(mpz_cmp(d, b), 0);
        mpz_sub(d, a, c);
        three_of(b, fixed_three_difference(fixed_times(x, y), fixed_times(z, v)));
        CU_ASSERT_EQUAL(mpz_cmp(d, b), 0);
        pair_of(a, fixed_product(y, v));
        pair_of(b, y);
        pair_of(c, v);
        mpz_mul(b, b, c);
        CU_ASSERT_EQUAL(mpz_cmp(a, b), 0);
    }
    mpz_clears(a, b, c, d, NULL);
}

static void shifted_numbers_are_told(void)
{
    random_seed(75);
    for (size_t round = 0; round < support_rounds(20000, 200000, 2000000); round++) {
        const int k = 53 + (int)random_below(75), bits = 178 - k < 126 ? 178 - k : 125;
        const fixed_pair y = some_pair(1 + (int)random_below((unsigned)bits));
        const fixed_two low = (fixed_two)y << (k < 64 ? k : 0);
        fixed_three x = {k < 64 ? (uint64_t)low : 0, 0};
        x.high = k < 64 ? y >> (64 - k) : (fixed_pair)((fixed_two)y << (k - 64));
        const fixed_three same = {(uint64_t)y, y >> 64};
        CU_ASSERT_TRUE(fixed_is_shifted(x, same, k));
        const int bit = (int)random_below(178);
        fixed_three other = x;
        if (bit < 64)
            other.low ^= (uint64_t)1 << bit;
        else
            other.high ^= (fixed_pair)1 << (bit - 64);
        CU_ASSERT_FALSE(fixed_is_shifted(other, same, k));
    }
}

/* A double is a whole number of units, or is said to be none. */
static void doubles_are_read_exactly(void)
{
    random_seed(73);
    size_t exact_ones = 0, others = 0;
    mpq_t whole, other;
    mpq_inits(whole, other, NULL);
    for (size_t round = 0; round < support_rounds(20000, 200000, 2000000); round++) {
        const double value = random_below(9) == 0 ? random_any() : random_double();
        const double bound = ldexp(fabs(value), (int)random_below(30));
        if (!(bound > 0x1p-800 && bound < 0x1p800) && value != 0)
            continue;
        const fixed_unit unit = fixed_unit_of(bound == 0 ? 1 : bound, 30 + (int)random_below(33));
        uint64_t wrong = 0;
        const int64_t found = fixed_whole(value, unit, &wrong);
        mpq_set_d(whole, value);
        mpq_set_d(other, unit.per);
        mpq_mul(whole, whole, other);
        CU_ASSERT_EQUAL(wrong == 0, mpz_cmp_ui(mpq_denref(whole), 1) == 0);
        CU_ASSERT_TRUE(wrong != 0 || mpq_cmp_si(whole, found, 1) == 0);
        exact_ones += wrong == 0;
        others += wrong != 0;
    }
    CU_ASSERT_TRUE(exact_ones > 1000 && others > 1000);
    uint64_t wrong = 0;
    CU_ASSERT_EQUAL(fixed_whole(-0x1p-1074, (fixed_unit){4, 0.25}, &wrong), 0);
    CU_ASSERT_TRUE(wrong != 0);
    const double beyond[] = {0x1p63, -0x1p63, 0x1p65, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        wrong = 0;
        CU_ASSERT_EQUAL(fixed_whole(beyond[i], (fixed_unit){1, 1}, &wrong), 0);
        CU_ASSERT_TRUE(wrong != 0);
    }
    mpq_clears(whole, other, NULL);
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
    SUPPORT_TEST(numbers_of_three_words_are_exact),
    SUPPORT_TEST(shifted_numbers_are_told),
    SUPPORT_TEST(powers_of_two_are_exact),
    CU_TEST_INFO_NULL,
};

#else

CU_TestInfo fixed_tests[] = {CU_TEST_INFO_NULL};

#endif
