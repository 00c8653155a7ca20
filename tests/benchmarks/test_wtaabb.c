/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "benchmarks/wtaabb_methods.h"
#include "benchmarks/wtaabb_plot.h"
#include "support/run.h"

static void every_method_finds_the_step_of_every_case(void)
{
    for (int which = 0; which < WTAABB_CASES; which++) {
        randomness source = {(uint64_t)which};
        for (int i = 0; i < 5; i++) {
            wtaabb_pair pair;
            CU_ASSERT_TRUE_FATAL(wtaabb_draw(&wtaabb_cases[which], &source, &pair));
            for (int by = 0; by < WTAABB_METHODS; by++)
                if (wtaabb_methods[by].level <= cpu_level())
                    CU_ASSERT_EQUAL(wtaabb_find(&wtaabb_methods[by], &pair), pair.first);
            wtaabb_free(&pair);
        }
    }
}

static void a_case_is_what_its_name_says(void)
{
    for (int which = 0; which < WTAABB_CASES; which++) {
        randomness source = {77};
        wtaabb_pair pair;
        CU_ASSERT_TRUE_FATAL(wtaabb_draw(&wtaabb_cases[which], &source, &pair));
        int64_t first;
        size_t count;
        graze_boxes_steps(pair.a, &first, &count);
        CU_ASSERT_TRUE(first == 0 && count == WTAABB_STEPS);
        CU_ASSERT_EQUAL(pair.meets, strstr(wtaabb_cases[which].name, "collide") != NULL);
        CU_ASSERT_EQUAL(pair.first < WTAABB_STEPS, pair.meets);
        wtaabb_free(&pair);
    }
}

static void equal_times_make_equal_pictures(void)
{
    static const wtaabb_range ranges[WTAABB_CASES][WTAABB_METHODS] = {{{1, 100, 50, 2}}};
    const size_t shown[] = {WTAABB_BVH_BUILT};
    char texts[2][20000];
    for (int i = 0; i < 2; i++) {
        FILE *file = tmpfile();
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        wtaabb_plot(file, ranges, shown, 1);
        rewind(file);
        size_t length = fread(texts[i], 1, sizeof texts[i] - 1, file);
        texts[i][length] = '\0';
        fclose(file);
    }
    CU_ASSERT_STRING_EQUAL(texts[0], texts[1]);
    CU_ASSERT_PTR_NOT_NULL(strstr(texts[0], "cx='435.7'")); /* 25 ns, the mean of two runs */
    CU_ASSERT_PTR_NOT_NULL(strstr(texts[0], "</svg>"));
}

CU_TestInfo wtaabb_tests[] = {
    SUPPORT_TEST(every_method_finds_the_step_of_every_case),
    SUPPORT_TEST(a_case_is_what_its_name_says),
    SUPPORT_TEST(equal_times_make_equal_pictures),
    CU_TEST_INFO_NULL,
};
