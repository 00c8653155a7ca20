/* SPDX-License-Identifier: MIT */
/* Sets of constraints, kept and solved once. */
#include "planner/constraint_view.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

enum { PLACES_PER_STEP = 64, TABLE_VERTICES = 4096 };

static const graze_allocator *memory_of(const constraint_table *table)
{
    return &table->graph->memory;
}

static graze_status add_empty_sets(constraint_table *table)
{
    if (!ARRAY_RESERVE(memory_of(table), table->sets, table->capacity, table->agent_count))
        return GRAZE_ERROR_MEMORY;
    for (uint32_t i = 0; i < table->agent_count; i++)
        table->sets[i] = (constraint_set){.agent = i, .smaller = i, .route = ROUTE_NONE};
    table->count = table->agent_count;
    return GRAZE_OK;
}

graze_status constraint_table_open(constraint_table *table, route_table *routes,
                                   uint32_t agent_count)
{
    const planning_graph *graph = routes->collisions->graph;
    *table = (constraint_table){.routes = routes,
                                .graph = graph,
                                .agent_count = agent_count,
                                .table_vertices = TABLE_VERTICES};
    move_group_open(&table->groups, memory_of(table));
    graze_status status = sipp_open(&table->search, graph);
    if (status == GRAZE_OK)
        status = add_empty_sets(table);
    if (status == GRAZE_OK)
        status = constraint_view_open(table);
    if (status != GRAZE_OK)
        constraint_table_close(table);
    return status;
}

void constraint_table_close(constraint_table *table)
{
    const graze_allocator *memory = memory_of(table);
    sipp_close(&table->search);
    constraint_view_close(table);
    memory_free(memory, table->visits);
    hash_table_free(&table->visit_numbers, memory);
    memory_free(memory, table->corridors);
    memory_free(memory, table->sets);
    hash_table_free(&table->numbers, memory);
    move_group_close(&table->groups);
    table->sets = NULL;
}

/* ---- equal sets are one ------------------------------------------------------------- */

/* Does a kept set mean what is in view->sought? */
static bool is_sought(const constraint_table *table, uint32_t kept, uint32_t agent, uint64_t hash)
{
    constraint_view *view = table->view;
    return table->sets[kept].hash == hash && table->sets[kept].agent == agent &&
           constraint_list_gather(table, kept, NULL, &view->compared) == GRAZE_OK &&
           constraint_list_is_equal(&view->sought, &view->compared);
}

bool constraint_can_be_positive(const constraint_table *table, uint32_t set,
                                const constraint *added)
{
    const route_agent *agent = &table->routes->agents[table->sets[set].agent];
    tick duration = graph_duration(table->graph, agent->kind, added->place);
    for (; table->sets[set].size > 0; set = table->sets[set].smaller) {
        const constraint *c = &table->sets[set].last;
        if (c->type != CONSTRAINT_POSITIVE || !span_share_tick(c->when, added->when))
            continue;
        tick lower = c->when.lower < added->when.lower ? c->when.lower : added->when.lower;
        tick upper = c->when.upper > added->when.upper ? c->when.upper : added->when.upper;
        bool in_group = c->kind != MOVE_GROUP_NONE || added->kind != MOVE_GROUP_NONE;
        if (in_group || c->place != added->place || upper - lower - 2 >= duration)
            return false;
    }
    return true;
}

/* Finds the set that means what `set` and one constraint more mean, or makes it. */
static graze_status find_set(constraint_table *table, uint32_t set, const constraint *added,
                             uint32_t *larger)
{
    uint32_t agent = table->sets[set].agent;
    graze_status status = constraint_list_gather(table, set, added, &table->view->sought);
    if (status != GRAZE_OK)
        return status;
    uint64_t hash = constraint_list_hash(&table->view->sought, agent);
    hash_probe probe = hash_table_probe(&table->numbers, hash);
    while (hash_probe_next(&probe))
        if (is_sought(table, probe.item, agent, hash)) {
            *larger = probe.item;
            return GRAZE_OK;
        }
    if (!ARRAY_RESERVE(memory_of(table), table->sets, table->capacity, table->count + 1) ||
        !hash_table_add(&table->numbers, memory_of(table), hash, table->count))
        return GRAZE_ERROR_MEMORY;
    *larger = (uint32_t)table->count;
    table->sets[table->count++] = (constraint_set){.agent = agent,
                                                   .smaller = set,
                                                   .size = table->sets[set].size + 1,
                                                   .route = ROUTE_NONE,
                                                   .last = *added,
                                                   .hash = hash};
    return GRAZE_OK;
}

graze_status constraint_add(constraint_table *table, uint32_t set, const constraint *added,
                            uint32_t *larger)
{
    graze_status status = find_set(table, set, added, larger);
    return status == GRAZE_OK ? constraint_set_solve(table, *larger) : status;
}

graze_status constraint_add_satisfied(constraint_table *table, uint32_t set,
                                      const constraint *added, uint32_t route, uint32_t *larger)
{
    graze_status status = find_set(table, set, added, larger);
    if (status != GRAZE_OK || table->sets[*larger].solved)
        return status;
    table->sets[*larger].solved = true;
    table->sets[*larger].route = route;
    table->sets[*larger].cost = table->sets[set].cost;
    return GRAZE_OK;
}

/* ---- sets solved -------------------------------------------------------------------- */

static graze_status find_route(constraint_table *table, uint32_t set, const sipp_world *others,
                               uint64_t expansion_limit)
{
    sipp_question question = {.goal = table->routes->agents[table->sets[set].agent].goal,
                              .latest_final = TICK_NEVER,
                              .expansion_limit = expansion_limit};
    if (others != NULL) /* a best route is asked for, whose cost is known */
        question.latest_final = table->sets[set].cost;
    uint32_t last = set; /* the greatest length constraint counts */
    for (; table->sets[last].size > 0; last = table->sets[last].smaller)
        if (table->sets[last].last.type == CONSTRAINT_LENGTH &&
            table->sets[last].last.when.lower > question.earliest_final)
            question.earliest_final = table->sets[last].last.when.lower;
    return constraint_find_route(table, set, others, &question);
}

graze_status constraint_set_solve(constraint_table *table, uint32_t set)
{
    if (table->sets[set].solved)
        return GRAZE_OK;
    uint32_t best = ROUTE_NONE;
    graze_status status = find_route(table, set, NULL, 0);
    if (status == GRAZE_OK && table->search.found)
        status = route_keep(table->routes, table->sets[set].agent, table->search.steps,
                            table->search.step_count, &best);
    if (status != GRAZE_OK)
        return status;
    table->sets[set].solved = true;
    table->sets[set].route = best;
    table->sets[set].cost = table->search.found ? table->search.arrival : TICK_NEVER;
    return GRAZE_OK;
}

/* Where the final arrival is put off, very many routes are equally good. A search that
 * has looked at many places for each step of the known route is over. */
graze_status constraint_set_route_among(constraint_table *table, uint32_t set,
                                        const sipp_world *others, uint32_t *best)
{
    *best = table->sets[set].route;
    uint64_t limit = PLACES_PER_STEP * ((uint64_t)table->routes->routes[*best].step_count + 1);
    graze_status status = find_route(table, set, others, limit);
    if (status != GRAZE_OK || !table->search.found)
        return status;
    return route_keep(table->routes, table->sets[set].agent, table->search.steps,
                      table->search.step_count, best);
}
