/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <graze/check.h>

#include "support/run.h"

enum { AGENTS = 5 };

/* Discs that stand in a row, two metres apart, all of radius 1: neighbours touch. */
typedef struct crowd {
    graze_motion motions[AGENTS];
    graze_body bodies[AGENTS];
    graze_trajectory trajectories[AGENTS];
    size_t count;
} crowd;

static void stand(crowd *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        graze_vector place = {2.0 * (double)i, 0, 0}, still = {0, 0, 0};
        CU_ASSERT_EQUAL(graze_motion_kinematic(place, still, still, 0, INFINITY, &all->motions[i]),
                        GRAZE_OK);
        all->bodies[i] = (graze_body){.radius = 1};
        all->trajectories[i] = (graze_trajectory){.motions = &all->motions[i], .count = 1};
    }
    all->count = count;
}

typedef struct heard {
    size_t pairs[AGENTS * AGENTS][2];
    size_t count, enough, touches, each, steps;
    uint64_t last_step;
    atomic_bool stopped;
} heard;

static bool take(void *context, const graze_check_answer *answer)
{
    heard *h = context;
    h->pairs[h->count][0] = answer->agent_a;
    h->pairs[h->count][1] = answer->agent_b;
    h->touches += answer->merged_count;
    h->each += answer->each_count;
    return ++h->count != h->enough;
}

static void step(void *context, uint64_t done)
{
    heard *h = context;
    CU_ASSERT_TRUE(done > h->last_step);
    h->last_step = done;
    h->steps++;
}

static bool stop(void *context)
{
    const heard *h = context;
    return h->stopped;
}

static const graze_check_options ways[] = {
    {.threads = 1, .without_index = true, .filter = GRAZE_FILTER_NONE},
    {.threads = 1, .without_index = true, .filter = GRAZE_FILTER_STA},
    {.threads = 1, .filter = GRAZE_FILTER_NONE},
    {.threads = 1, .filter = GRAZE_FILTER_PYRAMID},
    {.threads = 3, .filter = GRAZE_FILTER_NONE},
    {.threads = 3, .without_index = true, .filter = GRAZE_FILTER_BVI},
    {.threads = 0},
    {.threads = SIZE_MAX},
};
enum { WAYS = sizeof ways / sizeof *ways };

static graze_status check(const crowd *all, const graze_check_options *how, heard *h,
                          const graze_allocator *allocator, graze_check_counts *counts)
{
    const graze_check_listener listener = {take, step, stop, h};
    return graze_check_plan(all->bodies, all->trajectories, all->count, how, &listener, allocator,
                            counts);
}

static void pairs_that_meet_are_told_in_order_and_all_are_counted(void)
{
    crowd all;
    stand(&all, AGENTS);
    for (int way = 0; way < WAYS; way++) {
        heard h = {.count = 0};
        graze_check_counts counts;
        CU_ASSERT_EQUAL(check(&all, &ways[way], &h, NULL, &counts), GRAZE_OK);
        CU_ASSERT_EQUAL(counts.pairs_done, 10);
        CU_ASSERT_EQUAL(counts.pairs, 10);
        CU_ASSERT_EQUAL(h.last_step, 10);
        CU_ASSERT_EQUAL(h.steps, AGENTS - 1);
        CU_ASSERT_EQUAL_FATAL(h.count, AGENTS - 1);
        for (size_t i = 0; i < h.count; i++)
            CU_ASSERT(h.pairs[i][0] == i && h.pairs[i][1] == i + 1);
        CU_ASSERT_EQUAL(h.touches, AGENTS - 1);
        CU_ASSERT_EQUAL(h.each, AGENTS - 1);
    }
}

/* One motion as long as doubles go: its grid of time would have steps that doubles cannot tell. */
static void a_path_that_fits_no_grid_of_time_is_checked_without_boxes(void)
{
    graze_vector from = {0, 0, 0}, to = {4, 0, 0};
    for (int agent = 0; agent < 3; agent += 2)
        for (int way = 0; way < WAYS; way++) {
            crowd all;
            heard h = {.count = 0};
            graze_check_counts counts;
            stand(&all, 3);
            CU_ASSERT_EQUAL(graze_motion_waypoint(from, to, 3, DBL_MAX, &all.motions[agent]),
                            GRAZE_OK);
            CU_ASSERT_EQUAL(check(&all, &ways[way], &h, NULL, &counts), GRAZE_OK);
            CU_ASSERT_EQUAL(h.count, 3);
        }
}

static size_t decided(const graze_work *work)
{
    return work->by_doubles + work->by_double_doubles + work->by_exact;
}

