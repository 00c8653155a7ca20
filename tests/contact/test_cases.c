/* SPDX-License-Identifier: MIT */
/* Exact cases by hand: touches, lives and ends. Every number is derived, none
 * was printed by the library. Pictures: (A) (B) discs, -> a velocity. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "kernel/expect.h"
#include "support/run.h"

/* ---- touches ---------------------------------------------------------------------------------
 *
 *  A -->            t = 1: (A) at (3, 4), going at a right angle to its offset;
 *     `(A)          3² + 4² = 5² = (2 + 3)²
 *      / 5
 *    (B)            B rests at the origin
 */
static oracle_pair passing_at_five(double radius_b)
{
    return discs(2, drive(-1, 7, 4, -3, 0, 2), radius_b, rest(0, 0, 0, 2));
}

static void touching_in_passing_is_not_a_conflict(void)
{
    expect_no_part(passing_at_five(3));
    expect_verdict(passing_at_five(3), GRAZE_TOUCH);
    expect_clearance(passing_at_five(3), 0, 0, 1);
}

/* The reach is 5 + 2^-51, so the overlap lasts while |t - 1| < sqrt(10 * 2^-51
 * + 2^-102) / 5 = 1.333e-8. */
static void one_ulp_nearer_than_a_touch_is_a_conflict(void)
{
    expect_part(passing_at_five(0x1.8000000000001p1), 0x1.ffffff8d8368ep-1, 0x1.000000393e4b9p+0);
    expect_clearance(passing_at_five(0x1.8000000000001p1), -0x1p-51, 0x1p-51, 1);
}

static void one_ulp_farther_than_a_touch_is_clear(void)
{
    expect_verdict(passing_at_five(0x1.7ffffffffffffp1), GRAZE_CLEAR);
    expect_clearance(passing_at_five(0x1.7ffffffffffffp1), 0x1p-51, -0x1p-51, 1);
}

/*  (A)(B) ->   they start in touch and part */
static void a_touch_at_the_first_instant_is_a_touch(void)
{
    oracle_pair pair = discs(0.5, rest(0, 0, 3, 2), 0.5, drive(1, 0, 1, 0, 3, 2));
    expect_verdict(pair, GRAZE_TOUCH);
    expect_clearance(pair, 0, 0, 3);
}

/*  (A)  <- (B)   they come to touch when both lives end */
static void a_touch_at_the_last_instant_is_a_touch(void)
{
    oracle_pair pair = discs(0.5, rest(0, 0, 3, 2), 0.5, drive(2, 0, -0.5, 0, 3, 2));
    expect_verdict(pair, GRAZE_TOUCH);
    expect_clearance(pair, 0, 0, 5);
}

static void starting_in_touch_and_driving_in_conflicts_from_the_start(void)
{
    oracle_pair pair = discs(0.5, rest(0, 0, 3, 9), 0.5, drive(1, 0, -1, 0, 3, 9));
    expect_part(pair, 3, 5);
    expect_clearance(pair, -1, 1, 4);
}

/*  (A) ->
 *  (B) ->      side by side at exactly the reach, for as long as both live */
static void equal_velocities_at_the_reach_touch(void)
{
    oracle_pair pair = discs(2.5, drive(3, 4, 0.1, 7, 0, 4), 2.5, drive(0, 0, 0.1, 7, 0, 9));
    expect_verdict(pair, GRAZE_TOUCH);
    expect_clearance(pair, 0, 0, 0);
}

static void equal_velocities_one_ulp_inside_the_reach_conflict_all_life_long(void)
{
    oracle_pair pair =
        discs(2.5, drive(3, 4, 0.1, 7, 0, 4), 0x1.4000000000001p1, drive(0, 0, 0.1, 7, 0, 9));
    expect_part(pair, 0, 4);
    expect_clearance(pair, -0x1p-51, 0x1p-51, 0);
}

static void equal_velocities_one_ulp_outside_the_reach_are_clear(void)
{
    expect_verdict(
        discs(2.5, drive(3, 4, 0.1, 7, 0, 4), 0x1.3ffffffffffffp1, drive(0, 0, 0.1, 7, 0, 9)),
        GRAZE_CLEAR);
}

/*  (A) ->
 *  <- (B)      on neighbouring lanes */
static void meeting_traffic_on_lanes_at_the_reach_touches_once(void)
{
    oracle_pair pair = discs(0.5, drive(0, 1, 1, 0, 0, 9), 0.5, drive(6, 0, -2, 0, 0, 9));
    expect_verdict(pair, GRAZE_TOUCH);
    expect_clearance(pair, 0, 0, 2);
}

static void resting_in_touch_is_a_touch(void)
{
    expect_verdict(discs(6, rest(5, 12, 0, INFINITY), 7, rest(0, 0, 0, INFINITY)), GRAZE_TOUCH);
}

