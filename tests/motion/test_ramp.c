/* SPDX-License-Identifier: MIT */
/* Ramps, and the exact comparisons of speeds and accelerations with a limit. */
#include <float.h>
#include <graze/trajectory.h>
#include <math.h>

#include "motion/exact.h"
#include "support/run.h"

static const graze_vector origin = {0, 0, 0}, away = {3, 4, 0};

static graze_motion ramp(graze_vector to, double start, double end, double share)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_ramp(origin, to, start, end, share, &motion), GRAZE_OK);
    return motion;
}

static void assert_place(const graze_motion *motion, double time, double x, double y)
{
    graze_vector place;
    CU_ASSERT_EQUAL(graze_motion_place(motion, time, &place), GRAZE_OK);
    CU_ASSERT_TRUE(place.x == x && place.y == y && place.z == 0);
}

/* ---- building -------------------------------------------------------------------------- */

static void a_ramp_keeps_its_numbers(void)
{
    graze_motion motion = ramp(away, -1, 0.3, 0.25);
    CU_ASSERT_EQUAL(motion.form, GRAZE_RAMP);
    CU_ASSERT_EQUAL(motion.share, 0.25);
    CU_ASSERT_TRUE(motion.to.x == 3 && motion.to.y == 4);
    CU_ASSERT_EQUAL(motion.duration + motion.duration_tail, 0.3 + 1);
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_OK);
}

static void a_ramp_that_does_not_accelerate_is_a_waypoint_motion(void)
{
    CU_ASSERT_EQUAL(ramp(away, 0, 1, 1).form, GRAZE_WAYPOINT);
    CU_ASSERT_EQUAL(ramp(origin, 0, HUGE_VAL, 0).form, GRAZE_WAYPOINT);
    CU_ASSERT_EQUAL(ramp(origin, 3, 3, 2).form, GRAZE_WAYPOINT);
}

static void a_bad_ramp_is_refused_and_nothing_written(void)
{
    graze_motion motion = {.duration = 7};
    const graze_vector bad = {(double)NAN, 0, 0};
    CU_ASSERT_EQUAL(graze_motion_ramp(origin, away, 0, 1, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_ramp(origin, away, 0, 1, -0x1p-1074, &motion), GRAZE_ERROR_SHARE);
    CU_ASSERT_EQUAL(graze_motion_ramp(origin, away, 0, 1, 2 + 0x1p-51, &motion),
                    GRAZE_ERROR_SHARE);
    CU_ASSERT_EQUAL(graze_motion_ramp(origin, away, 0, 1, (double)NAN, &motion),
                    GRAZE_ERROR_SHARE);
    CU_ASSERT_EQUAL(graze_motion_ramp(origin, bad, 0, 1, 0, &motion), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_ramp(origin, away, 1, 0, 0, &motion),
                    GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(graze_motion_ramp(origin, away, 1, 1, 0, &motion), GRAZE_ERROR_INSTANT_MOVE);
    CU_ASSERT_EQUAL(graze_motion_ramp(origin, away, 1, HUGE_VAL, 0, &motion),
                    GRAZE_ERROR_ENDLESS_MOVE);
    CU_ASSERT_TRUE(motion.duration == 7 && motion.form == GRAZE_KINEMATIC);
}

static void a_ramp_built_by_hand_is_validated(void)
{
    graze_motion motion = ramp(away, 0, 1, 0);
    motion.share = -1;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_SHARE);
    motion.share = (double)NAN;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_NOT_FINITE);
    motion.share = 2;
    motion.acceleration.y = 1;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_FORM);
    motion = ramp(away, 0, 1, 2);
    motion.duration = 0;
    CU_ASSERT_EQUAL(graze_motion_validate(&motion), GRAZE_ERROR_INSTANT_MOVE);
}

static void a_ramp_is_drawn_between_its_places(void)
{
    graze_motion starts = ramp((graze_vector){16, -32, 0}, 10, 14, 0);
    assert_place(&starts, 9, 0, 0);
    assert_place(&starts, 11, 1, -2);
    assert_place(&starts, 12, 4, -8);
    assert_place(&starts, 14, 16, -32);
    assert_place(&starts, 15, 16, -32);
    graze_motion brakes = ramp((graze_vector){16, -32, 0}, 10, 14, 2);
    assert_place(&brakes, 11, 7, -14);
    assert_place(&brakes, 12, 12, -24);
}

