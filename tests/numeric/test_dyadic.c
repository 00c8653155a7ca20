/* SPDX-License-Identifier: MIT */
#include "numeric/dyadic.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/exact.h"
#include "numeric/rounding.h"
#include "support/run.h"

enum { LIMBS = 1 << 16 };

static mp_limb_t limbs[LIMBS];

static dyadic_arena fresh_arena(void)
{
    return dyadic_arena_on(limbs, LIMBS);
}

static bool is_equal(dyadic x, const mpq_t exact)
{
    mpq_t value;
    mpq_init(value);
    rational_of_dyadic(value, x);
    bool equal = mpq_equal(value, exact) && x.sign == mpq_sgn(exact);
    mpq_clear(value);
    return equal;
}

static bool is_well_formed(dyadic x)
{
    if (x.sign == 0)
        return x.size == 0;
    return x.size > 0 && x.limb[0] != 0 && x.limb[x.size - 1] != 0;
}

static void every_double_is_taken_exactly(void)
{
    random_seed(51);
    mpq_t exact;
    mpq_init(exact);
    for (int i = 0; i < 20000; i++) {
        dyadic_arena arena = fresh_arena();
        double value = random_any();
        dyadic x = dyadic_from(&arena, value);
        mpq_set_d(exact, value);
        CU_ASSERT(is_equal(x, exact) && is_well_formed(x));
        for (int direction = DYADIC_DOWN; direction <= DYADIC_NEAREST; direction++)
            CU_ASSERT_EQUAL(dyadic_to_double(x, (dyadic_direction)direction), value);
    }
    mpq_clear(exact);
}

/* Far apart and near, opposite, and beyond the largest double. */
static void the_sum_of_two_doubles_is_that_of_two_numbers(void)
{
    const double large[] = {DBL_MAX, -DBL_MAX, 0x1p970, -0x1p970, 0x1p1023, 0x1p-1074};
    random_seed(56);
    for (int i = 0; i < 20000; i++) {
        dyadic_arena arena = fresh_arena();
        double x = random_any(), y = random_any();
        if (i < 36) {
            x = large[i / 6];
            y = large[i % 6];
        } else if (random_below(2) != 0) {
            y = ldexp(random_below(2) != 0 ? -x : x, -(int)random_below(60));
            y = random_below(2) != 0 ? double_next_up(y) : y;
        }
        if (isinf(y))
            continue;
        const dyadic sum = dyadic_sum(&arena, x, y);
        const dyadic twin = dyadic_add(&arena, dyadic_from(&arena, x), dyadic_from(&arena, y));
        CU_ASSERT(is_well_formed(sum) && dyadic_compare(sum, twin) == 0);
    }
}

/* x becomes x (+, -, *) y, or its square, in both arithmetics. */
static dyadic apply(dyadic_arena *arena, dyadic x, mpq_t exact, double leaf, unsigned operation)
{
    dyadic y = dyadic_from(arena, leaf);
    mpq_t other;
    mpq_init(other);
    mpq_set_d(other, leaf);
    if (operation == 0) {
        x = dyadic_add(arena, x, y);
        mpq_add(exact, exact, other);
    } else if (operation == 1) {
        x = dyadic_sub(arena, x, y);
        mpq_sub(exact, exact, other);
    } else if (operation == 2) {
        x = dyadic_mul(arena, x, y);
        mpq_mul(exact, exact, other);
    } else {
        x = dyadic_square(arena, x);
        mpq_mul(exact, exact, exact);
    }
    mpq_clear(other);
    return x;
}

static bool rounds_correctly(dyadic x, const mpq_t exact)
{
    for (int direction = DYADIC_DOWN; direction <= DYADIC_NEAREST; direction++)
        if (!is_rounded(exact, dyadic_to_double(x, (dyadic_direction)direction),
                        (dyadic_direction)direction))
            return false;
    return true;
}

