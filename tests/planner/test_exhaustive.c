/* SPDX-License-Identifier: MIT */
/* Tiny random instances: the planner's plans cost no more than those of a slow search over
 * discretised waits, and not much less, as far as rounded.h knows; and where it says that
 * there is no plan the slow search finds none. */
#include <math.h>
#include <stdio.h>

#include <graze/world.h>

#include "instance.h"
#include "rounded.h"
#include "slow.h"
#include "support/run.h"

enum { NODES = 30, STATES = 3000, ABLATIONS = 2 * GRAZE_WITHOUT_BICLIQUES };

/* Ticks, and the sums of lengths and waits of the slow search, differ by less [s]. */
static const double SLACK = 1e-6;

static graze_solution solve(const instance *made, unsigned without)
{
    graze_solve_options options = {.without = without, .node_limit = NODES};
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_solve(&made->problem, &options, NULL, &solution), GRAZE_OK);
    return solution;
}

/* What became of each round, so that an empty test would show. */
typedef struct tally {
    size_t found,
        impossible; /* plans, and proofs that there is none, held against the slow search */
    size_t worse, lost;       /* of those: the slow search found a cheaper plan, or one */
    size_t near;              /* plans with a known bound above ... */
    size_t too_cheap;         /* ... above which the slow search stayed */
    size_t cyclic;            /* plans without one: a move is a cause of itself (rounded.h) */
    size_t unsettled;         /* the planner, or the slow search, gave up */
} tally;

static void compare_plan(const instance *made, const graze_solution *ours, double step,
                         tally *count)
{
    rounded_plan late;
    double cost = 0, most = ours->sum_of_costs - SLACK;
    bool bounded = rounded_cost(&made->problem, ours, step, &late);
    if (bounded) {
        double agents = (double)made->problem.task_count;
        most = late.cost + SLACK;
        CU_ASSERT_TRUE(late.cost > ours->sum_of_costs - SLACK);
        CU_ASSERT_TRUE(late.cost <= ours->sum_of_costs + agents * (double)late.moves *
                                                             (step + ROUNDED_GUARD));
    }
    slow_answer answer = slow_solve(&made->problem, step, most, STATES, &cost);
    if (answer == SLOW_GAVE_UP) {
        count->unsettled++;
        return;
    }
    count->found++;
    count->worse += answer == SLOW_FOUND && cost < ours->sum_of_costs - SLACK;
    count->near += bounded;
    count->cyclic += !bounded;
    count->too_cheap += bounded && answer == SLOW_NONE;
}

/* That there is no plan is held against plans up to some cost only. */
static void compare_proof(const instance *made, double step, tally *count)
{
    double cost;
    slow_answer answer = slow_solve(&made->problem, step, 12, STATES, &cost);
    count->impossible++;
    count->lost += answer == SLOW_FOUND;
}

static void compare(const instance *made, unsigned without, double step, tally *count)
{
    graze_solution ours = solve(made, without);
    if (ours.outcome == GRAZE_PLAN_FOUND)
        compare_plan(made, &ours, step, count);
    else if (ours.outcome == GRAZE_PLAN_UNFINISHED)
        count->unsettled++;
    else if (ours.reason != GRAZE_NO_PLAN_STARTS_OVERLAP)
        compare_proof(made, step, count);
    graze_solution_free(&ours, NULL);
}

static void a_slow_search_finds_nothing_cheaper_and_something_near(void)
{
    uint64_t seed = 20250821;
    tally count = {0};
    size_t rounds = support_rounds(200, 1500, 30000);
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        instance_make_random(&made, &seed);
        unsigned without = i % 2 == 0 ? 0 : (unsigned)(instance_random(&seed) % ABLATIONS);
        compare(&made, without, i % 3 == 0 ? 0.25 : 0.41421356237309505, &count);
    }
    printf("\n    %zu plans: %zu near a plan in steps, %zu with a cycle of causes; %zu proofs; "
           "%zu unsettled ... ",
           count.found, count.near, count.cyclic, count.impossible, count.unsettled);
    CU_ASSERT_EQUAL(count.worse, 0);
    CU_ASSERT_EQUAL(count.lost, 0);
    CU_ASSERT_EQUAL(count.too_cheap, 0);
    CU_ASSERT_TRUE(count.near > rounds / 4);
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(count.cyclic < rounds / 20));
    CU_ASSERT_TRUE(count.impossible > rounds / 20);
}

/* Two or three agents on a grid of at most 9 cells, with moves at any angle. */
static bool make_any_angle(instance *made, uint64_t *seed)
{
    unsigned char blocked[9];
    graze_roadmap all = {.vertex_count = 0};
    graze_world *world = NULL;
    instance_edge edges[INSTANCE_EDGES];
    size_t count = 0, agents = 2 + instance_random(seed) % 2;
    for (int i = 0; i < 9; i++)
        blocked[i] = instance_random(seed) % 5 == 0;
    graze_grid grid = {3, 2 + (uint32_t)(instance_random(seed) % 2), blocked, 1};
    double radius = instance_random(seed) % 2 == 0 ? 0.25 : 0.3;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_roadmap_any_angle(world, &(graze_body){.radius = radius}, 0, NULL, &all), GRAZE_OK);
    for (uint32_t v = 0; v < all.vertex_count; v++)
        for (size_t e = all.first[v]; e < all.first[v + 1]; e++)
            edges[count++] = (instance_edge){v, all.targets[e]};
    instance_make(made, all.vertex_count, all.places, count, edges);
    uint32_t starts[3] = {0}, goals[3] = {0};
    bool fine = true;
    for (size_t i = 0; i < agents; i++) {
        starts[i] = (uint32_t)(instance_random(seed) % all.vertex_count);
        goals[i] = (uint32_t)(instance_random(seed) % all.vertex_count);
        for (size_t k = 0; k < i; k++)
            fine = fine && starts[i] != starts[k] && goals[i] != goals[k];
        instance_task(made, starts[i], goals[i], radius);
    }
    graze_roadmap_free(&all, NULL);
    graze_world_free(world);
    return fine;
}

static void the_same_holds_at_any_angle(void)
{
    uint64_t seed = 2404;
    tally count = {0};
    size_t rounds = support_rounds(60, 500, 10000);
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        if (make_any_angle(&made, &seed))
            compare(&made, 0, i % 2 == 0 ? 0.25 : 0.41421356237309505, &count);
    }
    printf("\n    %zu plans: %zu near a plan in steps; %zu proofs; %zu unsettled ... ", count.found,
           count.near, count.impossible, count.unsettled);
    CU_ASSERT_EQUAL(count.worse + count.lost + count.too_cheap, 0);
    CU_ASSERT_TRUE(count.near > rounds / 8);
}

static void improvements_change_no_cost(void)
{
    uint64_t seed = 160110;
    size_t rounds = support_rounds(60, 1500, 15000), compared = 0, different = 0;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        instance_make_random(&made, &seed);
        graze_solution with = solve(&made, 0);
        graze_solution without = solve(&made, (unsigned)(instance_random(&seed) % ABLATIONS));
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
    SUPPORT_TEST(a_slow_search_finds_nothing_cheaper_and_something_near),
    SUPPORT_TEST(the_same_holds_at_any_angle),
    SUPPORT_TEST(improvements_change_no_cost),
    CU_TEST_INFO_NULL,
};
