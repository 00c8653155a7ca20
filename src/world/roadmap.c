/* SPDX-License-Identifier: MIT */
/* Roadmaps in compressed rows: from lists of edges, and within a world. */
#include "world/roadmap.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "numeric/float_mode.h"
#include "world/link.h"

/* ---- arrays -------------------------------------------------------------------------- */

bool roadmap_arrays_make(const graze_allocator *allocator, uint32_t vertices, size_t edges,
                         roadmap_arrays *made)
{
    *made = (roadmap_arrays){
        .places = memory_resize(allocator, NULL, vertices, sizeof *made->places),
        .first = memory_new(allocator, (size_t)vertices + 1, sizeof *made->first),
        .targets = memory_resize(allocator, NULL, edges, sizeof *made->targets),
    };
    if (made->places != NULL && made->first != NULL && made->targets != NULL)
        return true;
    roadmap_arrays_free(allocator, made);
    return false;
}

void roadmap_arrays_free(const graze_allocator *allocator, roadmap_arrays *arrays)
{
    memory_free(allocator, arrays->places);
    memory_free(allocator, arrays->first);
    memory_free(allocator, arrays->targets);
    *arrays = (roadmap_arrays){NULL, NULL, NULL};
}

/* The arrays were made here; only users see them as const. */
void graze_roadmap_free(graze_roadmap *roadmap, const graze_allocator *allocator)
{
    if (roadmap == NULL)
        return;
    graze_allocator own = memory_allocator(allocator);
    roadmap_arrays arrays;
    memcpy(&arrays.places, &roadmap->places, sizeof arrays.places);
    memcpy(&arrays.first, &roadmap->first, sizeof arrays.first);
    memcpy(&arrays.targets, &roadmap->targets, sizeof arrays.targets);
    roadmap_arrays_free(&own, &arrays);
    *roadmap = (graze_roadmap){.vertex_count = 0};
}

/* ---- from a list of edges --------------------------------------------------------------- */

static graze_status check_edge(uint32_t vertex_count, graze_edge edge)
{
    if (edge.from >= vertex_count || edge.to >= vertex_count)
        return GRAZE_ERROR_INDEX;
    return edge.from == edge.to ? GRAZE_ERROR_EDGE : GRAZE_OK;
}

static graze_status check_list(uint32_t vertex_count, const graze_point *places, size_t edge_count,
                               const graze_edge *edges, size_t *bad_edge)
{
    if ((places == NULL && vertex_count > 0) || (edges == NULL && edge_count > 0))
        return GRAZE_ERROR_NULL;
    for (uint32_t v = 0; v < vertex_count; v++)
        if (!isfinite(places[v].x) || !isfinite(places[v].y))
            return GRAZE_ERROR_NOT_FINITE;
    for (size_t i = 0; i < edge_count; i++) {
        graze_status status = check_edge(vertex_count, edges[i]);
        if (status == GRAZE_OK)
            continue;
        if (bad_edge != NULL)
            *bad_edge = i;
        return status;
    }
    return GRAZE_OK;
}

/* first[v + 1] counts the edges of v, then becomes where those of v begin. */
static void begin_rows(uint32_t vertex_count, size_t *first)
{
    for (uint32_t v = 0; v < vertex_count; v++)
        first[v + 1] += first[v];
}

/* Sorts by the source, keeping the order of edges of one source (a counting sort); done
 * after the same by the target, it leaves the targets of each vertex ascending. */
static void sort_by_target(uint32_t vertex_count, size_t edge_count, const graze_edge *edges,
                           size_t *first, graze_edge *sorted)
{
    for (size_t i = 0; i < edge_count; i++)
        first[edges[i].to + 1]++;
    begin_rows(vertex_count, first);
    for (size_t i = 0; i < edge_count; i++)
        sorted[first[edges[i].to]++] = edges[i];
    memset(first, 0, ((size_t)vertex_count + 1) * sizeof *first);
}

/* Writes the rows; of equal edges, which are neighbours now, one. */
static void write_rows(uint32_t vertex_count, size_t edge_count, const graze_edge *sorted,
                       size_t *next, roadmap_arrays *into)
{
    for (size_t i = 0; i < edge_count; i++)
        next[sorted[i].from + 1]++;
    begin_rows(vertex_count, next);
    memcpy(into->first, next, ((size_t)vertex_count + 1) * sizeof *next);
    for (size_t i = 0; i < edge_count; i++)
        into->targets[next[sorted[i].from]++] = sorted[i].to;

    size_t kept = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        size_t begin = into->first[v], end = into->first[v + 1];
        into->first[v] = kept;
        for (size_t i = begin; i < end; i++)
            if (i == begin || into->targets[i] != into->targets[i - 1])
                into->targets[kept++] = into->targets[i];
    }
    into->first[vertex_count] = kept;
}

