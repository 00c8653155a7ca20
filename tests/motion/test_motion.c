/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <graze/motion.h>
#include <math.h>
#include <string.h>

#include "motion/exact.h"
#include "support/run.h"

static const graze_vector origin = {0, 0, 0};
static const graze_vector away = {3, 4, 0};
static const double tiny = 0x1p-1074;

/* A motion of no meaning, to see whether a refused call wrote on it. */
static graze_motion untouched(void)
{
    graze_motion motion;
    memset(&motion, 0x5a, sizeof motion);
    return motion;
}

static bool is_untouched(const graze_motion *motion)
{
    graze_motion fresh = untouched();
    return memcmp(motion, &fresh, sizeof fresh) == 0;
}

static graze_motion kinematic(double start, double duration)
{
    graze_motion motion;
    graze_vector velocity = {1, 2, 3}, acceleration = {0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_kinematic(away, velocity, acceleration, start, duration, &motion), GRAZE_OK);
    return motion;
}

static graze_motion waypoint(graze_vector to, double start, double end)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(origin, to, start, end, &motion), GRAZE_OK);
    return motion;
}

/* ---- building --------------------------------------------------------------------------- */

static void a_kinematic_motion_keeps_its_numbers(void)
{
    graze_vector velocity = {1, -2, 3}, acceleration = {-0.5, 0, tiny};
    graze_motion motion;
    CU_ASSERT_EQUAL(graze_motion_kinematic(away, velocity, acceleration, -7.25, 0.1, &motion),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(motion.form, GRAZE_KINEMATIC);
    CU_ASSERT_EQUAL(memcmp(&motion.position, &away, sizeof away), 0);
    CU_ASSERT_EQUAL(memcmp(&motion.velocity, &velocity, sizeof velocity), 0);
    CU_ASSERT_EQUAL(memcmp(&motion.acceleration, &acceleration, sizeof acceleration), 0);
    CU_ASSERT_EQUAL(motion.start, -7.25);
    CU_ASSERT_EQUAL(motion.duration, 0.1);
    CU_ASSERT_EQUAL(motion.start_tail, 0.0);
    CU_ASSERT_EQUAL(motion.duration_tail, 0.0);
}

static void a_kinematic_motion_may_be_endless_or_empty(void)
{
    CU_ASSERT_EQUAL(kinematic(1, HUGE_VAL).duration, HUGE_VAL);
    CU_ASSERT_EQUAL(kinematic(1, 0).duration, 0);
}

static graze_status kinematic_status(int place_of_bad_number, double bad)
{
    double n[11] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    n[place_of_bad_number] = bad;
    graze_vector p = {n[0], n[1], n[2]}, v = {n[3], n[4], n[5]}, a = {n[6], n[7], n[8]};
    graze_motion motion = untouched();
    graze_status status = graze_motion_kinematic(p, v, a, n[9], n[10], &motion);
    CU_ASSERT_TRUE(is_untouched(&motion));
    return status;
}

static void a_bad_number_of_a_kinematic_motion_is_refused_and_nothing_written(void)
{
    for (int i = 0; i < 11; i++) {
        CU_ASSERT_EQUAL(kinematic_status(i, (double)NAN), GRAZE_ERROR_NOT_FINITE);
        CU_ASSERT_EQUAL(kinematic_status(i, -HUGE_VAL), GRAZE_ERROR_NOT_FINITE);
        if (i < 10)
            CU_ASSERT_EQUAL(kinematic_status(i, HUGE_VAL), GRAZE_ERROR_NOT_FINITE);
    }
    CU_ASSERT_EQUAL(kinematic_status(10, -tiny), GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(kinematic_status(10, -DBL_MAX), GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(graze_motion_kinematic(away, away, away, 0, 1, NULL), GRAZE_ERROR_NULL);
}

static void assert_ends_exactly(double start, double end)
{
    graze_motion motion = waypoint(away, start, end);
    mpq_t reached;
    mpq_init(reached);
    exact_end(reached, &motion);
    CU_ASSERT_TRUE(exact_is(reached, end));
    CU_ASSERT_EQUAL(motion.start, start);
    CU_ASSERT_EQUAL(motion.start_tail, 0.0);
    mpq_clear(reached);
}

static void a_waypoint_motion_ends_exactly_at_its_end(void)
{
    assert_ends_exactly(0.1, 0.3);
    assert_ends_exactly(0.3, 0.1 + 0.2);
    assert_ends_exactly(0.1, 1e9 + 0.1);
    assert_ends_exactly(-1e300, 1e-300);
    assert_ends_exactly(-tiny, tiny);
    assert_ends_exactly(tiny, DBL_MIN);
    assert_ends_exactly(-tiny, DBL_MAX);
    assert_ends_exactly(DBL_MAX / 2, DBL_MAX);
}

static void a_waypoint_life_longer_than_the_largest_double_is_kept_whole(void)
{
    assert_ends_exactly(-DBL_MAX, DBL_MAX);
    assert_ends_exactly(-0x1p970, DBL_MAX);
    assert_ends_exactly(-DBL_MAX, 0x1p970);
    assert_ends_exactly(-0x1.23456789abcdfp1000, DBL_MAX);
    graze_motion longest = waypoint(away, -DBL_MAX, DBL_MAX);
    CU_ASSERT_EQUAL(graze_motion_validate(&longest), GRAZE_OK);
}

static void random_waypoint_motions_end_exactly_at_their_ends(void)
{
    uint64_t state = 1;
    for (size_t i = 0; i < support_rounds(20000, 200000, 5000000); i++) {
        int near = random_below(&state, 2) ? 20 : 971;
        double start = random_double(&state, near - 60, near);
        double end = random_double(&state, near - 60, near);
        if (start != end)
            assert_ends_exactly(fmin(start, end), fmax(start, end));
    }
}

static void only_a_wait_may_be_endless_or_empty(void)
{
    CU_ASSERT_EQUAL(waypoint(origin, 5, HUGE_VAL).duration, HUGE_VAL);
    CU_ASSERT_EQUAL(waypoint(origin, 5, HUGE_VAL).duration_tail, 0.0);
    CU_ASSERT_EQUAL(waypoint(origin, 5, 5).duration, 0.0);
    const graze_vector negative_zero = {-0.0, -0.0, -0.0};
    CU_ASSERT_EQUAL(waypoint(negative_zero, 5, HUGE_VAL).duration, HUGE_VAL);

    graze_motion motion = untouched();
    CU_ASSERT_EQUAL(graze_motion_waypoint(origin, away, 5, HUGE_VAL, &motion),
                    GRAZE_ERROR_ENDLESS_MOVE);
    CU_ASSERT_EQUAL(graze_motion_waypoint(origin, away, 5, 5, &motion), GRAZE_ERROR_INSTANT_MOVE);
    const graze_vector up = {0, 0, tiny};
    CU_ASSERT_EQUAL(graze_motion_waypoint(origin, up, 5, 5, &motion), GRAZE_ERROR_INSTANT_MOVE);
    CU_ASSERT_TRUE(is_untouched(&motion));
}

static void a_waypoint_motion_may_last_one_denormal(void)
{
    CU_ASSERT_EQUAL(waypoint(away, 0, tiny).duration, tiny);
    CU_ASSERT_EQUAL(waypoint(away, -tiny, 0).duration, tiny);
}

static graze_status waypoint_status(int place_of_bad_number, double bad)
{
    double n[8] = {1, 1, 1, 1, 1, 1, 1, 2};
    n[place_of_bad_number] = bad;
    graze_vector from = {n[0], n[1], n[2]}, to = {n[3], n[4], n[5]};
    graze_motion motion = untouched();
    graze_status status = graze_motion_waypoint(from, to, n[6], n[7], &motion);
    CU_ASSERT_TRUE(is_untouched(&motion));
    return status;
}

static void a_bad_number_of_a_waypoint_motion_is_refused_and_nothing_written(void)
{
    for (int i = 0; i < 8; i++) {
        CU_ASSERT_EQUAL(waypoint_status(i, (double)NAN), GRAZE_ERROR_NOT_FINITE);
        CU_ASSERT_EQUAL(waypoint_status(i, -HUGE_VAL), GRAZE_ERROR_NOT_FINITE);
        if (i < 7)
            CU_ASSERT_EQUAL(waypoint_status(i, HUGE_VAL), GRAZE_ERROR_NOT_FINITE);
    }
    CU_ASSERT_EQUAL(waypoint_status(7, nextafter(1, 0)), GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(waypoint_status(7, -DBL_MAX), GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(graze_motion_waypoint(origin, away, 0, 1, NULL), GRAZE_ERROR_NULL);
}

/* ---- validation of motions built by hand -------------------------------------------------- */

static void a_missing_motion_is_refused(void)
{
    CU_ASSERT_EQUAL(graze_motion_validate(NULL), GRAZE_ERROR_NULL);
}

static void a_form_that_is_none_is_refused(void)
{
    graze_motion motion = kinematic(0, 1);
    const int strangers[] = {4, 5, 1000, -1};
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
        motion.form = (graze_form)strangers[i];
        CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_FORM);
    }
}

static void a_waypoint_motion_with_an_acceleration_is_refused(void)
{
    graze_motion motion = waypoint(away, 0, 1);
    motion.acceleration.z = tiny;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_FORM);
    motion.acceleration.z = -0.0;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_OK);
}

static void the_tails_must_be_finite(void)
{
    graze_motion motion = kinematic(0, 1);
    motion.start_tail = HUGE_VAL;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_NOT_FINITE);
    motion = kinematic(0, 1);
    motion.duration_tail = HUGE_VAL;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_NOT_FINITE);
    motion = kinematic(0, HUGE_VAL);
    motion.duration_tail = -HUGE_VAL;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_NOT_FINITE);
}

