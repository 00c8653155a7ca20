/* SPDX-License-Identifier: MIT */
/* What the parser takes; what it refuses, and with which words, is tested from
 * outside by test_usage.sh. */
#include <string.h>

#include "cli/options.h"
#include "support/run.h"

enum { WORDS_MAX = 12 };

typedef struct parsed {
    const char *output;
    double radius;
    bool has_radius, all;
    int jobs, format, status, first;
    char *argv[WORDS_MAX];
} parsed;

/* Parses the words of a line, which are apart by blanks. */
static parsed parse(char *line)
{
    parsed p = {.jobs = 1};
    int argc = 0;
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " "))
        p.argv[argc++] = word;
    const option_rule rules[] = {
        {"radius", 'r', OPTION_NUMBER, "METRES", &p.radius, &p.has_radius, "how large"},
        {"output", 'o', OPTION_TEXT, "FILE", &p.output, NULL, "where to"},
        {"all", 'a', OPTION_FLAG, NULL, &p.all, NULL, "everything"},
        {"jobs", 'j', OPTION_COUNT, "N", &p.jobs, NULL, "how many"},
        {"format", 0, OPTION_CHOICE, "table|csv|jsonl", &p.format, NULL, "which"},
        OPTIONS_END,
    };
    const command_help help = {"test", "tests", rules, ""};
    p.status = options_parse(&help, argc, p.argv, &p.first);
    return p;
}

static void options_and_operands_come_in_any_order(void)
{
    char line[] = "test one -a --radius 0.5 two -o file three";
    parsed p = parse(line);
    CU_ASSERT_EQUAL(p.status, OPTIONS_GO_ON);
    CU_ASSERT_EQUAL(p.first, 6);
    CU_ASSERT_STRING_EQUAL(p.argv[p.first], "one");
    CU_ASSERT_STRING_EQUAL(p.argv[p.first + 2], "three");
    CU_ASSERT(p.all && p.has_radius);
    CU_ASSERT_EQUAL(p.radius, 0.5);
    CU_ASSERT_STRING_EQUAL(p.output, "file");
}

static void values_may_be_joined_to_their_options(void)
{
    char line[] = "test --radius=0x1p-2 -ofile -j3 --format=jsonl x";
    parsed p = parse(line);
    CU_ASSERT_EQUAL(p.status, OPTIONS_GO_ON);
    CU_ASSERT_EQUAL(p.radius, 0.25);
    CU_ASSERT_STRING_EQUAL(p.output, "file");
    CU_ASSERT_EQUAL(p.jobs, 3);
    CU_ASSERT_EQUAL(p.format, ROWS_JSONL);
}

static void two_dashes_end_the_options(void)
{
    char line[] = "test -- --all";
    parsed p = parse(line);
    CU_ASSERT_EQUAL(p.status, OPTIONS_GO_ON);
    CU_ASSERT_STRING_EQUAL(p.argv[p.first], "--all");
    CU_ASSERT(!p.all);
}

static void one_dash_is_an_operand(void)
{
    char line[] = "test - -a";
    parsed p = parse(line);
    CU_ASSERT_EQUAL(p.status, OPTIONS_GO_ON);
    CU_ASSERT_STRING_EQUAL(p.argv[p.first], "-");
    CU_ASSERT(p.all);
}

static void the_last_of_an_option_wins(void)
{
    char line[] = "test -r 1 -r 2 x";
    parsed p = parse(line);
    CU_ASSERT_EQUAL(p.radius, 2);
}

static void what_was_not_given_keeps_its_value(void)
{
    char line[] = "test x";
    parsed p = parse(line);
    CU_ASSERT(!p.has_radius && !p.all && p.output == NULL);
    CU_ASSERT_EQUAL(p.jobs, 1);
}

static void the_parser_can_be_used_again(void)
{
    char one[] = "test -a x", other[] = "test y";
    parse(one);
    parsed p = parse(other);
    CU_ASSERT_EQUAL(p.first, 1);
    CU_ASSERT_STRING_EQUAL(p.argv[p.first], "y");
}

static void results_in_a_file_are_never_a_table_unless_asked_for(void)
{
    common_options common = COMMON_OPTIONS_DEFAULT;
    CU_ASSERT_EQUAL(options_format(&common, true), ROWS_CSV);
    common.has_format = true;
    common.format = ROWS_TABLE;
    CU_ASSERT_EQUAL(options_format(&common, true), ROWS_TABLE);
}

CU_TestInfo options_tests[] = {
    SUPPORT_TEST(options_and_operands_come_in_any_order),
    SUPPORT_TEST(values_may_be_joined_to_their_options),
    SUPPORT_TEST(two_dashes_end_the_options),
    SUPPORT_TEST(one_dash_is_an_operand),
    SUPPORT_TEST(the_last_of_an_option_wins),
    SUPPORT_TEST(what_was_not_given_keeps_its_value),
    SUPPORT_TEST(the_parser_can_be_used_again),
    SUPPORT_TEST(results_in_a_file_are_never_a_table_unless_asked_for),
    CU_TEST_INFO_NULL,
};
