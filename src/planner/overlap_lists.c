/* SPDX-License-Identifier: MIT */
/* Asks about all vertices and edges, once for each place. */
#include "planner/overlap_lists.h"

#include "base/array.h"
#include "base/memory.h"

static const graze_allocator *memory_of(const overlap_lists *lists)
{
    return &lists->collisions->graph->memory;
}

void overlap_lists_open(overlap_lists *lists, collision_table *collisions)
{
    *lists = (overlap_lists){.collisions = collisions};
}

void overlap_lists_close(overlap_lists *lists)
{
    if (lists->collisions == NULL)
        return;
    memory_free(memory_of(lists), lists->places);
    memory_free(memory_of(lists), lists->edges);
    memory_free(memory_of(lists), lists->vertices);
    *lists = (overlap_lists){.collisions = NULL};
}

static graze_status gather_edges(overlap_lists *lists, overlap_list *made)
{
    const planning_graph *graph = lists->collisions->graph;
    made->first_edge = lists->edge_count;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        span when = collision_of_stay(lists->collisions, made->kind_resting, made->place,
                                      made->kind_moving, e);
        if (when.lower >= when.upper)
            continue;
        if (!ARRAY_RESERVE(memory_of(lists), lists->edges, lists->edge_capacity,
                           lists->edge_count + 1))
            return GRAZE_ERROR_MEMORY;
        lists->edges[lists->edge_count++] = (overlap_edge){e, when.upper};
    }
    made->edge_count = lists->edge_count - made->first_edge;
    return lists->collisions->status;
}

static graze_status gather_vertices(overlap_lists *lists, overlap_list *made)
{
    uint32_t vertices = lists->collisions->graph->roadmap->vertex_count;
    made->first_vertex = lists->vertex_count;
    for (uint32_t v = 0; v < vertices; v++) {
        if (!collision_of_places(lists->collisions, made->kind_resting, made->place,
                                 made->kind_moving, v))
            continue;
        if (!ARRAY_RESERVE(memory_of(lists), lists->vertices, lists->vertex_capacity,
                           lists->vertex_count + 1))
            return GRAZE_ERROR_MEMORY;
        lists->vertices[lists->vertex_count++] = v;
    }
    made->vertex_count = lists->vertex_count - made->first_vertex;
    return lists->collisions->status;
}

graze_status overlap_lists_find(overlap_lists *lists, uint32_t kind_resting, uint32_t place,
                                uint32_t kind_moving, const overlap_list **found)
{
    for (size_t i = 0; i < lists->count; i++) {
        *found = &lists->places[i];
        if ((*found)->place == place && (*found)->kind_resting == kind_resting &&
            (*found)->kind_moving == kind_moving)
            return GRAZE_OK;
    }
    if (!ARRAY_RESERVE(memory_of(lists), lists->places, lists->capacity, lists->count + 1))
        return GRAZE_ERROR_MEMORY;
    overlap_list made = {.kind_resting = kind_resting, .place = place, .kind_moving = kind_moving};
    graze_status status = gather_edges(lists, &made);
    if (status == GRAZE_OK)
        status = gather_vertices(lists, &made);
    if (status != GRAZE_OK)
        return status;
    lists->places[lists->count] = made;
    *found = &lists->places[lists->count++];
    return GRAZE_OK;
}
