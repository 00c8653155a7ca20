/* SPDX-License-Identifier: MIT */
#include "planner/goal_distances.h"

#include "base/memory.h"
#include "planner/heap.h"

/* The tables of all agents of a kind. */
static graze_status add_tables(goal_distances *into, const route_agent *agents, uint32_t kind)
{
    distance_finder finder;
    graze_status status = distance_finder_open(&finder, into->graph, kind);
    for (uint32_t i = 0; i < into->agent_count && status == GRAZE_OK; i++) {
        if (agents[i].kind != kind)
            continue;
        status = coarse_distances_find(&finder, agents[i].goal, agents[i].start, &into->of[i],
                                       &into->direct[i]);
    }
    distance_finder_close(&finder);
    return status;
}

static graze_status put_in_order(goal_distances *distances)
{
    heap nearest = {0};
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < distances->agent_count && status == GRAZE_OK; i++)
        status = heap_push(&nearest, &distances->graph->memory,
                           (heap_entry){.first = distances->direct[i], .item = i});
    for (uint32_t i = 0; i < distances->agent_count && status == GRAZE_OK; i++)
        distances->order[i] = heap_pop(&nearest).item;
    heap_free(&nearest, &distances->graph->memory);
    return status;
}

graze_status goal_distances_open(goal_distances *distances, const planning_graph *graph,
                                 const route_agent *agents, uint32_t agent_count)
{
    const graze_allocator *memory = &graph->memory;
    *distances = (goal_distances){.graph = graph, .agent_count = agent_count};
    distances->of = memory_new(memory, agent_count, sizeof *distances->of);
    distances->direct = memory_new(memory, agent_count, sizeof *distances->direct);
    distances->order = memory_new(memory, agent_count, sizeof *distances->order);
    bool has_room = distances->of != NULL && distances->direct != NULL && distances->order != NULL;
    graze_status status = has_room ? GRAZE_OK : GRAZE_ERROR_MEMORY;
    for (uint32_t k = 0; k < graph->kind_count && status == GRAZE_OK; k++)
        status = add_tables(distances, agents, k);
    if (status == GRAZE_OK)
        status = put_in_order(distances);
    if (status != GRAZE_OK)
        goal_distances_close(distances);
    return status;
}

void goal_distances_close(goal_distances *distances)
{
    if (distances->graph == NULL)
        return;
    const graze_allocator *memory = &distances->graph->memory;
    for (uint32_t i = 0; distances->of != NULL && i < distances->agent_count; i++)
        coarse_distances_free(&distances->of[i], memory);
    memory_free(memory, distances->of);
    memory_free(memory, distances->direct);
    memory_free(memory, distances->order);
    *distances = (goal_distances){.graph = NULL};
}
