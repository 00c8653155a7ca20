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
    table->booked = memory_new(memory, place_words(map->count), sizeof *table->booked);
    table->routes = memory_new(memory, agent_count, sizeof *table->routes);
    table->united = memory_new(memory, map->count, sizeof *table->united);
    if (table->places != NULL && table->booked != NULL && table->united != NULL &&
        table->routes != NULL && footprints_open(&table->prints, map, collisions) == GRAZE_OK)
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
    for (uint32_t p = 0; table->united != NULL && p < table->map->count; p++)
        memory_free(memory_of(table), table->united[p].spans);
    for (uint32_t a = 0; table->routes != NULL && a < table->agent_count; a++)
        memory_free(memory_of(table), table->routes[a].steps);
    memory_free(memory_of(table), table->places);
    memory_free(memory_of(table), table->booked);
    memory_free(memory_of(table), table->united);
    memory_free(memory_of(table), table->routes);
    footprints_close(&table->prints);
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

span timetable_booked(const timetable *table, collision_table *collisions, const booking *taken,
                      uint32_t kind, uint32_t place)
{
    const planning_graph *graph = table->map->graph;
    if (timetable_has_one_kind(table))
        return (span){taken->lower, taken->upper};
    bool moves = place_is_edge(graph, taken->part);
    route_part part = {moves ? place_edge(graph, taken->part) : EDGE_NONE,
                       moves ? VERTEX_NONE : taken->part, taken->lower, taken->upper};
    return footprint_asked(collisions, table->agents[taken->agent].kind, &part, kind, place);
}

/* ---- bookings ----------------------------------------------------------------------- */

static bool is_endless(const booking *b)
{
    return b->upper >= TICK_NEVER;
}

static bool is_before(const booking *a, const booking *b)
{
    if (is_endless(a) != is_endless(b))
        return is_endless(b);
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

/* No booking before the first that it looks at ends after the interval's begin. */
booking_walk booking_walk_begin(const booking_list *list, span when)
{
    uint32_t low = 0, high = list->count - list->endless;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->items[middle].lower <= when.lower - list->longest)
            low = middle + 1;
        else
            high = middle;
    }
    return (booking_walk){list, low, when};
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
    if (is_endless(taken))
        list->endless++;
    else if (taken->upper - taken->lower > list->longest)
        list->longest = taken->upper - taken->lower;
    return GRAZE_OK;
}

/* False: it was never added, for want of memory. */
static bool erase(booking_list *list, const booking *taken)
{
    uint32_t at = find(list, taken);
    if (at == list->count || is_before(taken, &list->items[at]))
        return false;
    list->count--;
    list->endless -= is_endless(taken);
    memmove(list->items + at, list->items + at + 1, (list->count - at) * sizeof *list->items);
    return true;
}

/* ---- what is taken, united ---------------------------------------------------------- */

/* The first one that ends after a time. */
static uint32_t united_after(const united_spans *united, tick time)
{
    const span *at = united->spans;
    uint32_t count = united->count;
    for (; count > 1; count -= count / 2) /* without branches, which nobody could foresee */
        at += at[count / 2 - 1].upper <= time ? count / 2 : 0;
    return (uint32_t)(at - united->spans) + (count == 1 && at->upper <= time);
}

span_list united_during(const united_spans *united, span when)
{
    uint32_t first = united_after(united, when.lower), end = united->count;
    if (when.upper < TICK_NEVER)
        for (end = first; end < united->count && united->spans[end].lower < when.upper;)
            end++;
    return (span_list){united->spans == NULL ? NULL : united->spans + first, end - first};
}

span_list united_from(const united_spans *united, tick time)
{
    const uint32_t first = united_after(united, time);
    return (span_list){united->spans == NULL ? NULL : united->spans + first,
                       united->count - first};
}

