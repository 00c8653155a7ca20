/* SPDX-License-Identifier: MIT */
/* The solver of examples/sipp.c, written on the public headers alone, against the planner. */
#include <math.h>
#include <stdio.h>

#include "instance.h"
#include "support/run.h"

int main_of_sipp(void);
#define main main_of_sipp
#include "../../examples/sipp.c"
#undef main

static void sipp_in_an_example_arrives_as_the_planner_does(void)
{
    size_t rounds = support_rounds(600, 1200, 12000), found = 0;
    uint64_t seed = 77;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        graze_solution others, one;
        graze_body bodies[INSTANCE_AGENTS] = {{.radius = 0}};
        graze_index *index = NULL;
        const graze_solve_options options = {.method = GRAZE_PRIORITISED};
        instance_make_random(&made, &seed);
        graze_problem rest = made.problem;
        rest.task_count--;
        CU_ASSERT_EQUAL_FATAL(graze_solve(&rest, &options, NULL, &others), GRAZE_OK);
        if (others.outcome == GRAZE_PLAN_FOUND) {
            const graze_task *task = &made.tasks[rest.task_count];
            for (size_t k = 0; k < rest.task_count; k++)
                bodies[k].radius = made.tasks[k].radius;
            CU_ASSERT_EQUAL_FATAL(graze_index_new(bodies, others.trajectories, rest.task_count,
                                                  NULL, NULL, &index), GRAZE_OK);
            CU_ASSERT_EQUAL_FATAL(graze_plan_among(&made.roadmap, task, index, 0, NULL, &one),
                                  GRAZE_OK);
            double wanted = one.outcome == GRAZE_PLAN_FOUND ? one.makespan : INFINITY;
            CU_ASSERT_EQUAL(sipp_arrival(&made.roadmap, task, index, 0), wanted);
            found += wanted < INFINITY;
            graze_solution_free(&one, NULL);
            graze_index_free(index);
        }
        graze_solution_free(&others, NULL);
    }
    CU_ASSERT(found > rounds / 4);
}

CU_TestInfo sipp_example_tests[] = {
    SUPPORT_TEST(sipp_in_an_example_arrives_as_the_planner_does),
    CU_TEST_INFO_NULL,
};
