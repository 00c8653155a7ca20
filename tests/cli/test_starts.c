/* SPDX-License-Identifier: MIT */
#include "cli/starts.h"

#include <stdlib.h>

#include "support/run.h"

/* Two unsafe intervals and one safe start, 0, between them. */
typedef struct pinch {
    graze_body body;
    graze_motion a, b;
} pinch;

static pinch make_pinch(void)
{
    pinch it = {.body = {0.5}};
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){0, 16, 0}, (graze_vector){0, -8, 0},
                                           (graze_vector){0, 2, 0}, 0, 8, &it.a),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){-4, 1.25, 0}, (graze_vector){1, 0, 0},
                                           (graze_vector){0, 0, 0}, 0, 8, &it.b),
                    GRAZE_OK);
    return it;
}

static void expect_pinch(const starts *asked)
{
    CU_ASSERT_EQUAL_FATAL(asked->answer.count, 2);
    CU_ASSERT_EQUAL(asked->answer.intervals[0].upper, 0);
    CU_ASSERT_EQUAL(asked->answer.intervals[1].lower, 0);
    CU_ASSERT_EQUAL(asked->answer.intervals[0].lower, -asked->answer.intervals[1].upper);
}

static void one_memory_serves_many_pairs(void)
{
    starts asked;
    pinch it = make_pinch();
    CU_ASSERT_TRUE_FATAL(starts_open(&asked));
    const void *memory = asked.workspace.memory;
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(starts_ask(&asked, &it.body, &it.a, &it.body, &it.b, 0), GRAZE_OK);
        expect_pinch(&asked);
    }
    CU_ASSERT_PTR_EQUAL(asked.workspace.memory, memory);
    CU_ASSERT_EQUAL(starts_ask(&asked, &it.body, &it.b, &it.body, &it.b, 2), GRAZE_OK);
    CU_ASSERT_EQUAL(asked.answer.count, 0);
    starts_close(&asked);
}

static void memory_that_is_too_small_grows_until_it_is_enough(void)
{
    enum { TOO_SMALL = 64 };
    starts asked = {.workspace = {malloc(TOO_SMALL), TOO_SMALL}};
    pinch it = make_pinch();
    CU_ASSERT_PTR_NOT_NULL_FATAL(asked.workspace.memory);
    CU_ASSERT_EQUAL(starts_ask(&asked, &it.body, &it.a, &it.body, &it.b, 0), GRAZE_OK);
    CU_ASSERT_TRUE(asked.workspace.size > TOO_SMALL);
    CU_ASSERT_TRUE(asked.workspace.size <= STARTS_MEMORY_MAX);
    expect_pinch(&asked);
    starts_close(&asked);
}

static void without_memory_there_is_a_status_and_no_answer(void)
{
    starts asked = {.answer = {NULL, 0, 7}};
    pinch it = make_pinch();
    CU_ASSERT_EQUAL(starts_ask(&asked, &it.body, &it.a, &it.body, &it.b, 0), GRAZE_ERROR_WORKSPACE);
    CU_ASSERT_EQUAL(asked.answer.count, 7);
    starts_close(&asked);
}

CU_TestInfo starts_tests[] = {
    SUPPORT_TEST(one_memory_serves_many_pairs),
    SUPPORT_TEST(memory_that_is_too_small_grows_until_it_is_enough),
    SUPPORT_TEST(without_memory_there_is_a_status_and_no_answer),
    CU_TEST_INFO_NULL,
};
