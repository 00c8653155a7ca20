/* SPDX-License-Identifier: MIT */
/* The earliest visits of vertices, looked for once. */
#include "planner/constraint_view.h"

#include <string.h>

#include "base/array.h"

struct earliest_visit {
    uint32_t set, vertex;
    size_t first_edge, edge_count; /* the corridor, of the table's */
    tick time;
};

static const graze_allocator *memory_of(const constraint_table *table)
{
    return &table->graph->memory;
}

static uint64_t hash_of(uint32_t set, uint32_t vertex, const uint32_t *corridor, size_t count)
{
    uint64_t hash = hash_of_pair(set, vertex);
    for (size_t i = 0; i < count; i++)
        hash = hash_of_pair(hash, corridor[i]);
    return hash;
}

static bool is_corridor(const constraint_table *table, const struct earliest_visit *visit,
                        const uint32_t *corridor, size_t count)
{
    return visit->edge_count == count &&
           (count == 0 ||
            memcmp(table->corridors + visit->first_edge, corridor, count * sizeof *corridor) == 0);
}

static graze_status keep(constraint_table *table, struct earliest_visit visit, uint64_t hash,
                         const uint32_t *corridor)
{
    const graze_allocator *memory = memory_of(table);
    if (!ARRAY_RESERVE(memory, table->visits, table->visit_capacity, table->visit_count + 1) ||
        !ARRAY_RESERVE(memory, table->corridors, table->corridor_capacity,
                       table->corridor_count + visit.edge_count + 1) ||
        !hash_table_add(&table->visit_numbers, memory, hash, table->visit_count))
        return GRAZE_ERROR_MEMORY;
    if (visit.edge_count > 0)
        memcpy(table->corridors + table->corridor_count, corridor,
               visit.edge_count * sizeof *corridor);
    visit.first_edge = table->corridor_count;
    table->corridor_count += visit.edge_count;
    table->visits[table->visit_count++] = visit;
    return GRAZE_OK;
}

graze_status constraint_set_earliest_visit(constraint_table *table, uint32_t set, uint32_t vertex,
                                           const uint32_t *corridor, size_t corridor_count,
                                           tick *time)
{
    const uint64_t hash = hash_of(set, vertex, corridor, corridor_count);
    hash_probe probe = hash_table_probe(&table->visit_numbers, hash);
    while (hash_probe_next(&probe)) {
        const struct earliest_visit *visit = &table->visits[probe.item];
        *time = visit->time;
        if (visit->set == set && visit->vertex == vertex &&
            is_corridor(table, visit, corridor, corridor_count))
            return GRAZE_OK;
    }
    sipp_question question = {.goal = vertex,
                              .latest_final = TICK_NEVER,
                              .pass = true,
                              .corridor = corridor,
                              .corridor_count = corridor_count};
    graze_status status = constraint_find_route(table, set, NULL, &question);
    if (status != GRAZE_OK)
        return status;
    *time = table->search.found ? table->search.arrival : TICK_NEVER;
    return keep(table, (struct earliest_visit){set, vertex, 0, corridor_count, *time}, hash,
                corridor);
}
