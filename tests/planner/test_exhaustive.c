/* SPDX-License-Identifier: MIT */
/* Tiny random instances: the planner's plans cost no more than those of a slow search over
 * discretised waits, and where it says that there is no plan the slow search finds none. */
#include <math.h>
#include <stdio.h>

#include "instance.h"
#include "slow.h"
#include "support/run.h"

enum { NODES = 30, STATES = 3000 };

static void shuffle(uint32_t *order, uint32_t count, uint64_t *seed)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = (uint32_t)(instance_random(seed) % (i + 1));
        order[i] = order[j];
        order[j] = i;
    }
}

/* Vertices on a small grid, edges between neighbours and some chords, both ways or not. */
static void make_random(instance *made, uint64_t *seed)
{
    graze_point places[6];
    instance_edge edges[64];
    size_t count = 0;
    uint32_t vertices = 3 + (uint32_t)(instance_random(seed) % 4);
    for (uint32_t v = 0; v < vertices; v++) {
        bool taken = true;
        while (taken) {
            places[v] = (graze_point){(double)(instance_random(seed) % 3),
                                      (double)(instance_random(seed) % 3)};
            taken = false;
            for (uint32_t u = 0; u < v; u++)
                taken = taken || (places[u].x == places[v].x && places[u].y == places[v].y);
        }
    }
    for (uint32_t a = 0; a < vertices; a++)
        for (uint32_t b = a + 1; b < vertices; b++) {
            uint64_t dice = instance_random(seed) % 8;
            double way = hypot(places[a].x - places[b].x, places[a].y - places[b].y);
            if (dice > (way < 1.5 ? 5u : 2u))
                continue;
            if (dice != 1)
                edges[count++] = (instance_edge){a, b};
            if (dice != 2)
                edges[count++] = (instance_edge){b, a};
        }
    instance_make(made, vertices, places, count, edges);
    uint32_t agents = 2 + (uint32_t)(instance_random(seed) % 2);
    double radius = 0.2 + 0.05 * (double)(instance_random(seed) % 6);
    uint32_t starts[6], goals[6];
    shuffle(starts, vertices, seed);
    shuffle(goals, vertices, seed);
    for (uint32_t i = 0; i < agents; i++)
        instance_task(made, starts[i], goals[i], radius);
}

static graze_solution solve(const instance *made, unsigned without)
{
    graze_solve_options options = {.without = without, .node_limit = NODES};
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_solve(&made->problem, &options, NULL, &solution), GRAZE_OK);
    return solution;
}

/* The rounds at which each outcome was compared, so that an empty test would show. */
typedef struct tally {
    size_t found, impossible, worse, lost;
} tally;

static void compare(const instance *made, unsigned without, double step, tally *count)
{
    graze_solution ours = solve(made, without);
    double cost = 0;
    double most = ours.outcome == GRAZE_PLAN_FOUND ? ours.sum_of_costs : 12;
    if (ours.outcome != GRAZE_PLAN_UNFINISHED &&
        !(ours.outcome == GRAZE_PLAN_IMPOSSIBLE &&
          ours.reason == GRAZE_NO_PLAN_STARTS_OVERLAP)) {
        slow_answer answer = slow_solve(&made->problem, step, most - 1e-6, STATES, &cost);
        if (ours.outcome == GRAZE_PLAN_FOUND) {
            count->found++;
            count->worse += answer == SLOW_FOUND;
        } else {
            count->impossible++;
            count->lost += answer == SLOW_FOUND;
        }
    }
    graze_solution_free(&ours, NULL);
}

static void a_slow_search_finds_nothing_cheaper(void)
{
    uint64_t seed = 20250821;
    tally count = {0, 0, 0, 0};
    size_t rounds = support_rounds(500, 6000, 60000);
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        make_random(&made, &seed);
        unsigned without = i % 2 == 0 ? 0 : (unsigned)(instance_random(&seed) % 128);
        compare(&made, without, i % 3 == 0 ? 0.25 : 0.41421356237309505, &count);
    }
    CU_ASSERT_EQUAL(count.worse, 0);
    CU_ASSERT_EQUAL(count.lost, 0);
    CU_ASSERT_TRUE(count.found > rounds / 4);
    CU_ASSERT_TRUE(count.impossible > rounds / 20);
}

static void improvements_change_no_cost(void)
{
    uint64_t seed = 160110;
    size_t rounds = support_rounds(150, 6000, 60000), compared = 0, different = 0;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        make_random(&made, &seed);
        graze_solution with = solve(&made, 0);
        graze_solution without = solve(&made, (unsigned)(instance_random(&seed) % 128));
        if (with.outcome == GRAZE_PLAN_FOUND && without.outcome == GRAZE_PLAN_FOUND) {
            compared++;
            different += fabs(with.sum_of_costs - without.sum_of_costs) > 1e-9;
        }
        graze_solution_free(&with, NULL);
        graze_solution_free(&without, NULL);
    }
    CU_ASSERT_EQUAL(different, 0);
    CU_ASSERT_TRUE(compared > rounds / 4);
}

CU_TestInfo exhaustive_tests[] = {
    SUPPORT_TEST(a_slow_search_finds_nothing_cheaper),
    SUPPORT_TEST(improvements_change_no_cost),
    CU_TEST_INFO_NULL,
};
