/* SPDX-License-Identifier: MIT */
/* Which robots are of one kind, which are none, and on which maps they drive. */
#include <math.h>
#include <string.h>

#include "instance.h"
#include "planner/plan.h"
#include "support/run.h"

static const graze_point corners[] = {{-0.3, -0.1}, {0.3, -0.1}, {0.3, 0.1}, {-0.3, 0.1}};
static const graze_point trapezium[] = {{-0.3, -0.1}, {0.3, -0.1}, {0.2, 0.1}, {-0.3, 0.1}};

/* A plan that is found, and costs nothing but what is asked for; its cost, infinite without one. */
static double cost_of(const instance *made, graze_status expected)
{
    graze_solution solution = {.outcome = GRAZE_PLAN_UNFINISHED};
    CU_ASSERT_EQUAL_FATAL(graze_solve(&made->problem, NULL, NULL, &solution), expected);
    double cost = solution.outcome == GRAZE_PLAN_FOUND ? solution.sum_of_costs : HUGE_VAL;
    if (expected == GRAZE_OK)
        graze_solution_free(&solution, NULL);
    return cost;
}

/* ---- kinds --------------------------------------------------------------------------- */

enum { VARIANTS = 15 };

static const graze_turn_time turning[][2] = {
    {{1, 1}, {3, 2}}, {{1, 1}, {2, 2}}, {{1, 1}, {3, 4}}};

/* The first is like no other, and each other one differs from it in one thing. */
static void make_variants(graze_task *tasks, const graze_roadmap *moves)
{
    for (int i = 0; i < VARIANTS; i++)
        tasks[i] = (graze_task){.radius = 0.25,
                                .speed = 1,
                                .acceleration = 0.5,
                                .deceleration = 1,
                                .turn_rate = 1,
                                .turns = true,
                                .vertices = corners,
                                .vertex_count = 4};
    tasks[1].radius = 0.125;
    tasks[2].speed = 2;
    tasks[3].acceleration = 0.25;
    tasks[4].deceleration = 2;
    tasks[5].turn_rate = 2;
    tasks[6].turns = false;
    tasks[7].vertices = trapezium;
    tasks[8].vertex_count = 3;
    tasks[9].moves = moves;
    tasks[10].deceleration = 0; /* brakes as hard as it speeds up */
    for (int i = 0; i < 3; i++) {
        tasks[11 + i].turn_times = turning[i];
        tasks[11 + i].turn_time_count = 2;
    }
    tasks[14].vertex_count = 0; /* a disc */
}

/* Each twice, with footprints of the same corners in other places. */
static void robots_are_of_one_kind_where_nothing_differs(void)
{
    graze_point again[2][4];
    graze_task tasks[2 * VARIANTS];
    instance made = {.roadmap = {0}};
    instance_make_both(&made, 2, corners, 1, (instance_edge[]){{0, 1}});
    memcpy(again[0], corners, sizeof corners);
    memcpy(again[1], trapezium, sizeof trapezium);
    make_variants(tasks, &made.roadmap);
    make_variants(tasks + VARIANTS, &made.roadmap);
    for (int i = VARIANTS; i < 2 * VARIANTS; i++)
        tasks[i].vertices = again[i == VARIANTS + 7];
    tasks[2 * VARIANTS - 1].turns = false; /* of a disc nobody sees it */
    const graze_problem problem = {&made.roadmap, tasks, 2 * VARIANTS, 0};
    body_kind kinds[2 * VARIANTS];
    robot_limits limits[2 * VARIANTS];
    route_agent agents[2 * VARIANTS];
    uint32_t count = 0;
    CU_ASSERT_EQUAL_FATAL(plan_kinds(&problem, kinds, limits, &count, agents), GRAZE_OK);
    CU_ASSERT_EQUAL(count, VARIANTS);
    for (uint32_t i = 0; i < VARIANTS; i++) {
        CU_ASSERT_EQUAL(agents[i].kind, i);
        CU_ASSERT_EQUAL(agents[VARIANTS + i].kind, i);
    }
    CU_ASSERT_EQUAL(limits[10].deceleration, limits[10].acceleration);
}

