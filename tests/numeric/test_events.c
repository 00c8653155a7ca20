/* SPDX-License-Identifier: MIT */
#include "numeric/events.h"

#include <stdint.h>

#include "numeric/arithmetic.h"
#include "numeric/exact.h"
#include "support/run.h"

enum { LIMBS = 1 << 14 };

static mp_limb_t limbs[LIMBS];

/* (x - low)(x - high) from its roots, made since the mark. */
static polynomial product(dyadic_arena *arena, double low, double high)
{
    const dyadic c[] = {dyadic_from(arena, low * high), dyadic_from(arena, -low - high),
                        dyadic_from(arena, 1)};
    return polynomial_from(c, 3);
}

static double number_in(dyadic_arena *arena, const events *all, size_t gap)
{
    dyadic x = events_between(all, gap);
    CU_ASSERT_TRUE(events_gap_holds(all, gap, x));
    for (size_t other = 0; other <= all->count; other++)
        CU_ASSERT_EQUAL(events_gap_holds(all, other, x), other == gap);
    CU_ASSERT_FALSE(arena->exhausted);
    return dyadic_to_double(x, DYADIC_NEAREST);
}

/* 1 and 3 of one polynomial, 3 and 4 of another, 0 twice by itself and 9 once; x x - 2 has a root
 * between 1 and 2, and (x - 6)^2 (x - 8) a double one and a simple one. */
static void events_are_put_in_order_and_united(void)
{
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    events all = events_begin(&arena);
    events_add(&all, dyadic_from(&arena, 9));
    for (int i = 0; i < 3; i++) {
        size_t mark = dyadic_mark(&arena);
        polynomial p = i == 0   ? product(&arena, 1, 3)
                       : i == 1 ? product(&arena, 3, 4)
                                : product(&arena, 6, 6);
        const dyadic linear[] = {dyadic_from(&arena, -8), dyadic_from(&arena, 1)};
        const polynomial simple = polynomial_from(linear, 2); /* beside the double root */
        events_add_roots(&all, mark, i == 2 ? polynomial_mul(&arena, &p, &simple) : p,
                         root_range_all());
    }
    const dyadic nine = dyadic_from(&arena, 9); /* what is made after the mark goes */
    size_t mark = dyadic_mark(&arena);
    const dyadic c[] = {dyadic_from(&arena, -2), dyadic_zero(), dyadic_from(&arena, 1)};
    events_add_roots(&all, mark, polynomial_from(c, 3),
                     root_range_closed(dyadic_zero(), nine));
    events_add(&all, dyadic_zero());
    events_add(&all, dyadic_zero());
    events_sort(&all);
    const double wanted[] = {0, 1, 0x1.6a09e667f3bcdp0, 3, 4, 6, 8, 9};
    const bool lone[] = {false, true, true, false, true, false, true, true};
    CU_ASSERT_EQUAL_FATAL(all.count, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < all.count; i++) {
        CU_ASSERT_EQUAL(root_to_double(&arena, &all.at[i]->at, DYADIC_NEAREST), wanted[i]);
        CU_ASSERT_EQUAL(event_is_lone(&arena, all.at[i]), lone[i]);
    }
    for (size_t gap = 0; gap <= all.count; gap++) {
        double x = number_in(&arena, &all, gap);
        CU_ASSERT(gap == 0 || x > wanted[gap - 1]);
        CU_ASSERT(gap == all.count || x < wanted[gap]);
    }
}

static void without_events_any_number_will_do(void)
{
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    events all = events_begin(&arena);
    events_sort(&all);
    CU_ASSERT_EQUAL(all.count, 0);
    CU_ASSERT_EQUAL(number_in(&arena, &all, 0), 0);
}

static void room_for_more_than_there_is_exhausts_the_arena(void)
{
    const size_t counts[] = {SIZE_MAX, SIZE_MAX / 8, LIMBS + 1};
    for (int i = 0; i < 3; i++) {
        dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
        CU_ASSERT_PTR_NULL(events_take(&arena, counts[i], 8));
        CU_ASSERT_TRUE(arena.exhausted);
    }
}

static void the_arithmetic_of_the_tests_is_right(void)
{
    CU_ASSERT_PTR_NULL(arithmetic_fault());
}

CU_TestInfo events_tests[] = {
    SUPPORT_TEST(events_are_put_in_order_and_united),
    SUPPORT_TEST(without_events_any_number_will_do),
    SUPPORT_TEST(room_for_more_than_there_is_exhausts_the_arena),
    SUPPORT_TEST(the_arithmetic_of_the_tests_is_right),
    CU_TEST_INFO_NULL,
};
