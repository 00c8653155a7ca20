/* SPDX-License-Identifier: MIT */
/* Plans in rounds; an agent that finds no route changes the order of the next round. */
#include "planner/prioritised.h"

#include <string.h>

#include "base/memory.h"

typedef struct queue_run {
    prioritised *search;
    reservation_table table;
    uint32_t *order;
} queue_run;

static const graze_allocator *memory_of(const prioritised *search)
{
    return &search->constraints->graph->memory;
}

static tick distance_of(const prioritised *search, uint32_t agent)
{
    const constraint_table *constraints = search->constraints;
    const route_agent *a = &constraints->routes->agents[agent];
    return constraints->distances[a->kind * (size_t)constraints->graph->roadmap->vertex_count +
                                  a->goal][a->start];
}

/* Long distances first, by insertion: equal ones keep their order. */
static graze_status sort_order(queue_run *run)
{
    const prioritised *search = run->search;
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < search->agent_count && status == GRAZE_OK; i++) {
        const route_agent *agent = &search->constraints->routes->agents[i];
        const tick *distances;
        status =
            constraint_table_distances(search->constraints, agent->kind, agent->goal, &distances);
        uint32_t at = i;
        for (; status == GRAZE_OK && at > 0 &&
               distance_of(search, run->order[at - 1]) < distances[agent->start];
             at--)
            run->order[at] = run->order[at - 1];
        run->order[at] = i;
    }
    return status;
}

static graze_status plan_agent(queue_run *run, uint32_t agent)
{
    constraint_table *constraints = run->search->constraints;
    const route_agent *a = &constraints->routes->agents[agent];
    sipp_question question = {
        .kind = a->kind, .start = a->start, .goal = a->goal, .latest_final = TICK_NEVER};
    graze_status status =
        constraint_table_distances(constraints, a->kind, a->goal, &question.distances);
    if (status != GRAZE_OK)
        return status;
    sipp_world world = {
        .context = &run->table, .vertex = reservation_table_vertex, .edge = reservation_table_edge};
    sipp *found = &constraints->search;
    run->table.kind = a->kind;
    constraints->solved++;
    status = sipp_find(found, &question, &world);
    if (status != GRAZE_OK || !found->found)
        return status;
    uint32_t chain;
    status = reservation_table_add(&run->table, a, agent, found->steps, found->step_count, &chain);
    if (status == GRAZE_OK)
        status = route_keep(constraints->routes, agent, found->steps, found->step_count,
                            &run->search->routes[agent]);
    return status;
}

/* The agent at `place` of the order moves to its head. */
static void bring_forward(queue_run *run, uint32_t place)
{
    uint32_t agent = run->order[place];
    memmove(run->order + 1, run->order, place * sizeof *run->order);
    run->order[0] = agent;
}

/* Plans one round. *failed gets the place in the order of the agent that found no route, or
 * agent_count. */
static graze_status plan_all(queue_run *run, uint32_t *failed, bool *stopped)
{
    prioritised *search = run->search;
    graze_status status = GRAZE_OK;
    reservation_table_clear(&run->table);
    for (*failed = 0; *failed < search->agent_count; ++*failed) {
        status = plan_agent(run, run->order[*failed]);
        *stopped = search->go_on != NULL && !search->go_on(search->context);
        if (status != GRAZE_OK || *stopped || !search->constraints->search.found)
            return status;
    }
    return status;
}

static graze_status plan_in_rounds(queue_run *run)
{
    prioritised *search = run->search;
    graze_status status = sort_order(run);
    bool stopped = false;
    for (size_t round = 0; round < search->round_limit && status == GRAZE_OK && !stopped; round++) {
        uint32_t failed = 0;
        status = plan_all(run, &failed, &stopped);
        search->found = status == GRAZE_OK && !stopped && failed == search->agent_count;
        if (search->found)
            break;
        if (status == GRAZE_OK && !stopped)
            bring_forward(run, failed);
    }
    return status;
}

graze_status prioritised_search(prioritised *search)
{
    queue_run run = {.search = search};
    const graze_allocator *memory = memory_of(search);
    search->found = false;
    search->routes = memory_new(memory, search->agent_count, sizeof *search->routes);
    run.order = memory_new(memory, search->agent_count, sizeof *run.order);
    graze_status status =
        search->routes != NULL && run.order != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
    if (status == GRAZE_OK)
        status = reservation_table_open(&run.table, search->constraints->routes->collisions);
    if (status == GRAZE_OK) {
        status = plan_in_rounds(&run);
        reservation_table_close(&run.table);
    }
    memory_free(memory, run.order);
    return status;
}
