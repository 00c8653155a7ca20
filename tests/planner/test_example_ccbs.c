/* SPDX-License-Identifier: MIT */
/* The solver of examples/ccbs.c, written on the public headers alone, against the planner: the same
 * costs, to the last bit, on small random instances and on the published counterexamples. */
#include <math.h>
#include <stdio.h>

#include "instance.h"
#include "support/run.h"

int main_of_ccbs(void);
#define main main_of_ccbs
#include "../../examples/ccbs.c"
#undef main

enum { NODES = 400, MANY = 40000 };

static double cost_of(const graze_problem *problem, uint64_t limit)
{
    const graze_solve_options options = {.node_limit = limit};
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_solve(problem, &options, NULL, &solution), GRAZE_OK);
    double cost = solution.outcome == GRAZE_PLAN_FOUND ? solution.sum_of_costs : INFINITY;
    graze_solution_free(&solution, NULL);
    return cost;
}

static void ccbs_in_an_example_finds_the_costs_of_the_planner(void)
{
    size_t rounds = support_rounds(1000, 2000, 18000), found = 0, solved = 0;
    uint64_t seed = 2601;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        instance_make_random(&made, &seed);
        made.problem.tolerance = i % 3 == 0 ? 1e-9 : 0;
        double wanted = cost_of(&made.problem, 30);
        if (wanted == INFINITY)
            continue;
        double cost = ccbs_cost(&made.problem, NODES);
        solved++;
        found += cost != INFINITY;
        CU_ASSERT(cost == wanted || cost == INFINITY);
    }
    printf(" (%zu of %zu within %d nodes)", found, solved, NODES);
    CU_ASSERT(found > solved * 4 / 5);
    CU_ASSERT(solved > rounds / 4);
}

/* The counterexamples of the shared data; few take more than the limit without better bounds. */
static void ccbs_in_an_example_meets_the_optimum_of_the_counterexamples(void)
{
    size_t found = 0;
    for (int i = 0; i <= 10; i++) {
        char map[64], task[64];
        instance made;
        snprintf(map, sizeof map, i == 0 ? "data/ccbs/counterexamples/ce_roadmap.xml"
                                         : "data/ccbs/counterexamples/ce%02d_map.xml", i);
        snprintf(task, sizeof task, i == 0 ? "data/ccbs/counterexamples/ce_task.xml"
                                           : "data/ccbs/counterexamples/ce%02d_task.xml", i);
        if (!instance_read(&made, map, task, 0.35355339059327379))
            return;
        made.problem.tolerance = 1e-9;
        double wanted = cost_of(&made.problem, 0);
        double cost = ccbs_cost(&made.problem, MANY);
        CU_ASSERT(cost == wanted || cost == INFINITY);
        found += cost == wanted;
    }
    printf(" (%zu of 11)", found);
    CU_ASSERT(found == 11);
}

CU_TestInfo ccbs_example_tests[] = {
    SUPPORT_TEST(ccbs_in_an_example_finds_the_costs_of_the_planner),
    SUPPORT_TEST(ccbs_in_an_example_meets_the_optimum_of_the_counterexamples),
    CU_TEST_INFO_NULL,
};
