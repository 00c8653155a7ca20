/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include "support/run.h"

void bench_open(bench *b, const instance *made)
{
    graze_allocator memory = memory_allocator(NULL);
    const graze_problem *problem = &made->problem;
    body_kind kind = {{.radius = problem->tasks[0].radius}, problem->tasks[0].speed, NULL};
    for (size_t i = 0; i < problem->task_count; i++)
        b->agents[i] = (route_agent){.start = problem->tasks[i].start,
                                     .goal = problem->tasks[i].goal};
    CU_ASSERT_EQUAL_FATAL(graph_open(&b->graph, &memory, problem->roadmap, &kind, 1, 0), GRAZE_OK);
    collision_open(&b->collisions, &b->graph);
    route_open(&b->routes, &b->collisions, b->agents);
    CU_ASSERT_EQUAL_FATAL(
        constraint_table_open(&b->constraints, &b->routes, (uint32_t)problem->task_count),
        GRAZE_OK);
}

void bench_close(bench *b)
{
    constraint_table_close(&b->constraints);
    route_close(&b->routes);
    collision_close(&b->collisions);
    graph_close(&b->graph);
}

tick bench_ticks(const bench *b, double time)
{
    return time_grid_floor(&b->graph.grid, time);
}