static void sums_and_products_are_exact_and_round_correctly(void)
{
    random_seed(52);
    mpq_t exact, before;
    mpq_inits(exact, before, NULL);
    for (size_t round = 0; round < support_rounds(5000, 50000, 800000); round++) {
        dyadic_arena arena = fresh_arena();
        double first = random_double();
        dyadic x = dyadic_from(&arena, first);
        mpq_set_d(exact, first);
        for (unsigned length = 1 + random_below(6); length > 0; length--) {
            dyadic old = x;
            mpq_set(before, exact);
            x = apply(&arena, x, exact, random_double(), random_below(4));
            int order = mpq_cmp(exact, before);
            CU_ASSERT(is_equal(x, exact) && is_well_formed(x));
            CU_ASSERT(rounds_correctly(x, exact));
            CU_ASSERT_EQUAL(dyadic_compare(x, old), (order > 0) - (order < 0));
        }
        CU_ASSERT_EQUAL(dyadic_sign(dyadic_sub(&arena, x, x)), 0);
        CU_ASSERT_EQUAL(dyadic_compare(x, x), 0);
        CU_ASSERT_FALSE(arena.exhausted);
    }
    mpq_clears(exact, before, NULL);
}

/* A double, half the way to the next, and a trace more or less. */
static void numbers_close_to_halfway_round_correctly(void)
{
    const double special[] = {0, 0x1p-1074, DBL_MIN, 0x1p-1022 - 0x1p-1074, 1, DBL_MAX, 0x1p970};
    random_seed(53);
    mpq_t exact;
    mpq_init(exact);
    for (int i = 0; i < 20000; i++) {
        dyadic_arena arena = fresh_arena();
        double value = i < 7 * 40 ? special[i % 7] : fabs(random_any());
        double step = value == DBL_MAX ? 0x1p971 : double_next_up(value) - value;
        dyadic half = dyadic_scale(&arena, dyadic_from(&arena, step), -1);
        dyadic x = dyadic_add(&arena, dyadic_from(&arena, value), half);
        dyadic trace = dyadic_scale(&arena, half, -1 - (long)random_below(300));
        int side = (int)random_below(3) - 1;
        if (side != 0)
            x = dyadic_add(&arena, x, side > 0 ? trace : dyadic_negative(trace));
        x = random_below(2) != 0 ? dyadic_negative(x) : x;
        rational_of_dyadic(exact, x);
        CU_ASSERT(rounds_correctly(x, exact));
    }
    mpq_clear(exact);
}

static void a_quotient_that_is_dyadic_is_found(void)
{
    random_seed(54);
    mpq_t exact;
    mpq_init(exact);
    for (size_t round = 0; round < support_rounds(5000, 50000, 800000); round++) {
        dyadic_arena arena = fresh_arena();
        dyadic factor[2];
        for (int i = 0; i < 2; i++) {
            factor[i] = dyadic_from(&arena, random_double());
            for (unsigned length = random_below(5); length > 0; length--)
                factor[i] = apply(&arena, factor[i], exact, random_double(), random_below(3));
        }
        if (factor[1].sign == 0)
            continue;
        dyadic product = dyadic_mul(&arena, factor[0], factor[1]);
        dyadic quotient = dyadic_divide_exact(&arena, product, factor[1]);
        CU_ASSERT_EQUAL(dyadic_compare(quotient, factor[0]), 0);
        CU_ASSERT(is_well_formed(quotient));
    }
    dyadic_arena arena = fresh_arena();
    dyadic small = dyadic_from(&arena, 0x1p-30), large = dyadic_from(&arena, 0x1p63);
    CU_ASSERT_EQUAL(dyadic_to_double(dyadic_divide_exact(&arena, small, large), DYADIC_DOWN),
                    0x1p-93);
    CU_ASSERT_EQUAL(dyadic_to_double(dyadic_divide_exact(&arena, large, small), DYADIC_DOWN),
                    0x1p93);
    mpq_clear(exact);
}

