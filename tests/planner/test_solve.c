/* SPDX-License-Identifier: MIT */
/* The door of the planner: what it refuses, how it stops, and what it returns. */
#include <math.h>
#include <stdlib.h>

#include "account.h"
#include "instance.h"
#include "support/motion.h"
#include "support/run.h"

/* A grid of unit cells with four moves, and agents that cross it. */
static void make_grid(instance *made, uint32_t side, uint32_t agents)
{
    graze_point places[INSTANCE_VERTICES];
    instance_edge edges[INSTANCE_EDGES];
    size_t count = 0;
    for (uint32_t v = 0; v < side * side; v++) {
        places[v] = (graze_point){v % side, v / side};
        if (v % side + 1 < side)
            edges[count++] = (instance_edge){v, v + 1};
        if (v + side < side * side)
            edges[count++] = (instance_edge){v, v + side};
    }
    instance_make_both(made, side * side, places, count, edges);
    for (uint32_t i = 0; i < agents; i++)
        instance_task(made, i % 2 == 0 ? i : side * side - 1 - i,
                      i % 2 == 0 ? side * side - 1 - i : i, 0.35);
}

static graze_status status_of(const instance *made, const graze_solve_options *options)
{
    graze_solution solution;
    graze_status status = graze_solve(&made->problem, options, NULL, &solution);
    if (status == GRAZE_OK)
        graze_solution_free(&solution, NULL);
    return status;
}

static void bad_problems_are_refused_by_name(void)
{
    instance made;
    graze_solution solution;
    CU_ASSERT_EQUAL(graze_solve(NULL, NULL, NULL, &solution), GRAZE_ERROR_NULL);
    make_grid(&made, 3, 0);
    CU_ASSERT_EQUAL(status_of(&made, NULL), GRAZE_ERROR_EMPTY);
    make_grid(&made, 3, 2);
    made.tasks[1].radius = 0;
    CU_ASSERT_EQUAL(status_of(&made, NULL), GRAZE_ERROR_NEGATIVE_RADIUS);
    made.tasks[1].radius = NAN;
    CU_ASSERT_EQUAL(status_of(&made, NULL), GRAZE_ERROR_NOT_FINITE);
    make_grid(&made, 3, 2);
    made.tasks[0].speed = 0;
    CU_ASSERT_EQUAL(status_of(&made, NULL), GRAZE_ERROR_SPEED);
    make_grid(&made, 3, 2);
    made.tasks[0].goal = 9;
    CU_ASSERT_EQUAL(status_of(&made, NULL), GRAZE_ERROR_INDEX);
    make_grid(&made, 3, 2);
    made.problem.tolerance = -1;
    CU_ASSERT_EQUAL(status_of(&made, NULL), GRAZE_ERROR_NEGATIVE_TOLERANCE);
    made.problem.tolerance = 0;
    CU_ASSERT_EQUAL(status_of(&made, &(graze_solve_options){.suboptimality = 0.5}),
                    GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(status_of(&made, &(graze_solve_options){.method = (graze_method)7}),
                    GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(status_of(&made, &(graze_solve_options){.method = GRAZE_LNS}),
                    GRAZE_ERROR_CHOICE);
}

static graze_solution solve(const instance *made, const graze_solve_options *options)
{
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_solve(&made->problem, options, NULL, &solution), GRAZE_OK);
    return solution;
}

static void impossible_ends_are_named(void)
{
    instance made;
    make_grid(&made, 3, 2);
    made.tasks[1].goal = made.tasks[0].goal;
    graze_solution solution = solve(&made, NULL);
    CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_IMPOSSIBLE);
    CU_ASSERT_EQUAL(solution.reason, GRAZE_NO_PLAN_GOALS_OVERLAP);
    make_grid(&made, 3, 2);
    made.tasks[1].start = made.tasks[0].start;
    solution = solve(&made, NULL);
    CU_ASSERT_EQUAL(solution.reason, GRAZE_NO_PLAN_STARTS_OVERLAP);
    const graze_point places[] = {{0, 0}, {5, 0}};
    const instance_edge edges[] = {{1, 0}};
    instance_make(&made, 2, places, 1, edges);
    instance_task(&made, 0, 1, 0.25);
    solution = solve(&made, NULL);
    CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_IMPOSSIBLE);
    CU_ASSERT_EQUAL(solution.reason, GRAZE_NO_PLAN_UNREACHABLE);
}

