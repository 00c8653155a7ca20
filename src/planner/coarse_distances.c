/* SPDX-License-Identifier: MIT */
#include "planner/coarse_distances.h"

#include "base/memory.h"

/* Makes no table where moves cannot be counted. */
static graze_status count_moves(distance_finder *finder, uint32_t goal, uint32_t start,
                                coarse_distances *made, tick *direct)
{
    const planning_graph *graph = finder->graph;
    if (!finder->is_even || finder->is_too_far)
        return GRAZE_OK;
    made->moves = memory_new(&graph->memory, graph->roadmap->vertex_count, sizeof *made->moves);
    if (made->moves == NULL)
        return GRAZE_ERROR_MEMORY;
    if (!distance_finder_count(finder, goal, COARSE_HORIZON, made->moves)) {
        coarse_distances_free(made, &graph->memory);
        return GRAZE_OK;
    }
    made->duration = finder->durations[0];
    const tick moves = made->moves[start];
    *direct = moves == MOVES_NEVER ? TICK_NEVER : moves * made->duration;
    return GRAZE_OK;
}

static graze_status count_units(distance_finder *finder, uint32_t goal, uint32_t start,
                                coarse_distances *made, tick *direct)
{
    const planning_graph *graph = finder->graph;
    const uint32_t vertices = graph->roadmap->vertex_count;
    if (finder->scratch == NULL)
        finder->scratch = memory_new(&graph->memory, vertices, sizeof *finder->scratch);
    uint32_t *units = made->units = memory_new(&graph->memory, vertices, sizeof *units);
    graze_status status = finder->scratch != NULL && units != NULL
                              ? distance_finder_find(finder, goal, finder->scratch)
                              : GRAZE_ERROR_MEMORY;
    if (status != GRAZE_OK)
        return status;
    const tick *distances = finder->scratch;
    for (uint32_t v = 0; v < vertices; v++)
        units[v] =
            distances[v] < COARSE_HORIZON ? (uint32_t)(distances[v] >> COARSE_SHIFT) : COARSE_NEVER;
    *direct = distances[start];
    return GRAZE_OK;
}

graze_status coarse_distances_find(distance_finder *finder, uint32_t goal, uint32_t start,
                                   coarse_distances *made, tick *direct)
{
    *made = (coarse_distances){.moves = NULL};
    graze_status status = count_moves(finder, goal, start, made, direct);
    if (status == GRAZE_OK && made->moves == NULL)
        status = count_units(finder, goal, start, made, direct);
    if (status != GRAZE_OK)
        coarse_distances_free(made, &finder->graph->memory);
    return status;
}

void coarse_distances_free(coarse_distances *to_goal, const graze_allocator *memory)
{
    memory_free(memory, to_goal->moves);
    memory_free(memory, to_goal->units);
    *to_goal = (coarse_distances){.moves = NULL};
}
