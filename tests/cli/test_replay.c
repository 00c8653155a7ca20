/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "cli/replay.h"
#include "support/run.h"

enum { AGENTS = 5 };

/* Discs that stand in a row, two metres apart, all of radius 1: neighbours touch. */
typedef struct crowd {
    graze_motion motions[AGENTS];
    plan_agent agents[AGENTS];
    plan plan;
} crowd;

static void stand(crowd *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        graze_vector place = {2.0 * (double)i, 0, 0}, still = {0, 0, 0};
        CU_ASSERT_EQUAL(graze_motion_kinematic(place, still, still, 0, INFINITY, &all->motions[i]),
                        GRAZE_OK);
        all->agents[i] = (plan_agent){
            .body = {1},
            .trajectory = {&all->motions[i], 1},
        };
    }
    all->plan = (plan){.agents = all->agents, .agent_count = count, .dimension = 2};
}

typedef struct listener {
    size_t pairs[AGENTS * AGENTS][2];
    size_t count, enough, touches, each;
} listener;

static io_result listen(void *context, const pair_answer *answer)
{
    listener *heard = context;
    CU_ASSERT_EQUAL(answer->status, GRAZE_OK);
    heard->pairs[heard->count][0] = answer->agent_a;
    heard->pairs[heard->count][1] = answer->agent_b;
    heard->touches += answer->merged.count;
    heard->each += answer->each.count;
    return ++heard->count == heard->enough ? IO_SYSTEM : IO_OK;
}

static void every_pair_is_answered_once_and_in_order(void)
{
    crowd all;
    listener heard = {0};
    uint64_t done;
    stand(&all, AGENTS);
    CU_ASSERT_EQUAL(replay_pair_count(&all.plan), 10);
    CU_ASSERT_EQUAL(replay_pairs(&all.plan, 0, listen, &heard, &done), IO_OK);
    CU_ASSERT_EQUAL(done, 10);
    size_t at = 0;
    for (size_t a = 0; a < AGENTS; a++)
        for (size_t b = a + 1; b < AGENTS; b++, at++)
            CU_ASSERT(heard.pairs[at][0] == a && heard.pairs[at][1] == b);
    CU_ASSERT_EQUAL(at, heard.count);
    CU_ASSERT_EQUAL(heard.touches, AGENTS - 1);
    CU_ASSERT_EQUAL(heard.each, AGENTS - 1);
}

static void a_consumer_that_has_enough_ends_it(void)
{
    crowd all;
    listener heard = {.enough = 3};
    uint64_t done;
    stand(&all, AGENTS);
    CU_ASSERT_EQUAL(replay_pairs(&all.plan, 0, listen, &heard, &done), IO_SYSTEM);
    CU_ASSERT_EQUAL(done, 2);
    CU_ASSERT_EQUAL(heard.count, 3);
}

static void nobody_alone_makes_a_pair(void)
{
    crowd all;
    listener heard = {0};
    uint64_t done;
    for (size_t count = 0; count < 2; count++) {
        stand(&all, count);
        CU_ASSERT_EQUAL(replay_pair_count(&all.plan), 0);
        CU_ASSERT_EQUAL(replay_pairs(&all.plan, 0, listen, &heard, &done), IO_OK);
        CU_ASSERT_EQUAL(done, 0);
    }
}

CU_TestInfo replay_tests[] = {
    SUPPORT_TEST(every_pair_is_answered_once_and_in_order),
    SUPPORT_TEST(a_consumer_that_has_enough_ends_it),
    SUPPORT_TEST(nobody_alone_makes_a_pair),
    CU_TEST_INFO_NULL,
};
