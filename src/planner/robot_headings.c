/* SPDX-License-Identifier: MIT */
#include "planner/robot_headings.h"

#include <math.h>

#include "base/array.h"
#include "base/memory.h"

bool robot_headings_same(vertex_heading a, vertex_heading b)
{
    double cross = a.dx * b.dy - a.dy * b.dx;
    double limit = 0x1p-40 * hypot(a.dx, a.dy) * hypot(b.dx, b.dy);
    return fabs(cross) <= limit && a.dx * b.dx + a.dy * b.dy > 0;
}

/* What is nearer to an axis than headings can be told apart is along it. */
vertex_heading robot_heading_of_angle(double angle)
{
    double c = cos(angle), s = sin(angle);
    return (vertex_heading){fabs(c) < 0x1p-41 ? 0 : c, fabs(s) < 0x1p-41 ? 0 : s};
}

vertex_heading robot_headings_along(const robot_headings *headings, uint32_t from, uint32_t to)
{
    graze_point a = headings->base->places[from], b = headings->base->places[to];
    return (vertex_heading){b.x - a.x, b.y - a.y};
}

uint32_t robot_headings_count(const robot_headings *headings, uint32_t vertex)
{
    return headings->first[vertex + 1] - headings->first[vertex];
}

const vertex_heading *robot_headings_at(const robot_headings *headings, uint32_t vertex)
{
    return headings->all + headings->first[vertex];
}

uint32_t robot_headings_find(const robot_headings *headings, uint32_t vertex,
                             vertex_heading sought)
{
    const uint32_t count = robot_headings_count(headings, vertex);
    for (uint32_t h = 0; h < count; h++)
        if (robot_headings_same(robot_headings_at(headings, vertex)[h], sought))
            return h;
    return HEADING_NONE;
}

/* Adds a heading of the last vertex. */
static bool add_heading(robot_headings *headings, uint32_t vertex, vertex_heading added)
{
    if ((added.dx == 0 && added.dy == 0) ||
        robot_headings_find(headings, vertex, added) != HEADING_NONE)
        return true;
    if (!ARRAY_RESERVE(&headings->memory, headings->all, headings->capacity, headings->count + 1))
        return false;
    headings->all[headings->count++] = added;
    headings->first[vertex + 1] = (uint32_t)headings->count;
    return true;
}

/* Edges by where they end, for those into a vertex. */
static uint32_t *arrivals(const robot_headings *headings, uint32_t **from)
{
    const graze_roadmap *base = headings->base;
    size_t edges = base->first[base->vertex_count];
    uint32_t *first = memory_new(&headings->memory, (size_t)base->vertex_count + 2, sizeof *first);
    *from = memory_new(&headings->memory, edges, sizeof **from);
    if (first == NULL || *from == NULL) {
        memory_free(&headings->memory, first);
        memory_free(&headings->memory, *from);
        return NULL;
    }
    for (size_t e = 0; e < edges; e++)
        first[base->targets[e] + 2]++;
    for (uint32_t v = 0; v < base->vertex_count; v++)
        first[v + 2] += first[v + 1];
    for (uint32_t v = 0; v < base->vertex_count; v++)
        for (size_t e = base->first[v]; e < base->first[v + 1]; e++)
            (*from)[first[base->targets[e] + 1]++] = v;
    return first;
}

/* The headings of the robots that begin at a vertex. */
static bool add_starts(robot_headings *headings, uint32_t vertex, const robot_start *starts,
                       size_t count)
{
    bool room = true;
    for (size_t i = 0; i < count && room; i++)
        if (starts[i].vertex == vertex)
            room = add_heading(headings, vertex, starts[i].heading);
    return room;
}

static graze_status find_headings(robot_headings *headings, bool east, const robot_start *starts,
                                  size_t start_count)
{
    const graze_roadmap *base = headings->base;
    uint32_t *from, *first = arrivals(headings, &from);
    bool room = first != NULL;
    for (uint32_t v = 0; v < base->vertex_count && room; v++) {
        headings->first[v + 1] = (uint32_t)headings->count;
        room = !east || add_heading(headings, v, (vertex_heading){1, 0});
        for (size_t e = base->first[v]; e < base->first[v + 1] && room; e++)
            room = add_heading(headings, v, robot_headings_along(headings, v, base->targets[e]));
        for (uint32_t i = first[v]; i < first[v + 1] && room; i++)
            room = add_heading(headings, v, robot_headings_along(headings, from[i], v));
        room = room && add_starts(headings, v, starts, start_count);
    }
    if (first != NULL)
        memory_free(&headings->memory, from);
    memory_free(&headings->memory, first);
    return room ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

static void note_headings_of_edges(robot_headings *headings)
{
    const graze_roadmap *base = headings->base;
    for (uint32_t v = 0; v < base->vertex_count; v++)
        for (size_t e = base->first[v]; e < base->first[v + 1]; e++) {
            vertex_heading along = robot_headings_along(headings, v, base->targets[e]);
            headings->leaving[e] = robot_headings_find(headings, v, along);
            headings->entering[e] = robot_headings_find(headings, base->targets[e], along);
        }
}

graze_status robot_headings_open(robot_headings *headings, const graze_allocator *memory,
                                 const graze_roadmap *base, bool east, const robot_start *starts,
                                 size_t start_count)
{
    size_t vertices = base->vertex_count, edges = base->first[vertices];
    *headings = (robot_headings){.memory = *memory, .base = base};
    headings->first = memory_new(memory, vertices + 1, sizeof *headings->first);
    headings->leaving = memory_new(memory, edges, sizeof *headings->leaving);
    headings->entering = memory_new(memory, edges, sizeof *headings->entering);
    graze_status status = GRAZE_ERROR_MEMORY;
    if (headings->first != NULL && headings->leaving != NULL && headings->entering != NULL)
        status = find_headings(headings, east, starts, start_count);
    if (status == GRAZE_OK)
        note_headings_of_edges(headings);
    return status;
}

void robot_headings_close(robot_headings *headings)
{
    const graze_allocator *memory = &headings->memory;
    memory_free(memory, headings->all);
    memory_free(memory, headings->first);
    memory_free(memory, headings->leaving);
    memory_free(memory, headings->entering);
    *headings = (robot_headings){.memory = *memory};
}
