/* SPDX-License-Identifier: MIT */
/* Counting the others that a move or a stay would meet. */
#include "planner/crowd.h"

#include <string.h>

#include "base/memory.h"

static const graze_allocator *memory_of(const crowd *others)
{
    return &others->book->clashes->ground->memory;
}

graze_status crowd_open(crowd *others, route_book *book, uint32_t agent_count)
{
    *others = (crowd){.book = book, .agent_count = agent_count};
    others->seen = memory_new(memory_of(others), agent_count, sizeof *others->seen);
    others->routes = memory_new(memory_of(others), agent_count, sizeof *others->routes);
    others->chains = memory_new(memory_of(others), agent_count, sizeof *others->chains);
    if (others->seen == NULL || others->routes == NULL || others->chains == NULL)
        return GRAZE_ERROR_MEMORY;
    for (uint32_t i = 0; i < agent_count; i++)
        others->routes[i] = ROUTE_NONE;
    return timetable_open(&others->table, book->clashes);
}

void crowd_close(crowd *others)
{
    if (others->book == NULL)
        return;
    memory_free(memory_of(others), others->seen);
    memory_free(memory_of(others), others->routes);
    memory_free(memory_of(others), others->chains);
    if (others->table.clashes != NULL)
        timetable_close(&others->table);
    *others = (crowd){.book = NULL};
}

static graze_status replace(crowd *others, uint32_t agent, uint32_t number)
{
    const route_book *book = others->book;
    if (others->routes[agent] != ROUTE_NONE)
        timetable_remove(&others->table, others->chains[agent]);
    others->routes[agent] = number;
    if (number == ROUTE_NONE)
        return GRAZE_OK;
    return timetable_add(&others->table, &book->agents[agent], agent, route_steps(book, number),
                         book->routes[number].step_count, &others->chains[agent]);
}

graze_status crowd_gather(crowd *others, const uint32_t *routes, uint32_t but)
{
    graze_status status = GRAZE_OK;
    others->table.kind = others->book->agents[but].kind;
    others->agent = but;
    for (uint32_t i = 0; i < others->agent_count && status == GRAZE_OK; i++)
        if (i != but && routes[i] != others->routes[i])
            status = replace(others, i, routes[i]);
    return status;
}

static uint32_t count(crowd *others, const route_part *part)
{
    if (++others->question == 0) {
        memset(others->seen, 0, others->agent_count * sizeof *others->seen);
        others->question = 1;
    }
    others->seen[others->agent] = others->question; /* it does not meet itself */
    return timetable_meet(&others->table, part, others->seen, others->question);
}

uint32_t crowd_meets_moving(void *context, uint32_t edge, tick start)
{
    crowd *others = context;
    tick until =
        start + terrain_duration(others->book->clashes->ground, others->table.kind, edge);
    return count(others, &(route_part){edge, VERTEX_NONE, start, until});
}

uint32_t crowd_meets_resting(void *context, uint32_t vertex, tick from, tick until)
{
    return count(context, &(route_part){EDGE_NONE, vertex, from, until});
}
