/* SPDX-License-Identifier: MIT */
/* Paths on the edges of a roadmap. Vertices are found by their places in a sorted list; while a
 * path is between two vertices, the edges that it may be on are kept. */
#include <graze/path.h>
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "check/path_motion.h"
#include "motion/life.h"
#include "numeric/float_mode.h"

typedef struct road_edge {
    uint32_t from, to;
} road_edge;

/* Edges that a path may be on, its place strictly between their ends. */
typedef struct edge_list {
    road_edge *items;
    size_t count, capacity;
} edge_list;

typedef struct walker {
    const graze_roadmap *roadmap;
    const graze_allocator *allocator;
    uint32_t *order; /* vertices by place */
    edge_list now, then;
    bool no_memory;
} walker;

/* ---- vertices by place --------------------------------------------------------------------- */

static int compare_points(graze_point a, graze_point b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    return (a.y > b.y) - (a.y < b.y);
}

/* A heap sort of `order` by place, since qsort takes no context. */
static void sift(const walker *w, size_t root, size_t end)
{
    const graze_point *places = w->roadmap->places;
    for (size_t child; (child = 2 * root + 1) < end; root = child) {
        if (child + 1 < end &&
            compare_points(places[w->order[child]], places[w->order[child + 1]]) < 0)
            child++;
        if (compare_points(places[w->order[root]], places[w->order[child]]) >= 0)
            return;
        uint32_t above = w->order[root];
        w->order[root] = w->order[child];
        w->order[child] = above;
    }
}

static void sort_vertices(const walker *w)
{
    size_t count = w->roadmap->vertex_count;
    for (size_t i = 0; i < count; i++)
        w->order[i] = (uint32_t)i;
    for (size_t i = count / 2; i-- > 0;)
        sift(w, i, count);
    for (size_t end = count; end-- > 1;) {
        uint32_t last = w->order[end];
        w->order[end] = w->order[0];
        w->order[0] = last;
        sift(w, 0, end);
    }
}