static void each_limit_makes_a_robot(void)
{
    const robot_limits disc = {.speed = 1};
    robot_limits limits[2] = {disc, disc};
    CU_ASSERT_FALSE(plan_has_limits(limits, 2));
    limits[1].acceleration = 1;
    CU_ASSERT_TRUE(plan_has_limits(limits, 2));
    limits[1] = (robot_limits){.speed = 1, .turn_rate = 1};
    CU_ASSERT_TRUE(plan_has_limits(limits, 2));
    limits[1] = (robot_limits){.speed = 1, .turns = true};
    CU_ASSERT_TRUE(plan_has_limits(limits, 2));
}

/* ---- maps ---------------------------------------------------------------------------- */

/* Two places coincide: the edge between them has no heading. A disc without limits takes it; a
 * robot must not, nor a disc among robots, unless its own moves leave it out. */
static void an_edge_of_no_length_is_refused(void)
{
    static const graze_point coincide[] = {{0, 0}, {1, 0}, {1, 0}, {2, 0}};
    static const graze_point near[] = {{0, 0}, {1, 0}, {1, 1e-170}, {2, 0}};
    static const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {1, 3}};
    static const instance_edge others[] = {{0, 1}, {2, 3}, {1, 3}};
    for (int k = 0; k < 2; k++) {
        instance made = {.roadmap = {0}}, without = {.roadmap = {0}};
        graze_solution solution;
        instance_make_both(&made, 4, k == 0 ? coincide : near, 4, edges);
        instance_make_both(&without, 4, k == 0 ? coincide : near, 3, others);
        instance_task(&made, 0, 3, 0.25);
        CU_ASSERT_EQUAL_FATAL(graze_solve(&made.problem, NULL, NULL, &solution), GRAZE_OK);
        CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_FOUND);
        graze_solution_free(&solution, NULL);
        made.tasks[0].turn_rate = 1;
        for (int method = GRAZE_CCBS; method <= GRAZE_PRIORITISED; method++) {
            const graze_solve_options options = {.method = (graze_method)method};
            CU_ASSERT_EQUAL(graze_solve(&made.problem, &options, NULL, &solution),
                            GRAZE_ERROR_LIMITS);
        }
        CU_ASSERT_EQUAL(graze_plan_among(&made.roadmap, &made.tasks[0], NULL, 0, NULL, &solution),
                        GRAZE_ERROR_LIMITS);
        made.tasks[0].moves = &without.roadmap;
        CU_ASSERT_EQUAL_FATAL(graze_solve(&made.problem, NULL, NULL, &solution), GRAZE_OK);
        CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_FOUND);
        graze_solution_free(&solution, NULL);
        instance_task(&made, 2, 2, 0.25);
        CU_ASSERT_EQUAL(graze_solve(&made.problem, NULL, NULL, &solution), GRAZE_ERROR_LIMITS);
    }
}

/* A robot that has no moves stays where it is. One that turns may be turning when it begins. */
static void a_robot_without_moves_stays(void)
{
    const graze_point places[] = {{0, 0}, {1, 0}};
    instance made = {.roadmap = {0}}, none = {.roadmap = {0}};
    instance_make_both(&made, 2, places, 1, (instance_edge[]){{0, 1}});
    instance_make(&none, 2, places, 0, NULL);
    instance_task(&made, 0, 0, 0.05);
    made.tasks[0].moves = &none.roadmap;
    made.tasks[0].acceleration = 0.5;
    CU_ASSERT_EQUAL(cost_of(&made, GRAZE_OK), 0);
    made.tasks[0].acceleration = 0;
    made.tasks[0].turns = true;
    made.tasks[0].vertices = corners;
    made.tasks[0].vertex_count = 4;
    double cost = cost_of(&made, GRAZE_OK);
    CU_ASSERT_TRUE(cost > 0 && cost < 1e-9);
    made.tasks[0].goal = 1;
    CU_ASSERT_EQUAL(cost_of(&made, GRAZE_OK), HUGE_VAL);
}