static void filters_leave_less_to_do_and_work_is_counted(void)
{
    crowd all;
    heard h = {.count = 0};
    graze_check_counts counts;
    stand(&all, AGENTS);
    CU_ASSERT_EQUAL(check(&all, &ways[0], &h, NULL, &counts), GRAZE_OK);
    CU_ASSERT_EQUAL(counts.pairs_asked, 10);
    CU_ASSERT_EQUAL(decided(&counts.work), 10);
    h.last_step = 0;
    CU_ASSERT_EQUAL(check(&all, &ways[3], &h, NULL, &counts), GRAZE_OK);
    CU_ASSERT_EQUAL(counts.pairs_asked, AGENTS - 1);
    CU_ASSERT_EQUAL(counts.motions_indexed, AGENTS - 1);
    CU_ASSERT_EQUAL(counts.motions_filtered, AGENTS - 1);
    CU_ASSERT_EQUAL(decided(&counts.work), AGENTS - 1);
}

static void a_check_goes_on_at_any_agent(void)
{
    crowd all;
    stand(&all, AGENTS);
    for (int way = 0; way < WAYS; way++)
        for (size_t first = 0; first <= AGENTS + 1; first++) {
            heard h = {.count = 0};
            graze_check_counts counts;
            graze_check_options how = ways[way];
            how.first_agent = first;
            CU_ASSERT_EQUAL(check(&all, &how, &h, NULL, &counts), GRAZE_OK);
            CU_ASSERT_EQUAL(counts.pairs_done, 10);
            CU_ASSERT_EQUAL(counts.pairs, 10);
            CU_ASSERT_EQUAL_FATAL(h.count, first < AGENTS - 1 ? AGENTS - 1 - first : 0);
            CU_ASSERT_EQUAL(h.steps, h.count);
            for (size_t i = 0; i < h.count; i++)
                CU_ASSERT(h.pairs[i][0] == first + i && h.pairs[i][1] == first + i + 1);
        }
}

/* Agent 2 meets agent 3 with (0,1) to (1,4) left out: 7 pairs are done before it. */
static void what_is_left_out_counts_as_done(void)
{
    crowd all;
    stand(&all, AGENTS);
    for (int way = 0; way < WAYS; way++) {
        heard h = {.enough = 1};
        graze_check_counts counts;
        graze_check_options how = ways[way];
        how.first_agent = 2;
        CU_ASSERT_EQUAL(check(&all, &how, &h, NULL, &counts), GRAZE_OK);
        CU_ASSERT_EQUAL(counts.pairs_done, 7);
    }
}

/* The pairs (0,1), (0,2), (0,3), (0,4), (1,2) come before the third that meets. */
static void a_listener_that_has_enough_ends_the_check(void)
{
    crowd all;
    stand(&all, AGENTS);
    for (int way = 0; way < WAYS; way++) {
        heard h = {.enough = 3};
        graze_check_counts counts;
        CU_ASSERT_EQUAL(check(&all, &ways[way], &h, NULL, &counts), GRAZE_OK);
        CU_ASSERT_EQUAL(counts.pairs_done, 7);
        CU_ASSERT_EQUAL(h.count, 3);
    }
}

static void a_caller_that_stops_gets_no_further_answer(void)
{
    crowd all;
    stand(&all, AGENTS);
    for (int way = 0; way < WAYS; way++) {
        heard h = {.stopped = true};
        graze_check_counts counts;
        CU_ASSERT_EQUAL(check(&all, &ways[way], &h, NULL, &counts), GRAZE_OK);
        CU_ASSERT_TRUE(counts.pairs_done < counts.pairs);
        CU_ASSERT_EQUAL(h.steps, 0);
    }
}

static void nobody_alone_makes_a_pair(void)
{
    crowd all;
    heard h = {.count = 0};
    graze_check_counts counts;
    for (size_t count = 0; count < 2; count++) {
        stand(&all, count);
        for (int way = 0; way < WAYS; way++) {
            CU_ASSERT_EQUAL(check(&all, &ways[way], &h, NULL, &counts), GRAZE_OK);
            CU_ASSERT(counts.pairs == 0 && counts.pairs_done == 0);
        }
    }
}

static void a_pair_without_an_answer_is_named_and_nothing_is_told_behind_it(void)
{
    crowd all;
    stand(&all, AGENTS);
    all.bodies[2].radius = -1;
    for (int way = 0; way < WAYS; way++) {
        heard h = {.count = 0};
        graze_check_counts counts;
        CU_ASSERT_EQUAL(check(&all, &ways[way], &h, NULL, &counts), GRAZE_ERROR_NEGATIVE_RADIUS);
        if (!ways[way].without_index || ways[way].filter != GRAZE_FILTER_NONE)
            continue; /* found before any pair is asked */
        CU_ASSERT(counts.agent_a == 0 && counts.agent_b == 2);
        CU_ASSERT(h.count == 1 && h.pairs[0][1] == 1);
    }
}

