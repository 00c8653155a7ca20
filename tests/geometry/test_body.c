/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <graze/body.h>
#include <math.h>
#include <stddef.h>

#include "support/run.h"

static graze_status validate(double radius)
{
    graze_body body = {.radius = radius};
    return graze_body_validate(&body);
}

static void every_finite_radius_from_zero_up_is_a_body(void)
{
    const double radii[] = {0.0, -0.0, 0x1p-1074, DBL_MIN, 0.25, 1.0, DBL_MAX};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        CU_ASSERT_EQUAL(validate(radii[i]), GRAZE_OK);
}

static void a_negative_radius_is_refused_however_small(void)
{
    CU_ASSERT_EQUAL(validate(-1.0), GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(validate(-0x1p-1074), GRAZE_ERROR_NEGATIVE_RADIUS);
}

static void a_radius_that_is_no_finite_number_is_refused_as_such(void)
{
    CU_ASSERT_EQUAL(validate((double)NAN), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(validate((double)INFINITY), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(validate(-(double)INFINITY), GRAZE_ERROR_NOT_FINITE);
}

static void a_missing_body_is_refused(void)
{
    CU_ASSERT_EQUAL(graze_body_validate(NULL), GRAZE_ERROR_NULL);
}

CU_TestInfo body_tests[] = {
    SUPPORT_TEST(every_finite_radius_from_zero_up_is_a_body),
    SUPPORT_TEST(a_negative_radius_is_refused_however_small),
    SUPPORT_TEST(a_radius_that_is_no_finite_number_is_refused_as_such),
    SUPPORT_TEST(a_missing_body_is_refused),
    CU_TEST_INFO_NULL,
};