/* The first vertex, in `order`, that is not before a place. */
static size_t find_place(const walker *w, graze_point place)
{
    size_t low = 0, high = w->roadmap->vertex_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_points(w->roadmap->places[w->order[middle]], place) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_there(const walker *w, size_t at, graze_point place)
{
    return at < w->roadmap->vertex_count &&
           compare_points(w->roadmap->places[w->order[at]], place) == 0;
}

static bool is_vertex(const walker *w, graze_point place)
{
    return is_there(w, find_place(w, place), place);
}

/* ---- edges --------------------------------------------------------------------------------- */

static bool has_edge(const graze_roadmap *roadmap, uint32_t from, uint32_t to)
{
    for (size_t i = roadmap->first[from]; i < roadmap->first[from + 1]; i++)
        if (roadmap->targets[i] == to)
            return true;
    return false;
}

static void note_edge(walker *w, road_edge edge)
{
    edge_list *list = &w->then;
    if (!ARRAY_RESERVE(w->allocator, list->items, list->capacity, list->count + 1))
        w->no_memory = true;
    else
        list->items[list->count++] = edge;
}

static bool goes_from_vertex(walker *w, graze_point from, graze_point to);

/* From a place on an edge towards its end. Notes the edge when `to` is on it; behind its end the
 * way goes on. True when `to` can be reached so. */
static bool goes_along(walker *w, road_edge edge, graze_point from, graze_point to)
{
    graze_point end = w->roadmap->places[edge.to];
    if (compare_points(end, to) == 0)
        return true;
    if (path_segment_holds(from, end, to)) {
        note_edge(w, edge);
        return true;
    }
    return compare_points(end, from) != 0 && path_segment_holds(from, to, end) &&
           goes_from_vertex(w, end, to);
}

/* Every step takes the way nearer to `to`, so it ends. */
static bool goes_from_vertex(walker *w, graze_point from, graze_point to)
{
    const graze_roadmap *roadmap = w->roadmap;
    bool goes = false;
    for (size_t at = find_place(w, from); is_there(w, at, from); at++) {
        uint32_t vertex = w->order[at];
        for (size_t i = roadmap->first[vertex]; i < roadmap->first[vertex + 1]; i++)
            goes |= goes_along(w, (road_edge){vertex, roadmap->targets[i]}, from, to);
    }
    return goes;
}

static bool goes_from_edge(walker *w, graze_point from, graze_point to)
{
    bool goes = false;
    for (size_t i = 0; i < w->now.count; i++) {
        road_edge edge = w->now.items[i], back = {edge.to, edge.from};
        goes |= goes_along(w, edge, from, to);
        if (has_edge(w->roadmap, back.from, back.to))
            goes |= goes_along(w, back, from, to);
    }
    return goes;
}

/* One motion's way; afterwards `now` holds the edges that the path may be on. */
static bool goes(walker *w, graze_point from, graze_point to)
{
    if (compare_points(from, to) == 0)
        return w->now.count > 0 || is_vertex(w, from);
    w->then.count = 0;
    bool found = is_vertex(w, from) ? goes_from_vertex(w, from, to) : goes_from_edge(w, from, to);
    edge_list before = w->now;
    w->now = w->then;
    w->then = before;
    if (is_vertex(w, to))
        w->now.count = 0;
    return found;
}

/* ---- paths --------------------------------------------------------------------------------- */

static graze_point place_behind(const graze_trajectory *path, size_t at)
{
    const graze_motion *m = &path->motions[at];
    graze_vector place = m->position;
    if (path_motion_is_between(m))
        place = m->to;
    else if (at + 1 < path->count && path->motions[at + 1].form != GRAZE_PARKED)
        place = path->motions[at + 1].position;
    else if (!path_motion_is_still(m) || m->form == GRAZE_PARKED)
        graze_motion_place(m, m->form == GRAZE_PARKED ? path_motion_begin(m) : path_motion_end(m),
                           &place);
    return (graze_point){place.x, place.y};
}

static graze_point place_before(const graze_trajectory *path, size_t at)
{
    const graze_motion *m = &path->motions[at];
    return m->form == GRAZE_PARKED ? place_behind(path, at)
                                   : (graze_point){m->position.x, m->position.y};
}

/* In the plane, along one line: an acceleration across the velocity bends the way. */
static bool is_straight(const graze_motion *m)
{
    if (!motion_is_plane(m))
        return false;
    if (m->form != GRAZE_KINEMATIC)
        return true;
    const graze_point none = {0, 0}, v = {m->velocity.x, m->velocity.y};
    const graze_point ahead = {m->acceleration.x, m->acceleration.y};
    return path_points_align(none, v, ahead);
}

static bool motion_goes(walker *w, const graze_trajectory *path, size_t at)
{
    const graze_motion *m = &path->motions[at];
    if (motion_is_endless(m) && !path_motion_is_still(m))
        return false;
    bool found = goes(w, place_before(path, at), place_behind(path, at));
    return found && is_straight(m);
}

/* False when the sink wants no more. */
static bool walk_path(walker *w, const graze_trajectory *path, size_t index,
                      graze_path_stray_sink sink, void *context)
{
    bool lost = false;
    w->now.count = 0;
    for (size_t i = 0; i < path->count && !w->no_memory; i++) {
        if (motion_is_empty(&path->motions[i]))
            continue;
        if (lost && !is_vertex(w, place_before(path, i)))
            continue;
        lost = !motion_goes(w, path, i) && !w->no_memory;
        if (lost && !sink(context, index, i))
            return false;
        if (lost)
            w->now.count = 0;
    }
    return true;
}

graze_status graze_path_strays(const graze_trajectory *paths, size_t count,
                               const graze_roadmap *roadmap, const graze_allocator *allocator,
                               graze_path_stray_sink sink, void *context)
{
    FLOAT_MODE_DEFAULT;
    if ((paths == NULL && count > 0) || roadmap == NULL || sink == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < count && status == GRAZE_OK; i++)
        status = path_validate(&paths[i]);
    if (status != GRAZE_OK)
        return status;
    const graze_allocator memory = memory_allocator(allocator);
    walker w = {.roadmap = roadmap, .allocator = &memory};
    w.order = memory_new(&memory, roadmap->vertex_count, sizeof *w.order);
    if (w.order == NULL)
        return GRAZE_ERROR_MEMORY;
    sort_vertices(&w);
    for (size_t i = 0; i < count && !w.no_memory; i++)
        if (!walk_path(&w, &paths[i], i, sink, context))
            break;
    memory_free(&memory, w.order);
    memory_free(&memory, w.now.items);
    memory_free(&memory, w.then.items);
    return w.no_memory ? GRAZE_ERROR_MEMORY : GRAZE_OK;
}