/* |q y - x| <= 2^-51 |x|, but where q is subnormal or infinite. */
static void a_quotient_is_off_by_less_than_four_units(void)
{
    random_seed(57);
    mpq_t exact;
    mpq_init(exact);
    size_t seen = 0;
    for (int i = 0; i < 20000; i++) {
        dyadic_arena arena = fresh_arena();
        dyadic of[2];
        for (int k = 0; k < 2; k++) {
            of[k] = dyadic_from(&arena, random_double());
            for (unsigned length = random_below(5); length > 0; length--)
                of[k] = apply(&arena, of[k], exact, random_double(), random_below(3));
        }
        const double quotient = dyadic_quotient(of[0], of[1]);
        if (!(fabs(quotient) >= DBL_MIN && fabs(quotient) <= DBL_MAX))
            continue;
        seen++;
        dyadic rest = dyadic_sub(
            &arena, dyadic_mul(&arena, dyadic_from(&arena, quotient), of[1]), of[0]);
        if (rest.sign < 0)
            rest = dyadic_negative(rest);
        if (of[0].sign < 0)
            of[0] = dyadic_negative(of[0]);
        CU_ASSERT(dyadic_compare(dyadic_scale(&arena, rest, 51), of[0]) <= 0);
    }
    CU_ASSERT_TRUE(seen > 5000);
    mpq_clear(exact);
}

static void scaling_and_exponents_are_those_of_ldexp_and_frexp(void)
{
    random_seed(55);
    for (int i = 0; i < 20000; i++) {
        dyadic_arena arena = fresh_arena();
        double value = random_long(200);
        int shift = (int)random_below(1000) - 500, exponent;
        dyadic x = dyadic_scale(&arena, dyadic_from(&arena, value), shift);
        CU_ASSERT(is_well_formed(x));
        CU_ASSERT_EQUAL(dyadic_to_double(x, DYADIC_DOWN), ldexp(value, shift));
        frexp(value, &exponent);
        CU_ASSERT_EQUAL(dyadic_exponent(x), exponent + shift);
    }
}

static void numbers_that_are_kept_move_down_and_stay_what_they_are(void)
{
    random_seed(56);
    for (int i = 0; i < 2000; i++) {
        dyadic_arena arena = fresh_arena();
        double value[8];
        dyadic number[8], early = dyadic_from(&arena, 0.1);
        size_t mark = dyadic_mark(&arena);
        for (int k = 0; k < 8; k++) {
            value[k] = random_double();
            number[k] = dyadic_from(&arena, value[k]);
            dyadic_square(&arena, number[k]); /* what is to be forgotten */
        }
        for (int k = 7; k > 0; k--) { /* in any order, some shared, one older */
            int other = (int)random_below((unsigned)k + 1);
            dyadic moved = number[k];
            number[k] = number[other];
            number[other] = moved;
            double moved_value = value[k];
            value[k] = value[other];
            value[other] = moved_value;
        }
        number[3] = number[5];
        value[3] = value[5];
        number[2] = early;
        value[2] = 0.1;
        size_t used = dyadic_mark(&arena);
        dyadic_keep(&arena, mark, number, 8);
        CU_ASSERT(dyadic_mark(&arena) < used);
        memset(limbs + arena.used, 0x55, 100 * sizeof *limbs);
        for (int k = 0; k < 8; k++)
            CU_ASSERT_EQUAL(dyadic_to_double(number[k], DYADIC_NEAREST), value[k]);
    }
}