/* Holds a plan against its problem: it begins and ends where it should, moves along edges,
 * and no two agents are in conflict. */
static void check_plan(const instance *made, const graze_solution *plan)
{
    double total = 0;
    CU_ASSERT_EQUAL_FATAL(plan->outcome, GRAZE_PLAN_FOUND);
    for (size_t a = 0; a < made->problem.task_count; a++) {
        const graze_trajectory *path = &plan->trajectories[a];
        graze_body body = {.radius = made->tasks[a].radius};
        graze_point start = made->places[made->tasks[a].start];
        graze_point goal = made->places[made->tasks[a].goal];
        const graze_motion *last = &path->motions[path->count - 1];
        CU_ASSERT_TRUE(path->motions[0].position.x == start.x &&
                       path->motions[0].position.y == start.y);
        CU_ASSERT_TRUE(last->position.x == goal.x && last->position.y == goal.y);
        CU_ASSERT_TRUE(isinf(last->duration));
        total += last->start;
        for (size_t b = a + 1; b < made->problem.task_count; b++) {
            graze_body other = {.radius = made->tasks[b].radius};
            graze_verdict verdict;
            CU_ASSERT_EQUAL(graze_trajectory_verdict(&body, path, &other, &plan->trajectories[b],
                                                     made->problem.tolerance, &verdict),
                            GRAZE_OK);
            CU_ASSERT_NOT_EQUAL(verdict, GRAZE_CONFLICT);
        }
    }
    CU_ASSERT_DOUBLE_EQUAL(total, plan->sum_of_costs, 1e-12 * total);
}

static void plans_hold_what_they_say(void)
{
    const graze_method methods[] = {GRAZE_CCBS, GRAZE_PRIORITISED, GRAZE_LNS};
    for (int m = 0; m < 3; m++) {
        instance made;
        make_grid(&made, 6, 6);
        graze_solution plan =
            solve(&made, &(graze_solve_options){.method = methods[m], .node_limit = 1000});
        check_plan(&made, &plan);
        graze_solution_free(&plan, NULL);
    }
}

static void agents_may_differ_in_size_and_speed(void)
{
    const graze_method methods[] = {GRAZE_CCBS, GRAZE_PRIORITISED, GRAZE_LNS};
    for (int m = 0; m < 3; m++) {
        instance made;
        make_grid(&made, 6, 5);
        for (uint32_t i = 0; i < 5; i++) {
            made.tasks[i].radius = 0.2 + 0.05 * i;
            made.tasks[i].speed = 0.5 + 0.3 * i;
        }
        graze_solution plan =
            solve(&made, &(graze_solve_options){.method = methods[m], .node_limit = 1000});
        check_plan(&made, &plan);
        graze_solution_free(&plan, NULL);
    }
}

static void moves_can_be_forbidden_to_some(void)
{
    /* A square; agent 0 may not take its lower side. */
    const graze_point places[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    const instance_edge all[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, some[] = {{1, 2}, {2, 3}, {3, 0}};
    instance made, less;
    instance_make_both(&made, 4, places, 4, all);
    instance_make_both(&less, 4, places, 3, some);
    instance_task(&made, 0, 1, 0.25);
    made.tasks[0].moves = &less.roadmap;
    graze_solution plan = solve(&made, NULL);
    CU_ASSERT_EQUAL(plan.sum_of_costs, 6);
    graze_solution_free(&plan, NULL);
}

static void the_same_problem_gives_the_same_plan(void)
{
    instance made;
    make_grid(&made, 6, 8);
    graze_solution a = solve(&made, NULL), b = solve(&made, NULL);
    check_plan(&made, &a);
    for (size_t i = 0; i < 8; i++) {
        CU_ASSERT_EQUAL_FATAL(a.trajectories[i].count, b.trajectories[i].count);
        CU_ASSERT_TRUE(support_same_motions(a.trajectories[i].motions, b.trajectories[i].motions,
                                            a.trajectories[i].count));
    }
    CU_ASSERT_EQUAL(a.progress.nodes_expanded, b.progress.nodes_expanded);
    graze_solution_free(&a, NULL);
    graze_solution_free(&b, NULL);
}

static bool stop_at_once(void *context, const graze_solve_progress *now)
{
    (void)now;
    ++*(int *)context;
    return false;
}

static void a_caller_can_stop_a_search(void)
{
    instance made;
    int calls = 0;
    const unsigned everything = 127;
    instance_alcove(&made, 10);
    graze_solution solution = solve(
        &made,
        &(graze_solve_options){.without = everything, .progress = stop_at_once, .context = &calls});
    CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_UNFINISHED);
    CU_ASSERT_EQUAL(calls, 1);
    CU_ASSERT_TRUE(solution.progress.lower_bound >= 6);
    solution = solve(&made, &(graze_solve_options){.without = everything, .node_limit = 10});
    CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_UNFINISHED);
}