static void rows_with_shares_become_ramps_without_seams(void)
{
    const double times[] = {0, 2, 4, 6};
    const double shares[] = {0, 1, 2, (double)NAN}; /* the last is not read */
    const graze_vector places[] = {{0, 0, 0}, {2, 0, 0}, {6, 0, 0}, {8, 0, 0}};
    const graze_form forms[] = {GRAZE_RAMP, GRAZE_WAYPOINT, GRAZE_RAMP, GRAZE_WAYPOINT};
    graze_motion motions[4];
    size_t count = 0;
    CU_ASSERT_EQUAL(graze_trajectory_from_ramps(4, times, places, shares, GRAZE_STAY, motions,
                                                &count, NULL),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 4);
    for (size_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(motions[i].form, forms[i]);
        CU_ASSERT_EQUAL(motions[i].start, times[i]);
        CU_ASSERT_EQUAL(motions[i].position.x, places[i].x);
        CU_ASSERT_EQUAL(motions[i].to.x, places[i < 3 ? i + 1 : 3].x);
    }
    CU_ASSERT_TRUE(motions[0].share == 0 && motions[2].share == 2);
}

static void a_bad_share_is_the_fault_of_its_row(void)
{
    const double times[] = {0, 2, 4}, shares[] = {0, -1, 1};
    const graze_vector places[] = {{0, 0, 0}, {2, 0, 0}, {6, 0, 0}};
    graze_motion motions[3];
    size_t count = 7, bad = 7;
    CU_ASSERT_EQUAL(graze_trajectory_from_ramps(3, times, places, shares, GRAZE_STAY, motions,
                                                &count, &bad),
                    GRAZE_ERROR_SHARE);
    CU_ASSERT_TRUE(count == 7 && bad == 1);
    CU_ASSERT_EQUAL(graze_trajectory_from_ramps(3, times, places, NULL, GRAZE_STAY, motions, &count,
                                                &bad),
                    GRAZE_ERROR_NULL);
}

/* ---- limits ------------------------------------------------------------------------------ */

static bool speed_holds(const graze_motion *motion, double limit)
{
    bool holds = false;
    CU_ASSERT_EQUAL(graze_motion_speed_at_most(motion, limit, &holds), GRAZE_OK);
    return holds;
}

static bool acceleration_holds(const graze_motion *motion, double limit)
{
    bool holds = false;
    CU_ASSERT_EQUAL(graze_motion_acceleration_at_most(motion, limit, &holds), GRAZE_OK);
    return holds;
}

/* Whether this is the greatest speed, and the acceleration. */
static void assert_limits(const graze_motion *motion, double speed, double acceleration)
{
    CU_ASSERT_TRUE(speed_holds(motion, speed));
    CU_ASSERT_FALSE(speed_holds(motion, nextafter(speed, -1)));
    CU_ASSERT_TRUE(acceleration_holds(motion, acceleration));
    CU_ASSERT_FALSE(acceleration_holds(motion, nextafter(acceleration, -1)));
}

static void the_limits_of_every_form_are_exact(void)
{
    graze_motion motion = ramp(away, 1, 3, 0);
    assert_limits(&motion, 5, 2.5);
    motion = ramp(away, 1, 3, 2);
    assert_limits(&motion, 5, 2.5);
    motion = ramp(away, 1, 3, 1.25);
    assert_limits(&motion, 3.125, 0.625);
    motion = ramp(away, 1, 3, 1);
    assert_limits(&motion, 2.5, 0);
    motion = ramp(origin, 1, HUGE_VAL, 1);
    assert_limits(&motion, 0, 0);
    CU_ASSERT_EQUAL(graze_motion_kinematic(origin, away, (graze_vector){-3, -4, 0}, 0, 4, &motion),
                    GRAZE_OK);
    assert_limits(&motion, 15, 5);
    motion.duration = 1.5;
    assert_limits(&motion, 5, 5);
    motion.form = GRAZE_PARKED;
    assert_limits(&motion, 0, 0);
}

static void what_accelerates_for_ever_has_no_greatest_speed(void)
{
    graze_motion motion;
    CU_ASSERT_EQUAL(
        graze_motion_kinematic(origin, origin, (graze_vector){0x1p-1074, 0, 0}, 0, HUGE_VAL,
                               &motion),
        GRAZE_OK);
    CU_ASSERT_FALSE(speed_holds(&motion, DBL_MAX));
    CU_ASSERT_TRUE(acceleration_holds(&motion, 0x1p-1074));
}

static void what_keeps_its_speed_may_do_so_for_ever(void)
{
    graze_motion motion;
    CU_ASSERT_EQUAL(graze_motion_kinematic(origin, (graze_vector){3, 4, 0}, origin, 0, HUGE_VAL,
                                           &motion),
                    GRAZE_OK);
    assert_limits(&motion, 5, 0);
}

/* Where the smallest doubles meet the largest, numbers are longest. */
static void limits_of_every_magnitude_are_decided(void)
{
    static const double numbers[] = {0x1p-1074, 1, DBL_MAX};
    for (int i = 0; i < 27; i++) {
        const double v = numbers[i % 3], a = numbers[i / 3 % 3], lasts = numbers[i / 9];
        const double limit = v + a * lasts;
        graze_motion motion;
        CU_ASSERT_EQUAL(graze_motion_kinematic(origin, (graze_vector){v, 0x1p-1074, -v},
                                               (graze_vector){a, -a, 0x1.8p-1073}, 0x1p-1074,
                                               lasts, &motion),
                        GRAZE_OK);
        CU_ASSERT_FALSE(speed_holds(&motion, fmax(v, fmin(limit, DBL_MAX)) / 2));
        if (limit < 0x1p1000)
            CU_ASSERT_TRUE(speed_holds(&motion, 4 * limit));
    }
}

