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
static void refuse_all(const scene *of, const job *asked, size_t dense)
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
    for (size_t number = 0; number < works; number += 1 + number / dense)
        refuse(of, asked, number, answers);
}

static void every_refusal_about_discs_is_told(void)
{
    scene of;
    scene_open(&of, false);
    for (size_t i = 0; i < job_count_few; i++)
        refuse_all(&of, &jobs_few[i], support_rounds(4, 100, 2000));
    for (size_t i = 0; i < job_count_many; i++)
        refuse_all(&of, &jobs_many[i], support_rounds(4, 100, 2000));
    scene_close(&of);
}

static void every_refusal_about_bodies_with_corners_is_told(void)
{
    scene of;
    scene_open(&of, true);
    for (size_t i = 0; i < job_count_few; i++)
        refuse_all(&of, &jobs_few[i], support_rounds(4, 100, 2000));
    for (size_t i = 0; i < job_count_many; i++)
        refuse_all(&of, &jobs_many[i], support_rounds(4, 100, 2000));
    scene_close(&of);
}

static void every_refusal_of_little_work_is_told(void)
{
    for (size_t i = 0; i < job_count_small; i++)
        refuse_all(NULL, &jobs_small[i], support_rounds(80, 2000, SIZE_MAX));
}

static void every_refusal_of_a_fleet_is_told(void)
{
    for (size_t i = 0; i < job_count_fleets; i++)
        refuse_all(NULL, &jobs_fleets[i], support_rounds(80, 2000, SIZE_MAX));
}

/* A plan among others that accelerate lends the exact stage more memory when it is short of it, up
 * to a limit. In `make check` the first runs are, and more and more seldom later ones. */
static void a_plan_among_others_lends_more_workspace(void)
{
    refusal_begin(SIZE_MAX);
    answers_forget();
    CU_ASSERT_EQUAL_FATAL(job_among.ask(NULL), GRAZE_OK);
    const uint64_t answers = answers_sum();
    const size_t runs = refusal_runs();
    const size_t dense = support_rounds(2, SIZE_MAX, SIZE_MAX);
    size_t lent = 0;
    for (size_t run = 0; run < runs; run += 1 + run / dense) {
        refusal_begin_short(run, run + 1);
        answers_forget();
        const graze_status status = job_among.ask(NULL);
        CU_ASSERT_TRUE(status == GRAZE_ERROR_WORKSPACE ||
                       (status == GRAZE_OK && answers_sum() == answers));
        lent += status == GRAZE_OK;
        CU_ASSERT_EQUAL(refusal_blocks(), 0);
        refusal_begin_short(run, SIZE_MAX);
        CU_ASSERT_EQUAL(job_among.ask(NULL), GRAZE_ERROR_WORKSPACE);
        CU_ASSERT_EQUAL(refusal_blocks(), 0);
    }
    CU_ASSERT_TRUE(lent > 0);
}

/* With fewer threads, or with the caller's alone, the answers are the same. */
static void threads_that_are_not_to_be_had_change_no_answer(void)
{
    scene of;
    scene_open(&of, false);
    refusal_begin_threads(SIZE_MAX);
    answers_forget();
    CU_ASSERT_EQUAL_FATAL(job_of_threads.ask(&of), GRAZE_OK);
    const uint64_t answers = answers_sum();
    const size_t threads = refusal_threads();
    size_t told = 0;
    CU_ASSERT_TRUE(threads > 9);
    for (size_t number = 0; number < threads; number++) {
        refusal_begin_threads(number);
        answers_forget();
        const graze_status status = job_of_threads.ask(&of);
        CU_ASSERT_TRUE(status == GRAZE_ERROR_MEMORY ||
                       (status == GRAZE_OK && answers_sum() == answers));
        told += status == GRAZE_ERROR_MEMORY;
    }
    CU_ASSERT_EQUAL(told, 3); /* a mutex and two conditions */
    refusal_begin_threads(SIZE_MAX);
    scene_close(&of);
}

CU_TestInfo refusal_tests[] = {
    SUPPORT_TEST(every_refusal_about_discs_is_told),
    SUPPORT_TEST(every_refusal_about_bodies_with_corners_is_told),
    SUPPORT_TEST(every_refusal_of_little_work_is_told),
    SUPPORT_TEST(every_refusal_of_a_fleet_is_told),
    SUPPORT_TEST(a_plan_among_others_lends_more_workspace),
    SUPPORT_TEST(threads_that_are_not_to_be_had_change_no_answer),
    CU_TEST_INFO_NULL,
};