/* The plan takes 7 nodes, fewer than lie between two calls; the first node's pair takes
 * longer. */
static void a_caller_can_stop_the_search_of_a_pair(void)
{
    instance made;
    int calls = 0;
    instance_alcove(&made, 10);
    graze_solution solution =
        solve(&made, &(graze_solve_options){.progress = stop_at_once, .context = &calls});
    CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_UNFINISHED);
    CU_ASSERT_EQUAL(calls, 1);
    graze_solution_free(&solution, NULL);
}

static void bounded_plans_keep_their_bound(void)
{
    instance made;
    make_grid(&made, 5, 8);
    graze_solution best = solve(&made, &(graze_solve_options){.node_limit = 20000});
    graze_solution near = solve(&made, &(graze_solve_options){.suboptimality = 1.2});
    check_plan(&made, &best);
    check_plan(&made, &near);
    CU_ASSERT_TRUE(near.sum_of_costs <= 1.2 * best.sum_of_costs);
    CU_ASSERT_TRUE(near.sum_of_costs <= 1.2 * near.progress.lower_bound * (1 + 1e-15));
    graze_solution_free(&best, NULL);
    graze_solution_free(&near, NULL);
}

/* ---- one agent among others ---------------------------------------------------------- */

static void one_agent_finds_its_way_round_given_trajectories(void)
{
    /* Somebody crosses a line of unit edges between 0 and 2 at its middle. */
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    instance made;
    instance_make_both(&made, 3, places, 2, edges);
    graze_task task = {.radius = 0.5, .speed = 1, .start = 0, .goal = 2};
    graze_motion crossing;
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_waypoint((graze_vector){1, -1, 0}, (graze_vector){1, 1, 0}, 0, 2, &crossing),
        GRAZE_OK);
    graze_body body = {.radius = 0.5};
    graze_trajectory path = {.motions = &crossing, .count = 1};
    graze_index *others = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&body, &path, 1, NULL, NULL, &others), GRAZE_OK);
    graze_solution plan;
    CU_ASSERT_EQUAL_FATAL(graze_plan_among(&made.roadmap, &task, others, 0, NULL, &plan), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(plan.outcome, GRAZE_PLAN_FOUND);
    /* Crossing at right angles, both at speed 1: sqrt(2) later than the other at the middle. */
    CU_ASSERT_DOUBLE_EQUAL(plan.sum_of_costs, 1 + sqrt(2) + 1, 1e-9);
    CU_ASSERT_TRUE(plan.sum_of_costs >= 2 + sqrt(2));
    graze_solution_free(&plan, NULL);
    CU_ASSERT_EQUAL_FATAL(graze_plan_among(&made.roadmap, &task, NULL, 0, NULL, &plan), GRAZE_OK);
    CU_ASSERT_EQUAL(plan.sum_of_costs, 2);
    graze_solution_free(&plan, NULL);
    graze_index_free(others);
}

enum { GIVEN = 3, GIVEN_MOTIONS = 5, GIVEN_PLANS = 40 };

/* Somebody who speeds up and brakes about a square of `side` metres and then leaves it for ever.
 * All numbers are short, so that each motion begins exactly where the one before ends. */
static void drive_about(uint64_t *seed, unsigned side, graze_motion *motions)
{
    graze_vector place = {(double)(instance_random(seed) % side) + 0.5,
                          (double)(instance_random(seed) % side) + 0.5, 0};
    double now = 0;
    for (int i = 0; i < GIVEN_MOTIONS; i++) {
        const bool last = i + 1 == GIVEN_MOTIONS;
        const double u = last ? 0 : 1 + (double)(instance_random(seed) % 3);
        const graze_vector v = {(double)(instance_random(seed) % 5) / 2 - 1,
                                last ? 2 : (double)(instance_random(seed) % 5) / 2 - 1, 0};
        const graze_vector a = {last ? 0 : (double)(instance_random(seed) % 5) / 2 - 1,
                                last ? 0 : (double)(instance_random(seed) % 5) / 2 - 1, 0};
        CU_ASSERT_EQUAL_FATAL(
            graze_motion_kinematic(place, v, a, now, last ? INFINITY : u, &motions[i]), GRAZE_OK);
        now += u;
        place.x += v.x * u + a.x * u * u / 2;
        place.y += v.y * u + a.y * u * u / 2;
    }
}

