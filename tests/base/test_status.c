/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <graze/status.h>
#include <string.h>

#include "support/run.h"

static void every_status_has_a_name_of_its_own(void)
{
    for (int i = 0; i < GRAZE_STATUS_COUNT; i++) {
        const char *name = graze_status_name((graze_status)i);
        CU_ASSERT_EQUAL(strncmp(name, "GRAZE_", 6), 0);
        for (int j = 0; j < i; j++)
            CU_ASSERT_STRING_NOT_EQUAL(name, graze_status_name((graze_status)j));
    }
}

static void a_name_is_the_identifier_in_the_header(void)
{
    CU_ASSERT_STRING_EQUAL(graze_status_name(GRAZE_OK), "GRAZE_OK");
    CU_ASSERT_STRING_EQUAL(graze_status_name(GRAZE_ERROR_JUMP), "GRAZE_ERROR_JUMP");
    CU_ASSERT_STRING_EQUAL(graze_status_name(GRAZE_ERROR_EMPTY), "GRAZE_ERROR_EMPTY");
}

static void every_message_is_a_clause_without_a_full_stop(void)
{
    for (int i = 0; i < GRAZE_STATUS_COUNT; i++) {
        const char *message = graze_status_message((graze_status)i);
        size_t length = strlen(message);
        CU_ASSERT_TRUE_FATAL(length > 4);
        CU_ASSERT_NOT_EQUAL(message[length - 1], '.');
        for (int j = 0; j < i; j++)
            CU_ASSERT_STRING_NOT_EQUAL(message, graze_status_message((graze_status)j));
    }
}

static void success_is_zero_so_that_a_status_reads_as_trouble_in_an_if(void)
{
    CU_ASSERT_EQUAL(GRAZE_OK, 0);
}

static void a_number_that_is_no_status_is_named_unknown(void)
{
    const int strangers[] = {GRAZE_STATUS_COUNT, GRAZE_STATUS_COUNT + 1, -1, 1 << 30};
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
        graze_status stranger = (graze_status)strangers[i];
        CU_ASSERT_STRING_EQUAL(graze_status_name(stranger), "GRAZE_ERROR_UNKNOWN");
        CU_ASSERT_STRING_EQUAL(graze_status_message(stranger), "unknown status");
    }
}

CU_TestInfo status_tests[] = {
    SUPPORT_TEST(every_status_has_a_name_of_its_own),
    SUPPORT_TEST(a_name_is_the_identifier_in_the_header),
    SUPPORT_TEST(every_message_is_a_clause_without_a_full_stop),
    SUPPORT_TEST(success_is_zero_so_that_a_status_reads_as_trouble_in_an_if),
    SUPPORT_TEST(a_number_that_is_no_status_is_named_unknown),
    CU_TEST_INFO_NULL,
};
