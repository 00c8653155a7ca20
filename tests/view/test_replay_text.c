/* SPDX-License-Identifier: MIT */
/* Numbers and texts inside a page: nothing is lost, nothing becomes markup. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"
#include "view/replay_text.h"

static char written[4096];

/* What a writer writes. */
static const char *number_text(double value)
{
    FILE *out = fmemopen(written, sizeof written, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    replay_text_number(out, value);
    fclose(out);
    return written;
}

static const char *text_of(void (*writer)(FILE *, const char *), const char *text)
{
    FILE *out = fmemopen(written, sizeof written, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    writer(out, text);
    fclose(out);
    return written;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool reads_back(double value)
{
    return bits_of(strtod(number_text(value), NULL)) == bits_of(value);
}

static void numbers_read_back_to_the_same_bits(void)
{
    static const double edges[] = {0.0,       -0.0,
                                   0.1,       -1.0 / 3,
                                   1e23,      5e-324,
                                   DBL_MIN,   DBL_MAX,
                                   -DBL_MAX,  INFINITY,
                                   -INFINITY, 1e308,
                                   1e-308,    76.67414180118121,
                                   -5e-324,   0x1p53,
                                   0x1p-1074, 0x1.fffffffffffffp-1023};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        CU_ASSERT(reads_back(edges[i]));
    uint64_t state = 0x9E3779B97F4A7C15;
    for (size_t i = 0; i < support_rounds(20000, 2000000, 20000000); i++) {
        double value;
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t bits = state ^ (state >> 29);
        memcpy(&value, &bits, sizeof value);
        if (!isnan(value) && !reads_back(value)) {
            printf("bits %016llx\n", (unsigned long long)bits);
            CU_FAIL("a number is lost");
        }
    }
}

static void numbers_are_written_as_json_knows_them(void)
{
    CU_ASSERT_STRING_EQUAL(number_text(INFINITY), "1e999");
    CU_ASSERT_STRING_EQUAL(number_text(-INFINITY), "-1e999");
    CU_ASSERT_STRING_EQUAL(number_text(-0.0), "-0");
    CU_ASSERT_STRING_EQUAL(number_text(0.5), "0.5");
}

static void strings_cannot_end_the_script_that_they_are_in(void)
{
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_string, "</script>"), "\"\\u003c/script\\u003e\"");
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_string, "<!--&'"), "\"\\u003c!--\\u0026\\u0027\"");
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_string, "a\"b\\c"), "\"a\\u0022b\\u005cc\"");
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_string, "\n\t\x7F"), "\"\\u000a\\u0009\\u007f\"");
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_string, "\xE2\x80\xA8\xE2\x80\xA9"),
                           "\"\\u2028\\u2029\"");
}

static void text_of_all_scripts_stays_as_it_is(void)
{
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_string, "\xC3\xA9\xE4\xB8\xAD\xF0\x9F\xA4\x96"),
                           "\"\xC3\xA9\xE4\xB8\xAD\xF0\x9F\xA4\x96\"");
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_html, "\xC3\xA9 \xE4\xB8\xAD"),
                           "\xC3\xA9 \xE4\xB8\xAD");
}

static void bytes_that_are_no_text_become_the_replacement_character(void)
{
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_string, "a\xFF\xC3"
                                                       "b"),
                           "\"a\\ufffd\\ufffdb\"");
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_html, "a\x01\xC3"
                                                     "b"),
                           "a\xEF\xBF\xBD\xEF\xBF\xBD"
                           "b");
}

static void text_between_tags_cannot_become_a_tag(void)
{
    CU_ASSERT_STRING_EQUAL(text_of(replay_text_html, "<b>&\"'"), "&#60;b&#62;&#38;&#34;&#39;");
}

CU_TestInfo replay_text_tests[] = {
    SUPPORT_TEST(numbers_read_back_to_the_same_bits),
    SUPPORT_TEST(numbers_are_written_as_json_knows_them),
    SUPPORT_TEST(strings_cannot_end_the_script_that_they_are_in),
    SUPPORT_TEST(text_of_all_scripts_stays_as_it_is),
    SUPPORT_TEST(bytes_that_are_no_text_become_the_replacement_character),
    SUPPORT_TEST(text_between_tags_cannot_become_a_tag),
    CU_TEST_INFO_NULL,
};
