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
    if (others->seen == NULL)
        return GRAZE_ERROR_MEMORY;
    return timetable_open(&others->table, book->clashes);
}

void crowd_close(crowd *others)
{
    if (others->book == NULL)
        return;
    memory_free(memory_of(others), others->seen);
    if (others->table.clashes != NULL)
        timetable_close(&others->table);
    *others = (crowd){.book = NULL};
}

graze_status crowd_gather(crowd *others, const uint32_t *routes, uint32_t but)
{
    graze_status status = GRAZE_OK;
    const route_book *book = others->book;
    timetable_clear(&others->table);
    others->table.kind = others->kind = book->agents[but].kind;
    for (uint32_t i = 0; i < others->agent_count && status == GRAZE_OK; i++)
        if (i != but && routes[i] != ROUTE_NONE)
            status = timetable_add(&others->table, &book->agents[i], i,
                                   route_steps(book, routes[i]),
                                   book->routes[routes[i]].step_count);
    return status;
}

static void meet(void *context, uint32_t agent)
{
    crowd *others = context;
    if (others->seen[agent] != others->question)
        others->meets++;
    others->seen[agent] = others->question;
}

static uint32_t count(crowd *others, const route_part *part)
{
    if (++others->question == 0) {
        memset(others->seen, 0, others->agent_count * sizeof *others->seen);
        others->question = 1;
    }
    others->meets = 0;
    timetable_meet(&others->table, part, meet, others);
    return others->meets;
}

uint32_t crowd_meets_moving(void *context, uint32_t edge, tick start)
{
    crowd *others = context;
    tick until = start + terrain_duration(others->book->clashes->ground, others->kind, edge);
    return count(others, &(route_part){edge, VERTEX_NONE, start, until});
}

uint32_t crowd_meets_resting(void *context, uint32_t vertex, tick from, tick until)
{
    return count(context, &(route_part){EDGE_NONE, vertex, from, until});
}
