/* SPDX-License-Identifier: MIT */
/* Exact cases by hand: tolerance, depth, time, and numbers at the ends of the
 * range. Every number is derived, none was printed by the library. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <math.h>

#include "kernel/expect.h"
#include "support/run.h"

static const double denormal = 0x1p-1074; /* the smallest double above 0 */

/* ---- points
 * --------------------------------------------------------------------------------------- */

static void points_that_pass_through_each_other_only_touch(void)
{
    oracle_pair pair = discs(0, drive(-1, -1, 1, 1, 0, 4), 0, rest(0, 0, 0, 4));
    expect_verdict(pair, GRAZE_TOUCH);
    expect_clearance(pair, 0, 0, 1);
}

static void points_that_miss_are_clear(void)
{
    expect_verdict(discs(0, drive(-1, -1, 1, 1, 0, 4), 0, rest(denormal, 0, 0, 4)), GRAZE_CLEAR);
}

static void a_point_may_conflict_with_a_disc(void)
{
    expect_part(discs(0, drive(-3, 0, 1, 0, 0, 9), 1, rest(0, 0, 0, 9)), 2, 4);
}

/* ---- tolerance
 * ------------------------------------------------------------------------------------ */

/*  (A) -> stops a quarter of a metre inside (B) */
static oracle_pair a_quarter_deep(void)
{
    return discs(0.5, drive(0, 0, 1, 0, 0, 1.25), 0.5, rest(2, 0, 0, 9));
}

static void a_depth_of_exactly_the_tolerance_is_a_graze(void)
{
    expect_verdict(within(a_quarter_deep(), 0.25), GRAZE_GRAZE);
    expect_clearance(within(a_quarter_deep(), 0.25), -0.25, 0.25, 1.25);
    expect_no_part(within(a_quarter_deep(), 0.25));
}

static void a_depth_of_one_ulp_more_than_the_tolerance_is_a_conflict(void)
{
    expect_part(within(a_quarter_deep(), 0x1.fffffffffffffp-3), 0x1.3ffffffffffffp0, 1.25);
}

static void no_tolerance_makes_any_depth_a_conflict(void)
{
    expect_part(a_quarter_deep(), 1, 1.25);
}

static void a_touch_stays_a_touch_with_any_tolerance(void)
{
    oracle_pair pair = discs(0.5, rest(0, 0, 0, 1), 0.5, rest(1, 0, 0, 1));
    expect_verdict(within(pair, 0), GRAZE_TOUCH);
    expect_verdict(within(pair, 1e-9), GRAZE_TOUCH);
    expect_verdict(within(pair, DBL_MAX), GRAZE_TOUCH);
}

static void a_tolerance_shortens_the_conflict(void)
{
    oracle_pair pair = discs(0.5, drive(-4, 0, 1, 0, 0, 9), 0.5, rest(0, 0, 0, 9));
    expect_part(within(pair, 0), 3, 5);
    expect_part(within(pair, 0.5), 3.5, 4.5);
    expect_part(within(pair, denormal), 3, 5); /* (3 + 2^-1074, 5 - 2^-1074) */
}

static void no_depth_exceeds_a_tolerance_of_the_whole_reach(void)
{
    oracle_pair pair = discs(0.5, rest(0, 0, 0, 1), 0.5, rest(0, 0, 0, 1));
    expect_verdict(within(pair, 1), GRAZE_GRAZE);
    expect_part(within(pair, 0x1.fffffffffffffp-1), 0, 1);
}

/* reach - e = -1: its square is that of 1, which must not be mistaken for it */
static void a_tolerance_beyond_the_reach_leaves_no_conflict(void)
{
    oracle_pair pair = discs(0.5, rest(0, 0, 0, 1), 0.5, rest(0.5, 0, 0, 1));
    expect_verdict(within(pair, 2), GRAZE_GRAZE);
    expect_no_part(within(pair, 2));
    expect_no_part(within(discs(0.5, drive(-4, 0, 1, 0, 0, 9), 0.5, rest(0, 0, 0, 9)), 2));
}

/* The doubles 0.1 + 0.2 - 0.3 are 2^-55 as real numbers, and 2^-54 in rounded
 * arithmetic. */
static void the_reach_less_the_tolerance_is_a_real_number(void)
{
    oracle_pair pair = discs(0.1, rest(0x1p-55, 0, 0, 1), 0.2, rest(0, 0, 0, 1));
    expect_verdict(within(pair, 0.3), GRAZE_GRAZE);
    expect_clearance(within(pair, 0.3), -0.3, 0.3, 0);
    pair.a.position.x = 0x1p-56;
    expect_part(within(pair, 0.3), 0, 1);
}

static void the_smallest_tolerance_grades_the_smallest_depth(void)
{
    oracle_pair pair = discs(denormal, rest(0, 0, 0, 1), denormal, rest(denormal, 0, 0, 1));
    expect_verdict(within(pair, denormal), GRAZE_GRAZE);
    expect_verdict(within(pair, 0), GRAZE_CONFLICT);
}

