/* SPDX-License-Identifier: MIT */
/* Whatever piece of work is refused, whoever asked is told, and nothing leaks. */
#include <CUnit/CUnit.h>
#include <stdint.h>
#include <stdio.h>

#include "refusal/answers.h"
#include "refusal/jobs.h"
#include "refusal/refusal.h"
#include "support/run.h"

/* Some work is done to answer sooner; without it the answer is the same. */
static void refuse(const scene *of, const job *asked, size_t number, uint64_t answers)
{
    refusal_begin(number);
    answers_forget();
    const graze_status status = asked->ask(of);
    CU_ASSERT_EQUAL(refusal_blocks(), 0);
    if (status != GRAZE_ERROR_MEMORY && !(status == GRAZE_OK && answers_sum() == answers)) {
        printf("\n    %s: work %zu was refused: %s\n", asked->name, number,
               graze_status_message(status));
        CU_FAIL("a refusal was not told");
    }
}

/* Refuses the first pieces of work, and more and more seldom later ones. */
static void refuse_all(const scene *of, const job *asked)
{
    refusal_begin(SIZE_MAX);
    answers_forget();
    const graze_status status = asked->ask(of);
    const size_t works = refusal_count();
    const uint64_t answers = answers_sum();
    if (status != GRAZE_OK)
        printf("\n    %s: %s\n", asked->name, graze_status_message(status));
    CU_ASSERT_EQUAL(status, GRAZE_OK);
    CU_ASSERT_TRUE(works > 0);
    const size_t dense = support_rounds(8, 100, 2000);
    for (size_t number = 0; number < works; number += 1 + number / dense)
        refuse(of, asked, number, answers);
}

static void every_refusal_about_discs_is_told(void)
{
    scene of;
    scene_open(&of, false);
    for (size_t i = 0; i < job_count_few; i++)
        refuse_all(&of, &jobs_few[i]);
    for (size_t i = 0; i < job_count_many; i++)
        refuse_all(&of, &jobs_many[i]);
    scene_close(&of);
}

static void every_refusal_about_bodies_with_corners_is_told(void)
{
    scene of;
    scene_open(&of, true);
    for (size_t i = 0; i < job_count_few; i++)
        refuse_all(&of, &jobs_few[i]);
    for (size_t i = 0; i < job_count_many; i++)
        refuse_all(&of, &jobs_many[i]);
    scene_close(&of);
}

CU_TestInfo refusal_tests[] = {
    SUPPORT_TEST(every_refusal_about_discs_is_told),
    SUPPORT_TEST(every_refusal_about_bodies_with_corners_is_told),
    CU_TEST_INFO_NULL,
};