/* 2² + 3² + 6² = 7², and (3, -2, 0) is at a right angle to (2, 3, 6). */
static oracle_pair flying_by_at_seven(double radius_b)
{
    return discs(3, fly((graze_vector){-1, 5, 6}, (graze_vector){3, -2, 0}, 0, 2), radius_b,
                 fly((graze_vector){0, 0, 0}, (graze_vector){0, 0, 0}, 0, 2));
}

static void spheres_may_touch_in_passing(void)
{
    expect_verdict(flying_by_at_seven(4), GRAZE_TOUCH);
    expect_clearance(flying_by_at_seven(4), 0, 0, 1);
}

/* |t - 1| < sqrt((14 * 2^-50 + 2^-100) / 13) */
static void spheres_one_ulp_nearer_conflict(void)
{
    expect_part(flying_by_at_seven(0x1.0000000000001p2), 0x1.fffffef656142p-1,
                0x1.00000084d4f5fp+0);
}

static void what_touches_in_the_plane_may_be_clear_in_space(void)
{
    oracle_pair pair = discs(0.5, fly((graze_vector){1, 0, 0x1p-60}, (graze_vector){0, 0, 0}, 0, 1),
                             0.5, rest(0, 0, 0, 1));
    expect_verdict(pair, GRAZE_CLEAR);
    /* sqrt(1 + 2^-120) - 1 is a little less than 2^-121 */
    expect_clearance(pair, 0x1.fffffffffffffp-122, -0x1p-121, 0);
}

/* ---- lives ------------------------------------------------------------------------------------
 */

static void lives_that_share_one_instant_do_not_conflict(void)
{
    expect_no_common_life(discs(1, rest(0, 0, 0, 2), 1, rest(0, 0, 2, 5)));
}

static void lives_that_share_one_ulp_do_conflict(void)
{
    expect_part(discs(1, rest(0, 0, 0, 2), 1, rest(0, 0, 0x1.fffffffffffffp0, 5)),
                0x1.fffffffffffffp0, 2);
}

/* 0.1 + 0.2 as real numbers end before the double 0.1 + 0.2 = 0.30000000000000004. */
static void an_end_is_the_real_sum_not_the_rounded_one(void)
{
    expect_no_common_life(discs(1, rest(0, 0, 0.1, 0.2), 1, rest(0, 0, 0x1.3333333333334p-2, 5)));
    expect_part(discs(1, rest(0, 0, 0.1, 0.2), 1, rest(0, 0, 0.3, 5)), 0.3, 0x1.3333333333334p-2);
}

static void a_life_shorter_than_an_ulp_is_rounded_outward(void)
{
    expect_part(discs(1, rest(0, 0, 1, 0x1p-60), 1, rest(0, 0, 0, 5)), 1, 0x1.0000000000001p0);
}

static void no_duration_is_no_life(void)
{
    expect_no_common_life(discs(1, rest(0, 0, 1, 0), 1, rest(0, 0, 0, 5)));
    expect_no_common_life(discs(1, pass(0, 0, 0, 0, 1, 1), 1, rest(0, 0, 0, 5)));
}

static void agents_one_after_the_other_never_meet(void)
{
    expect_no_common_life(discs(1, rest(0, 0, 0, 1), 1, rest(0, 0, 7, INFINITY)));
}

static void a_tail_shortens_a_life_by_less_than_an_ulp(void)
{
    oracle_pair pair = discs(1, rest(0, 0, 1, 5), 1, rest(0, 0, 0, 1));
    expect_no_common_life(pair);
    pair.b.duration_tail = 0x1p-60;
    expect_part(pair, 1, 0x1.0000000000001p0);
    pair.a.start_tail = 0x1p-60;
    expect_no_common_life(pair);
    pair.a.start_tail = 0x1p-61;
    expect_part(pair, 1, 0x1.0000000000001p0);
}

/* From -1 to 2^-60 no double holds the duration, and 1 + 2^-60 - 1 in rounded
 * arithmetic is 0: the end is all tail. */
static void a_life_from_before_zero_ends_with_its_tail(void)
{
    const double end = 0x1p-60;
    expect_part(discs(1, pass(0, 0, 0, 0, -1, end), 0, rest(0, 0, end / 2, 5)), end / 2, end);
    expect_no_common_life(discs(1, pass(0, 0, 0, 0, -1, end), 0, rest(0, 0, end, 5)));
    expect_part(discs(1, pass(0, 0, 0, 0, -0x1p80, 2), 0, rest(0, 0, 1, 5)), 1, 2);
}

/* The rounded duration 2^48 + 1/16 is too long by 1/64: the other begins within
 * that 1/64, after the true end. */
