/* SPDX-License-Identifier: MIT */
#include <graze/version.h>
#include <stdio.h>

#include "support/run.h"

static void the_library_is_of_its_headers_version(void)
{
    CU_ASSERT_STRING_EQUAL(graze_version(), GRAZE_VERSION);
}

static void the_parts_of_the_version_make_up_its_text(void)
{
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", GRAZE_VERSION_MAJOR, GRAZE_VERSION_MINOR,
             GRAZE_VERSION_PATCH);
    CU_ASSERT_STRING_EQUAL(text, GRAZE_VERSION);
}

CU_TestInfo version_tests[] = {
    SUPPORT_TEST(the_library_is_of_its_headers_version),
    SUPPORT_TEST(the_parts_of_the_version_make_up_its_text),
    CU_TEST_INFO_NULL,
};
