/* SPDX-License-Identifier: MIT */
/* Optima that are known, and problems that have no plan. */
#include <math.h>
#include <stdio.h>

#include "instance.h"
#include "support/run.h"

static const double quarter_diagonal = 0.35355339059327379; /* sqrt(2)/4, rounded up */

enum { ABLATIONS = 2 * GRAZE_WITHOUT_BICLIQUES }; /* sets of improvements left out */

static bool within_nodes(void *context, const graze_solve_progress *now)
{
    const uint64_t *limit = context;
    return now->nodes_expanded < *limit;
}

/* The cost of an instance, -1 when there is no plan, -2 when the search gave up. */
static double cost_of(const instance *made, unsigned without)
{
    uint64_t limit = 20000;
    graze_solve_options options = {
        .without = without, .progress = within_nodes, .context = &limit};
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_solve(&made->problem, &options, NULL, &solution), GRAZE_OK);
    double cost = solution.outcome == GRAZE_PLAN_FOUND        ? solution.sum_of_costs
                  : solution.outcome == GRAZE_PLAN_IMPOSSIBLE ? -1
                                                              : -2;
    graze_solution_free(&solution, NULL);
    return cost;
}

static bool read_counterexample(instance *made, const char *name, double radius)
{
    char map[128], task[128];
    snprintf(map, sizeof map, "data/ccbs/counterexamples/%smap.xml", name);
    snprintf(task, sizeof task, "data/ccbs/counterexamples/%stask.xml", name);
    return instance_read(made, map, task, radius);
}

static bool read_published(instance *made, double radius)
{
    return instance_read(made, "data/ccbs/counterexamples/ce_roadmap.xml",
                         "data/ccbs/counterexamples/ce_task.xml", radius);
}

static void the_published_counterexample_costs_9(void)
{
    instance made;
    if (!read_published(&made, quarter_diagonal))
        return;
    made.problem.tolerance = 0;
    CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, 0), 9, 1e-9);
    made.problem.tolerance = 1e-9;
    CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, 0), 9, 1e-8);
}

static void its_cost_follows_the_radius(void)
{
    instance made;
    for (int i = 20; i <= 80; i++) {
        double r = i / 200.0;
        if (!read_published(&made, r))
            return;
        double best =
            fmax(7.5 + 2 * sqrt(2) * r, fmax(6 + 6 * sqrt(2) * r, 4 + 10 * sqrt(2) * r));
        CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, 0), best, 1e-9);
    }
}

static void no_improvement_changes_the_cost(void)
{
    for (unsigned without = 0; without < ABLATIONS; without++) {
        instance made;
        if (!read_published(&made, quarter_diagonal))
            return;
        CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, without), 9, 1e-9);
    }
}

static void random_counterexamples_cost_no_more_than_the_best_known(void)
{
    static const double best[] = {12.223486428, 13.082018600, 10.117475138, 16.201726087,
                                  13.752339620, 12.485038434, 7.442589587,  13.789452071,
                                  10.896125807, 7.267733793};
    for (int i = 0; i < 10; i++) {
        char name[16];
        instance made;
        snprintf(name, sizeof name, "ce%02d_", i + 1);
        if (!read_counterexample(&made, name, quarter_diagonal))
            return;
        made.problem.tolerance = 1e-9;
        double cost = cost_of(&made, 0);
        CU_ASSERT_TRUE(cost > 0 && cost < best[i] + 1e-6);
        for (unsigned one = 1; one < ABLATIONS; one *= 2) {
            CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, one), cost, 1e-9);
            CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, ABLATIONS - 1 - one), cost, 1e-9);
        }
        CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, ABLATIONS - 1), cost, 1e-9);
    }
}

/* 14 of the places of 5 x 5, with moves between all of them, and four agents. */
static void make_dense(instance *made, uint64_t *seed)
{
    enum { VERTICES = 14, AGENTS = 4, SIDE = 5 };
    graze_point places[SIDE * SIDE];
    instance_edge edges[VERTICES * (VERTICES - 1) / 2];
    size_t count = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t j = (uint32_t)(instance_random(seed) % (i + 1));
        places[i] = places[j];
        places[j] = (graze_point){(double)(i % SIDE), (double)(i - i % SIDE) / SIDE};
    }
    for (uint32_t a = 0; a < VERTICES; a++)
        for (uint32_t b = a + 1; b < VERTICES; b++)
            edges[count++] = (instance_edge){a, b};
    instance_make_both(made, VERTICES, places, count, edges);
    for (uint32_t i = 0; i < AGENTS; i++)
        instance_task(made, i, (i + 1) % AGENTS, 0.4);
}