/* A plan among others either meets none of them or is not found. */
static bool plan_round(instance *made, const graze_body *bodies, const graze_trajectory *given)
{
    graze_solution plan = {.outcome = GRAZE_PLAN_UNFINISHED};
    graze_index *others = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(bodies, given, GIVEN, NULL, NULL, &others), GRAZE_OK);
    const graze_status status =
        graze_plan_among(&made->roadmap, &made->tasks[0], others, 0, NULL, &plan);
    const bool found = status == GRAZE_OK && plan.outcome == GRAZE_PLAN_FOUND;
    CU_ASSERT_EQUAL(status, GRAZE_OK);
    if (found)
        check_plan(made, &plan);
    for (size_t i = 0; found && i < GIVEN; i++) {
        const graze_body body = {.radius = made->tasks[0].radius};
        graze_verdict verdict = GRAZE_CONFLICT;
        CU_ASSERT_EQUAL(graze_trajectory_verdict(&body, &plan.trajectories[0], &bodies[i],
                                                 &given[i], 0, &verdict),
                        GRAZE_OK);
        CU_ASSERT_NOT_EQUAL(verdict, GRAZE_CONFLICT);
    }
    if (status == GRAZE_OK)
        graze_solution_free(&plan, NULL);
    graze_index_free(others);
    return found;
}

static void one_agent_finds_its_way_round_accelerating_trajectories(void)
{
    static const graze_point square[] = {
        {-0.25, -0.25}, {0.25, -0.25}, {0.25, 0.25}, {-0.25, 0.25}};
    const graze_body bodies[GIVEN] = {
        {.radius = 0.25}, {.radius = 0.5}, {.vertices = square, .vertex_count = 4}};
    uint64_t seed = 2026;
    size_t found = 0;
    for (int round = 0; round < GIVEN_PLANS; round++) {
        instance made;
        graze_motion motions[GIVEN][GIVEN_MOTIONS];
        graze_trajectory given[GIVEN];
        make_grid(&made, 5, 0);
        instance_task(&made, (uint32_t)(instance_random(&seed) % 25),
                      (uint32_t)(instance_random(&seed) % 25), 0.3);
        for (int i = 0; i < GIVEN; i++) {
            drive_about(&seed, 5, motions[i]);
            given[i] = (graze_trajectory){.motions = motions[i], .count = GIVEN_MOTIONS};
        }
        found += plan_round(&made, bodies, given);
    }
    CU_ASSERT_TRUE(found > GIVEN_PLANS / 2);
}

/* ---- memory --------------------------------------------------------------------------- */

static graze_status solve_refused(const graze_problem *problem, const graze_solve_options *options,
                                  one_refusal *kept, graze_solution *solution)
{
    const graze_allocator memory = {resize_but_once, kept};
    graze_status status = graze_solve(problem, options, &memory, solution);
    if (status == GRAZE_OK)
        graze_solution_free(solution, &memory);
    CU_ASSERT_EQUAL(kept->blocks, 0);
    return status;
}

/* A refused allocation that only was to save time may change nothing else. */
static void one_refused_allocation_is_told_whatever_is_searched(void)
{
    uint64_t seed = 20261123;
    size_t told = 0;
    for (size_t round = 0; round < support_rounds(120, 625, 2500); round++) {
        instance made;
        instance_make_random(&made, &seed);
        if (round % 10 == 0)
            instance_alcove(&made, 1);
        const graze_solve_options options = {
            .method = round % 5 == 4 ? GRAZE_PRIORITISED : GRAZE_CCBS,
            .suboptimality = round % 3 == 2 ? 1.25 : 1,
            .without = round % 4 == 3 ? (unsigned)(instance_random(&seed) % 64) : 0,
            .node_limit = 100};
        one_refusal kept = {0, SIZE_MAX, 0};
        graze_solution whole, refused;
        if (solve_refused(&made.problem, &options, &kept, &whole) != GRAZE_OK)
            continue;
        const size_t allocations = kept.count;
        for (int k = 0; k < 8; k++) {
            kept = (one_refusal){0, instance_random(&seed) % allocations, 0};
            graze_status status = solve_refused(&made.problem, &options, &kept, &refused);
            told += status == GRAZE_ERROR_MEMORY;
            CU_ASSERT_TRUE(status == GRAZE_ERROR_MEMORY ||
                           (status == GRAZE_OK && refused.outcome == whole.outcome &&
                            refused.sum_of_costs == whole.sum_of_costs));
        }
    }
    CU_ASSERT_TRUE(told > 0);
}

