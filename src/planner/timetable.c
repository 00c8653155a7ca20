/* SPDX-License-Identifier: MIT */
/* Bookings in order, by places. */
#include "planner/timetable.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

static const graze_allocator *memory_of(const timetable *table)
{
    return &table->map->graph->memory;
}

graze_status timetable_open(timetable *table, const place_map *map, collision_table *collisions,
                            const route_agent *agents, uint32_t agent_count)
{
    const graze_allocator *memory = &map->graph->memory;
    *table = (timetable){.map = map,
                         .collisions = collisions,
                         .agents = agents,
                         .agent_count = agent_count};
    table->places = memory_new(memory, map->count, sizeof *table->places);
    table->seen = memory_new(memory, map->count, sizeof *table->seen);
    table->routes = memory_new(memory, agent_count, sizeof *table->routes);
    if (table->places != NULL && table->seen != NULL && table->routes != NULL)
        return GRAZE_OK;
    timetable_close(table);
    return GRAZE_ERROR_MEMORY;
}

void timetable_close(timetable *table)
{
    if (table->map == NULL)
        return;
    for (uint32_t p = 0; table->places != NULL && p < table->map->count; p++)
        memory_free(memory_of(table), table->places[p].items);
    for (uint32_t a = 0; table->routes != NULL && a < table->agent_count; a++)
        memory_free(memory_of(table), table->routes[a].steps);
    memory_free(memory_of(table), table->places);
    memory_free(memory_of(table), table->routes);
    memory_free(memory_of(table), table->near);
    memory_free(memory_of(table), table->seen);
    *table = (timetable){.map = NULL};
}

/* ---- the parts of a route ----------------------------------------------------------- */

route_walk route_walk_begin(const planning_graph *graph, const route_agent *agent,
                            const step *steps, size_t count)
{
    return (route_walk){.graph = graph,
                        .agent = agent,
                        .steps = steps,
                        .count = count,
                        .at = agent->start,
                        .now = agent->since};
}

bool route_walk_next(route_walk *walk, route_part *part)
{
    if (walk->next > walk->count)
        return false;
    bool is_last = walk->next == walk->count;
    tick until = is_last ? TICK_NEVER : walk->steps[walk->next].start;
    if (!walk->moves && walk->now < until) {
        *part = (route_part){EDGE_NONE, walk->at, walk->now, until};
        walk->moves = true;
        walk->next += is_last;
        return true;
    }
    const step *next = &walk->steps[walk->next];
    tick end = next->start + graph_duration(walk->graph, walk->agent->kind, next->edge);
    *part = (route_part){next->edge, VERTEX_NONE, next->start, end};
    walk->moves = false;
    walk->now = end;
    walk->at = graph_to(walk->graph, next->edge);
    walk->next++;
    return true;
}

tick timetable_arrival(const timetable *table, uint32_t agent)
{
    const kept_steps *route = &table->routes[agent];
    if (route->count == 0)
        return 0;
    const step *last = &route->steps[route->count - 1];
    return last->start +
           graph_duration(table->map->graph, table->agents[agent].kind, last->edge);
}

/* ---- what a part takes from others -------------------------------------------------- */

