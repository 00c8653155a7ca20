/* SPDX-License-Identifier: MIT */
/* Breadth-first search over configurations. */
#include "planner/order_feasibility.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

/* Where an agent is: a vertex; or on its way, the number of vertices plus its edge plus
 * the number of edges for each agent that is ahead of it on that edge. */
typedef uint32_t whereabouts;

typedef struct order_search {
    collision_table *collisions;
    const route_agent *agents;
    uint32_t count;
    uint32_t vertices, edges;
    whereabouts *configurations; /* count numbers each */
    size_t known, capacity;      /* capacity in numbers */
    hash_table numbers;          /* of configurations */
    bool reached;
} order_search;

static const graze_allocator *memory_of(const order_search *table)
{
    return &table->collisions->graph->memory;
}

static uint64_t hash_of(const whereabouts *where, uint32_t count)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++)
        hash = hash_of_pair(where[i], hash);
    return hash;
}

/* Adds the configuration behind the last known one, unless it is known; false when there is no
 * memory. */
static bool keep_last(order_search *table)
{
    const size_t count = table->count;
    const whereabouts *last = table->configurations + table->known * count;
    const uint64_t hash = hash_of(last, table->count);
    hash_probe probe = hash_table_probe(&table->numbers, hash);
    while (hash_probe_next(&probe))
        if (memcmp(table->configurations + probe.item * count, last, count * sizeof *last) == 0)
            return true;
    if (!hash_table_add(&table->numbers, memory_of(table), hash, table->known))
        return false;
    table->known++;
    bool all_home = true;
    for (uint32_t a = 0; a < table->count; a++)
        all_home = all_home && last[a] == table->agents[a].goal;
    table->reached = table->reached || all_home;
    return true;
}

static uint32_t edge_of(const order_search *table, whereabouts on_its_way)
{
    return (on_its_way - table->vertices) % table->edges;
}

/* May an agent start along an edge? Not if another comes towards it. *ahead gets the number of
 * agents that are on the edge already. */
static bool may_depart(const order_search *table, const whereabouts *now, uint32_t edge,
                       uint32_t *ahead)
{
    const planning_graph *graph = table->collisions->graph;
    *ahead = 0;
    for (uint32_t other = 0; other < table->count; other++) {
        if (now[other] < table->vertices)
            continue;
        uint32_t met = edge_of(table, now[other]);
        *ahead += met == edge;
        if (graph->from[met] == graph_to(graph, edge) && graph_to(graph, met) == graph->from[edge])
            return false;
    }
    return true;
}

static bool may_arrive(const order_search *table, const whereabouts *now, uint32_t agent,
                       uint32_t vertex)
{
    for (uint32_t other = 0; other < table->count; other++)
        if (other != agent && now[other] < table->vertices &&
            collision_of_places(table->collisions, table->agents[agent].kind, vertex,
                                table->agents[other].kind, now[other]))
            return false;
    return true;
}

/* Adds the configuration in which one agent is elsewhere. An agent that arrives was the first
 * on its edge; the agents behind it move up. */
static bool move_agent(order_search *table, size_t configuration, uint32_t agent, whereabouts to)
{
    if (!ARRAY_RESERVE(memory_of(table), table->configurations, table->capacity,
                       (table->known + 1) * table->count))
        return false;
    whereabouts *next = table->configurations + table->known * table->count;
    memcpy(next, table->configurations + configuration * table->count, table->count * sizeof *next);
    whereabouts left = next[agent];
    next[agent] = to;
    for (uint32_t other = 0; other < table->count && to < table->vertices; other++)
        if (other != agent && next[other] >= table->vertices &&
            edge_of(table, next[other]) == edge_of(table, left))
            next[other] -= table->edges;
    return keep_last(table);
}

static bool expand_agent(order_search *table, size_t configuration, uint32_t agent, size_t limit)
{
    const planning_graph *graph = table->collisions->graph;
    const size_t *first = graph->roadmap->first;
    const whereabouts *now = table->configurations + configuration * table->count;
    whereabouts here = now[agent];
    if (here >= table->vertices) {
        uint32_t vertex = graph_to(graph, edge_of(table, here));
        return here - table->vertices >= table->edges || !may_arrive(table, now, agent, vertex) ||
               move_agent(table, configuration, agent, vertex);
    }
    for (size_t e = first[here]; e < first[here + 1] && table->known < limit; e++) {
        uint32_t edge = (uint32_t)e, ahead;
        now = table->configurations + configuration * table->count; /* may have moved */
        if (graph_duration(graph, table->agents[agent].kind, edge) < TICK_NEVER &&
            may_depart(table, now, edge, &ahead) &&
            !move_agent(table, configuration, agent, table->vertices + edge + ahead * table->edges))
            return false;
    }
    return true;
}

static graze_status search(order_search *table, size_t limit, order_feasibility *answer)
{
    for (uint32_t a = 0; a < table->count; a++)
        table->configurations[a] = table->agents[a].start;
    if (!keep_last(table))
        return GRAZE_ERROR_MEMORY;
    for (size_t c = 0; c < table->known && !table->reached; c++)
        for (uint32_t a = 0; a < table->count && !table->reached; a++) {
            if (table->known >= limit) {
                *answer = ORDER_UNKNOWN;
                return GRAZE_OK;
            }
            if (!expand_agent(table, c, a, limit))
                return GRAZE_ERROR_MEMORY;
        }
    *answer = table->reached ? ORDER_FEASIBLE : ORDER_INFEASIBLE;
    return table->collisions->status;
}

graze_status order_feasibility_search(collision_table *collisions, const route_agent *agents,
                                      uint32_t count, size_t configuration_limit,
                                      order_feasibility *answer)
{
    order_search table = {.collisions = collisions,
                          .agents = agents,
                          .count = count,
                          .vertices = collisions->graph->roadmap->vertex_count,
                          .edges = collisions->graph->edge_count};
    graze_status status = GRAZE_ERROR_MEMORY;
    *answer = ORDER_UNKNOWN;
    if (table.vertices + (uint64_t)table.edges * count >= UINT32_MAX)
        return GRAZE_OK;
    if (ARRAY_RESERVE(memory_of(&table), table.configurations, table.capacity, count))
        status = search(&table, configuration_limit, answer);
    hash_table_free(&table.numbers, memory_of(&table));
    memory_free(memory_of(&table), table.configurations);
    return status;
}
