/* SPDX-License-Identifier: MIT */
/* Plans of a whole fleet by prioritised planning and large neighbourhood search: how cheap they
 * are, for any number of threads, and when they are stopped. */
#include <stdio.h>

#include "instance.h"
#include "support/motion.h"
#include "support/run.h"

static graze_solution solve(const instance *made, const graze_solve_options *options)
{
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_solve(&made->problem, options, NULL, &solution), GRAZE_OK);
    return solution;
}

static void large_neighbourhoods_end_at_the_optimum_in_most_cases_and_never_below(void)
{
    uint64_t seed = 9;
    size_t compared = 0, best = 0, worse = 0;
    for (size_t i = 0; i < support_rounds(150, 500, 5000); i++) {
        instance made;
        instance_make_random(&made, &seed);
        graze_solution exact = solve(&made, &(graze_solve_options){.node_limit = 30});
        graze_solution ours = solve(
            &made, &(graze_solve_options){
                       .method = GRAZE_LNS, .node_limit = 100, .seed = i, .threads = 1});
        CU_ASSERT_FALSE(exact.outcome == GRAZE_PLAN_IMPOSSIBLE &&
                        ours.outcome == GRAZE_PLAN_FOUND);
        if (exact.outcome == GRAZE_PLAN_FOUND && ours.outcome == GRAZE_PLAN_FOUND) {
            compared++;
            best += ours.sum_of_costs <= exact.sum_of_costs + 1e-9;
            worse += ours.sum_of_costs < exact.sum_of_costs - 1e-9;
        }
        graze_solution_free(&exact, NULL);
        graze_solution_free(&ours, NULL);
    }
    CU_ASSERT_EQUAL(worse, 0);
    printf("\n    %zu of %zu at the optimum ... ", best, compared);
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(compared > 50));
    CU_ASSERT_TRUE(20 * best > 19 * compared); /* 63 of 68 by prioritised planning */
}

/* The plan of a fleet is where bounded search begins: small problems are solved for any bound, and
 * within it. */
static void a_known_plan_bounds_the_search(void)
{
    static const double bounds[] = {1.0001, 1.01, 1.1, 2};
    uint64_t seed = 31;
    size_t compared = 0, dearer = 0, told = 0;
    for (size_t i = 0; i < support_rounds(150, 500, 5000); i++) {
        instance made;
        instance_make_random(&made, &seed);
        double w = bounds[i % 4];
        graze_solution exact = solve(&made, &(graze_solve_options){.node_limit = 60});
        graze_solution ours =
            solve(&made, &(graze_solve_options){.suboptimality = w, .node_limit = 60});
        if (exact.outcome == GRAZE_PLAN_FOUND && ours.outcome == GRAZE_PLAN_FOUND) {
            compared++;
            dearer += ours.sum_of_costs > exact.sum_of_costs + 1e-9;
            CU_ASSERT_TRUE(ours.sum_of_costs <= w * exact.sum_of_costs + 1e-9);
            CU_ASSERT_TRUE(ours.sum_of_costs >= exact.sum_of_costs - 1e-9);
        }
        told += ours.progress.cost > 0;
        CU_ASSERT_TRUE(ours.progress.cost == 0 ||
                       ours.progress.cost >= ours.progress.lower_bound - 1e-9);
        graze_solution_free(&exact, NULL);
        graze_solution_free(&ours, NULL);
    }
    printf("\n    %zu of %zu plans, %zu dearer ... ", compared, told, dearer);
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(compared > 40 && told > 40));
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(dearer > 0));
}

/* Sixteen agents on a field of 8 x 8, each from its place to another's. */
static void make_crowd(instance *made)
{
    enum { LONG = 8 };
    graze_point places[LONG * LONG];
    instance_edge edges[2 * LONG * (LONG - 1)];
    size_t count = 0;
    for (uint32_t v = 0; v < LONG * LONG; v++) {
        uint32_t row = v / LONG;
        places[v] = (graze_point){v % LONG, row};
        if (v % LONG + 1 < LONG)
            edges[count++] = (instance_edge){v, v + 1};
        if (v + LONG < LONG * LONG)
            edges[count++] = (instance_edge){v, v + LONG};
    }
    instance_make_both(made, LONG * LONG, places, count, edges);
    for (uint32_t i = 0; i < INSTANCE_AGENTS; i++)
        instance_task(made, i * 4, (i * 4 * 5 + 30) % (LONG * LONG), 0.35);
}

