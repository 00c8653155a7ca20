/* SPDX-License-Identifier: MIT */
/* One robot among discs on random straight walks: never later than a search in steps. */
#include <math.h>

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
static void compare(const walks *w, uint64_t *seed, bool asks)
{
    const graze_task task = walks_task(w, seed);
    planning_graph graph;
    walks_graph(w, &task, &graph);
    const double arrival = arrival_of(w, &task);
    walks_answer kept = walks_search_in_steps(w, &graph, &task, WALKS_KEPT, LIMIT);
    CU_ASSERT_TRUE(arrival <= kept.arrival);
    if (asks)
        CU_ASSERT_EQUAL(walks_search_in_steps(w, &graph, &task, WALKS_ASKED, LIMIT).arrival,
                        kept.arrival);
    if (w->side < 64)
        CU_ASSERT_TRUE(arrival <=
                       walks_search_in_steps(w, &graph, &task, WALKS_PLAIN, LIMIT).arrival);
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
        for (size_t i = 0; i < robots; i++)
            compare(&w, &seed, side >= 64 && i == 0);
        walks_free(&w);
    }
}

CU_TestInfo walk_tests[] = {
    SUPPORT_TEST(no_search_in_steps_arrives_earlier),
    CU_TEST_INFO_NULL,
};