static void what_was_made_before_the_mark_or_is_not_asked_for_stays_where_it_is(void)
{
    dyadic_arena arena = fresh_arena();
    dyadic number[3] = {dyadic_from(&arena, 0.1)}, early = number[0];
    size_t mark = dyadic_mark(&arena);
    dyadic_from(&arena, 0.2); /* what is to be forgotten */
    number[1] = dyadic_from(&arena, 0.3);
    number[2] = dyadic_from(&arena, 0.4);
    const dyadic last = number[2];
    dyadic_keep(&arena, mark, number, 2);
    CU_ASSERT(number[0].limb == early.limb && number[1].limb == arena.limbs + mark);
    CU_ASSERT(number[2].limb == last.limb);
    CU_ASSERT_EQUAL(dyadic_mark(&arena), mark + (size_t)number[1].size);
    CU_ASSERT_EQUAL(dyadic_to_double(number[1], DYADIC_NEAREST), 0.3);
}

static bool counts(void *asked)
{
    ++*(int *)asked;
    return false;
}

static void who_may_stop_the_work_is_asked_again_and_again(void)
{
    int asked = 0;
    const graze_workspace caller = {.should_stop = counts, .context = &asked};
    dyadic_arena arena = fresh_arena();
    dyadic_arena_ask(&arena, &caller);
    for (int i = 0; i < 64; i++) {
        dyadic_arena_take(&arena, LIMBS / 2);
        dyadic_release(&arena, 0);
    }
    CU_ASSERT(asked > 8);
    CU_ASSERT(!arena.stopped && !arena.exhausted);
    dyadic_arena_ask(&arena, NULL);
    asked = 0;
    for (int i = 0; i < 64; i++) {
        dyadic_arena_take(&arena, LIMBS / 2);
        dyadic_release(&arena, 0);
    }
    CU_ASSERT_EQUAL(asked, 0);
}

/* Factors may lie on limbs of the caller's, which are gone when the product is read: also that with
 * 1, or a power of the limbs' base, is a number of its own. */
static void products_have_limbs_of_their_own(void)
{
    static const double powers[] = {1, -1, 0x1p64, -0x1p128, 0x1p-64, 2};
    dyadic_arena arena = fresh_arena();
    mp_limb_t mine = 3;
    const dyadic x = dyadic_on(&mine, 1, 0, 1);
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        const dyadic power = dyadic_from(&arena, powers[i]);
        const dyadic product = dyadic_mul(&arena, x, power), other = dyadic_mul(&arena, power, x);
        CU_ASSERT(product.limb != &mine && other.limb != &mine);
        CU_ASSERT(product.limb != power.limb && other.limb != power.limb);
        CU_ASSERT_EQUAL(dyadic_to_double(product, DYADIC_DOWN), 3 * powers[i]);
        CU_ASSERT_EQUAL(dyadic_to_double(other, DYADIC_DOWN), 3 * powers[i]);
    }
}

static void an_exhausted_arena_answers_zero_and_says_so(void)
{
    for (size_t capacity = 0; capacity < 12; capacity++) {
        dyadic_arena arena = dyadic_arena_on(limbs, capacity);
        dyadic x = dyadic_from(&arena, 0.1);
        dyadic y = dyadic_mul(&arena, x, x);
        y = dyadic_add(&arena, y, dyadic_square(&arena, x));
        y = dyadic_divide_exact(&arena, y, x);
        if (arena.exhausted) {
            CU_ASSERT_EQUAL(dyadic_sign(y), 0);
        } else {
            CU_ASSERT_EQUAL(dyadic_to_double(y, DYADIC_NEAREST), 0.2);
        }
        CU_ASSERT(arena.used <= capacity);
    }
}

/* Of lengths on both sides of where GMP's own products end; with long runs of ones and
 * zeros, whose carries go far. */