static void a_bad_limit_is_refused_and_nothing_written(void)
{
    graze_motion motion = ramp(away, 1, 3, 0), bad = motion;
    bool holds = true;
    bad.share = 3;
    CU_ASSERT_EQUAL(graze_motion_speed_at_most(NULL, 1, &holds), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_speed_at_most(&motion, 1, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_speed_at_most(&bad, 1, &holds), GRAZE_ERROR_SHARE);
    CU_ASSERT_EQUAL(graze_motion_acceleration_at_most(&motion, (double)NAN, &holds),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_acceleration_at_most(&motion, HUGE_VAL, &holds),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_TRUE(holds);
}

/* The square of a ramp's greatest speed, or of its acceleration. */
static void set_square(mpq_t square, const graze_motion *motion, bool accelerates)
{
    mpq_t duration, term, factor;
    mpq_inits(duration, term, factor, NULL);
    const double *from = &motion->position.x, *to = &motion->to.x;
    mpq_set_ui(square, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(term, to[k]);
        mpq_set_d(factor, from[k]);
        mpq_sub(term, term, factor);
        mpq_mul(term, term, term);
        mpq_add(square, square, term);
    }
    exact_duration(duration, motion);
    mpq_set_d(factor, motion->share);
    mpq_set_ui(term, accelerates ? 1 : 2, 1);
    mpq_sub(term, term, factor); /* 1 - share, or 2 - share */
    if (accelerates)
        mpq_mul_2exp(factor, term, 1);
    else if (mpq_cmp(term, factor) > 0)
        mpq_set(factor, term);
    mpq_div(factor, factor, duration);
    if (accelerates)
        mpq_div(factor, factor, duration);
    mpq_mul(factor, factor, factor);
    mpq_mul(square, square, factor);
    mpq_clears(duration, term, factor, NULL);
}

static bool is_at_most(const mpq_t square, double limit)
{
    mpq_t limits;
    mpq_init(limits);
    mpq_set_d(limits, limit);
    mpq_mul(limits, limits, limits);
    bool holds = mpq_cmp(square, limits) <= 0;
    mpq_clear(limits);
    return holds;
}

static void the_limits_of_random_ramps_are_exact(void)
{
    uint64_t state = 16;
    mpq_t square;
    mpq_init(square);
    for (size_t i = 0; i < support_rounds(5000, 50000, 1000000); i++) {
        graze_vector from = {random_double(&state, -54, -50), random_double(&state, -54, -50), 0};
        graze_vector to = {random_double(&state, -54, -50), random_double(&state, -54, -50), 0};
        double start = random_double(&state, -54, -50);
        double share = fmin(fabs(random_double(&state, -54, -52)), 2);
        graze_motion motion;
        if (graze_motion_ramp(from, to, start, start + 1.5, share, &motion) != GRAZE_OK ||
            motion.form != GRAZE_RAMP)
            continue;
        for (int accelerates = 0; accelerates < 2; accelerates++) {
            set_square(square, &motion, accelerates);
            double limit = sqrt(mpq_get_d(square));
            for (int step = -1; step <= 1; step++) {
                double near = step == 0 ? limit : nextafter(limit, step * HUGE_VAL);
                bool holds = accelerates ? acceleration_holds(&motion, near)
                                         : speed_holds(&motion, near);
                CU_ASSERT_EQUAL(holds, is_at_most(square, near));
            }
        }
    }
    mpq_clear(square);
}

CU_TestInfo ramp_tests[] = {
    SUPPORT_TEST(a_ramp_keeps_its_numbers),
    SUPPORT_TEST(a_ramp_that_does_not_accelerate_is_a_waypoint_motion),
    SUPPORT_TEST(a_bad_ramp_is_refused_and_nothing_written),
    SUPPORT_TEST(a_ramp_built_by_hand_is_validated),
    SUPPORT_TEST(a_ramp_is_drawn_between_its_places),
    SUPPORT_TEST(rows_with_shares_become_ramps_without_seams),
    SUPPORT_TEST(a_bad_share_is_the_fault_of_its_row),
    SUPPORT_TEST(the_limits_of_every_form_are_exact),
    SUPPORT_TEST(what_accelerates_for_ever_has_no_greatest_speed),
    SUPPORT_TEST(what_keeps_its_speed_may_do_so_for_ever),
    SUPPORT_TEST(limits_of_every_magnitude_are_decided),
    SUPPORT_TEST(a_bad_limit_is_refused_and_nothing_written),
    SUPPORT_TEST(the_limits_of_random_ramps_are_exact),
    CU_TEST_INFO_NULL,
};