static void a_life_from_before_zero_is_not_longer_than_its_tail_says(void)
{
    const double end = 0x1.8p-5, after = 0x1.8000000000001p-5;
    graze_motion a = pass(0, 0, 0, 0, -0x1p48, end);
    CU_ASSERT_EQUAL(a.duration + a.duration_tail, 0x1.0000000000001p48);
    CU_ASSERT_EQUAL(a.duration_tail, -0x1p-6);
    expect_no_common_life(discs(1, a, 1, rest(0, 0, after, 2)));
}

static void times_may_be_negative(void)
{
    expect_part(discs(0.5, drive(-10, 0, 1, 0, -20, INFINITY), 0.5, rest(0, 0, -99, 200)), -11, -9);
}

/*  ==(A)=====>      endless, endless */
static void endless_motions_may_meet_for_a_while(void)
{
    expect_part(discs(0.5, drive(0, 0, 1, 0, 0, INFINITY), 0.5, rest(5, 0, 0, INFINITY)), 4, 6);
}

static void endless_motions_may_meet_for_ever(void)
{
    expect_part(discs(0.5, drive(0, 0, 1, 1, 2, INFINITY), 0.5, drive(0.5, 0, 1, 1, 2, INFINITY)),
                2, INFINITY);
}

static void a_conflict_is_cut_by_the_lives(void)
{
    expect_part(discs(1, drive(-4, 0, 1, 0, 0, 5), 1, rest(0, 0, 3, 9)), 3, 5);
}

static void leaving_an_overlap_ends_the_conflict(void)
{
    expect_part(discs(1, drive(0, 0, 0, 0.5, 1, INFINITY), 1, rest(0, 0, 0, INFINITY)), 1, 5);
}

/* The kinematic motion is at (2.5, 0) when it ends at t = 5, and parks there. */
static void a_parked_motion_stands_where_the_other_form_ends(void)
{
    graze_motion parked = drive(0, 0, 0.5, 0, 0, 5);
    parked.form = GRAZE_PARKED;
    expect_part(discs(0.5, parked, 0.5, drive(2.5, -9, 0, 1, 0, INFINITY)), 8, 10);
    expect_no_common_life(discs(0.5, parked, 0.5, rest(2.5, 0, 0, 5)));
}

/* ---- ends ---------------------------------------------------------------------------------------
 */

/* offset 3, reach 5, half chord 4 */
static void rational_ends_are_exact(void)
{
    expect_part(discs(2, drive(-8, 3, 1, 0, 0, 20), 3, rest(0, 0, 0, 20)), 4, 12);
}

/* 2 -+ sqrt(3/4) */
static void irrational_ends_are_rounded_outward(void)
{
    expect_part(discs(0.5, drive(-2, 0.5, 1, 0, 0, 20), 0.5, rest(0, 0, 0, 20)),
                0x1.224c28bd3d9aap+0, 0x1.6ed9eba16132bp+1);
}

/* At 2^53 the doubles are 2 apart: (2^53 + 0.5, 2^53 + 1.5) is wrapped by both. */
static void ends_between_far_doubles_are_rounded_outward(void)
{
    expect_part(discs(0.25, drive(-1, 0, 1, 0, 0x1p53, 8), 0.25, rest(0, 0, 0x1p53, 8)), 0x1p53,
                0x1p53 + 2);
}

/* ---- waypoint motions ---------------------------------------------------------------------------
 */

/*  (A) -> 1/3 m/s ... stops in touch with (B) at t = 3 */
static void thirds_touch_exactly_where_rounded_velocities_miss(void)
{
    const graze_motion b = rest(2, 0, 0, 3);
    expect_verdict(discs(0.5, pass(0, 0, 1, 0, 0, 3), 0.5, b), GRAZE_TOUCH);
    expect_clearance(discs(0.5, pass(0, 0, 1, 0, 0, 3), 0.5, b), 0, 0, 3);
    /* the double 1/3 falls short by 2^-54 in three seconds */
    expect_verdict(discs(0.5, drive(0, 0, 1. / 3, 0, 0, 3), 0.5, b), GRAZE_CLEAR);
    expect_clearance(discs(0.5, drive(0, 0, 1. / 3, 0, 0, 3), 0.5, b), 0x1p-54, -0x1p-54, 3);
}

/* 1/3 m/s against 1/7 m/s on lanes at the reach: side by side at t = 21/10 */
static void a_touch_may_happen_at_an_instant_that_no_double_holds(void)
{
    oracle_pair pair = discs(0.5, pass(0, 0, 1, 0, 0, 3), 0.5, pass(1, 1, 0, 1, 0, 7));
    expect_verdict(pair, GRAZE_TOUCH);
    expect_clearance(pair, 0, 0, 0x1.0cccccccccccdp+1);
}

