/* SPDX-License-Identifier: MIT */
/* A queue of agents that want a route. */
#include "planner/prioritised.h"

#include <string.h>

#include "base/memory.h"
#include "planner/soft_sipp.h"

/* The first eviction of an agent costs as much as the longest move, the next one twice that, ...
 * Dearer ones make searches longer and plans worse: 16 moves instead of one cost half as much
 * time again for 600 agents in narrow aisles. */
enum { PRICE_BITS = 50 };

typedef struct queue_run {
    prioritised *search;
    timetable_view view;
    sipp hard;
    soft_sipp soft;
    tick *prices;
    uint32_t *queue; /* a ring of agent_count */
    size_t first, count;
} queue_run;

static uint32_t take_next(queue_run *run)
{
    uint32_t agent = run->queue[run->first];
    run->first = (run->first + 1) % run->search->all->agent_count;
    run->count--;
    return agent;
}

static void come_again(queue_run *run, uint32_t agent)
{
    run->queue[(run->first + run->count++) % run->search->all->agent_count] = agent;
}

static tick price_step(const fleet *all)
{
    tick longest = 0;
    for (uint32_t e = 0; e < all->graph->edge_count; e++) {
        tick duration = graph_duration(all->graph, 0, e);
        if (duration < TICK_NEVER && duration > longest)
            longest = duration;
    }
    return longest;
}

/* Whoever the route meets loses its own. */
static graze_status evict(queue_run *run, uint32_t agent)
{
    prioritised *search = run->search;
    fleet *all = search->all;
    graze_status status = timetable_view_meet(&run->view, &all->agents[agent], run->soft.steps,
                                              run->soft.step_count);
    for (size_t i = 0; i < run->view.met_count && status == GRAZE_OK; i++) {
        uint32_t other = run->view.met[i];
        status = timetable_remove(&all->plan, other);
        if (run->prices[other] < (tick)1 << PRICE_BITS)
            run->prices[other] += price_step(all);
        come_again(run, other);
        search->evictions++;
    }
    return status;
}

/* Makes room for an agent that found none. */
static graze_status push_through(queue_run *run, uint32_t agent)
{
    fleet *all = run->search->all;
    sipp_question question = fleet_question(all, agent, TICK_NEVER);
    graze_status status = soft_sipp_find(&run->soft, &run->view, &question, run->prices);
    if (status == GRAZE_OK && run->soft.found)
        status = evict(run, agent);
    if (status == GRAZE_OK && run->soft.found)
        status = timetable_add(&all->plan, agent, run->soft.steps, run->soft.step_count);
    return status;
}

static graze_status plan_agent(queue_run *run, uint32_t agent)
{
    fleet *all = run->search->all;
    run->search->searches++;
    graze_status status = fleet_find_route(all, &run->view, &run->hard, agent, TICK_NEVER);
    if (status == GRAZE_OK && run->hard.found)
        return timetable_add(&all->plan, agent, run->hard.steps, run->hard.step_count);
    return status == GRAZE_OK ? push_through(run, agent) : status;
}

static graze_status plan_all(queue_run *run)
{
    prioritised *search = run->search;
    graze_status status = GRAZE_OK;
    while (run->count > 0 && status == GRAZE_OK && search->searches < search->search_limit) {
        uint32_t agent = take_next(run);
        status = plan_agent(run, agent);
        if (status == GRAZE_OK && !search->all->plan.routes[agent].is_there)
            come_again(run, agent); /* beyond the horizon of all others */
        if (search->go_on != NULL && !search->go_on(search->context))
            break;
    }
    search->found = status == GRAZE_OK && run->count == 0;
    search->states_expanded += run->hard.expanded + run->soft.expanded;
    return status;
}

static graze_status open_run(queue_run *run, prioritised *search)
{
    fleet *all = search->all;
    const graze_allocator *memory = &all->graph->memory;
    *run = (queue_run){.search = search, .count = all->agent_count};
    run->prices = memory_new(memory, all->agent_count, sizeof *run->prices);
    run->queue = memory_new(memory, all->agent_count, sizeof *run->queue);
    if (run->prices == NULL || run->queue == NULL)
        return GRAZE_ERROR_MEMORY;
    memcpy(run->queue, all->distances.order, all->agent_count * sizeof *run->queue);
    for (uint32_t i = 0; i < all->agent_count; i++)
        run->prices[i] = price_step(all);
    graze_status status = timetable_view_open(&run->view, &all->plan, NULL, all->plan.collisions);
    if (status == GRAZE_OK)
        status = sipp_open(&run->hard, all->graph);
    if (status == GRAZE_OK)
        status = soft_sipp_open(&run->soft, all->graph);
    return status;
}

graze_status prioritised_search(prioritised *search)
{
    const graze_allocator *memory = &search->all->graph->memory;
    queue_run run;
    search->found = false;
    graze_status status = open_run(&run, search);
    if (status == GRAZE_OK)
        status = plan_all(&run);
    timetable_view_close(&run.view);
    sipp_close(&run.hard);
    soft_sipp_close(&run.soft);
    memory_free(memory, run.prices);
    memory_free(memory, run.queue);
    return status;
}