/* ---- depth and its time
 * --------------------------------------------------------------------------- */

static void clearance_is_the_gap_between_the_surfaces(void)
{
    expect_clearance(discs(0.5, rest(3, 4, 0, 2), 0.5, rest(0, 0, 1, 2)), 4, -4, 1);
}

/* sqrt(2) lies between ...bccp0 and ...bcdp0, nearer to the latter. */
static void clearance_is_rounded_down_and_depth_to_nearest(void)
{
    expect_clearance(discs(0, rest(1, 1, 0, 2), 0, rest(0, 0, 0, 2)), 0x1.6a09e667f3bccp+0,
                     -0x1.6a09e667f3bcdp+0, 0);
}

/*  (A) ->  (B) goes up: on a grid of one metre they are nearest at t = 1/2,
 *  sqrt(1/2) apart. The double sqrt(2)/4 is too large by 2.4e-17, and the depth
 *  is twice that. */
static void depth_has_all_its_bits_after_cancellation(void)
{
    const double radius = 0x1.6a09e667f3bcdp-2;
    oracle_pair pair = discs(radius, drive(0, 0, 1, 0, 0, 1), radius, drive(1, 0, 0, 1, 0, 1));
    expect_clearance(pair, -0x1.bdd3413b26456p-55, 0x1.bdd3413b26456p-55, 0.5);
}

static void the_deepest_time_is_the_nearest_double(void)
{
    expect_clearance(discs(0, drive(-1, 1, 3, 0, 0, 1), 0, rest(0, 0, 0, 1)), 1, -1,
                     0x1.5555555555555p-2);
}

static void a_constant_distance_is_reached_at_the_first_instant(void)
{
    expect_clearance(discs(0, drive(0, 0, 1, 1, 2, 9), 0, drive(2, 1, 1, 1, 3, 9)), 1, -1, 3);
}

/* The common life begins 2^-60 after 1: the first double inside is the next. */
static void a_constant_distance_is_reached_at_the_first_double_inside_the_life(void)
{
    oracle_pair pair = discs(0, rest(0, 0, 1, 9), 0, rest(0, 1, 0, 9));
    expect_clearance(pair, 1, -1, 1);
    pair.a.start_tail = 0x1p-60;
    expect_clearance(pair, 1, -1, 0x1.0000000000001p0);
    /* at 2^60 m/s the tail is one metre of way */
    pair.a.velocity.x = pair.b.velocity.x = 0x1p60;
    pair.a.position.x = 0x1p60;
    expect_clearance(pair, 0x1.6a09e667f3bccp+0, -0x1.6a09e667f3bcdp+0, 0x1.0000000000001p0);
}

static void driving_apart_is_nearest_at_the_start(void)
{
    expect_clearance(discs(1, drive(3, 0, 1, 0, 0, 9), 1, drive(0, 0, -1, 0, 2, 9)), 3, -3, 2);
}

static void coming_closer_is_nearest_at_the_end(void)
{
    expect_clearance(discs(1, drive(9, 0, -1, 0, 0, 4), 1, rest(0, 0, 0, 9)), 3, -3, 4);
}

/* ---- the ends of the range
 * ------------------------------------------------------------------------ */

static void a_distance_beyond_the_doubles_is_rounded_down(void)
{
    oracle_pair pair = discs(0, rest(DBL_MAX, 0, 0, 1), 0, rest(-DBL_MAX, 0, 0, 1));
    expect_verdict(pair, GRAZE_CLEAR);
    expect_clearance(pair, DBL_MAX, -INFINITY, 0);
}

static void the_largest_discs_may_touch(void)
{
    oracle_pair pair = discs(DBL_MAX, rest(DBL_MAX, 0, 0, 1), DBL_MAX, rest(-DBL_MAX, 0, 0, 1));
    expect_verdict(pair, GRAZE_TOUCH);
    expect_clearance(pair, 0, 0, 0);
}

static void the_largest_discs_may_overlap_by_an_ulp(void)
{
    const double less = 0x1.ffffffffffffep1023;
    oracle_pair pair = discs(DBL_MAX, rest(DBL_MAX, 0, 0, 1), DBL_MAX, rest(-less, 0, 0, 1));
    expect_part(pair, 0, 1);
    expect_clearance(pair, -0x1p971, 0x1p971, 0);
}

/* |DBL_MAX (t - 1)| < DBL_MAX / 2 */
static void the_largest_velocities_have_exact_ends(void)
{
    expect_part(discs(DBL_MAX / 2, drive(-DBL_MAX, 0, DBL_MAX, 0, 0, 2), 0, rest(0, 0, 0, 2)), 0.5,
                1.5);
}

