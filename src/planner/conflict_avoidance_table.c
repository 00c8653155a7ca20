/* SPDX-License-Identifier: MIT */
/* Counts the agents that a move or a stay would meet. */
#include "planner/conflict_avoidance_table.h"

#include <string.h>

#include "base/memory.h"

static const graze_allocator *memory_of(const conflict_avoidance_table *cat)
{
    return &cat->known->collisions->graph->memory;
}

graze_status cat_open(conflict_avoidance_table *cat, route_table *known, uint32_t agent_count)
{
    *cat = (conflict_avoidance_table){.known = known, .agent_count = agent_count};
    cat->seen = memory_new(memory_of(cat), agent_count, sizeof *cat->seen);
    cat->routes = memory_new(memory_of(cat), agent_count, sizeof *cat->routes);
    cat->chains = memory_new(memory_of(cat), agent_count, sizeof *cat->chains);
    if (cat->seen == NULL || cat->routes == NULL || cat->chains == NULL)
        return GRAZE_ERROR_MEMORY;
    for (uint32_t i = 0; i < agent_count; i++)
        cat->routes[i] = ROUTE_NONE;
    return reservation_table_open(&cat->reservations, known->collisions);
}

void cat_close(conflict_avoidance_table *cat)
{
    if (cat->known == NULL)
        return;
    memory_free(memory_of(cat), cat->seen);
    memory_free(memory_of(cat), cat->routes);
    memory_free(memory_of(cat), cat->chains);
    if (cat->reservations.collisions != NULL)
        reservation_table_close(&cat->reservations);
    *cat = (conflict_avoidance_table){.known = NULL};
}

static graze_status replace(conflict_avoidance_table *cat, uint32_t agent, uint32_t number)
{
    const route_table *known = cat->known;
    if (cat->routes[agent] != ROUTE_NONE)
        reservation_table_remove(&cat->reservations, cat->chains[agent]);
    cat->routes[agent] = number;
    if (number == ROUTE_NONE)
        return GRAZE_OK;
    return reservation_table_add(&cat->reservations, &known->agents[agent], agent,
                                 route_steps(known, number), known->routes[number].step_count,
                                 &cat->chains[agent]);
}

graze_status cat_set_routes(conflict_avoidance_table *cat, const uint32_t *routes, uint32_t but)
{
    graze_status status = GRAZE_OK;
    cat->reservations.kind = cat->known->agents[but].kind;
    cat->agent = but;
    for (uint32_t i = 0; i < cat->agent_count && status == GRAZE_OK; i++)
        if (i != but && routes[i] != cat->routes[i])
            status = replace(cat, i, routes[i]);
    return status;
}

static uint32_t count(conflict_avoidance_table *cat, const route_part *part)
{
    if (++cat->question == 0) {
        memset(cat->seen, 0, cat->agent_count * sizeof *cat->seen);
        cat->question = 1;
    }
    cat->seen[cat->agent] = cat->question; /* it does not meet itself */
    return reservation_table_meet(&cat->reservations, part, cat->seen, cat->question);
}

uint32_t cat_meets_moving(void *context, uint32_t edge, tick start)
{
    conflict_avoidance_table *cat = context;
    tick until =
        start + graph_duration(cat->known->collisions->graph, cat->reservations.kind, edge);
    return count(cat, &(route_part){edge, VERTEX_NONE, start, until});
}

uint32_t cat_meets_resting(void *context, uint32_t vertex, tick from, tick until)
{
    return count(context, &(route_part){EDGE_NONE, vertex, from, until});
}