/* Each of the first allocations; in `make check` later ones more and more seldom. */
static void every_failed_allocation_is_told(const instance *made, graze_method method)
{
    const graze_solve_options options = {.method = method, .node_limit = 40, .threads = 1};
    const size_t dense = support_rounds(250, 2500, 10000);
    graze_status status = GRAZE_ERROR_MEMORY;
    size_t room = 0;
    for (; status == GRAZE_ERROR_MEMORY && room < 10000; room += 1 + room / dense) {
        account kept = {room, 0};
        graze_allocator memory = {resize_by_account, &kept};
        graze_solution solution;
        status = graze_solve(&made->problem, &options, &memory, &solution);
        if (status == GRAZE_OK)
            graze_solution_free(&solution, &memory);
        CU_ASSERT_EQUAL(kept.blocks, 0);
    }
    CU_ASSERT_EQUAL(status, GRAZE_OK);
    CU_ASSERT_TRUE(room > 20);
}

static void every_failed_allocation_is_told_and_nothing_leaks(void)
{
    instance made;
    make_grid(&made, 4, 4);
    every_failed_allocation_is_told(&made, GRAZE_CCBS);
    every_failed_allocation_is_told(&made, GRAZE_PRIORITISED);
    every_failed_allocation_is_told(&made, GRAZE_LNS);
    make_grid(&made, 2, 2); /* two robots, whose order is looked for on the map without headings */
    made.tasks[0].acceleration = made.tasks[1].acceleration = 0.5;
    every_failed_allocation_is_told(&made, GRAZE_CCBS);
}

static void a_plan_among_others_tells_every_failed_allocation_and_leaks_nothing(void)
{
    instance made;
    uint64_t seed = 8;
    graze_motion motions[GIVEN_MOTIONS];
    const graze_body body = {.radius = 0.25};
    const graze_trajectory given = {.motions = motions, .count = GIVEN_MOTIONS};
    graze_index *others = NULL;
    make_grid(&made, 4, 1);
    drive_about(&seed, 4, motions);
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&body, &given, 1, NULL, NULL, &others), GRAZE_OK);
    for (int robot = 0; robot < 2; robot++) {
        graze_status status = GRAZE_ERROR_MEMORY;
        size_t room = 0;
        made.tasks[0].acceleration = 0.5 * robot;
        for (; status == GRAZE_ERROR_MEMORY && room < 1000; room++) {
            account kept = {room, 0};
            graze_allocator memory = {resize_by_account, &kept};
            graze_solution solution;
            status =
                graze_plan_among(&made.roadmap, &made.tasks[0], others, 0, &memory, &solution);
            if (status == GRAZE_OK)
                graze_solution_free(&solution, &memory);
            CU_ASSERT_EQUAL(kept.blocks, 0);
        }
        CU_ASSERT_EQUAL(status, GRAZE_OK);
        CU_ASSERT_TRUE(room > 20);
    }
    graze_index_free(others);
}

CU_TestInfo solve_tests[] = {
    SUPPORT_TEST(bad_problems_are_refused_by_name),
    SUPPORT_TEST(impossible_ends_are_named),
    SUPPORT_TEST(plans_hold_what_they_say),
    SUPPORT_TEST(agents_may_differ_in_size_and_speed),
    SUPPORT_TEST(moves_can_be_forbidden_to_some),
    SUPPORT_TEST(the_same_problem_gives_the_same_plan),
    SUPPORT_TEST(a_caller_can_stop_a_search),
    SUPPORT_TEST(a_caller_can_stop_the_search_of_a_pair),
    SUPPORT_TEST(bounded_plans_keep_their_bound),
    SUPPORT_TEST(one_agent_finds_its_way_round_given_trajectories),
    SUPPORT_TEST(one_agent_finds_its_way_round_accelerating_trajectories),
    SUPPORT_TEST(every_failed_allocation_is_told_and_nothing_leaks),
    SUPPORT_TEST(one_refused_allocation_is_told_whatever_is_searched),
    SUPPORT_TEST(a_plan_among_others_tells_every_failed_allocation_and_leaks_nothing),
    CU_TEST_INFO_NULL,
};
