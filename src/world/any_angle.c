/* SPDX-License-Identifier: MIT */
/* All straight moves of a body between the centres of a grid's cells as a roadmap.
 *
 * A move and its way back sweep the same points, so both are there or neither: only moves to later
 * vertices are asked about, and of those the ones that sight.h does not exclude. */
#include <string.h>

#include "base/array.h"
#include "numeric/float_mode.h"
#include "world/link.h"
#include "world/roadmap.h"
#include "world/sight.h"

/* Moves to later vertices: those of v are later[first[v]] ... later[first[v + 1] - 1]. */
typedef struct later_moves {
    const graze_world *world;
    const graze_body *body;
    double tolerance;
    graze_allocator memory;
    size_t *first;
    uint32_t *later;
    size_t count, capacity;
} later_moves;

static graze_point centre(const graze_world *world, size_t vertex)
{
    return (graze_point){world_centre(world, (uint32_t)(vertex % world->columns)),
                         world_centre(world, (uint32_t)(vertex / world->columns))};
}

static graze_status ask(const later_moves *moves, uint32_t from, uint32_t to, bool *free)
{
    graze_point a = centre(moves->world, from), b = centre(moves->world, to);
    const graze_motion motion = {.form = GRAZE_WAYPOINT,
                                 .position = {a.x, a.y, 0},
                                 .to = {b.x, b.y, 0},
                                 .duration = 1};
    graze_status status =
        world_motion_is_free(moves->world, moves->body, &motion, moves->tolerance, free);
    if (status != GRAZE_OK || !*free)
        return status;
    return world_motion_passes(moves->world, moves->body, &motion, moves->tolerance, free);
}

static graze_status add_seen(later_moves *moves, const sight *view, uint32_t from)
{
    for (uint32_t to = from + 1; to <= view->last; to++) {
        bool free = false;
        graze_status status = view->seen[to] != 0 ? ask(moves, from, to, &free) : GRAZE_OK;
        if (status != GRAZE_OK)
            return status;
        if (!free)
            continue;
        if (!ARRAY_RESERVE(&moves->memory, moves->later, moves->capacity, moves->count + 1))
            return GRAZE_ERROR_MEMORY;
        moves->later[moves->count++] = to;
    }
    return GRAZE_OK;
}

static graze_status add_all(later_moves *moves, sight *view)
{
    const graze_world *world = moves->world;
    graze_status status = GRAZE_OK;
    for (uint32_t v = 0; v < world_cell_count(world) && status == GRAZE_OK; v++) {
        moves->first[v] = moves->count;
        if (sight_is_shut(view, v))
            continue;
        status = sight_look(view, v % world->columns, v / world->columns);
        if (status == GRAZE_OK)
            status = add_seen(moves, view, v);
    }
    moves->first[world_cell_count(world)] = moves->count;
    return status;
}

/* A vertex's row gets the earlier vertices, each when its turn comes, and then the later ones. */
static void fill(const later_moves *moves, roadmap_arrays *into)
{
    size_t vertices = world_cell_count(moves->world);
    memset(into->first, 0, (vertices + 1) * sizeof *into->first);
    for (size_t v = 0; v < vertices; v++) {
        into->places[v] = centre(moves->world, v);
        into->first[v + 1] += moves->first[v + 1] - moves->first[v];
        for (size_t i = moves->first[v]; i < moves->first[v + 1]; i++)
            into->first[moves->later[i] + 1]++;
    }
    for (size_t v = 0; v < vertices; v++)
        into->first[v + 1] += into->first[v];
    for (size_t v = 0; v < vertices; v++)
        for (size_t i = moves->first[v]; i < moves->first[v + 1]; i++) {
            into->targets[into->first[v]++] = moves->later[i];
            into->targets[into->first[moves->later[i]]++] = (uint32_t)v;
        }
    for (size_t v = vertices; v > 0; v--)
        into->first[v] = into->first[v - 1];
    into->first[0] = 0;
}

static graze_status build(later_moves *moves, graze_roadmap *roadmap)
{
    sight view;
    roadmap_arrays into;
    uint32_t vertices = (uint32_t)world_cell_count(moves->world);
    graze_status status =
        sight_open(&view, moves->world, moves->body, moves->tolerance, &moves->memory);
    moves->first = memory_new(&moves->memory, (size_t)vertices + 1, sizeof *moves->first);
    if (status == GRAZE_OK)
        status = moves->first != NULL ? add_all(moves, &view) : GRAZE_ERROR_MEMORY;
    sight_close(&view);
    if (status == GRAZE_OK &&
        !roadmap_arrays_make(&moves->memory, vertices, 2 * moves->count, &into))
        status = GRAZE_ERROR_MEMORY;
    if (status != GRAZE_OK)
        return status;
    fill(moves, &into);
    *roadmap = roadmap_of_arrays(vertices, &into);
    return GRAZE_OK;
}

graze_status graze_roadmap_any_angle(const graze_world *world, const graze_body *body,
                                     double tolerance, const graze_allocator *allocator,
                                     graze_roadmap *roadmap)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = world_validate(world, body, tolerance);
    if (status == GRAZE_OK && roadmap == NULL)
        status = GRAZE_ERROR_NULL;
    if (status == GRAZE_OK && world->columns == 0)
        status = GRAZE_ERROR_GRID_SIZE;
    if (status != GRAZE_OK)
        return status;
    later_moves moves = {.world = world,
                         .body = body,
                         .tolerance = tolerance,
                         .memory = memory_allocator(allocator)};
    status = build(&moves, roadmap);
    memory_free(&moves.memory, moves.first);
    memory_free(&moves.memory, moves.later);
    return status;
}
