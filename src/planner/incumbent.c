/* SPDX-License-Identifier: MIT */
/* A fleet's plan, kept as routes. */
#include "planner/incumbent.h"

#include "base/memory.h"
#include "planner/lns.h"
#include "planner/prioritised.h"

/* Of agents planned one after the other, and of neighbourhoods: the work of some hundred nodes. */
enum { SEARCHES_PER_AGENT = 16, NODES_PER_AGENT = 16 };

static graze_status keep(const fleet *all, route_table *routes, incumbent *found)
{
    const graze_allocator *memory = &all->graph->memory;
    graze_status status = GRAZE_OK;
    found->routes = memory_new(memory, all->agent_count, sizeof *found->routes);
    if (found->routes == NULL)
        return GRAZE_ERROR_MEMORY;
    for (uint32_t i = 0; i < all->agent_count && status == GRAZE_OK; i++)
        status = route_keep(routes, i, all->plan.routes[i].steps, all->plan.routes[i].count,
                            &found->routes[i]);
    if (status == GRAZE_OK) {
        found->cost = fleet_cost(all);
    } else {
        memory_free(memory, found->routes);
        found->routes = NULL;
    }
    return status;
}

static graze_status improve(fleet *all, const incumbent_options *options)
{
    tick least = 0;
    for (uint32_t i = 0; i < all->agent_count; i++)
        least += all->distances.direct[i];
    lns better = {.all = all,
                  .seed = options->seed,
                  .threads = 1,
                  .node_limit = NODES_PER_AGENT * (uint64_t)all->agent_count,
                  .enough = time_grid_scaled(least, options->suboptimality),
                  .go_on = options->go_on,
                  .context = options->context};
    return lns_search(&better);
}

graze_status incumbent_find(route_table *routes, uint32_t agent_count,
                            const incumbent_options *options, incumbent *found)
{
    fleet all;
    *found = (incumbent){.cost = TICK_NEVER};
    graze_status status = fleet_open(&all, routes->collisions, routes->agents, agent_count);
    if (status != GRAZE_OK)
        return status;
    prioritised first = {.all = &all,
                         .threads = 1,
                         .search_limit = SEARCHES_PER_AGENT * (uint64_t)agent_count,
                         .go_on = options->go_on,
                         .context = options->context};
    status = prioritised_search(&first);
    if (status == GRAZE_OK && first.found)
        status = improve(&all, options);
    if (status == GRAZE_OK && first.found)
        status = keep(&all, routes, found);
    fleet_close(&all);
    return status;
}
