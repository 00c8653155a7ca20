/* SPDX-License-Identifier: MIT */
/* Decimals as they are written, added and multiplied exactly, or refused where they do not fit. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/decimal.h"
#include "support/run.h"

/* What a text is read as: "digits e-scale", or "no". */
static const char *read_as(const char *text)
{
    static char said[48];
    decimal value;
    if (!decimal_parse(text, strlen(text), &value))
        return "no";
    snprintf(said, sizeof said, "%" PRIu64 "e-%u", value.digits, value.scale);
    return said;
}

static void a_text_is_read_digit_by_digit(void)
{
    static const char *const texts[][2] = {
        {"0.81283295", "81283295e-8"},
        {"3.7999998e-05", "37999998e-12"},
        {"+12", "12e-0"},
        {"1e2", "100e-0"},
        {"1E+2", "100e-0"},
        {"25e-1", "25e-1"},
        {".5", "5e-1"},
        {"5.", "5e-0"},
        {"18446744073709551615", "18446744073709551615e-0"},
        {"0.0000000000000000000", "0e-0"},
        {"0.1000000000000000000", "1e-1"},
        {"100e-20", "1e-18"},
        {"0e400", "0e-0"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        CU_ASSERT_STRING_EQUAL(read_as(texts[i][0]), texts[i][1]);
}

static void what_is_no_decimal_or_does_not_fit_is_refused(void)
{
    static const char *const texts[] = {
        "", "+", ".", "-1", "x", "1x", "1.2.3", "1e", "1e+", "1e-", "1ex", "1e2x", "1e4000",
        "1e400", "1e20", "18446744073709551616", "18446744073709551620", "184467440737095516150",
        "0.1000000000000000001", "1e-19", "nan", "0x1p3"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        CU_ASSERT_STRING_EQUAL(read_as(texts[i]), "no");
}

static void a_sum_is_that_of_the_decimals_and_has_no_zeros_at_its_end(void)
{
    decimal sum = {1, 1};
    CU_ASSERT_TRUE(decimal_add(&sum, (decimal){2, 1}));
    CU_ASSERT_EQUAL(decimal_rounded(sum), 0.3);
    CU_ASSERT_TRUE(decimal_add(&sum, (decimal){70, 2}));
    CU_ASSERT_TRUE(sum.digits == 1 && sum.scale == 0);
    CU_ASSERT_TRUE(decimal_add(&sum, (decimal){5, 18}));
    CU_ASSERT_TRUE(sum.digits == UINT64_C(1000000000000000005) && sum.scale == 18);
}

static void a_sum_or_product_that_does_not_fit_leaves_what_was_there(void)
{
    decimal most = {UINT64_MAX, 0}, tenth = {1, 1};
    CU_ASSERT_FALSE(decimal_add(&most, (decimal){1, 0}));
    CU_ASSERT_FALSE(decimal_add(&most, tenth));
    CU_ASSERT_FALSE(decimal_add(&tenth, most));
    CU_ASSERT_FALSE(decimal_multiply(&most, 2));
    CU_ASSERT_TRUE(most.digits == UINT64_MAX && most.scale == 0);
    CU_ASSERT_TRUE(tenth.digits == 1 && tenth.scale == 1);
    CU_ASSERT_TRUE(decimal_multiply(&most, 1));
    CU_ASSERT_TRUE(decimal_multiply(&most, 0) && most.digits == 0);
}

CU_TestInfo decimal_tests[] = {
    SUPPORT_TEST(a_text_is_read_digit_by_digit),
    SUPPORT_TEST(what_is_no_decimal_or_does_not_fit_is_refused),
    SUPPORT_TEST(a_sum_is_that_of_the_decimals_and_has_no_zeros_at_its_end),
    SUPPORT_TEST(a_sum_or_product_that_does_not_fit_leaves_what_was_there),
    CU_TEST_INFO_NULL,
};