static void the_sign_of_a_two_part_duration_is_that_of_its_real_sum(void)
{
    graze_motion motion = kinematic(0, 1);
    motion.duration_tail = -1;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_OK);
    motion.duration_tail = nextafter(-1, -2);
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_NEGATIVE_DURATION);
    motion.duration = DBL_MIN;
    motion.duration_tail = -DBL_MIN - tiny;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_NEGATIVE_DURATION);
    motion.duration = -DBL_MAX;
    motion.duration_tail = -DBL_MAX;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_NEGATIVE_DURATION);
    motion.duration = -tiny;
    motion.duration_tail = DBL_MAX;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_OK);
}

static void a_two_part_duration_of_exactly_nothing_is_an_instant(void)
{
    graze_motion motion = waypoint(away, 0, 1);
    motion.duration_tail = -1;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_INSTANT_MOVE);
    motion.duration_tail = -1 + DBL_EPSILON;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_OK);
}

static void a_parked_motion_stands_where_a_finite_one_ended(void)
{
    graze_motion motion = kinematic(0, 1);
    motion.form = GRAZE_PARKED;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_OK);
    motion.duration = 0;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_OK);
    motion.duration = -1;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_NEGATIVE_DURATION);
    motion.duration = HUGE_VAL;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_NOT_FINITE);
}

