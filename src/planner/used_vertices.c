/* SPDX-License-Identifier: MIT */
#include "planner/used_vertices.h"

#include <stdbool.h>

#include "base/memory.h"
#include "planner/planning_graph.h"

enum { UNUSED, USED };

static bool has_own_moves(const graze_problem *problem)
{
    size_t i = 0;
    while (i < problem->task_count && problem->tasks[i].moves == NULL)
        i++;
    return i < problem->task_count;
}

/* Marks the vertices that are used; how many? */
static uint32_t mark(const graze_problem *problem, uint32_t *marks)
{
    const graze_roadmap *all = problem->roadmap;
    uint32_t count = 0;
    for (uint32_t v = 0; v < all->vertex_count; v++)
        if (all->first[v] < all->first[v + 1])
            marks[v] = USED;
    for (size_t e = 0; e < all->first[all->vertex_count]; e++)
        marks[all->targets[e]] = USED;
    for (size_t i = 0; i < problem->task_count; i++)
        marks[problem->tasks[i].start] = marks[problem->tasks[i].goal] = USED;
    for (uint32_t v = 0; v < all->vertex_count; v++)
        count += marks[v] == USED;
    return count;
}

/* Fills the roadmap; marks become new numbers. */
static void number(used_vertices *used, const graze_roadmap *all, uint32_t *marks)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < all->vertex_count; v++) {
        if (marks[v] == UNUSED)
            continue;
        used->places[count] = all->places[v];
        used->first[count] = all->first[v];
        marks[v] = count++;
    }
    used->first[count] = all->first[all->vertex_count];
    for (size_t e = 0; e < used->first[count]; e++)
        used->targets[e] = marks[all->targets[e]];
    used->roadmap = (graze_roadmap){.places = used->places,
                                    .first = used->first,
                                    .targets = used->targets,
                                    .vertex_count = count};
}

static void number_tasks(used_vertices *used, const uint32_t *numbers)
{
    for (size_t i = 0; i < used->problem.task_count; i++) {
        graze_task *task = &used->tasks[i];
        *task = used->problem.tasks[i];
        task->start = numbers[task->start];
        task->goal = numbers[task->goal];
    }
}

static graze_status leave_out(used_vertices *used, const graze_allocator *memory, uint32_t *marks,
                              uint32_t count)
{
    const graze_roadmap *all = used->problem.roadmap;
    const size_t tasks = used->problem.task_count;
    used->places = memory_new(memory, count, sizeof *used->places);
    used->first = memory_new(memory, (size_t)count + 1, sizeof *used->first);
    used->targets = memory_new(memory, all->first[all->vertex_count], sizeof *used->targets);
    used->tasks = memory_new(memory, tasks, sizeof *used->tasks);
    if (used->places == NULL || used->first == NULL || used->targets == NULL || used->tasks == NULL)
        return GRAZE_ERROR_MEMORY;
    number(used, all, marks);
    number_tasks(used, marks);
    used->problem.roadmap = &used->roadmap;
    used->problem.tasks = used->tasks;
    return GRAZE_OK;
}

graze_status used_vertices_open(used_vertices *used, const graze_allocator *memory,
                                const graze_problem *problem)
{
    *used = (used_vertices){.problem = *problem};
    const uint32_t all = problem->roadmap->vertex_count;
    if (problem->roadmap->first[all] >= EDGE_NONE)
        return GRAZE_ERROR_CAPACITY;
    if (has_own_moves(problem))
        return GRAZE_OK;
    uint32_t *marks = memory_new(memory, all, sizeof *marks);
    if (marks == NULL)
        return GRAZE_ERROR_MEMORY;
    const uint32_t count = mark(problem, marks);
    graze_status status = count < all ? leave_out(used, memory, marks, count) : GRAZE_OK;
    memory_free(memory, marks);
    if (status != GRAZE_OK)
        used_vertices_close(used, memory);
    return status;
}

void used_vertices_close(used_vertices *used, const graze_allocator *memory)
{
    memory_free(memory, used->places);
    memory_free(memory, used->first);
    memory_free(memory, used->targets);
    memory_free(memory, used->tasks);
    *used = (used_vertices){.tasks = NULL};
}
