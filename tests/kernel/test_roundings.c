/* SPDX-License-Identifier: MIT */
/* Which doubles may be roundings of one number: the judge of test_scaling.c, by hand. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <math.h>

#include "kernel/roundings.h"
#include "support/run.h"

static bool alike(rounding how, double before, int sign, int exponent, double shift, double after)
{
    real_map map;
    real_map_init(&map, sign, exponent);
    mpq_set_d(map.shift, shift);
    const bool answer = may_round_alike(how, before, &map, after);
    real_map_clear(&map);
    return answer;
}

static void an_end_of_plain_size_is_multiplied(void)
{
    CU_ASSERT(alike(ROUNDED_DOWN, 0.1, 1, -40, 0, ldexp(0.1, -40)));
    CU_ASSERT(!alike(ROUNDED_DOWN, 0.1, 1, -40, 0, nextafter(ldexp(0.1, -40), 1)));
    CU_ASSERT(!alike(ROUNDED_UP, 0.1, 1, -40, 0, nextafter(ldexp(0.1, -40), 0)));
    CU_ASSERT(alike(ROUNDED_NEAREST, 1, 1, 900, 0, 0x1p900));
    CU_ASSERT(!alike(ROUNDED_NEAREST, 1, 1, 900, 0, nextafter(0x1p900, 0)));
}

static void a_subnormal_end_is_rounded_anew(void)
{
    CU_ASSERT(alike(ROUNDED_DOWN, 1.5, 1, -1074, 0, 0x1p-1074));
    CU_ASSERT(!alike(ROUNDED_DOWN, 1.5, 1, -1074, 0, 0x2p-1074));
    CU_ASSERT(!alike(ROUNDED_DOWN, 1.5, 1, -1074, 0, 0));
    CU_ASSERT(alike(ROUNDED_UP, 1.5, 1, -1074, 0, 0x2p-1074));
    CU_ASSERT(!alike(ROUNDED_UP, 1.5, 1, -1074, 0, 0x1p-1074));
    CU_ASSERT(alike(ROUNDED_NEAREST, 1.25, 1, -1074, 0, 0x1p-1074));
    CU_ASSERT(!alike(ROUNDED_NEAREST, 1.25, 1, -1074, 0, 0x2p-1074));
}

/* The number behind an even tie may lie on either side of it. */
static void a_tie_may_go_either_way_and_an_even_double_takes_it(void)
{
    CU_ASSERT(alike(ROUNDED_NEAREST, 1.5, 1, -1074, 0, 0x1p-1074));
    CU_ASSERT(alike(ROUNDED_NEAREST, 1.5, 1, -1074, 0, 0x2p-1074));
    CU_ASSERT(!alike(ROUNDED_NEAREST, 1.5, 1, -1074, 0, 0x3p-1074));
}

/* What was 0 rounded down is anything below the smallest double. */
static void a_subnormal_end_may_turn_out_to_be_any_number_of_its_step(void)
{
    CU_ASSERT(alike(ROUNDED_DOWN, 0, 1, 1074, 0, 0.7));
    CU_ASSERT(!alike(ROUNDED_DOWN, 0, 1, 1074, 0, 1));
    CU_ASSERT(!alike(ROUNDED_UP, 0, 1, 1074, 0, 0.7));
    CU_ASSERT(alike(ROUNDED_UP, 0, 1, 1074, 0, -0.7));
    CU_ASSERT(alike(ROUNDED_NEAREST, 0, 1, 1074, 0, 0.5));
    CU_ASSERT(!alike(ROUNDED_NEAREST, 0, 1, 1074, 0, nextafter(0.5, 1)));
}

static void beyond_the_largest_double_is_the_largest_double_or_infinity(void)
{
    CU_ASSERT(alike(ROUNDED_DOWN, 1, 1, 1024, 0, DBL_MAX));
    CU_ASSERT(!alike(ROUNDED_DOWN, 1, 1, 1024, 0, INFINITY));
    CU_ASSERT(alike(ROUNDED_UP, 1, 1, 1024, 0, INFINITY));
    CU_ASSERT(!alike(ROUNDED_UP, 1, 1, 1024, 0, DBL_MAX));
    CU_ASSERT(alike(ROUNDED_NEAREST, 1, 1, 1024, 0, INFINITY));
    CU_ASSERT(!alike(ROUNDED_NEAREST, 1, 1, 1024, 0, DBL_MAX));
    CU_ASSERT(alike(ROUNDED_DOWN, -1, 1, 1024, 0, -INFINITY));
    CU_ASSERT(alike(ROUNDED_UP, INFINITY, 1, -1024, 0, 1.25));
    CU_ASSERT(!alike(ROUNDED_UP, INFINITY, 1, -1024, 0, 0.5));
    CU_ASSERT(!alike(ROUNDED_DOWN, INFINITY, 1, -1024, 0, 1.25));
    CU_ASSERT(alike(ROUNDED_DOWN, -INFINITY, 1, 40, 0, -INFINITY));
}

static void a_shifted_end_lies_between_the_shifted_neighbours(void)
{
    CU_ASSERT(alike(ROUNDED_DOWN, 0.1, 1, 0, 1024, 1024 + 0.1));
    CU_ASSERT(alike(ROUNDED_DOWN, 1024.25, 1, 0, -1024, 0.25));
    CU_ASSERT(alike(ROUNDED_DOWN, 1024.25, 1, 0, -1024, nextafter(0.25, 1)));
    CU_ASSERT(!alike(ROUNDED_DOWN, 1024.25, 1, 0, -1024, 0.25 + 0x1p-42));
    CU_ASSERT(!alike(ROUNDED_DOWN, 1024.25, 1, 0, -1024, nextafter(0.25, 0)));
}

static void with_the_sign_the_direction_turns(void)
{
    CU_ASSERT(alike(ROUNDED_DOWN, 1.5, -1, -1074, 0, -0x1p-1074));
    CU_ASSERT(!alike(ROUNDED_DOWN, 1.5, -1, -1074, 0, -0x2p-1074));
    CU_ASSERT(alike(ROUNDED_UP, 1.5, -1, -1074, 0, -0x2p-1074));
    CU_ASSERT(alike(ROUNDED_UP, INFINITY, -1, 0, 0, -INFINITY));
    CU_ASSERT(alike(ROUNDED_DOWN, 0.3, -1, 0, 0.3, 0));
}

CU_TestInfo rounding_tests[] = {
    SUPPORT_TEST(an_end_of_plain_size_is_multiplied),
    SUPPORT_TEST(a_subnormal_end_is_rounded_anew),
    SUPPORT_TEST(a_tie_may_go_either_way_and_an_even_double_takes_it),
    SUPPORT_TEST(a_subnormal_end_may_turn_out_to_be_any_number_of_its_step),
    SUPPORT_TEST(beyond_the_largest_double_is_the_largest_double_or_infinity),
    SUPPORT_TEST(a_shifted_end_lies_between_the_shifted_neighbours),
    SUPPORT_TEST(with_the_sign_the_direction_turns),
    CU_TEST_INFO_NULL,
};