/* Off the whole numbers no two moves share their collision intervals; plans cost the same. */
static void a_map_between_whole_numbers_costs_the_same(void)
{
    double costs[2];
    for (int k = 0; k < 2; k++) {
        const double by = k * 0.5;
        const graze_point places[] = {{-1 + by, 0}, {by, 0}, {1 + by, 0}, {by, -1}, {by, 1}};
        const instance_edge edges[] = {{0, 1}, {1, 2}, {1, 3}, {1, 4}};
        instance made = {.roadmap = {0}};
        instance_make_both(&made, 5, places, 4, edges);
        instance_task(&made, 0, 4, 0.25);
        instance_task(&made, 3, 2, 0.25);
        for (int i = 0; i < 2; i++) {
            made.tasks[i].acceleration = 0.5;
            made.tasks[i].turn_rate = 1;
        }
        costs[k] = cost_of(&made, GRAZE_OK);
    }
    CU_ASSERT_TRUE(costs[0] > 0 && costs[0] < HUGE_VAL);
    CU_ASSERT_EQUAL(costs[0], costs[1]);
}

/* Shapes of edges that are longer than 2047 are not told apart by numbers. */
static void edges_may_be_long(void)
{
    for (int k = 0; k < 2; k++) {
        const graze_point places[] = {{0, 0}, {1, 0}, {1 + 3000.0 * k, 3000.0 * (1 - k)}};
        instance made = {.roadmap = {0}};
        instance_make_both(&made, 3, places, 2, (instance_edge[]){{0, 1}, {1, 2}});
        instance_task(&made, 0, 2, 0.25);
        CU_ASSERT_EQUAL(cost_of(&made, GRAZE_OK), 3001);
    }
}

/* One comes to rest where an edge begins that the other must not take. */
static void edges_that_others_take_are_no_matter(void)
{
    instance made, without;
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {2, 1}, {2, -1}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {1, 5}, {5, 3}, {2, 6}};
    instance_make_both(&made, 7, places, 7, edges);
    instance_make_both(&without, 7, places, 6, edges);
    instance_task(&made, 0, 4, 0.35);
    instance_task(&made, 3, 2, 0.35);
    made.tasks[0].moves = &without.roadmap;
    CU_ASSERT_DOUBLE_EQUAL(cost_of(&made, GRAZE_OK), 1 + (2 + 2 * sqrt(2)), 1e-9);
}

/* A fleet of one kind goes along an edge beside those that it must not take. */
static void edges_that_nobody_takes_are_no_matter(void)
{
    instance made, without;
    graze_solution solution;
    const graze_solve_options fleet = {.method = GRAZE_LNS, .node_limit = 4};
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}, {1, 1}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {1, 3}};
    instance_make_both(&made, 4, places, 3, edges);
    instance_make_both(&without, 4, places, 2, edges);
    instance_task(&made, 0, 2, 0.35);
    made.tasks[0].moves = &without.roadmap;
    CU_ASSERT_EQUAL_FATAL(graze_solve(&made.problem, &fleet, NULL, &solution), GRAZE_OK);
    CU_ASSERT_EQUAL(solution.sum_of_costs, 2);
    graze_solution_free(&solution, NULL);
}

CU_TestInfo kind_tests[] = {
    SUPPORT_TEST(robots_are_of_one_kind_where_nothing_differs),
    SUPPORT_TEST(each_limit_makes_a_robot),
    SUPPORT_TEST(an_edge_of_no_length_is_refused),
    SUPPORT_TEST(a_robot_without_moves_stays),
    SUPPORT_TEST(a_map_between_whole_numbers_costs_the_same),
    SUPPORT_TEST(edges_may_be_long),
    SUPPORT_TEST(edges_that_others_take_are_no_matter),
    SUPPORT_TEST(edges_that_nobody_takes_are_no_matter),
    CU_TEST_INFO_NULL,
};