graze_status graze_roadmap_from_edges(uint32_t vertex_count, const graze_point *places,
                                      size_t edge_count, const graze_edge *edges,
                                      const graze_allocator *allocator, graze_roadmap *roadmap,
                                      size_t *bad_edge)
{
    FLOAT_MODE_DEFAULT;
    if (roadmap == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = check_list(vertex_count, places, edge_count, edges, bad_edge);
    if (status != GRAZE_OK)
        return status;
    graze_allocator own = memory_allocator(allocator);
    roadmap_arrays into = {NULL, NULL, NULL};
    graze_edge *sorted = memory_resize(&own, NULL, edge_count, sizeof *sorted);
    size_t *next = memory_new(&own, (size_t)vertex_count + 1, sizeof *next);
    if (sorted != NULL && next != NULL &&
        roadmap_arrays_make(&own, vertex_count, edge_count, &into)) {
        sort_by_target(vertex_count, edge_count, edges, next, sorted);
        write_rows(vertex_count, edge_count, sorted, next, &into);
        if (vertex_count > 0)
            memcpy(into.places, places, vertex_count * sizeof *places);
        *roadmap = roadmap_of_arrays(vertex_count, &into);
    }
    memory_free(&own, sorted);
    memory_free(&own, next);
    return into.first == NULL ? GRAZE_ERROR_MEMORY : GRAZE_OK;
}

/* ---- within a world ---------------------------------------------------------------------- */

/* Asks about the edge as a motion of one second: only the path counts. */
static graze_status ask_edge(const graze_world *world, const graze_body *body, graze_point from,
                             graze_point to, double tolerance, bool *free)
{
    graze_motion motion;
    graze_status status = graze_motion_waypoint((graze_vector){from.x, from.y, 0},
                                                (graze_vector){to.x, to.y, 0}, 0, 1, &motion);
    return status == GRAZE_OK ? graze_world_link(world, body, &motion, tolerance, free) : status;
}

/* The edge from -> to of a roadmap; false when it has none. Rows ascend. */
static bool find_edge(const graze_roadmap *in, uint32_t from, uint32_t to, size_t *edge)
{
    size_t low = in->first[from], end = in->first[from + 1];
    while (low < end) {
        size_t middle = low + (end - low) / 2;
        if (in->targets[middle] < to)
            low = middle + 1;
        else
            end = middle;
    }
    *edge = low;
    return low < in->first[from + 1] && in->targets[low] == to;
}

/* An edge and its way back sweep the same points, so one is free iff the other one is: of such
 * two the second one is not asked about. */
static graze_status decide_edge(const graze_world *world, const graze_body *body,
                                const graze_roadmap *all, uint32_t from, size_t edge,
                                double tolerance, bool *is_free)
{
    size_t back;
    uint32_t to = all->targets[edge];
    if (to < from && find_edge(all, to, from, &back)) {
        is_free[edge] = is_free[back];
        return GRAZE_OK;
    }
    return ask_edge(world, body, all->places[from], all->places[to], tolerance, &is_free[edge]);
}

static graze_status copy_free_edges(const graze_world *world, const graze_body *body,
                                    const graze_roadmap *all, double tolerance, bool *is_free,
                                    roadmap_arrays *into)
{
    size_t kept = 0;
    for (uint32_t v = 0; v < all->vertex_count; v++) {
        into->places[v] = all->places[v];
        into->first[v] = kept;
        for (size_t i = all->first[v]; i < all->first[v + 1]; i++) {
            graze_status status = decide_edge(world, body, all, v, i, tolerance, is_free);
            if (status != GRAZE_OK)
                return status;
            if (is_free[i])
                into->targets[kept++] = all->targets[i];
        }
    }
    into->first[all->vertex_count] = kept;
    return GRAZE_OK;
}

graze_status graze_roadmap_within(const graze_world *world, const graze_body *body,
                                  const graze_roadmap *all, double tolerance,
                                  const graze_allocator *allocator, graze_roadmap *roadmap)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = world_validate(world, body, tolerance);
    if (status != GRAZE_OK)
        return status;
    if (all == NULL || roadmap == NULL)
        return GRAZE_ERROR_NULL;
    graze_allocator own = memory_allocator(allocator);
    roadmap_arrays into;
    size_t edges = all->vertex_count == 0 ? 0 : all->first[all->vertex_count];
    bool *is_free = memory_resize(&own, NULL, edges, sizeof *is_free);
    status = is_free != NULL && roadmap_arrays_make(&own, all->vertex_count, edges, &into)
                 ? GRAZE_OK
                 : GRAZE_ERROR_MEMORY;
    if (status == GRAZE_OK) {
        status = copy_free_edges(world, body, all, tolerance, is_free, &into);
        if (status == GRAZE_OK)
            *roadmap = roadmap_of_arrays(all->vertex_count, &into);
        else
            roadmap_arrays_free(&own, &into);
    }
    memory_free(&own, is_free);
    return status;
}