/* Solves one with bicliques and without. A cost is 0 where 400 nodes give no plan. */
static void solve_twice(const instance *made, unsigned without, double costs[2], uint64_t nodes[2])
{
    for (int i = 0; i < 2; i++) {
        graze_solve_options options = {
            .without = i == 0 ? without : without | GRAZE_WITHOUT_BICLIQUES, .node_limit = 400};
        graze_solution solution;
        CU_ASSERT_EQUAL_FATAL(graze_solve(&made->problem, &options, NULL, &solution), GRAZE_OK);
        costs[i] = solution.outcome == GRAZE_PLAN_FOUND ? solution.sum_of_costs : 0;
        nodes[i] = solution.progress.nodes_expanded;
        graze_solution_free(&solution, NULL);
    }
}

/* They are looked for from vertices with many moves only. */
static void bicliques_change_no_cost(void)
{
    size_t rounds = support_rounds(60, 120, 2000), compared = 0, other_nodes = 0;
    uint64_t seed = 20231216;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        double costs[2];
        uint64_t nodes[2];
        make_dense(&made, &seed);
        solve_twice(&made, i % 2 == 0 ? 0 : GRAZE_WITHOUT_DISJOINT, costs, nodes);
        if (costs[0] == 0 || costs[1] == 0)
            continue;
        CU_ASSERT_DOUBLE_EQUAL(costs[0], costs[1], 1e-9);
        compared++;
        other_nodes += nodes[0] != nodes[1];
    }
    CU_ASSERT_TRUE(compared > rounds / 2);
    CU_ASSERT_TRUE(other_nodes > rounds / 10);
}

static void an_alcove_is_worth_its_way(void)
{
    for (int length = 1; length <= 10; length++) {
        instance made;
        instance_alcove(&made, length);
        CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, 0), 6 + 2 * length, 1e-9);
    }
}

static void who_cannot_pass_a_parked_agent_has_no_plan(void)
{
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    instance made;
    instance_make_both(&made, 3, places, 2, edges);
    instance_task(&made, 0, 2, quarter_diagonal);
    instance_task(&made, 1, 1, quarter_diagonal);
    CU_ASSERT_EQUAL(cost_of(&made, 0), -1);
}

static void two_who_change_places_on_a_line_have_no_plan(void)
{
    const graze_point places[] = {{0, 0}, {4, 0}, {8, 0}, {12, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}};
    instance made;
    instance_make_both(&made, 4, places, 3, edges);
    instance_task(&made, 0, 3, 0.25);
    instance_task(&made, 3, 0, 0.25);
    CU_ASSERT_EQUAL(cost_of(&made, 0), -1);
}

static void three_who_rotate_have_a_plan(void)
{
    const graze_point places[] = {{0, 0}, {4, 0}, {2, 3}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 0}};
    instance made;
    instance_make(&made, 3, places, 3, edges);
    for (uint32_t i = 0; i < 3; i++)
        instance_task(&made, i, (i + 1) % 3, 0.25);
    CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, 0), 4 + 2 * sqrt(13), 1e-9);
}

CU_TestInfo answer_tests[] = {
    SUPPORT_TEST(the_published_counterexample_costs_9),
    SUPPORT_TEST(its_cost_follows_the_radius),
    SUPPORT_TEST(no_improvement_changes_the_cost),
    SUPPORT_TEST(random_counterexamples_cost_no_more_than_the_best_known),
    SUPPORT_TEST(bicliques_change_no_cost),
    SUPPORT_TEST(an_alcove_is_worth_its_way),
    SUPPORT_TEST(who_cannot_pass_a_parked_agent_has_no_plan),
    SUPPORT_TEST(two_who_change_places_on_a_line_have_no_plan),
    SUPPORT_TEST(three_who_rotate_have_a_plan),
    CU_TEST_INFO_NULL,
};
