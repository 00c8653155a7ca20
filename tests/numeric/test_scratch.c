/* SPDX-License-Identifier: MIT */
/* Memory for exact work: the stack, then ever more from malloc, or the caller's; and callers
 * who stop it. */
#include "numeric/scratch.h"

#include <stdlib.h>

#include "support/run.h"

/* Takes so many limbs, writes to all of them, and counts its tries. */
typedef struct job {
    size_t wanted; /* [limbs] */
    int tries;
    bool finished;
    graze_status status;
} job;

static graze_status fill(dyadic_arena *arena, void *context)
{
    job *asked = context;
    enum { AT_ONCE = 100 };
    asked->tries++;
    asked->finished = false;
    for (size_t taken = 0; taken < asked->wanted; taken += AT_ONCE) {
        mp_limb_t *limbs = dyadic_arena_take(arena, AT_ONCE);
        for (int i = 0; limbs != NULL && i < AT_ONCE; i++)
            limbs[i] = taken;
    }
    asked->finished = !arena->exhausted;
    return asked->status;
}

static job asked_for(size_t wanted) { return (job){.wanted = wanted, .status = GRAZE_OK}; }

static void little_work_is_done_once_on_the_stack(void)
{
    job little = asked_for(1000);
    CU_ASSERT_EQUAL(scratch_run(NULL, fill, &little), GRAZE_OK);
    CU_ASSERT_EQUAL(little.tries, 1);
    CU_ASSERT(little.finished);
}

static void large_work_is_done_again_until_it_has_room(void)
{
    job large = asked_for((size_t)1 << 20);
    CU_ASSERT_EQUAL(scratch_run(NULL, fill, &large), GRAZE_OK);
    CU_ASSERT(large.tries > 1 && large.tries < 10);
    CU_ASSERT(large.finished);
}

static void the_status_of_the_work_is_the_answer(void)
{
    job refused = asked_for(10);
    refused.status = GRAZE_ERROR_UNSUPPORTED;
    CU_ASSERT_EQUAL(scratch_run(NULL, fill, &refused), GRAZE_ERROR_UNSUPPORTED);
}

static void work_beyond_the_most_memory_is_refused(void)
{
    job endless = asked_for(GRAZE_WORK_MAX / sizeof(mp_limb_t) + 1);
    CU_ASSERT_EQUAL(scratch_run(NULL, fill, &endless), GRAZE_ERROR_WORKSPACE);
    CU_ASSERT(!endless.finished);
}

static graze_status give_up(dyadic_arena *arena, void *context)
{
    ++*(int *)context;
    arena->exhausted = true; /* as a method does whose bound is met */
    return GRAZE_OK;
}

static void work_that_more_room_does_not_help_is_not_repeated(void)
{
    int tries = 0;
    CU_ASSERT_EQUAL(scratch_run(NULL, give_up, &tries), GRAZE_ERROR_WORKSPACE);
    CU_ASSERT_EQUAL(tries, 1);
}

static void memory_of_the_caller_is_all_that_is_used(void)
{
    enum { SIZE = 1 << 16 };
    const graze_workspace workspace = {.memory = malloc(SIZE), .size = SIZE};
    CU_ASSERT_PTR_NOT_NULL_FATAL(workspace.memory);
    job enough = asked_for(SIZE / sizeof(mp_limb_t) - 200), too_much = asked_for(SIZE);
    CU_ASSERT_EQUAL(scratch_run(&workspace, fill, &enough), GRAZE_OK);
    CU_ASSERT_EQUAL(enough.tries, 1);
    CU_ASSERT_EQUAL(scratch_run(&workspace, fill, &too_much), GRAZE_ERROR_WORKSPACE);
    CU_ASSERT_EQUAL(too_much.tries, 1);
    free(workspace.memory);
}

/* ---- stopping ------------------------------------------------------------------------ */

typedef struct patience {
    int asked, patient; /* [count] asked so often, patient so often */
} patience;

static bool should_stop(void *context)
{
    patience *caller = context;
    return caller->asked++ >= caller->patient;
}

static void a_caller_can_stop_the_work_at_any_time(void)
{
    for (int patient = 0; patient < 40; patient++) {
        patience caller = {0, patient};
        const graze_workspace workspace = {.should_stop = should_stop, .context = &caller};
        job large = asked_for((size_t)1 << 20);
        graze_status status = scratch_run(&workspace, fill, &large);
        CU_ASSERT(status == GRAZE_OK || status == GRAZE_ERROR_STOPPED);
        CU_ASSERT_EQUAL(status == GRAZE_OK, large.finished);
        CU_ASSERT_EQUAL(status == GRAZE_OK, caller.asked <= patient);
        CU_ASSERT(patient > 0 || status == GRAZE_ERROR_STOPPED);
    }
}

static void a_caller_who_never_stops_gets_the_answer(void)
{
    patience caller = {0, 1000000};
    const graze_workspace workspace = {.should_stop = should_stop, .context = &caller};
    job large = asked_for((size_t)1 << 20);
    CU_ASSERT_EQUAL(scratch_run(&workspace, fill, &large), GRAZE_OK);
    CU_ASSERT(large.finished && caller.asked > 0);
}

CU_TestInfo scratch_tests[] = {
    SUPPORT_TEST(little_work_is_done_once_on_the_stack),
    SUPPORT_TEST(large_work_is_done_again_until_it_has_room),
    SUPPORT_TEST(the_status_of_the_work_is_the_answer),
    SUPPORT_TEST(work_beyond_the_most_memory_is_refused),
    SUPPORT_TEST(work_that_more_room_does_not_help_is_not_repeated),
    SUPPORT_TEST(memory_of_the_caller_is_all_that_is_used),
    SUPPORT_TEST(a_caller_can_stop_the_work_at_any_time),
    SUPPORT_TEST(a_caller_who_never_stops_gets_the_answer),
    CU_TEST_INFO_NULL,
};