static graze_status unite_with(timetable *table, united_spans *united, span more)
{
    uint32_t at = united_after(united, more.lower), end = at;
    for (; end < united->count && united->spans[end].lower < more.upper; end++) {
        span met = united->spans[end];
        more.lower = met.lower < more.lower ? met.lower : more.lower;
        more.upper = met.upper > more.upper ? met.upper : more.upper;
    }
    size_t capacity = united->capacity;
    if (!ARRAY_RESERVE(memory_of(table), united->spans, capacity, (size_t)united->count + 1))
        return GRAZE_ERROR_MEMORY;
    united->capacity = (uint32_t)capacity;
    if (end != at + 1)
        memmove(united->spans + at + 1, united->spans + end,
                (united->count - end) * sizeof *united->spans);
    united->count = united->count - (end - at) + 1;
    united->spans[at] = more;
    return GRAZE_OK;
}

/* A booking has gone: what is left of its united span is united again. None of it begins before
 * that span does. */
static graze_status unite_again(timetable *table, united_spans *united, const booking_list *list,
                                span gone)
{
    uint32_t at = united_after(united, gone.lower);
    if (at == united->count)
        return GRAZE_OK; /* it was never added, for want of memory */
    booking_walk walk = {list, find(list, &(booking){.lower = united->spans[at].lower}),
                         united->spans[at]};
    united->count--;
    memmove(united->spans + at, united->spans + at + 1,
            (united->count - at) * sizeof *united->spans);
    graze_status status = GRAZE_OK;
    for (const booking *b; status == GRAZE_OK && (b = booking_walk_next(&walk)) != NULL;)
        status = unite_with(table, united, (span){b->lower, b->upper});
    return status;
}

/* Books what is taken at a place, or takes the booking away. */
static graze_status book_place(timetable *table, uint32_t place, const booking *made, bool adds)
{
    booking_list *list = &table->places[place];
    span when = {made->lower, made->upper};
    const bool one_kind = timetable_has_one_kind(table);
    if (!adds) {
        const bool erased = erase(list, made);
        place_put(table->booked, place, list->count > 0);
        return erased && one_kind ? unite_again(table, &table->united[place], list, when)
                                  : GRAZE_OK;
    }
    graze_status status = insert(table, list, made);
    place_put(table->booked, place, list->count > 0);
    return status == GRAZE_OK && one_kind ? unite_with(table, &table->united[place], when)
                                          : status;
}

static graze_status book_by_footprint(timetable *table, uint32_t agent, const route_part *part,
                                      uint32_t where, bool adds)
{
    footprint found;
    graze_status status = footprints_of(&table->prints, where, &found);
    for (uint32_t i = 0; status == GRAZE_OK && i < found.count; i++) {
        span taken = footprint_taken(&table->prints, part, found.items[2 * i + 1]);
        booking made = {taken.lower, taken.upper, agent, where};
        if (taken.upper > 0)
            status = book_place(table, found.items[2 * i], &made, adds);
    }
    return status;
}

/* Books a part everywhere, or takes its bookings away. */
static graze_status book(timetable *table, uint32_t agent, const route_part *part, bool adds)
{
    const planning_graph *graph = table->map->graph;
    const uint32_t kind = table->agents[agent].kind;
    const double reach = graph_reach(&graph->kinds[kind].body);
    const double greatest = table->map->cells.greatest_reach;
    uint32_t where = part->edge != EDGE_NONE ? place_of_edge(graph, part->edge) : part->vertex;
    if (timetable_has_one_kind(table))
        return book_by_footprint(table, agent, part, where, adds);
    booking made = {part->from, part->until, agent, where};
    graph_box box = place_box(graph, where);
    graze_status status = footprints_look_around(&table->prints, kind, part);
    for (size_t i = 0; i < table->prints.near_count && status == GRAZE_OK; i++) {
        uint32_t place = table->prints.near[i];
        graph_box other = place_box(graph, place);
        if (!graph_boxes_are_apart(&box, &other, reach, greatest))
            status = book_place(table, place, &made, adds);
    }
    return status;
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
        list->count = list->endless = table->united[p].count = 0;
        list->longest = 0;
    }
    memset(table->booked, 0, place_words(table->map->count) * sizeof *table->booked);
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
