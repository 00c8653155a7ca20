/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/recorded.h"
#include "support/run.h"

static const char heading[] = "id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_radius,"
                              "b_x,b_y,b_to_x,b_to_y,b_start,b_end,b_radius\n";

static specimen *read_text(const char *rows, size_t *count)
{
    char name[] = "/tmp/graze-recorded-XXXXXX";
    int file = mkstemp(name);
    CU_ASSERT_FATAL(file >= 0);
    FILE *sink = fdopen(file, "w");
    fprintf(sink, "%s%s", heading, rows);
    fclose(sink);
    specimen *pairs = recorded_read(name, count);
    setenv("GRAZE_RECORDED", name, 1);
    void *opened = open_recorded(NULL);
    CU_ASSERT_EQUAL(opened != NULL, pairs != NULL);
    if (opened != NULL)
        close_recorded(opened);
    unsetenv("GRAZE_RECORDED");
    remove(name);
    return pairs;
}

static void a_recorded_pair_is_read_exactly(void)
{
    size_t count = 0;
    specimen *pairs = read_text("7,0x1.8p+1,1,3,2,0.5,0x1.8p+0,0.25,4,5,4,5,0,inf,0.5\n", &count);
    CU_ASSERT_PTR_NOT_NULL_FATAL(pairs);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT_EQUAL(pairs->a.position.x, 3);
    CU_ASSERT_EQUAL(pairs->a.to.y, 2);
    CU_ASSERT_EQUAL(pairs->a.start, 0.5);
    CU_ASSERT_EQUAL(pairs->a.duration, 1);
    CU_ASSERT_EQUAL(pairs->body_a.radius, 0.25);
    CU_ASSERT_EQUAL(pairs->b.duration, HUGE_VAL);
    CU_ASSERT_EQUAL(pairs->body_b.radius, 0.5);
    free(pairs);
}

static void what_is_no_pair_is_refused(void)
{
    static const char *const rows[] = {"", "0,1,2,3,4\n", "0,0,0,1,1,0,1,0.5,x,0,1,1,0,1,0.5\n",
                                       "0,0,0,1,1,2,1,0.5,0,0,1,1,0,1,0.5\n",
                                       "0,0,0,1,1,0,1,0.5,0,0,1,1,0,1,0.5\n1,0\n"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t count;
        CU_ASSERT_PTR_NULL(read_text(rows[i], &count));
    }
}

static void behind_the_last_pair_comes_the_first(void)
{
    char name[] = "/tmp/graze-recorded-XXXXXX";
    FILE *sink = fdopen(mkstemp(name), "w");
    fprintf(sink, "%s0,0,0,1,1,0,1,0.5,0,0,1,1,0,1,0.5\n1,9,0,1,1,0,1,0.5,0,0,1,1,0,1,0.5\n",
            heading);
    fclose(sink);
    setenv("GRAZE_RECORDED", name, 1);
    specimen made[5];
    CU_ASSERT_EQUAL(family_fill(family_named("recorded"), 5, made), FAMILY_FILLED);
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(made[i].a.position.x, i % 2 == 0 ? 0 : 9);
    unsetenv("GRAZE_RECORDED");
    CU_ASSERT_EQUAL(family_fill(family_named("recorded"), 5, made), FAMILY_ABSENT);
    remove(name);
}

CU_TestInfo recorded_tests[] = {
    SUPPORT_TEST(a_recorded_pair_is_read_exactly),
    SUPPORT_TEST(what_is_no_pair_is_refused),
    SUPPORT_TEST(behind_the_last_pair_comes_the_first),
    CU_TEST_INFO_NULL,
};
