/* SPDX-License-Identifier: MIT */
/* The exact place of a motion at a time, rounded once. */
#include <float.h>
#include <graze.h>
#include <math.h>

#include "support/run.h"

/* The place along x, which is asked for with alive true. */
static double x_at(const graze_motion *motion, double time)
{
    graze_vector found = {NAN, NAN, NAN};
    bool alive = false;
    CU_ASSERT_EQUAL(graze_motion_position(motion, time, &alive, &found), GRAZE_OK);
    CU_ASSERT_TRUE(alive);
    return found.x;
}

static bool is_alive(const graze_motion *motion, double time)
{
    graze_vector found;
    bool alive = false;
    CU_ASSERT_EQUAL(graze_motion_position(motion, time, &alive, &found), GRAZE_OK);
    return alive;
}

static void a_place_between_waypoints_is_the_nearest_double(void)
{
    graze_motion m;
    CU_ASSERT_EQUAL(
        graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, 0, 3, &m),
        GRAZE_OK);
    CU_ASSERT_EQUAL(x_at(&m, 1), 1.0 / 3);
    CU_ASSERT_EQUAL(x_at(&m, 2), 2.0 / 3);
    CU_ASSERT_EQUAL(x_at(&m, 0), 0);
    CU_ASSERT_EQUAL(x_at(&m, 3), 1);
    /* 1e16 + 2/3 is nearest to 1e16, and 1e16 + 4/3 to 1e16 + 2 */
    CU_ASSERT_EQUAL(
        graze_motion_waypoint((graze_vector){1e16, 0, 0}, (graze_vector){1e16 + 2, 0, 0}, 0, 3, &m),
        GRAZE_OK);
    CU_ASSERT_EQUAL(x_at(&m, 1), 1e16);
    CU_ASSERT_EQUAL(x_at(&m, 1.5), 1e16); /* a tie goes to the even one */
    CU_ASSERT_EQUAL(x_at(&m, 2), 1e16 + 2);
}

/* In doubles the time since the start, 0.1 here, would be lost beside 1e17. */
static void nothing_is_lost_on_the_way(void)
{
    const graze_motion m = {.form = GRAZE_KINEMATIC,
                            .position = {-1e17, 0, 0},
                            .velocity = {1, 0, 0},
                            .start = -1e17,
                            .start_tail = -0.5,
                            .duration = 3e17};
    CU_ASSERT_EQUAL(x_at(&m, 0.25), 0.75);
    const graze_motion curved = {.form = GRAZE_KINEMATIC,
                                 .acceleration = {0x1p-1074, 0, 0},
                                 .duration = 0x1p600};
    CU_ASSERT_EQUAL(x_at(&curved, 0x1p537), 0x1p-1);
}

static void a_ramp_and_a_parked_motion_have_places(void)
{
    graze_motion m;
    CU_ASSERT_EQUAL(
        graze_motion_ramp((graze_vector){0, 0, 0}, (graze_vector){9, 0, 0}, 0, 3, 0, &m), GRAZE_OK);
    CU_ASSERT_EQUAL(x_at(&m, 1), 1);
    CU_ASSERT_EQUAL(x_at(&m, 0.1), 0.1 * 0.1); /* the square of 0.1, rounded once */
    const graze_motion parked = {
        .form = GRAZE_PARKED, .velocity = {2, 0, 0}, .start = 1, .duration = 3};
    CU_ASSERT_FALSE(is_alive(&parked, 3));
    CU_ASSERT_EQUAL(x_at(&parked, 4), 6);
    CU_ASSERT_EQUAL(x_at(&parked, 1e300), 6);
}

static void the_ends_of_a_life_are_compared_exactly(void)
{
    graze_motion m;
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0},
                                           (graze_vector){0, 0, 0}, 0.1, 0.2, &m),
                    GRAZE_OK);
    CU_ASSERT_TRUE(is_alive(&m, 0.1));
    CU_ASSERT_FALSE(is_alive(&m, nextafter(0.1, 0)));
    CU_ASSERT_TRUE(is_alive(&m, 0.3)); /* 0.1 + 0.2, as real numbers, is above 0.3 */
    CU_ASSERT_FALSE(is_alive(&m, nextafter(0.3, 1)));
    m.start_tail = 1e-30;
    CU_ASSERT_FALSE(is_alive(&m, 0.1));
}

/* A quotient of squares of small doubles and large ones is found like any other; places that a
 * double does not reach are refused. */
static void places_at_the_ends_of_the_range_are_found_or_refused(void)
{
    graze_motion m;
    bool alive = true;
    graze_vector found = {7, 7, 7};
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){-DBL_MAX, 0, 0},
                                          (graze_vector){DBL_MAX, 0, 0}, 0, 0x1p-1073, &m),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(x_at(&m, 0x1p-1074), 0);
    CU_ASSERT_EQUAL(x_at(&m, 0), -DBL_MAX);
    CU_ASSERT_EQUAL(x_at(&m, 0x1p-1073), DBL_MAX);
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){DBL_MAX, 0, 0},
                                           (graze_vector){DBL_MAX, 0, 0},
                                           (graze_vector){0, 0, 0}, 0, 9, &m),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_position(&m, 1, &alive, &found), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_motion_position(&m, -1, &alive, &found), GRAZE_OK);
    CU_ASSERT_FALSE(alive);
    CU_ASSERT_EQUAL(found.x, 7);
}

/* Of motions of small whole numbers the place is a quotient of small whole numbers. */
static void a_place_on_a_grid_is_the_quotient_of_whole_numbers(void)
{
    for (int from = -4; from <= 4; from++)
        for (int to = -4; to <= 4; to++)
            for (int lasts = 1; lasts <= 7; lasts++)
                for (int at = 0; at <= lasts; at++) {
                    graze_motion m;
                    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){from, 0, 0},
                                                                (graze_vector){to, 1, 0}, 5,
                                                                5 + lasts, &m),
                                          GRAZE_OK);
                    CU_ASSERT_EQUAL(x_at(&m, 5 + at),
                                    (double)(from * lasts + (to - from) * at) / lasts);
                }
}

CU_TestInfo position_tests[] = {
    SUPPORT_TEST(a_place_between_waypoints_is_the_nearest_double),
    SUPPORT_TEST(nothing_is_lost_on_the_way),
    SUPPORT_TEST(a_ramp_and_a_parked_motion_have_places),
    SUPPORT_TEST(the_ends_of_a_life_are_compared_exactly),
    SUPPORT_TEST(places_at_the_ends_of_the_range_are_found_or_refused),
    SUPPORT_TEST(a_place_on_a_grid_is_the_quotient_of_whole_numbers),
    CU_TEST_INFO_NULL,
};
