/* SPDX-License-Identifier: MIT */
/* Instants on limbs of their own, where an attempt has longer ends than the first one. */
#include <CUnit/CUnit.h>

#include "contact/polygon_timeline.h"
#include "support/run.h"

enum { LIMBS = 1 << 16, LONGER = 4 * DYADIC_END_LIMBS };

static mp_limb_t limbs[LIMBS];

static dyadic_arena arena_with_ends(size_t end_limbs)
{
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    arena.end_limbs = end_limbs;
    return arena;
}

/* x^2 - c, and its positive root. */
static root root_of(dyadic_arena *arena, dyadic c, polynomial *p)
{
    root roots[POLYNOMIAL_DEGREE_MAX];
    const dyadic coefficients[] = {dyadic_negative(c), dyadic_zero(), dyadic_from(arena, 1)};
    *p = polynomial_from(coefficients, 3);
    CU_ASSERT_EQUAL_FATAL(root_isolate(arena, p, root_range_all(), roots), 2);
    return roots[1];
}

static bool same_dyadic(dyadic a, dyadic b)
{
    return dyadic_compare(a, b) == 0;
}

/* Ends of more than twice as many limbs as the first attempt allows. */
static void long_ends_leave_polynomial_and_neighbour_alone(void)
{
    dyadic_arena arena = arena_with_ends(LONGER);
    polynomial p;
    polygon_instant one, next;
    const root found = root_of(&arena, dyadic_from(&arena, 2), &p);
    polygon_instant_room(&arena, &one);
    polygon_instant_room(&arena, &next);
    polygon_instant_store(&arena, &found, &one);
    polygon_instant_store(&arena, &found, &next);
    while (one.at.low.size <= 2 * DYADIC_END_LIMBS + 16 && !arena.exhausted)
        root_refine(&arena, &one.at);
    CU_ASSERT_FALSE(arena.exhausted);
    for (int i = 0; i <= 2; i++)
        CU_ASSERT_TRUE(same_dyadic(one.square_free.coefficient[i], p.coefficient[i]));
    CU_ASSERT_TRUE(same_dyadic(next.at.low, found.low) && same_dyadic(next.at.high, found.high));
    CU_ASSERT_EQUAL(root_compare_roots(&arena, &one.at, &next.at), 0);
    CU_ASSERT_EQUAL(root_compare(&arena, &one.at, one.at.low), -1);
    CU_ASSERT_EQUAL(root_compare(&arena, &one.at, one.at.high), 1);
}

/* A constant of so many limbs, the lowest 1. */
static dyadic long_number(dyadic_arena *arena, int count)
{
    mp_limb_t *digits = dyadic_arena_take(arena, (size_t)count);
    CU_ASSERT_PTR_NOT_NULL_FATAL(digits);
    mpn_zero(digits, count);
    digits[0] = digits[count - 1] = 1;
    return dyadic_on(digits, count, 0, 1);
}

static bool finds_room(size_t end_limbs, bool *outgrown)
{
    dyadic_arena arena = arena_with_ends(end_limbs);
    polynomial p;
    polygon_instant instant;
    const root found = root_of(&arena, long_number(&arena, 3 * DYADIC_END_LIMBS), &p);
    polygon_instant_room(&arena, &instant);
    CU_ASSERT_FALSE_FATAL(arena.exhausted);
    polygon_instant_store(&arena, &found, &instant);
    *outgrown = arena.outgrown;
    return !arena.exhausted;
}

static void a_long_polynomial_asks_for_an_attempt_with_longer_ends(void)
{
    bool outgrown = false;
    CU_ASSERT_FALSE(finds_room(DYADIC_END_LIMBS, &outgrown));
    CU_ASSERT_TRUE(outgrown);
    CU_ASSERT_TRUE(finds_room(LONGER, &outgrown));
    CU_ASSERT_FALSE(outgrown);
}

CU_TestInfo instant_tests[] = {
    SUPPORT_TEST(long_ends_leave_polynomial_and_neighbour_alone),
    SUPPORT_TEST(a_long_polynomial_asks_for_an_attempt_with_longer_ends),
    CU_TEST_INFO_NULL,
};