/* With any number of threads the plan is the same, and cheaper than the first one. */
static void compare_threads(const instance *made)
{
    graze_solution quick = solve(made, &(graze_solve_options){.method = GRAZE_PRIORITISED});
    const double first = quick.sum_of_costs;
    graze_solution_free(&quick, NULL);
    graze_solution one = {.outcome = GRAZE_PLAN_UNFINISHED};
    for (size_t threads = 1; threads <= 5; threads++) {
        graze_solution now = solve(
            made, &(graze_solve_options){
                       .method = GRAZE_LNS, .node_limit = 150, .seed = 3, .threads = threads});
        CU_ASSERT_EQUAL_FATAL(now.outcome, GRAZE_PLAN_FOUND);
        CU_ASSERT_TRUE(now.sum_of_costs < first);
        CU_ASSERT_TRUE(now.progress.nodes_expanded <= 150);
        if (threads == 1) {
            one = now;
            continue;
        }
        CU_ASSERT_EQUAL(now.progress.states_expanded, one.progress.states_expanded);
        for (size_t i = 0; i < made->problem.task_count; i++) {
            CU_ASSERT_EQUAL_FATAL(now.trajectories[i].count, one.trajectories[i].count);
            CU_ASSERT_TRUE(support_same_motions(now.trajectories[i].motions,
                                                one.trajectories[i].motions,
                                                now.trajectories[i].count));
        }
        graze_solution_free(&now, NULL);
    }
    graze_solution_free(&one, NULL);
}

static void the_plan_does_not_depend_on_the_number_of_threads(void)
{
    instance made;
    make_crowd(&made);
    compare_threads(&made);
}

/* A ring of moves that look alike and one that is too long for that, from an offset on: two agents
 * change places in it. */