static void the_smallest_discs_may_touch(void)
{
    expect_verdict(discs(denormal, rest(0, 0, 0, 1), 0, rest(denormal, 0, 0, 1)), GRAZE_TOUCH);
    expect_part(discs(denormal, rest(0, 0, 0, 1), denormal, rest(denormal, 0, 0, 1)), 0, 1);
}

static void the_smallest_velocities_have_exact_ends(void)
{
    expect_part(
        discs(2 * denormal, drive(-4 * denormal, 0, denormal, 0, 0, 9), 0, rest(0, 0, 0, 9)), 2, 6);
}

/* It reaches the disc after 2^1073 s, when no double can tell the time. */
static void ends_beyond_the_doubles_lie_between_the_largest_and_infinity(void)
{
    oracle_pair pair =
        discs(0.25, drive(0, 0, denormal, 0, 0, INFINITY), 0.25, rest(1, 0, 0, INFINITY));
    expect_part(pair, DBL_MAX, INFINITY);
    expect_clearance(pair, -0.5, 0.5, INFINITY);
}

/* 1e300 - 1e-300 < 1e300 < 1e300 + 1e-300 */
static void six_hundred_decades_do_not_hide_a_depth(void)
{
    const graze_motion far = rest(1e300, 0, 0, INFINITY);
    oracle_pair inside = discs(1e300, far, 0, rest(1e-300, 0, 0, INFINITY));
    oracle_pair outside = discs(1e300, far, 0, rest(-1e-300, 0, 0, INFINITY));
    expect_part(inside, 0, INFINITY);
    expect_clearance(inside, -1e-300, 1e-300, 0);
    expect_verdict(outside, GRAZE_CLEAR);
    expect_clearance(outside, 1e-300, -1e-300, 0);
}

/* The 3-4-5 touch, 2^27 metres and 2^27 seconds away */
static void a_touch_far_from_the_origin_is_still_a_touch(void)
{
    const double far = 0x1p27;
    oracle_pair pair = discs(2, drive(far - 1, far + 7, 4, -3, far, 2), 3, rest(far, far, far, 2));
    expect_verdict(pair, GRAZE_TOUCH);
    expect_clearance(pair, 0, 0, far + 1);
    pair.b.position.x = nextafter(far, INFINITY); /* 3/5 of 2^-25 m nearer */
    expect_verdict(pair, GRAZE_CONFLICT);
    pair.b.position.x = nextafter(far, -INFINITY);
    expect_verdict(pair, GRAZE_CLEAR);
}

CU_TestInfo grade_tests[] = {
    SUPPORT_TEST(points_that_pass_through_each_other_only_touch),
    SUPPORT_TEST(points_that_miss_are_clear),
    SUPPORT_TEST(a_point_may_conflict_with_a_disc),
    SUPPORT_TEST(a_depth_of_exactly_the_tolerance_is_a_graze),
    SUPPORT_TEST(a_depth_of_one_ulp_more_than_the_tolerance_is_a_conflict),
    SUPPORT_TEST(no_tolerance_makes_any_depth_a_conflict),
    SUPPORT_TEST(a_touch_stays_a_touch_with_any_tolerance),
    SUPPORT_TEST(a_tolerance_shortens_the_conflict),
    SUPPORT_TEST(no_depth_exceeds_a_tolerance_of_the_whole_reach),
    SUPPORT_TEST(a_tolerance_beyond_the_reach_leaves_no_conflict),
    SUPPORT_TEST(the_reach_less_the_tolerance_is_a_real_number),
    SUPPORT_TEST(the_smallest_tolerance_grades_the_smallest_depth),
    SUPPORT_TEST(clearance_is_the_gap_between_the_surfaces),
    SUPPORT_TEST(clearance_is_rounded_down_and_depth_to_nearest),
    SUPPORT_TEST(depth_has_all_its_bits_after_cancellation),
    SUPPORT_TEST(the_deepest_time_is_the_nearest_double),
    SUPPORT_TEST(a_constant_distance_is_reached_at_the_first_instant),
    SUPPORT_TEST(a_constant_distance_is_reached_at_the_first_double_inside_the_life),
    SUPPORT_TEST(driving_apart_is_nearest_at_the_start),
    SUPPORT_TEST(coming_closer_is_nearest_at_the_end),
    SUPPORT_TEST(a_distance_beyond_the_doubles_is_rounded_down),
    SUPPORT_TEST(the_largest_discs_may_touch),
    SUPPORT_TEST(the_largest_discs_may_overlap_by_an_ulp),
    SUPPORT_TEST(the_largest_velocities_have_exact_ends),
    SUPPORT_TEST(the_smallest_discs_may_touch),
    SUPPORT_TEST(the_smallest_velocities_have_exact_ends),
    SUPPORT_TEST(ends_beyond_the_doubles_lie_between_the_largest_and_infinity),
    SUPPORT_TEST(six_hundred_decades_do_not_hide_a_depth),
    SUPPORT_TEST(a_touch_far_from_the_origin_is_still_a_touch),
    CU_TEST_INFO_NULL,
};