static void bad_calls_are_refused_by_name(void)
{
    crowd all;
    heard h = {.count = 0};
    graze_check_counts counts;
    const graze_check_options good = {.threads = 1};
    const graze_check_listener listener = {take, NULL, NULL, &h}, deaf = {NULL, NULL, NULL, &h};
    stand(&all, 2);
    const graze_body *bodies = all.bodies;
    const graze_trajectory *ways_of = all.trajectories;
    const struct {
        graze_status wanted, got;
    } calls[] = {
        {GRAZE_ERROR_NULL, graze_check_plan(NULL, ways_of, 2, &good, &listener, NULL, &counts)},
        {GRAZE_ERROR_NULL, graze_check_plan(bodies, NULL, 2, &good, &listener, NULL, &counts)},
        {GRAZE_ERROR_NULL, graze_check_plan(bodies, ways_of, 2, NULL, &listener, NULL, &counts)},
        {GRAZE_ERROR_NULL, graze_check_plan(bodies, ways_of, 2, &good, NULL, NULL, &counts)},
        {GRAZE_ERROR_NULL, graze_check_plan(bodies, ways_of, 2, &good, &deaf, NULL, &counts)},
        {GRAZE_ERROR_NULL, graze_check_plan(bodies, ways_of, 2, &good, &listener, NULL, NULL)},
        {GRAZE_OK, graze_check_plan(NULL, NULL, 0, &good, &listener, NULL, &counts)},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        CU_ASSERT_EQUAL(calls[i].got, calls[i].wanted);
    const struct {
        graze_status wanted;
        graze_check_options options;
    } choices[] = {
        {GRAZE_ERROR_NOT_FINITE, {.tolerance = NAN}},
        {GRAZE_ERROR_NOT_FINITE, {.tolerance = INFINITY}},
        {GRAZE_ERROR_NEGATIVE_TOLERANCE, {.tolerance = -1}},
        {GRAZE_ERROR_CHOICE, {.index = (graze_index_method)77}},
        {GRAZE_ERROR_CHOICE, {.filter = (graze_pair_filter)77}},
        {GRAZE_ERROR_NULL, {.source = &(graze_check_source){NULL, NULL, NULL}}},
    };
    h.count = 0;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        CU_ASSERT_EQUAL(check(&all, &choices[i].options, &h, NULL, &counts), choices[i].wanted);
    CU_ASSERT_EQUAL(h.count, 0);
}

/* An allocator that has no memory left after so many blocks. */
static void *few_blocks(void *context, void *block, size_t size)
{
    atomic_int *left = context;
    if (size > 0 && atomic_fetch_sub(left, 1) <= 0)
        return NULL;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

static void make_motions(void *context, size_t agent, size_t first, size_t count,
                         graze_motion *motions)
{
    const crowd *all = context;
    memcpy(motions, &all->motions[agent] + first, count * sizeof *motions);
}

static void memory_that_runs_out_at_any_block_is_said_and_leaves_nothing_behind(void)
{
    crowd all;
    stand(&all, AGENTS);
    for (int way = 0; way < 2 * WAYS; way++) {
        graze_status status = GRAZE_ERROR_MEMORY;
        int blocks = 0;
        for (; status == GRAZE_ERROR_MEMORY && blocks < 1000; blocks++) {
            atomic_int left = blocks;
            heard h = {.count = 0};
            graze_check_counts counts;
            const graze_allocator allocator = {few_blocks, &left};
            const graze_check_source source = {make_motions, &all, NULL};
            graze_check_options how = ways[way % WAYS];
            how.source = way < WAYS ? NULL : &source;
            status = check(&all, &how, &h, &allocator, &counts);
            CU_ASSERT(status == GRAZE_OK ? h.count == AGENTS - 1 : h.count < AGENTS);
        }
        CU_ASSERT_EQUAL(status, GRAZE_OK);
        CU_ASSERT_TRUE(blocks > 2);
    }
}

CU_TestInfo plan_check_tests[] = {
    SUPPORT_TEST(pairs_that_meet_are_told_in_order_and_all_are_counted),
    SUPPORT_TEST(a_path_that_fits_no_grid_of_time_is_checked_without_boxes),
    SUPPORT_TEST(filters_leave_less_to_do_and_work_is_counted),
    SUPPORT_TEST(a_check_goes_on_at_any_agent),
    SUPPORT_TEST(what_is_left_out_counts_as_done),
    SUPPORT_TEST(a_listener_that_has_enough_ends_the_check),
    SUPPORT_TEST(a_caller_that_stops_gets_no_further_answer),
    SUPPORT_TEST(nobody_alone_makes_a_pair),
    SUPPORT_TEST(a_pair_without_an_answer_is_named_and_nothing_is_told_behind_it),
    SUPPORT_TEST(bad_calls_are_refused_by_name),
    SUPPORT_TEST(memory_that_runs_out_at_any_block_is_said_and_leaves_nothing_behind),
    CU_TEST_INFO_NULL,
};