static double cost_of_a_ring_with_a_long_move(double offset)
{
    const graze_point places[] = {{offset, 0},     {offset + 1, 0}, {offset + 2, 0},
                                  {offset + 2, 1}, {offset + 1, 1}, {offset, 1},
                                  {offset + 3000, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {2, 6}, {1, 4}};
    instance made;
    instance_make_both(&made, 7, places, 8, edges);
    instance_task(&made, 0, 6, 0.25);
    instance_task(&made, 2, 0, 0.25);
    instance_task(&made, 4, 1, 0.25);
    graze_solution now = solve(&made, &(graze_solve_options){.node_limit = 2000});
    const double cost = now.sum_of_costs;
    CU_ASSERT_EQUAL(now.outcome, GRAZE_PLAN_FOUND);
    graze_solution_free(&now, NULL);
    return cost;
}

static void a_long_move_among_moves_that_look_alike_changes_no_plan(void)
{
    CU_ASSERT_EQUAL(cost_of_a_ring_with_a_long_move(0), cost_of_a_ring_with_a_long_move(0.25));
}

/* The width of such a roadmap is no double. */
static void places_at_both_ends_of_the_doubles_are_planned_on(void)
{
    static const graze_method methods[] = {GRAZE_CCBS, GRAZE_PRIORITISED, GRAZE_LNS};
    const graze_point places[] = {{-0x1.8p1023, 0}, {0, 0x1p1022}, {0x1.8p1023, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    instance made;
    instance_make_both(&made, 3, places, 2, edges);
    instance_task(&made, 0, 2, 0.25);
    made.tasks[0].speed = 0x1p1020;
    for (int i = 0; i < 3; i++) {
        graze_solution now = solve(
            &made, &(graze_solve_options){.method = methods[i], .node_limit = 4, .threads = 1});
        CU_ASSERT_EQUAL(now.outcome, GRAZE_PLAN_FOUND);
        graze_solution_free(&now, NULL);
    }
}

/* So many times the least cost is no number of ticks, and no double. */
static void a_bound_beyond_all_times_takes_the_first_plan(void)
{
    static const double bounds[] = {1e6, 0x1p80, 0x1.fffffffffffffp1023};
    instance made;
    make_crowd(&made);
    graze_solution first = solve(&made, &(graze_solve_options){.method = GRAZE_PRIORITISED});
    for (size_t i = 0; i < 3; i++) {
        graze_solution now = solve(&made, &(graze_solve_options){.suboptimality = bounds[i]});
        CU_ASSERT_EQUAL(now.outcome, GRAZE_PLAN_FOUND);
        CU_ASSERT_EQUAL(now.sum_of_costs, first.sum_of_costs);
        graze_solution_free(&now, NULL);
    }
    graze_solution_free(&first, NULL);
}

/* Moving states, in which nobody can wait, are reached within windows of time. */
static void nor_does_that_of_robots_with_inertia(void)
{
    instance made;
    make_crowd(&made);
    for (size_t i = 0; i < made.problem.task_count; i++)
        made.tasks[i].acceleration = 0.5;
    compare_threads(&made);
}

/* How often a search was asked whether to go on, and after how many times it is told no. */
typedef struct patience {
    uint64_t calls, limit;
    double cost;
} patience;

static bool has_patience(void *context, const graze_solve_progress *now)
{
    patience *p = context;
    p->cost = now->cost;
    return ++p->calls < p->limit;
}

static void a_search_that_is_stopped_gives_the_plan_that_it_holds(void)
{
    instance made;
    make_crowd(&made);
    graze_solution best = solve(&made, &(graze_solve_options){.method = GRAZE_PRIORITISED});
    const double first = best.sum_of_costs;
    size_t found = 0;
    graze_solution_free(&best, NULL);
    for (uint64_t limit = 1; limit < 400; limit += 13) {
        patience some = {.limit = limit};
        graze_solution now = solve(&made, &(graze_solve_options){.method = GRAZE_LNS,
                                                                 .threads = 2,
                                                                 .progress = has_patience,
                                                                 .context = &some});
        CU_ASSERT_TRUE(some.calls <= limit);
        if (now.outcome == GRAZE_PLAN_FOUND) {
            found++;
            CU_ASSERT_TRUE(now.sum_of_costs <= first);
            CU_ASSERT_TRUE(some.cost == 0 || now.sum_of_costs <= some.cost);
        } else
            CU_ASSERT_EQUAL(now.outcome, GRAZE_PLAN_UNFINISHED);
        graze_solution_free(&now, NULL);
    }
    CU_ASSERT_TRUE(found > 10);
}

/* Who is late, and beside whose goal there is a place at nearly no distance, could walk to and fro
 * until the delay is used up. */
static void walks_end_among_moves_that_take_nearly_no_time(void)
{
    const graze_point places[] = {{0, 0}, {1, 0},  {2, 0}, {2 + 1e-9, 0}, {1, 1},
                                  {1, -1}, {9, 9}, {9, 8}, {1, -1 - 1e-9}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {4, 1}, {1, 5}, {6, 7}, {5, 8}};
    instance made;
    instance_make_both(&made, 9, places, 7, edges);
    instance_task(&made, 0, 2, 0.25);
    instance_task(&made, 4, 5, 0.25);
    instance_task(&made, 6, 7, 0.25);
    graze_solution plan =
        solve(&made, &(graze_solve_options){.method = GRAZE_LNS, .node_limit = 100});
    CU_ASSERT_EQUAL(plan.outcome, GRAZE_PLAN_FOUND);
    graze_solution_free(&plan, NULL);
}

CU_TestInfo fleet_plan_tests[] = {
    SUPPORT_TEST(large_neighbourhoods_end_at_the_optimum_in_most_cases_and_never_below),
    SUPPORT_TEST(a_known_plan_bounds_the_search),
    SUPPORT_TEST(a_long_move_among_moves_that_look_alike_changes_no_plan),
    SUPPORT_TEST(places_at_both_ends_of_the_doubles_are_planned_on),
    SUPPORT_TEST(a_bound_beyond_all_times_takes_the_first_plan),
    SUPPORT_TEST(the_plan_does_not_depend_on_the_number_of_threads),
    SUPPORT_TEST(nor_does_that_of_robots_with_inertia),
    SUPPORT_TEST(a_search_that_is_stopped_gives_the_plan_that_it_holds),
    SUPPORT_TEST(walks_end_among_moves_that_take_nearly_no_time),
    CU_TEST_INFO_NULL,
};