/* ---- moving in time ----------------------------------------------------------------------- */

static void assert_same_duration(const graze_motion *a, const graze_motion *b)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    exact_duration(x, a);
    exact_duration(y, b);
    CU_ASSERT_TRUE(mpq_equal(x, y));
    mpq_clears(x, y, NULL);
}

static void a_restarted_motion_keeps_its_exact_duration(void)
{
    graze_motion motion = waypoint(away, 0.1, 1e9 + 0.1), moved;
    CU_ASSERT_NOT_EQUAL(motion.duration_tail, 0.0);
    CU_ASSERT_EQUAL(graze_motion_restart(&motion, 1e-9, &moved), GRAZE_OK);
    CU_ASSERT_EQUAL(moved.start, 1e-9);
    assert_same_duration(&motion, &moved);
}

static void a_restart_forgets_the_old_start_whole(void)
{
    graze_motion motion = kinematic(0.1, 2);
    CU_ASSERT_EQUAL(graze_motion_delay(&motion, 0.2, &motion), GRAZE_OK);
    CU_ASSERT_NOT_EQUAL(motion.start_tail, 0.0);
    CU_ASSERT_EQUAL(graze_motion_restart(&motion, 5, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(motion.start, 5);
    CU_ASSERT_EQUAL(motion.start_tail, 0.0);
}

static void a_refused_restart_writes_nothing(void)
{
    graze_motion good = kinematic(0, 1), bad = good, moved = untouched();
    bad.duration = -1;
    CU_ASSERT_EQUAL(graze_motion_restart(NULL, 1, &moved), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_restart(&good, 1, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_restart(&good, (double)NAN, &moved), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_restart(&good, HUGE_VAL, &moved), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_restart(&bad, 1, &moved), GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_TRUE(is_untouched(&moved));
}

static void assert_delayed(const graze_motion *motion, double delay)
{
    graze_motion moved;
    mpq_t found;
    mpq_init(found);
    CU_ASSERT_EQUAL_FATAL(graze_motion_delay(motion, delay, &moved), GRAZE_OK);
    const double terms[] = {motion->start, motion->start_tail, delay, -moved.start,
                            -moved.start_tail};
    exact_sum(found, terms, 5);
    CU_ASSERT_EQUAL(mpq_sgn(found), 0);
    assert_same_duration(motion, &moved);
    mpq_clear(found);
}

static void a_delay_is_an_exact_sum(void)
{
    const double starts[] = {0.0, 0.1, -0.3, 1e16, tiny, -DBL_MIN, DBL_MAX, -DBL_MAX};
    const double delays[] = {0.0, 0.2, -0.1, 1.0, -tiny, 1e300, DBL_MAX, -DBL_MAX};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (size_t j = 0; j < sizeof delays / sizeof *delays; j++) {
            graze_motion motion = kinematic(starts[i], 0.7);
            assert_delayed(&motion, delays[j]);
        }
}

static void an_endless_motion_can_be_delayed(void)
{
    graze_motion motion = kinematic(1, HUGE_VAL);
    CU_ASSERT_EQUAL(graze_motion_delay(&motion, 0.5, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(motion.start, 1.5);
    CU_ASSERT_EQUAL(motion.duration, HUGE_VAL);
}

static void a_delay_and_its_opposite_lead_back(void)
{
    graze_motion motion = kinematic(0.1, 1);
    CU_ASSERT_EQUAL(graze_motion_delay(&motion, 0.7, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_delay(&motion, -0.7, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(motion.start, 0.1);
    CU_ASSERT_EQUAL(motion.start_tail, 0.0);
}

static void a_start_that_needs_three_doubles_is_refused_and_nothing_written(void)
{
    graze_motion motion = kinematic(1e20, 1), moved = untouched();
    CU_ASSERT_EQUAL(graze_motion_delay(&motion, 1, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_delay(&motion, 1e-20, &moved), GRAZE_ERROR_INEXACT);
    CU_ASSERT_TRUE(is_untouched(&moved));
    assert_delayed(&motion, -1e20);
}

static void a_refused_delay_writes_nothing(void)
{
    graze_motion good = kinematic(0, 1), bad = good, moved = untouched();
    bad.form = (graze_form)9;
    CU_ASSERT_EQUAL(graze_motion_delay(NULL, 1, &moved), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_delay(&good, 1, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_delay(&good, (double)NAN, &moved), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_delay(&good, -HUGE_VAL, &moved), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_delay(&bad, 1, &moved), GRAZE_ERROR_FORM);
    CU_ASSERT_TRUE(is_untouched(&moved));
}

/* ---- pictures ----------------------------------------------------------------------------- */

static void assert_place(const graze_motion *motion, double time, double x, double y, double z)
{
    graze_vector place = {-1, -1, -1};
    CU_ASSERT_EQUAL(graze_motion_place(motion, time, &place), GRAZE_OK);
    CU_ASSERT_EQUAL(place.x, x);
    CU_ASSERT_EQUAL(place.y, y);
    CU_ASSERT_EQUAL(place.z, z);
}

static void a_waypoint_motion_is_drawn_between_its_places(void)
{
    graze_motion motion = waypoint(away, 1, 3);
    assert_place(&motion, 1, 0, 0, 0);
    assert_place(&motion, 2, 1.5, 2, 0);
    assert_place(&motion, 3, 3, 4, 0);
    assert_place(&motion, -1e300, 0, 0, 0);
    assert_place(&motion, 1e300, 3, 4, 0);
}

static void a_waypoint_motion_of_the_longest_life_and_way_is_drawn(void)
{
    graze_vector left = {-DBL_MAX, 0, 0}, right = {DBL_MAX, 0, 0};
    graze_motion motion;
    CU_ASSERT_EQUAL(graze_motion_waypoint(left, right, -DBL_MAX, DBL_MAX, &motion), GRAZE_OK);
    assert_place(&motion, -DBL_MAX, -DBL_MAX, 0, 0);
    assert_place(&motion, 0, 0, 0, 0);
    assert_place(&motion, DBL_MAX, DBL_MAX, 0, 0);
}

static void a_wait_is_drawn_in_its_place_for_ever(void)
{
    graze_motion motion;
    CU_ASSERT_EQUAL(graze_motion_waypoint(away, away, 1, HUGE_VAL, &motion), GRAZE_OK);
    assert_place(&motion, 0, 3, 4, 0);
    assert_place(&motion, 1e300, 3, 4, 0);
}

static void a_kinematic_motion_is_drawn_within_its_life(void)
{
    graze_vector velocity = {1, 0, 0}, acceleration = {2, -4, 0};
    graze_motion motion;
    CU_ASSERT_EQUAL(graze_motion_kinematic(away, velocity, acceleration, 10, 3, &motion), GRAZE_OK);
    assert_place(&motion, 9, 3, 4, 0);
    assert_place(&motion, 10, 3, 4, 0);
    assert_place(&motion, 12, 3 + 2 + 4, 4 - 8, 0);
    assert_place(&motion, 13, 3 + 3 + 9, 4 - 18, 0);
    assert_place(&motion, 14, 3 + 3 + 9, 4 - 18, 0);
    motion.form = GRAZE_PARKED;
    assert_place(&motion, 10, 3 + 3 + 9, 4 - 18, 0);
    assert_place(&motion, 99, 3 + 3 + 9, 4 - 18, 0);
}

static void a_place_that_cannot_be_drawn_is_refused_and_nothing_written(void)
{
    graze_motion good = kinematic(0, HUGE_VAL), bad = good;
    graze_vector place = {7, 7, 7};
    bad.position.x = (double)NAN;
    CU_ASSERT_EQUAL(graze_motion_place(NULL, 0, &place), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_place(&good, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_place(&good, (double)NAN, &place), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_place(&good, HUGE_VAL, &place), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_place(&good, DBL_MAX, &place), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_place(&bad, 0, &place), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_TRUE(place.x == 7 && place.y == 7 && place.z == 7);
}

CU_TestInfo motion_tests[] = {
    SUPPORT_TEST(a_kinematic_motion_keeps_its_numbers),
    SUPPORT_TEST(a_kinematic_motion_may_be_endless_or_empty),
    SUPPORT_TEST(a_bad_number_of_a_kinematic_motion_is_refused_and_nothing_written),
    SUPPORT_TEST(a_waypoint_motion_ends_exactly_at_its_end),
    SUPPORT_TEST(a_waypoint_life_longer_than_the_largest_double_is_kept_whole),
    SUPPORT_TEST(random_waypoint_motions_end_exactly_at_their_ends),
    SUPPORT_TEST(only_a_wait_may_be_endless_or_empty),
    SUPPORT_TEST(a_waypoint_motion_may_last_one_denormal),
    SUPPORT_TEST(a_bad_number_of_a_waypoint_motion_is_refused_and_nothing_written),
    SUPPORT_TEST(a_missing_motion_is_refused),
    SUPPORT_TEST(a_form_that_is_none_is_refused),
    SUPPORT_TEST(a_waypoint_motion_with_an_acceleration_is_refused),
    SUPPORT_TEST(the_tails_must_be_finite),
    SUPPORT_TEST(the_sign_of_a_two_part_duration_is_that_of_its_real_sum),
    SUPPORT_TEST(a_two_part_duration_of_exactly_nothing_is_an_instant),
    SUPPORT_TEST(a_parked_motion_stands_where_a_finite_one_ended),
    SUPPORT_TEST(a_restarted_motion_keeps_its_exact_duration),
    SUPPORT_TEST(a_restart_forgets_the_old_start_whole),
    SUPPORT_TEST(a_refused_restart_writes_nothing),
    SUPPORT_TEST(a_delay_is_an_exact_sum),
    SUPPORT_TEST(an_endless_motion_can_be_delayed),
    SUPPORT_TEST(a_delay_and_its_opposite_lead_back),
    SUPPORT_TEST(a_start_that_needs_three_doubles_is_refused_and_nothing_written),
    SUPPORT_TEST(a_refused_delay_writes_nothing),
    SUPPORT_TEST(a_waypoint_motion_is_drawn_between_its_places),
    SUPPORT_TEST(a_waypoint_motion_of_the_longest_life_and_way_is_drawn),
    SUPPORT_TEST(a_wait_is_drawn_in_its_place_for_ever),
    SUPPORT_TEST(a_kinematic_motion_is_drawn_within_its_life),
    SUPPORT_TEST(a_place_that_cannot_be_drawn_is_refused_and_nothing_written),
    CU_TEST_INFO_NULL,
};
