/* SPDX-License-Identifier: MIT */
/* One robot among discs on random straight walks: never later than a search in steps. */
#include <math.h>
#include <stdint.h>

#include "account.h"
#include "instance.h"
#include "support/run.h"
#include "walks.h"

enum { DISCS_MAX = 300, ROBOTS = 3, LIMIT = 100000 };

/* The robot's arrival, infinite where it has no plan; such an answer is a proof. */
static double arrival_of(const walks *w, const graze_task *task)
{
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_plan_among(&w->roadmap, task, w->index, 0, NULL, &solution),
                          GRAZE_OK);
    bool found = solution.outcome == GRAZE_PLAN_FOUND;
    double arrival = found ? solution.makespan : HUGE_VAL;
    CU_ASSERT_NOT_EQUAL(solution.outcome, GRAZE_PLAN_UNFINISHED);
    graze_solution_free(&solution, NULL);
    return arrival;
}

/* With the true distances a search in steps finds the same whether it asks or remembers. */
static void compare(const walks *w, const graze_task *task, bool asks)
{
    planning_graph graph;
    walks_graph(w, task, &graph);
    const double arrival = arrival_of(w, task);
    walks_answer kept = walks_search_in_steps(w, &graph, task, WALKS_KEPT, LIMIT);
    CU_ASSERT_TRUE(arrival <= kept.arrival);
    if (asks)
        CU_ASSERT_EQUAL(walks_search_in_steps(w, &graph, task, WALKS_ASKED, LIMIT).arrival,
                        kept.arrival);
    if (w->side < 64)
        CU_ASSERT_TRUE(arrival <=
                       walks_search_in_steps(w, &graph, task, WALKS_PLAIN, LIMIT).arrival);
    graph_close(&graph);
}

/* 8^2 with 6 discs in `make check`, 64^2 with 100 to 300 in `check-long`, 128^2 in
 * `check-night`. */
static void no_search_in_steps_arrives_earlier(void)
{
    const uint32_t side = (uint32_t)support_rounds(8, 64, 128);
    const size_t robots = support_rounds(8, ROBOTS, 4 * ROBOTS);
    for (size_t discs = support_rounds(6, 100, 100); discs <= DISCS_MAX;
         discs += support_rounds(DISCS_MAX, 100, 100)) {
        uint64_t seed = 64 + discs;
        walks w;
        walks_make(&w, side < 8 ? 8 : side, discs, &seed);
        for (size_t i = 0; i < robots; i++) {
            const graze_task task = walks_task(&w, &seed);
            compare(&w, &task, side >= 64 && i == 0);
        }
        walks_free(&w);
    }
}

/* Refuses the allocation of a number; returns how many there were. */
static size_t plan_refused(const walks *w, const graze_task *task, size_t refused)
{
    one_refusal kept = {.refused = refused};
    const graze_allocator memory = {resize_but_once, &kept};
    graze_solution solution;
    graze_status status = graze_plan_among(&w->roadmap, task, w->index, 0, &memory, &solution);
    if (status == GRAZE_OK)
        graze_solution_free(&solution, &memory);
    CU_ASSERT_EQUAL(status, refused < kept.count ? GRAZE_ERROR_MEMORY : GRAZE_OK);
    CU_ASSERT_EQUAL(kept.blocks, 0);
    return kept.count;
}

static void every_failed_allocation_is_told(const walks *w, const graze_task *task)
{
    const size_t allocations = plan_refused(w, task, SIZE_MAX);
    CU_ASSERT_TRUE(allocations > 60);
    for (size_t i = 0; i < allocations; i++)
        plan_refused(w, task, i);
}

/* The first disc stands at a place for a while and then comes to the origin. */
static void let_one_stand(walks *w, graze_vector place, double time, graze_motion motions[2])
{
    const graze_vector origin = {0, 0, 0};
    graze_index_free(w->index);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(place, place, 0, time, &motions[0]), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(place, origin, time, time + 10, &motions[1]),
                          GRAZE_OK);
    w->trajectories[0] = (graze_trajectory){.motions = motions, .count = 2};
    CU_ASSERT_EQUAL_FATAL(
        graze_index_new(w->bodies, w->trajectories, w->walkers, NULL, NULL, &w->index), GRAZE_OK);
}

/* There is time to look at everything from both ends: of an edge late starts are asked for before
 * early ones. */
static void nor_where_the_goal_is_left_late(void)
{
    const graze_task task = {
        .radius = 0.35, .speed = 2, .acceleration = 0.5, .start = 0, .goal = 63};
    uint64_t seed = 1;
    for (int time = 4; time <= 24; time += 4)
        for (size_t discs = 1; discs <= 16; discs += 15) {
            graze_motion motions[2];
            walks w;
            walks_make(&w, 8, discs, &seed);
            let_one_stand(&w, (graze_vector){7, 7, 0}, time, motions);
            compare(&w, &task, false);
            if (discs == 1)
                every_failed_allocation_is_told(&w, &task);
            walks_free(&w);
        }
}

CU_TestInfo walk_tests[] = {
    SUPPORT_TEST(no_search_in_steps_arrives_earlier),
    SUPPORT_TEST(nor_where_the_goal_is_left_late),
    CU_TEST_INFO_NULL,
};