static span taken_at_vertex(collision_table *collisions, uint32_t kind_of_part,
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
static span taken_along_edge(collision_table *collisions, uint32_t kind_of_part,
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

span timetable_taken(collision_table *collisions, uint32_t kind_of_part, const route_part *part,
                     uint32_t kind, uint32_t place)
{
    const planning_graph *graph = collisions->graph;
    return place_is_edge(graph, place)
               ? taken_along_edge(collisions, kind_of_part, part, kind, place_edge(graph, place))
               : taken_at_vertex(collisions, kind_of_part, part, kind, place);
}

span timetable_booked(const timetable *table, collision_table *collisions, const booking *taken,
                      uint32_t kind, uint32_t place)
{
    const planning_graph *graph = table->map->graph;
    if (timetable_has_one_kind(table))
        return (span){taken->lower, taken->upper};
    bool moves = place_is_edge(graph, taken->part);
    route_part part = {moves ? place_edge(graph, taken->part) : EDGE_NONE,
                       moves ? VERTEX_NONE : taken->part, taken->lower, taken->upper};
    return timetable_taken(collisions, table->agents[taken->agent].kind, &part, kind, place);
}

/* ---- bookings ----------------------------------------------------------------------- */

static bool is_before(const booking *a, const booking *b)
{
    if (a->lower != b->lower)
        return a->lower < b->lower;
    if (a->upper != b->upper)
        return a->upper < b->upper;
    return a->agent != b->agent ? a->agent < b->agent : a->part < b->part;
}

/* Where a booking is in a list, or would be. */
static uint32_t find(const booking_list *list, const booking *sought)
{
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is_before(&list->items[middle], sought))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t booking_first_after(const booking_list *list, tick time)
{
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->items[middle].lower <= time - list->longest)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static graze_status insert(timetable *table, booking_list *list, const booking *taken)
{
    size_t capacity = list->capacity;
    if (!ARRAY_RESERVE(memory_of(table), list->items, capacity, (size_t)list->count + 1))
        return GRAZE_ERROR_MEMORY;
    list->capacity = (uint32_t)capacity;
    uint32_t at = find(list, taken);
    memmove(list->items + at + 1, list->items + at, (list->count - at) * sizeof *list->items);
    list->items[at] = *taken;
    list->count++;
    list->version++;
    if (taken->upper >= TICK_NEVER)
        list->endless++;
    else if (taken->upper - taken->lower > list->longest)
        list->longest = taken->upper - taken->lower;
    return GRAZE_OK;
}

/* One that is not there was never added, for want of memory. */
static void erase(booking_list *list, const booking *taken)
{
    uint32_t at = find(list, taken);
    if (at == list->count || is_before(taken, &list->items[at]))
        return;
    list->count--;
    list->version++;
    list->endless -= taken->upper >= TICK_NEVER;
    memmove(list->items + at, list->items + at + 1, (list->count - at) * sizeof *list->items);
}

graze_status timetable_look_around(timetable *table, uint32_t kind, const route_part *part)
{
    const place_map *map = table->map;
    graph_box box = part->edge != EDGE_NONE ? map->graph->boxes[part->edge]
                                            : graph_box_at(map->graph, part->vertex);
    cell_range cells =
        plane_cells_of(&map->cells, &box, plane_cells_reach(&map->cells, map->graph, kind));
    table->near_count = 0;
    if (++table->part == 0) {
        memset(table->seen, 0, map->count * sizeof *table->seen);
        table->part = 1;
    }
    for (size_t y = cells.bottom; y <= cells.top; y++)
        for (size_t cell = y * map->cells.columns + cells.left;
             cell <= y * map->cells.columns + cells.right; cell++) {
            size_t count = map->first[cell + 1] - map->first[cell];
            if (!ARRAY_RESERVE(memory_of(table), table->near, table->near_capacity,
                               table->near_count + count))
                return GRAZE_ERROR_MEMORY;
            for (size_t i = map->first[cell]; i < map->first[cell + 1]; i++) {
                uint32_t place = map->places[i];
                if (table->seen[place] != table->part)
                    table->near[table->near_count++] = place;
                table->seen[place] = table->part;
            }
        }
    return GRAZE_OK;
}

/* What a part takes at a place; false: nothing. */
static bool make_booking(const timetable *table, uint32_t agent, const route_part *part,
                         uint32_t place, booking *made)
{
    const planning_graph *graph = table->map->graph;
    uint32_t kind = table->agents[agent].kind;
    uint32_t where = part->edge != EDGE_NONE ? place_of_edge(graph, part->edge) : part->vertex;
    *made = (booking){part->from, part->until, agent, where};
    if (!timetable_has_one_kind(table)) {
        graph_box a = place_box(graph, where), b = place_box(graph, place);
        return !graph_boxes_are_apart(&a, &b, graph_reach(&graph->kinds[kind].body),
                                      table->map->cells.greatest_reach);
    }
    span taken = timetable_taken(table->collisions, kind, part, kind, place);
    made->lower = taken.lower;
    made->upper = taken.upper;
    return taken.lower < taken.upper && taken.upper > 0;
}

/* Books a part everywhere, or takes its bookings away. */
static graze_status book(timetable *table, uint32_t agent, const route_part *part, bool adds)
{
    graze_status status = timetable_look_around(table, table->agents[agent].kind, part);
    for (size_t i = 0; i < table->near_count && status == GRAZE_OK; i++) {
        booking made;
        if (!make_booking(table, agent, part, table->near[i], &made))
            continue;
        if (adds)
            status = insert(table, &table->places[table->near[i]], &made);
        else
            erase(&table->places[table->near[i]], &made);
    }
    return status == GRAZE_OK ? table->collisions->status : status;
}

static graze_status book_route(timetable *table, uint32_t agent, bool adds)
{
    const kept_steps *route = &table->routes[agent];
    route_walk walk = route_walk_begin(table->map->graph, &table->agents[agent], route->steps,
                                       route->count);
    graze_status status = GRAZE_OK;
    route_part part;
    while (status == GRAZE_OK && route_walk_next(&walk, &part))
        status = book(table, agent, &part, adds);
    return status;
}

graze_status timetable_add(timetable *table, uint32_t agent, const step *steps, size_t count)
{
    kept_steps *route = &table->routes[agent];
    size_t capacity = route->capacity;
    if (!ARRAY_RESERVE(memory_of(table), route->steps, capacity, count))
        return GRAZE_ERROR_MEMORY;
    route->capacity = (uint32_t)capacity;
    if (count > 0)
        memcpy(route->steps, steps, count * sizeof *steps);
    route->count = (uint32_t)count;
    route->is_there = true;
    graze_status status = book_route(table, agent, true);
    if (status != GRAZE_OK)
        timetable_remove(table, agent);
    return status;
}

graze_status timetable_add_part(timetable *table, uint32_t agent, const route_part *part)
{
    return book(table, agent, part, true);
}

void timetable_clear(timetable *table)
{
    for (uint32_t p = 0; p < table->map->count; p++) {
        booking_list *list = &table->places[p];
        list->version += list->count > 0;
        list->count = list->endless = 0;
        list->longest = 0;
    }
    for (uint32_t a = 0; a < table->agent_count; a++)
        table->routes[a].is_there = false;
}

graze_status timetable_remove(timetable *table, uint32_t agent)
{
    if (!table->routes[agent].is_there)
        return GRAZE_OK;
    table->routes[agent].is_there = false;
    return book_route(table, agent, false);
}