static void long_products_and_quotients_are_those_of_gmp(void)
{
    enum { MOST = 700 };
    random_seed(57);
    for (int i = 0; i < 600; i++) {
        dyadic_arena arena = fresh_arena();
        const int n = 1 + (int)(random_bits() % MOST), m = 1 + (int)(random_bits() % MOST);
        const int longer = n > m ? n : m, shorter = n > m ? m : n;
        mp_limb_t *x = dyadic_arena_take(&arena, (size_t)longer);
        mp_limb_t *y = dyadic_arena_take(&arena, (size_t)shorter);
        mp_limb_t *product = dyadic_arena_take(&arena, (size_t)(n + m));
        mpn_random2(x, longer);
        mpn_random2(y, shorter);
        mpn_mul(product, x, longer, y, shorter);
        dyadic first = dyadic_on(x, longer, 0, 1), second = dyadic_on(y, shorter, 3, -1);
        dyadic known = dyadic_on(product, n + m, 3, -1);
        CU_ASSERT_EQUAL(dyadic_compare(dyadic_mul(&arena, first, second), known), 0);
        CU_ASSERT_EQUAL(dyadic_compare(dyadic_mul(&arena, second, first), known), 0);
        CU_ASSERT_EQUAL(dyadic_compare(dyadic_divide_exact(&arena, known, second), first), 0);
        CU_ASSERT_EQUAL(dyadic_compare(dyadic_divide_exact(&arena, known, first), second), 0);
        CU_ASSERT(!arena.exhausted);
    }
}

/* Numbers of another arena, in front or behind, stay where they are. */
static void what_lies_in_another_arena_is_kept_as_it_is(void)
{
    enum { PART = 64 };
    dyadic_arena part[3];
    for (int i = 0; i < 3; i++)
        part[i] = dyadic_arena_on(limbs + i * PART, PART);
    dyadic_from(&part[1], 3);
    const size_t mark = dyadic_mark(&part[1]);
    dyadic kept[] = {dyadic_from(&part[0], 5), dyadic_from(&part[1], 7), dyadic_from(&part[2], 9)};
    const dyadic before[] = {kept[0], kept[1], kept[2]};
    dyadic_keep(&part[1], mark, kept, 3);
    CU_ASSERT_TRUE(kept[0].limb == before[0].limb && kept[2].limb == before[2].limb);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(dyadic_to_double(kept[i], DYADIC_NEAREST), 5 + 2 * i);
}

static void a_quotient_with_nothing_is_nothing(void)
{
    dyadic_arena arena = fresh_arena();
    const dyadic two = dyadic_from(&arena, 2), zero = dyadic_zero();
    CU_ASSERT_EQUAL(dyadic_quotient(two, zero), 0);
    CU_ASSERT_EQUAL(dyadic_quotient(zero, two), 0);
    CU_ASSERT_EQUAL(dyadic_quotient(two, dyadic_from(&arena, -4)), -0.5);
}

CU_TestInfo dyadic_tests[] = {
    SUPPORT_TEST(what_lies_in_another_arena_is_kept_as_it_is),
    SUPPORT_TEST(a_quotient_with_nothing_is_nothing),
    SUPPORT_TEST(every_double_is_taken_exactly),
    SUPPORT_TEST(products_have_limbs_of_their_own),
    SUPPORT_TEST(the_sum_of_two_doubles_is_that_of_two_numbers),
    SUPPORT_TEST(a_quotient_is_off_by_less_than_four_units),
    SUPPORT_TEST(sums_and_products_are_exact_and_round_correctly),
    SUPPORT_TEST(numbers_close_to_halfway_round_correctly),
    SUPPORT_TEST(a_quotient_that_is_dyadic_is_found),
    SUPPORT_TEST(long_products_and_quotients_are_those_of_gmp),
    SUPPORT_TEST(scaling_and_exponents_are_those_of_ldexp_and_frexp),
    SUPPORT_TEST(numbers_that_are_kept_move_down_and_stay_what_they_are),
    SUPPORT_TEST(what_was_made_before_the_mark_or_is_not_asked_for_stays_where_it_is),
    SUPPORT_TEST(who_may_stop_the_work_is_asked_again_and_again),
    SUPPORT_TEST(an_exhausted_arena_answers_zero_and_says_so),
    CU_TEST_INFO_NULL,
};