static void equal_rational_velocities_at_the_reach_touch(void)
{
    oracle_pair pair = discs(2.5, pass(3, 4, 4, 5, 0, 3), 2.5, pass(0, 0, 1, 1, 0, 3));
    expect_verdict(pair, GRAZE_TOUCH);
    expect_clearance(pair, 0, 0, 0);
}

/* |7 t / 3 - 1| < 1/2 from t = 3/14 to t = 9/14 */
static void ends_of_rational_motions_are_rounded_outward(void)
{
    expect_part(discs(0.25, pass(0, 0, 7, 0, 0, 3), 0.25, rest(1, 0, 0, 3)), 0x1.b6db6db6db6dbp-3,
                0x1.4924924924925p-1);
}

static void a_waypoint_wait_may_be_endless(void)
{
    expect_part(discs(0.5, pass(5, 0, 5, 0, 1, INFINITY), 0.5, drive(0, 0, 1, 0, 0, INFINITY)), 4,
                6);
}

/* end - start = 2 DBL_MAX is beyond the doubles and still exact: at t = 0 it is
 * in the middle of its way. */
static void a_waypoint_motion_may_outlast_the_doubles(void)
{
    const double most = 0x1.fffffffffffffp1023;
    expect_clearance(discs(0, pass(-1, 0, 1, 0, -most, most), 0, rest(0, 0, 0, 1)), 0, 0, 0);
    expect_part(discs(0.5, pass(-1, 0, 1, 0, -most, most), 0, rest(0, 0, 0, 1)), 0, 1);
}

CU_TestInfo case_tests[] = {
    SUPPORT_TEST(touching_in_passing_is_not_a_conflict),
    SUPPORT_TEST(one_ulp_nearer_than_a_touch_is_a_conflict),
    SUPPORT_TEST(one_ulp_farther_than_a_touch_is_clear),
    SUPPORT_TEST(a_touch_at_the_first_instant_is_a_touch),
    SUPPORT_TEST(a_touch_at_the_last_instant_is_a_touch),
    SUPPORT_TEST(starting_in_touch_and_driving_in_conflicts_from_the_start),
    SUPPORT_TEST(equal_velocities_at_the_reach_touch),
    SUPPORT_TEST(equal_velocities_one_ulp_inside_the_reach_conflict_all_life_long),
    SUPPORT_TEST(equal_velocities_one_ulp_outside_the_reach_are_clear),
    SUPPORT_TEST(meeting_traffic_on_lanes_at_the_reach_touches_once),
    SUPPORT_TEST(resting_in_touch_is_a_touch),
    SUPPORT_TEST(spheres_may_touch_in_passing),
    SUPPORT_TEST(spheres_one_ulp_nearer_conflict),
    SUPPORT_TEST(what_touches_in_the_plane_may_be_clear_in_space),
    SUPPORT_TEST(lives_that_share_one_instant_do_not_conflict),
    SUPPORT_TEST(lives_that_share_one_ulp_do_conflict),
    SUPPORT_TEST(an_end_is_the_real_sum_not_the_rounded_one),
    SUPPORT_TEST(a_life_shorter_than_an_ulp_is_rounded_outward),
    SUPPORT_TEST(no_duration_is_no_life),
    SUPPORT_TEST(agents_one_after_the_other_never_meet),
    SUPPORT_TEST(a_tail_shortens_a_life_by_less_than_an_ulp),
    SUPPORT_TEST(a_life_from_before_zero_ends_with_its_tail),
    SUPPORT_TEST(a_life_from_before_zero_is_not_longer_than_its_tail_says),
    SUPPORT_TEST(times_may_be_negative),
    SUPPORT_TEST(endless_motions_may_meet_for_a_while),
    SUPPORT_TEST(endless_motions_may_meet_for_ever),
    SUPPORT_TEST(a_conflict_is_cut_by_the_lives),
    SUPPORT_TEST(leaving_an_overlap_ends_the_conflict),
    SUPPORT_TEST(a_parked_motion_stands_where_the_other_form_ends),
    SUPPORT_TEST(rational_ends_are_exact),
    SUPPORT_TEST(irrational_ends_are_rounded_outward),
    SUPPORT_TEST(ends_between_far_doubles_are_rounded_outward),
    SUPPORT_TEST(thirds_touch_exactly_where_rounded_velocities_miss),
    SUPPORT_TEST(a_touch_may_happen_at_an_instant_that_no_double_holds),
    SUPPORT_TEST(equal_rational_velocities_at_the_reach_touch),
    SUPPORT_TEST(ends_of_rational_motions_are_rounded_outward),
    SUPPORT_TEST(a_waypoint_wait_may_be_endless),
    SUPPORT_TEST(a_waypoint_motion_may_outlast_the_doubles),
    CU_TEST_INFO_NULL,
};
