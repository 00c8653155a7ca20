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
            .body = {.radius = 1},
            .trajectory = {&all->motions[i], 1},
        };
    }
    all->plan = (plan){.agents = all->agents, .agent_count = count, .dimension = 2};
}

typedef struct heard {
    size_t pairs[AGENTS * AGENTS][2];
    size_t count, enough, touches, each, steps;
    uint64_t last_step;
} heard;

static io_result take(void *context, const pair_answer *answer)
{
    heard *h = context;
    CU_ASSERT_EQUAL(answer->status, GRAZE_OK);
    h->pairs[h->count][0] = answer->agent_a;
    h->pairs[h->count][1] = answer->agent_b;
    h->touches += answer->merged.count;
    h->each += answer->each.count;
    return ++h->count == h->enough ? IO_SYSTEM : IO_OK;
}

static void step(void *context, uint64_t done)
{
    heard *h = context;
    CU_ASSERT_TRUE(done > h->last_step);
    h->last_step = done;
    h->steps++;
}

static const replay_options ways[] = {
    {.jobs = 1, .indexed = false, .filter = GRAZE_FILTER_NONE},
    {.jobs = 1, .indexed = false, .filter = GRAZE_FILTER_STA},
    {.jobs = 1, .indexed = true, .filter = GRAZE_FILTER_NONE},
    {.jobs = 1, .indexed = true, .filter = GRAZE_FILTER_PYRAMID},
    {.jobs = 3, .indexed = true, .filter = GRAZE_FILTER_NONE},
    {.jobs = 3, .indexed = false, .filter = GRAZE_FILTER_BVI},
};
enum { WAYS = sizeof ways / sizeof *ways };

static io_result replay(const crowd *all, const replay_options *how, heard *h, replay_counts *counts,
                        uint64_t *done)
{
    const replay_listener listener = {take, step, h};
    return replay_pairs(&all->plan, how, &listener, counts, done);
}

static void pairs_that_meet_are_told_in_order_and_all_are_counted(void)
{
    crowd all;
    stand(&all, AGENTS);
    CU_ASSERT_EQUAL(replay_pair_count(&all.plan), 10);
    for (int way = 0; way < WAYS; way++) {
        heard h = {0};
        replay_counts counts;
        uint64_t done;
        CU_ASSERT_EQUAL(replay(&all, &ways[way], &h, &counts, &done), IO_OK);
        CU_ASSERT_EQUAL(done, 10);
        CU_ASSERT_EQUAL(counts.agent_pairs, 10);
        CU_ASSERT_EQUAL(h.last_step, 10);
        CU_ASSERT_EQUAL(h.steps, AGENTS - 1);
        CU_ASSERT_EQUAL_FATAL(h.count, AGENTS - 1);
        for (size_t i = 0; i < h.count; i++)
            CU_ASSERT(h.pairs[i][0] == i && h.pairs[i][1] == i + 1);
        CU_ASSERT_EQUAL(h.touches, AGENTS - 1);
        CU_ASSERT_EQUAL(h.each, AGENTS - 1);
    }
}

static void filters_leave_less_to_do_and_work_is_counted(void)
{
    crowd all;
    heard h = {0};
    replay_counts counts;
    uint64_t done;
    stand(&all, AGENTS);
    CU_ASSERT_EQUAL(replay(&all, &ways[0], &h, &counts, &done), IO_OK);
    CU_ASSERT_EQUAL(counts.agent_pairs_left, 10);
    CU_ASSERT_EQUAL(counts.work.by_doubles + counts.work.by_double_doubles + counts.work.by_exact,
                    10);
    h.last_step = 0;
    CU_ASSERT_EQUAL(replay(&all, &ways[3], &h, &counts, &done), IO_OK);
    CU_ASSERT_EQUAL(counts.agent_pairs_left, AGENTS - 1);
    CU_ASSERT_EQUAL(counts.indexed_left, AGENTS - 1);
    CU_ASSERT_EQUAL(counts.filtered_left, AGENTS - 1);
    CU_ASSERT_EQUAL(counts.work.by_doubles + counts.work.by_double_doubles + counts.work.by_exact,
                    AGENTS - 1);
}

/* The pairs (0,1), (0,2), (0,3), (0,4), (1,2) come before the third that meets. */
static void a_consumer_that_has_enough_ends_it(void)
{
    crowd all;
    stand(&all, AGENTS);
    for (int way = 0; way < WAYS; way++) {
        heard h = {.enough = 3};
        replay_counts counts;
        uint64_t done;
        CU_ASSERT_EQUAL(replay(&all, &ways[way], &h, &counts, &done), IO_SYSTEM);
        CU_ASSERT_EQUAL(done, 7);
        CU_ASSERT_EQUAL(h.count, 3);
    }
}

static void nobody_alone_makes_a_pair(void)
{
    crowd all;
    heard h = {0};
    replay_counts counts;
    uint64_t done;
    for (size_t count = 0; count < 2; count++) {
        stand(&all, count);
        CU_ASSERT_EQUAL(replay_pair_count(&all.plan), 0);
        for (int way = 0; way < WAYS; way++) {
            CU_ASSERT_EQUAL(replay(&all, &ways[way], &h, &counts, &done), IO_OK);
            CU_ASSERT_EQUAL(done, 0);
        }
    }
}

CU_TestInfo replay_tests[] = {
    SUPPORT_TEST(pairs_that_meet_are_told_in_order_and_all_are_counted),
    SUPPORT_TEST(filters_leave_less_to_do_and_work_is_counted),
    SUPPORT_TEST(a_consumer_that_has_enough_ends_it),
    SUPPORT_TEST(nobody_alone_makes_a_pair),
    CU_TEST_INFO_NULL,
};
