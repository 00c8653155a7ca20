/* SPDX-License-Identifier: MIT */
/* Places dealt out to their cells: counted, summed up, put in. */
#include "planner/place_map.h"

#include "base/memory.h"

/* Counts a place in its cells, or puts it in: first[cell] is where the next one goes. */
static void deal_out(const place_map *map, uint32_t place, size_t *count, bool put)
{
    if (!place_is_edge(map->graph, place) && !graph_can_wait(map->graph, place))
        return; /* nothing is taken there that is not taken along edges */
    graph_box box = place_box(map->graph, place);
    cell_range cells = plane_cells_of(&map->cells, &box, 0);
    for (size_t y = cells.bottom; y <= cells.top; y++)
        for (size_t x = cells.left; x <= cells.right; x++) {
            size_t cell = y * map->cells.columns + x;
            if (put)
                map->places[map->first[cell]++] = place;
            else
                ++*count, map->first[cell + 1]++;
        }
}

graze_status place_map_open(place_map *map, const planning_graph *graph)
{
    const graze_allocator *memory = &graph->memory;
    *map = (place_map){.graph = graph, .cells = plane_cells_for(graph)};
    size_t cells = map->cells.columns * map->cells.rows, count = 0;
    map->count = graph->roadmap->vertex_count + graph->edge_count;
    map->first = memory_new(memory, cells + 2, sizeof *map->first);
    if (map->first == NULL)
        return GRAZE_ERROR_MEMORY;
    for (uint32_t place = 0; place < map->count; place++)
        deal_out(map, place, &count, false);
    for (size_t i = 0; i < cells; i++)
        map->first[i + 1] += map->first[i];
    map->places = memory_new(memory, count, sizeof *map->places);
    if (map->places == NULL) {
        place_map_close(map);
        return GRAZE_ERROR_MEMORY;
    }
    for (uint32_t place = 0; place < map->count; place++)
        deal_out(map, place, &count, true);
    for (size_t i = cells; i > 0; i--)
        map->first[i] = map->first[i - 1];
    map->first[0] = 0;
    return GRAZE_OK;
}

void place_map_close(place_map *map)
{
    if (map->graph == NULL)
        return;
    memory_free(&map->graph->memory, map->first);
    memory_free(&map->graph->memory, map->places);
    *map = (place_map){.graph = NULL};
}
