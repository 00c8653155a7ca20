/* SPDX-License-Identifier: MIT */
/* The bar on standard error, at a clock that is set. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/progress.h"
#include "support/run.h"

/* What a bar of so many writes at each of these counts, when it began so many seconds ago. */
static const char *drawn(bool wanted, uint64_t total, double seconds, const uint64_t *counts,
                         size_t count)
{
    static char text[1024];
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    progress bar = progress_begin(wanted, "pairs", total);
    bar.began -= seconds;
    bar.last -= seconds;
    for (size_t i = 0; i < count; i++)
        progress_step(&bar, counts[i]);
    progress_end(&bar);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void a_bar_says_how_far_it_is_and_how_long_it_takes(void)
{
    const uint64_t counts[] = {64};
    const char *text = drawn(true, 256, 1000, counts, 1);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "\r[#######.......................] 64/256 pairs  0/s  50:"));
    CU_ASSERT_STRING_EQUAL(text + strlen(text) - 6, "left \n");
}

static void a_bar_is_not_drawn_again_at_once(void)
{
    const uint64_t counts[] = {64, 128};
    const char *text = drawn(true, 256, 1000, counts, 2);
    CU_ASSERT_PTR_NULL(strstr(text, "128/256"));
}

static void a_bar_waits_before_it_is_drawn_at_all(void)
{
    const uint64_t counts[] = {64};
    CU_ASSERT_STRING_EQUAL(drawn(true, 256, 0, counts, 1), "");
}

static void a_bar_looks_at_the_clock_only_now_and_then(void)
{
    const uint64_t counts[] = {63, 65};
    CU_ASSERT_STRING_EQUAL(drawn(true, 256, 1000, counts, 2), "");
}

static void a_bar_that_is_not_wanted_is_not_drawn(void)
{
    const uint64_t counts[] = {64};
    CU_ASSERT_STRING_EQUAL(drawn(false, 256, 1000, counts, 1), "");
}

static void a_bar_of_nothing_is_full_and_one_at_its_beginning_knows_no_end(void)
{
    const uint64_t counts[] = {0};
    CU_ASSERT_PTR_NOT_NULL(strstr(drawn(true, 0, 1000, counts, 1),
                                  "[##############################] 0/0 pairs  0/s  0:00 left"));
    CU_ASSERT_PTR_NOT_NULL(strstr(drawn(true, 256, 1000, counts, 1),
                                  "[..............................] 0/256 pairs  0/s  0:00 left"));
}

CU_TestInfo progress_tests[] = {
    SUPPORT_TEST(a_bar_says_how_far_it_is_and_how_long_it_takes),
    SUPPORT_TEST(a_bar_is_not_drawn_again_at_once),
    SUPPORT_TEST(a_bar_waits_before_it_is_drawn_at_all),
    SUPPORT_TEST(a_bar_looks_at_the_clock_only_now_and_then),
    SUPPORT_TEST(a_bar_that_is_not_wanted_is_not_drawn),
    SUPPORT_TEST(a_bar_of_nothing_is_full_and_one_at_its_beginning_knows_no_end),
    CU_TEST_INFO_NULL,
};
