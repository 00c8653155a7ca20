/* SPDX-License-Identifier: MIT */
/* Vertices where nobody will ever be: what is left without them, and that they change no plan. */
#include "base/memory.h"
#include "instance.h"
#include "planner/used_vertices.h"
#include "support/motion.h"
#include "support/run.h"

/* The same instance with up to two vertices that nobody uses before each of its own. */
static void scatter(const instance *of, uint64_t *seed, instance *made)
{
    const graze_roadmap *map = &of->roadmap;
    uint32_t numbers[INSTANCE_VERTICES], count = 0;
    graze_point places[INSTANCE_VERTICES];
    instance_edge edges[INSTANCE_EDGES];
    size_t edge_count = 0;
    for (uint32_t v = 0; v < map->vertex_count; v++) {
        for (uint64_t more = instance_random(seed) % 3; more > 0; more--)
            places[count++] = (graze_point){(double)(instance_random(seed) % 8), -1};
        numbers[v] = count;
        places[count++] = map->places[v];
    }
    for (uint32_t v = 0; v < map->vertex_count; v++)
        for (size_t e = map->first[v]; e < map->first[v + 1]; e++)
            edges[edge_count++] = (instance_edge){numbers[v], numbers[map->targets[e]]};
    instance_make(made, count, places, edge_count, edges);
    for (size_t i = 0; i < of->problem.task_count; i++)
        instance_task(made, numbers[of->tasks[i].start], numbers[of->tasks[i].goal],
                      of->tasks[i].radius);
}

/* ---- what is left ------------------------------------------------------------------- */

static bool is_same_place(graze_point a, graze_point b)
{
    return a.x == b.x && a.y == b.y;
}

static void check_roadmaps(const graze_roadmap *left, const graze_roadmap *all)
{
    uint32_t next = 0;
    CU_ASSERT_EQUAL(left->first[left->vertex_count], all->first[all->vertex_count]);
    for (uint32_t v = 0; v < all->vertex_count; v++)
        for (size_t e = all->first[v]; e < all->first[v + 1]; e++) {
            while (next < left->vertex_count && left->first[next + 1] <= e)
                next++;
            CU_ASSERT_TRUE(is_same_place(left->places[next], all->places[v]));
            CU_ASSERT_TRUE(
                is_same_place(left->places[left->targets[e]], all->places[all->targets[e]]));
        }
}

static bool is_used(const graze_problem *problem, uint32_t vertex)
{
    const graze_roadmap *map = problem->roadmap;
    bool used = map->first[vertex] < map->first[vertex + 1];
    for (size_t e = 0; e < map->first[map->vertex_count]; e++)
        used |= map->targets[e] == vertex;
    for (size_t i = 0; i < problem->task_count; i++)
        used |= problem->tasks[i].start == vertex || problem->tasks[i].goal == vertex;
    return used;
}

static void edges_starts_and_goals_are_left(void)
{
    const graze_allocator memory = memory_allocator(NULL);
    uint64_t seed = 61;
    for (int round = 0; round < 200; round++) {
        instance some, all;
        used_vertices used;
        instance_make_random(&some, &seed);
        scatter(&some, &seed, &all);
        instance_task(&all, 0, (uint32_t)(instance_random(&seed) % all.roadmap.vertex_count), 0.25);
        CU_ASSERT_EQUAL_FATAL(used_vertices_open(&used, &memory, &all.problem), GRAZE_OK);
        const graze_problem *left = &used.problem;
        check_roadmaps(left->roadmap, &all.roadmap);
        for (uint32_t v = 0; v < left->roadmap->vertex_count; v++)
            CU_ASSERT_TRUE(is_used(left, v));
        CU_ASSERT_EQUAL_FATAL(left->task_count, all.problem.task_count);
        for (size_t i = 0; i < left->task_count; i++) {
            const graze_task *task = &left->tasks[i], *wanted = &all.tasks[i];
            CU_ASSERT_TRUE(
                is_same_place(left->roadmap->places[task->start], all.places[wanted->start]));
            CU_ASSERT_TRUE(
                is_same_place(left->roadmap->places[task->goal], all.places[wanted->goal]));
            CU_ASSERT_EQUAL(task->radius, wanted->radius);
        }
        used_vertices_close(&used, &memory);
    }
}

static void nothing_is_left_out_of_the_moves_of_one_agent(void)
{
    const graze_allocator memory = memory_allocator(NULL);
    uint64_t seed = 62;
    instance some, all;
    used_vertices used;
    instance_make_random(&some, &seed);
    scatter(&some, &seed, &all);
    all.tasks[1].moves = &all.roadmap;
    CU_ASSERT_EQUAL_FATAL(used_vertices_open(&used, &memory, &all.problem), GRAZE_OK);
    CU_ASSERT_PTR_EQUAL(used.problem.roadmap, &all.roadmap);
    CU_ASSERT_PTR_EQUAL(used.problem.tasks, all.problem.tasks);
    used_vertices_close(&used, &memory);
}

/* ---- plans -------------------------------------------------------------------------- */

static void check_plans(const graze_solution *a, const graze_solution *b, size_t agents)
{
    CU_ASSERT_EQUAL_FATAL(a->outcome, b->outcome);
    CU_ASSERT_EQUAL(a->sum_of_costs, b->sum_of_costs);
    for (size_t i = 0; a->trajectories != NULL && i < agents; i++) {
        const graze_trajectory *x = &a->trajectories[i], *y = &b->trajectories[i];
        CU_ASSERT_EQUAL_FATAL(x->count, y->count);
        CU_ASSERT_TRUE(support_same_motions(x->motions, y->motions, x->count));
    }
}

static void vertices_that_nobody_uses_change_no_plan(void)
{
    static const graze_method methods[] = {GRAZE_CCBS, GRAZE_PRIORITISED, GRAZE_LNS};
    uint64_t seed = 63;
    size_t found = 0;
    for (int round = 0; round < 60; round++) {
        instance some, all;
        graze_solution with, without;
        const graze_solve_options options = {.method = methods[round % 3], .node_limit = 200};
        instance_make_random(&some, &seed);
        scatter(&some, &seed, &all);
        CU_ASSERT_EQUAL_FATAL(graze_solve(&some.problem, &options, NULL, &without), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(graze_solve(&all.problem, &options, NULL, &with), GRAZE_OK);
        check_plans(&with, &without, some.problem.task_count);
        found += with.outcome == GRAZE_PLAN_FOUND;
        graze_solution_free(&with, NULL);
        graze_solution_free(&without, NULL);
    }
    CU_ASSERT_TRUE(found > 20);
}

CU_TestInfo used_vertex_tests[] = {
    SUPPORT_TEST(edges_starts_and_goals_are_left),
    SUPPORT_TEST(nothing_is_left_out_of_the_moves_of_one_agent),
    SUPPORT_TEST(vertices_that_nobody_uses_change_no_plan),
    CU_TEST_INFO_NULL,
};
