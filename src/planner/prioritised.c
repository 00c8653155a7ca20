/* SPDX-License-Identifier: MIT */
/* Rounds of planning in an order that failures change. */
#include "planner/prioritised.h"

#include <string.h>

#include "base/memory.h"

typedef struct queue_run {
    prioritised *search;
    timetable table;
    uint32_t *order;
} queue_run;

static const graze_allocator *memory_of(const prioritised *search)
{
    return &search->demands->ground->memory;
}

static tick way_of(const prioritised *search, uint32_t agent)
{
    const demand_book *demands = search->demands;
    const route_agent *a = &demands->routes->agents[agent];
    return demands->distances[a->kind * (size_t)demands->ground->roadmap->vertex_count + a->goal]
                             [a->start];
}

/* Long ways first, by insertion: equal ones keep their order. */
static graze_status sort_order(queue_run *run)
{
    const prioritised *search = run->search;
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < search->agent_count && status == GRAZE_OK; i++) {
        const route_agent *agent = &search->demands->routes->agents[i];
        const tick *distances;
        status = demand_distances(search->demands, agent->kind, agent->goal, &distances);
        uint32_t at = i;
        for (; status == GRAZE_OK && at > 0 &&
               way_of(search, run->order[at - 1]) < distances[agent->start];
             at--)
            run->order[at] = run->order[at - 1];
        run->order[at] = i;
    }
    return status;
}

static graze_status plan_agent(queue_run *run, uint32_t agent)
{
    demand_book *demands = run->search->demands;
    const route_agent *a = &demands->routes->agents[agent];
    sipp_question question = {
        .kind = a->kind, .start = a->start, .goal = a->goal, .latest_final = TICK_NEVER};
    graze_status status = demand_distances(demands, a->kind, a->goal, &question.distances);
    if (status != GRAZE_OK)
        return status;
    sipp_world world = {
        .context = &run->table, .vertex = timetable_vertex, .edge = timetable_edge};
    sipp *found = &demands->search;
    run->table.kind = a->kind;
    demands->solved++;
    status = sipp_find(found, &question, &world);
    if (status != GRAZE_OK || !found->found)
        return status;
    uint32_t chain;
    status = timetable_add(&run->table, a, agent, found->steps, found->step_count, &chain);
    if (status == GRAZE_OK)
        status = route_keep(demands->routes, agent, found->steps, found->step_count,
                            &run->search->routes[agent]);
    return status;
}

/* The agent at `place` of the order goes to its front. */
static void bring_forward(queue_run *run, uint32_t place)
{
    uint32_t agent = run->order[place];
    memmove(run->order + 1, run->order, place * sizeof *run->order);
    run->order[0] = agent;
}

/* One round; *failed is the place in the order of who found no way, or agent_count. */
static graze_status plan_all(queue_run *run, uint32_t *failed, bool *stopped)
{
    prioritised *search = run->search;
    graze_status status = GRAZE_OK;
    timetable_clear(&run->table);
    for (*failed = 0; *failed < search->agent_count; ++*failed) {
        status = plan_agent(run, run->order[*failed]);
        *stopped = search->go_on != NULL && !search->go_on(search->context);
        if (status != GRAZE_OK || *stopped || !search->demands->search.found)
            return status;
    }
    return status;
}

static graze_status plan_in_rounds(queue_run *run)
{
    prioritised *search = run->search;
    graze_status status = sort_order(run);
    bool stopped = false;
    for (size_t round = 0; round < search->round_limit && status == GRAZE_OK && !stopped;
         round++) {
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
        status = timetable_open(&run.table, search->demands->routes->clashes);
    if (status == GRAZE_OK) {
        status = plan_in_rounds(&run);
        timetable_close(&run.table);
    }
    memory_free(memory, run.order);
    return status;
}
