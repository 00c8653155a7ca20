/* SPDX-License-Identifier: MIT */
/* Ranges and ticks of any numbers, and texts of any bytes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"
#include "support/run.h"
#include "view/plot_axis.h"

static void a_range_of_one_number_has_a_length(void)
{
    plot_range made = plot_range_padded((plot_range){0, 0}, 0.1);
    CU_ASSERT_TRUE(made.low == -0.5 && made.high == 0.5);
    made = plot_range_padded((plot_range){0x1p60, 0x1p60}, 0.1);
    CU_ASSERT_TRUE(made.low == 0x1p60 - 0x1p21 && made.high == 0x1p60 + 0x1p21);
    made = plot_range_padded((plot_range){-INFINITY, INFINITY}, 0.1);
    CU_ASSERT_TRUE(isfinite(made.low) && isfinite(made.high));
    made = plot_range_padded(plot_range_none(), 0);
    CU_ASSERT_TRUE(made.low == 0 && made.high == 1);
}

static void ticks_are_few_wherever_the_range_is(void)
{
    static const plot_range ranges[] = {{0, 1},           {-1e300, 1e300},   {1e300, 1.1e300},
                                        {1e15, 1e15 + 1}, {-0x1p-1074, 0},   {-8e307, 8e307},
                                        {1e9, 1e9 + 1},   {-5e-324, 5e-324}, {1e20, 1.00001e20}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        plot_ticks made = plot_ticks_of(ranges[i], 8);
        CU_ASSERT_TRUE(made.count <= PLOT_TICKS_MAX);
        CU_ASSERT_TRUE(isfinite(made.offset));
        for (size_t k = 0; k < made.count; k++) {
            double least = ranges[i].low - 1e-9 * fabs(ranges[i].low);
            CU_ASSERT_TRUE(made.offset + made.ticks[k] >= least);
            CU_ASSERT_TRUE(k == 0 || made.ticks[k] > made.ticks[k - 1]);
        }
    }
}

static void a_unix_time_is_told_as_a_day(void)
{
    char text[PLOT_AXIS_NAME_SIZE];
    CU_ASSERT_STRING_EQUAL(plot_axis_name("time [s]", 0, text), "time [s]");
    CU_ASSERT_STRING_EQUAL(plot_axis_name("time [s]", 1.7e9, text),
                           "time [s] after 1700000000 (2023-11-14 22:13:20 UTC)");
    CU_ASSERT_STRING_EQUAL(plot_axis_name("x [m]", 1.7e9, text), "x [m] after 1700000000");
    CU_ASSERT_STRING_EQUAL(plot_axis_name("time [s]", 99999999, text), "time [s] after 99999999");
    CU_ASSERT_STRING_EQUAL(plot_axis_name("time [s]", 1e10, text), "time [s] after 10000000000");
    CU_ASSERT_STRING_EQUAL(plot_axis_name("time [s]", 1.5e8 + 0.5, text),
                           "time [s] after 150000000.5");
}

/* ---- numbers and texts ------------------------------------------------------------------- */

static void numbers_are_drawn_with_so_many_digits(void)
{
    char text[NUMBER_TEXT_SIZE];
    plot_canvas canvas = {.digits = 3};
    CU_ASSERT_STRING_EQUAL(plot_number_format(&canvas, 1.23456, text), "1.23");
    CU_ASSERT_STRING_EQUAL(plot_number_format(&canvas, -0.0, text), "0");
    CU_ASSERT_STRING_EQUAL(plot_number_format(&canvas, INFINITY, text), "inf");
    canvas.digits = 0;
    CU_ASSERT_STRING_EQUAL(plot_number_format(&canvas, 1.23456, text), "1.23456");
}

/* What a function writes, for free. */
static char *written(void (*write)(FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    write(out);
    fclose(out);
    return text;
}

static void write_zeros(FILE *out)
{
    plot_number(out, -0.0, false);
    plot_number(out, 0.0, false);
    plot_number(out, -0.0, true);
}

static void a_negative_zero_keeps_its_sign(void)
{
    char *text = written(write_zeros);
    CU_ASSERT_STRING_EQUAL(text, "-00-0x0p+0");
    free(text);
}

static void a_long_text_is_cut_between_characters(void)
{
    char short_form[PLOT_SHORT_SIZE];
    CU_ASSERT_STRING_EQUAL(plot_shorten("h\xC3\xA9l\xC3\xA9ne", 3, short_form),
                           "h\xC3\xA9l\xE2\x80\xA6");
    CU_ASSERT_STRING_EQUAL(plot_shorten("\xFF\xFF\xFF", 2, short_form), "\xFF\xFF\xE2\x80\xA6");
    CU_ASSERT_STRING_EQUAL(plot_shorten("abc", 3, short_form), "abc");
}

static void write_texts(FILE *out)
{
    static const plot_datum data[] = {{"label", "a\tb\nc\xC3\xA9\xEF\xBB\xBF", 0},
                                      {"s", NULL, 1},
                                      {"at-s", NULL, 2}};
    plot_canvas canvas = {.to = &plot_svg, .out = out};
    plot_svg.begin(&canvas, 10, 10, "\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBD\xEF\xBD\xA1", "d");
    plot_svg.open_group(&canvas, &(plot_group){"thing", data, 3});
    plot_svg.close_group(&canvas);
    plot_svg.end(&canvas);
}

static void texts_of_svg_are_characters_that_xml_has(void)
{
    char *text = written(write_texts);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "data-label=\"a&#9;b&#10;c\xC3\xA9\xEF\xBB\xBF\""));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, ">\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBD\xA1</title>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\ns 1\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\nat 2 s"));
    free(text);
}

CU_TestInfo axis_tests[] = {
    SUPPORT_TEST(a_range_of_one_number_has_a_length),
    SUPPORT_TEST(ticks_are_few_wherever_the_range_is),
    SUPPORT_TEST(a_unix_time_is_told_as_a_day),
    SUPPORT_TEST(numbers_are_drawn_with_so_many_digits),
    SUPPORT_TEST(a_negative_zero_keeps_its_sign),
    SUPPORT_TEST(a_long_text_is_cut_between_characters),
    SUPPORT_TEST(texts_of_svg_are_characters_that_xml_has),
    CU_TEST_INFO_NULL,
};
