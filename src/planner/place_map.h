/* SPDX-License-Identifier: MIT */
/* Places by cells of the plane: which vertices and edges a move or a stay may concern.
 *
 * A *place* is where an agent rests or moves: vertex v is place v, edge e is place
 * vertex_count + e. A map of places does not change; several tables may share it.
 */
#ifndef GRAZE_PLANNER_PLACE_MAP_H
#define GRAZE_PLANNER_PLACE_MAP_H

#include "planner/plane_cells.h"

typedef struct place_map {
    const planning_graph *graph;
    plane_cells cells;
    size_t *first;    /* by cell: its places are places[first[cell]] ... */
    uint32_t *places; /* ascending in each cell */
    uint32_t count;   /* of all places */
} place_map;

graze_status place_map_open(place_map *map, const planning_graph *graph);
void place_map_close(place_map *map);

static inline uint32_t place_of_edge(const planning_graph *graph, uint32_t edge)
{
    return graph->roadmap->vertex_count + edge;
}

static inline bool place_is_edge(const planning_graph *graph, uint32_t place)
{
    return place >= graph->roadmap->vertex_count;
}

static inline uint32_t place_edge(const planning_graph *graph, uint32_t place)
{
    return place - graph->roadmap->vertex_count;
}

static inline graph_box place_box(const planning_graph *graph, uint32_t place)
{
    return place_is_edge(graph, place) ? graph->boxes[place_edge(graph, place)]
                                       : graph_box_at(graph, place);
}

#endif
