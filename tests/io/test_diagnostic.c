/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "capture.h"
#include "io/diagnostic.h"
#include "support/run.h"

static void report(capture *c, const char *text, size_t column)
{
    diagnostic_place place = {
        .file = "f.csv", .line = 3, .column = column, .text = text, .text_length = strlen(text)};
    diagnostic_error(&c->sink, &place, "a number", "it is %s", "wrong");
}

static void an_error_shows_place_line_caret_and_hint(void)
{
    capture c;
    capture_open_text(&c, "");
    report(&c, "a,bc,d", 3);
    CU_ASSERT_STRING_EQUAL(capture_said(&c),
                           "f.csv:3:3: error: it is wrong\na,bc,d\n  ^\nhint: a number\n");
    CU_ASSERT_EQUAL(c.sink.errors, 1);
    capture_close(&c);
}

static void a_file_as_a_whole_has_neither_line_nor_caret(void)
{
    capture c;
    capture_open_text(&c, "");
    diagnostic_error(&c.sink, &(diagnostic_place){.file = "f"}, NULL, "gone");
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "f: error: gone\n");
    capture_close(&c);
}

static void a_long_line_is_cut_round_the_caret(void)
{
    char text[1001];
    memset(text, 'a', 1000);
    text[1000] = '\0';
    text[500] = 'X';
    capture c;
    capture_open_text(&c, "");
    report(&c, text, 501);
    const char *said = capture_said(&c), *line = strchr(said, '\n') + 1;
    const char *caret = strchr(strchr(line, '\n'), '^');
    CU_ASSERT_EQUAL(strncmp(line, "...aaa", 6), 0);
    CU_ASSERT_EQUAL(strchr(line, 'X') - line, caret - (strchr(line, '\n') + 1));
    CU_ASSERT_TRUE(strlen(said) < 400);
    capture_close(&c);
}

static void bytes_that_could_steer_a_terminal_are_shown_as_question_marks(void)
{
    capture c;
    capture_open_text(&c, "");
    report(&c, "a\033[2J\tb\xFF\xC2\x9B", 2);
    CU_ASSERT_TRUE(capture_says(&c, "f.csv:3:2: error: it is wrong\na?[2J b??\n ^\n"));
    capture_close(&c);
}

static void the_caret_counts_characters_while_the_column_counts_bytes(void)
{
    capture c;
    capture_open_text(&c, "");
    report(&c, "\xC3\xA9\xC3\xA9,x", 6);
    CU_ASSERT_TRUE(capture_says(
        &c, "f.csv:3:6: error: it is wrong\n\xC3\xA9\xC3\xA9,x\n   ^\nhint: a number\n"));
    capture_close(&c);
}

static void after_twenty_errors_only_their_number_is_told(void)
{
    capture c;
    capture_open_text(&c, "");
    for (int i = 0; i < 23; i++)
        diagnostic_error(&c.sink, &(diagnostic_place){.file = "f"}, NULL, "wrong");
    diagnostic_finish(&c.sink);
    const char *said = capture_said(&c);
    CU_ASSERT_EQUAL(c.sink.errors, 23);
    CU_ASSERT_STRING_EQUAL(said + strlen("f: error: wrong\n") * 20, "and 3 more errors\n");
    capture_close(&c);
}

static void colours_appear_only_where_they_are_allowed(void)
{
    capture c;
    capture_open_text(&c, "");
    report(&c, "a", 1);
    CU_ASSERT_PTR_NULL(strchr(capture_said(&c), '\033'));
    c.sink.color = true;
    report(&c, "a", 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(capture_said(&c), "\033[1;31merror:\033[0m"));
    capture_close(&c);
}

static void a_line_without_a_column_has_no_caret_and_one_beyond_its_end_is_at_its_end(void)
{
    capture c;
    capture_open_text(&c, "");
    report(&c, "a,b", 0);
    report(&c, "a,b", 9);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "f.csv:3: error: it is wrong\na,b\nhint: a number\n"
                                             "f.csv:3:9: error: it is wrong\na,b\n   ^\n"
                                             "hint: a number\n");
    capture_close(&c);
}

static void the_one_error_that_is_not_shown_is_counted_in_the_singular(void)
{
    capture c;
    capture_open_text(&c, "");
    for (int i = 0; i <= DIAGNOSTIC_SHOWN_MAX; i++)
        diagnostic_error(&c.sink, &(diagnostic_place){.file = "f"}, NULL, "gone");
    diagnostic_finish(&c.sink);
    CU_ASSERT_TRUE(capture_mentions(&c, "and 1 more error\n"));
    capture_close(&c);
}

CU_TestInfo diagnostic_tests[] = {
    SUPPORT_TEST(a_line_without_a_column_has_no_caret_and_one_beyond_its_end_is_at_its_end),
    SUPPORT_TEST(the_one_error_that_is_not_shown_is_counted_in_the_singular),
    SUPPORT_TEST(an_error_shows_place_line_caret_and_hint),
    SUPPORT_TEST(a_file_as_a_whole_has_neither_line_nor_caret),
    SUPPORT_TEST(a_long_line_is_cut_round_the_caret),
    SUPPORT_TEST(bytes_that_could_steer_a_terminal_are_shown_as_question_marks),
    SUPPORT_TEST(the_caret_counts_characters_while_the_column_counts_bytes),
    SUPPORT_TEST(after_twenty_errors_only_their_number_is_told),
    SUPPORT_TEST(colours_appear_only_where_they_are_allowed),
    CU_TEST_INFO_NULL,
};
