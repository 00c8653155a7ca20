/* SPDX-License-Identifier: MIT */
#include "planner/footprints.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

/* Offsets that are looked for among those kept: grids have few. And how many items are kept before
 * all are forgotten: 64 MB of them. */
enum { SHARED_OFFSETS = 64, ITEMS = 1 << 24 };

static const graze_allocator *memory_of(const footprints *all)
{
    return &all->map->graph->memory;
}

graze_status footprints_open(footprints *all, const place_map *map, collision_table *collisions)
{
    *all = (footprints){.map = map, .collisions = collisions};
    all->first = memory_new(memory_of(all), map->count, sizeof *all->first);
    all->seen = memory_new(memory_of(all), map->count, sizeof *all->seen);
    if (all->first != NULL && all->seen != NULL)
        return GRAZE_OK;
    footprints_close(all);
    return GRAZE_ERROR_MEMORY;
}

void footprints_close(footprints *all)
{
    if (all->map == NULL)
        return;
    memory_free(memory_of(all), all->first);
    memory_free(memory_of(all), all->items);
    memory_free(memory_of(all), all->offsets);
    memory_free(memory_of(all), all->near);
    memory_free(memory_of(all), all->seen);
    *all = (footprints){.map = NULL};
}

/* ---- what is near ------------------------------------------------------------------- */

graze_status footprints_look_around(footprints *all, uint32_t kind, const route_part *part)
{
    const place_map *map = all->map;
    graph_box box = part->edge != EDGE_NONE ? map->graph->boxes[part->edge]
                                            : graph_box_at(map->graph, part->vertex);
    cell_range cells =
        plane_cells_of(&map->cells, &box, plane_cells_reach(&map->cells, map->graph, kind));
    all->near_count = 0;
    if (++all->part == 0) {
        memset(all->seen, 0, map->count * sizeof *all->seen);
        all->part = 1;
    }
    for (size_t y = cells.bottom; y <= cells.top; y++)
        for (size_t cell = y * map->cells.columns + cells.left;
             cell <= y * map->cells.columns + cells.right; cell++) {
            size_t count = map->first[cell + 1] - map->first[cell];
            if (!ARRAY_RESERVE(memory_of(all), all->near, all->near_capacity,
                               all->near_count + count))
                return GRAZE_ERROR_MEMORY;
            for (size_t i = map->first[cell]; i < map->first[cell + 1]; i++) {
                uint32_t place = map->places[i];
                if (all->seen[place] != all->part)
                    all->near[all->near_count++] = place;
                all->seen[place] = all->part;
            }
        }
    return GRAZE_OK;
}

static span asked_at_vertex(collision_table *collisions, uint32_t kind_of_part,
                            const route_part *part, uint32_t kind, uint32_t vertex)
{
    if (part->edge == EDGE_NONE) {
        bool near = collision_of_places(collisions, kind_of_part, part->vertex, kind, vertex);
        return near ? (span){part->from, part->until} : (span){0, 0};
    }
    return span_later(collision_of_stay(collisions, kind, vertex, kind_of_part, part->edge),
                      part->from);
}

/* A stay forbids the starts whose overlap [s + lower, s + upper] shares an instant with it. */
static span asked_along_edge(collision_table *collisions, uint32_t kind_of_part,
                             const route_part *part, uint32_t kind, uint32_t edge)
{
    if (part->edge != EDGE_NONE)
        return span_later(collision_of_moves(collisions, kind, edge, kind_of_part, part->edge),
                          part->from);
    span when = collision_of_stay(collisions, kind_of_part, part->vertex, kind, edge);
    if (when.lower >= when.upper)
        return when;
    return (span){part->from - when.upper,
                  part->until >= TICK_NEVER ? TICK_NEVER : part->until - when.lower};
}

span footprint_asked(collision_table *collisions, uint32_t kind_of_part, const route_part *part,
                     uint32_t kind, uint32_t place)
{
    const planning_graph *graph = collisions->graph;
    return place_is_edge(graph, place)
               ? asked_along_edge(collisions, kind_of_part, part, kind, place_edge(graph, place))
               : asked_at_vertex(collisions, kind_of_part, part, kind, place);
}

/* ---- footprints --------------------------------------------------------------------- */

static graze_status number_of(footprints *all, span by, uint32_t *number)
{
    for (*number = 0; *number < all->offset_count && *number < SHARED_OFFSETS; ++*number)
        if (all->offsets[*number].lower == by.lower && all->offsets[*number].upper == by.upper)
            return GRAZE_OK;
    if (!ARRAY_RESERVE(memory_of(all), all->offsets, all->offset_capacity, all->offset_count + 1))
        return GRAZE_ERROR_MEMORY;
    *number = (uint32_t)all->offset_count;
    all->offsets[all->offset_count++] = by;
    return GRAZE_OK;
}

static void forget_all(footprints *all)
{
    memset(all->first, 0, all->map->count * sizeof *all->first);
    all->item_count = all->offset_count = 0;
}

/* Finds a footprint by a part that begins at 0; a stay must not be over before what it takes
 * begins: it lasts long enough for that. */
static graze_status find(footprints *all, uint32_t place)
{
    const planning_graph *graph = all->map->graph;
    const tick end = (tick)1 << 50;
    route_part part = {EDGE_NONE, VERTEX_NONE, 0, end};
    if (place_is_edge(graph, place))
        part.edge = place_edge(graph, place);
    else
        part.vertex = place;
    graze_status status = footprints_look_around(all, 0, &part);
    if (status == GRAZE_OK && all->item_count + 2 * all->near_count + 1 > ITEMS)
        forget_all(all);
    if (status == GRAZE_OK && !ARRAY_RESERVE(memory_of(all), all->items, all->item_capacity,
                                             all->item_count + 2 * all->near_count + 1))
        status = GRAZE_ERROR_MEMORY;
    uint32_t *const head = all->items + all->item_count, count = 0;
    for (size_t i = 0; i < all->near_count && status == GRAZE_OK; i++) {
        span taken = footprint_asked(all->collisions, 0, &part, 0, all->near[i]);
        if (taken.lower >= taken.upper)
            continue;
        taken.upper -= part.edge == EDGE_NONE ? end : 0;
        head[2 * count + 1] = all->near[i];
        status = number_of(all, taken, &head[2 * count + 2]);
        count++;
    }
    if (status != GRAZE_OK || all->collisions->status != GRAZE_OK)
        return status != GRAZE_OK ? status : all->collisions->status;
    *head = count;
    all->first[place] = (uint32_t)all->item_count + 1;
    all->item_count += 2 * (size_t)count + 1;
    return GRAZE_OK;
}

graze_status footprints_of(footprints *all, uint32_t place, footprint *found)
{
    graze_status status = all->first[place] != 0 ? GRAZE_OK : find(all, place);
    if (status != GRAZE_OK)
        return status;
    const uint32_t *head = all->items + (all->first[place] - 1);
    *found = (footprint){head + 1, *head};
    return GRAZE_OK;
}
