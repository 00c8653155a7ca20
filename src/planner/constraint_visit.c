/* SPDX-License-Identifier: MIT */
/* The earliest visits of vertices, looked for once. */
#include "planner/constraint_view.h"

#include "base/memory.h"
#include "planner/array.h"
#include "planner/hash.h"

enum { FIRST_CAPACITY = 1 << 10 };

static const graze_allocator *memory_of(const constraint_table *table)
{
    return &table->graph->memory;
}

struct earliest_visit {
    uint64_t corridor; /* a hash; 0: an empty place */
    uint32_t set, vertex;
    uint32_t first_edge, last_edge, edges; /* EDGE_NONE, EDGE_NONE, 0 without a corridor */
    tick time;
};

static bool is_same_visit(const struct earliest_visit *a, const struct earliest_visit *b)
{
    return a->corridor == b->corridor && a->set == b->set && a->vertex == b->vertex &&
           a->first_edge == b->first_edge && a->last_edge == b->last_edge && a->edges == b->edges;
}

static struct earliest_visit *visit_place(const constraint_table *table,
                                          const struct earliest_visit *visit)
{
    size_t mask = table->visit_capacity - 1;
    uint64_t place = (uint64_t)visit->set << 32 | visit->vertex;
    size_t i = hash_mixed(visit->corridor ^ hash_mixed(place)) & mask;
    while (table->visits[i].corridor != 0 && !is_same_visit(&table->visits[i], visit))
        i = (i + 1) & mask;
    return &table->visits[i];
}

static bool grow_visits(constraint_table *table)
{
    constraint_table bigger = *table;
    bigger.visit_capacity = table->visit_capacity == 0 ? FIRST_CAPACITY : 2 * table->visit_capacity;
    bigger.visits = memory_new(memory_of(table), bigger.visit_capacity, sizeof *bigger.visits);
    if (bigger.visits == NULL)
        return false;
    for (size_t i = 0; i < table->visit_capacity; i++)
        if (table->visits[i].corridor != 0)
            *visit_place(&bigger, &table->visits[i]) = table->visits[i];
    memory_free(memory_of(table), table->visits);
    table->visits = bigger.visits;
    table->visit_capacity = bigger.visit_capacity;
    return true;
}

graze_status constraint_set_earliest_visit(constraint_table *table, uint32_t set, uint32_t vertex,
                                           const uint32_t *corridor, size_t corridor_count,
                                           tick *time)
{
    struct earliest_visit visit = {1, set, vertex, EDGE_NONE, EDGE_NONE, (uint32_t)corridor_count,
                                   0};
    for (size_t i = 0; i < corridor_count; i++)
        visit.corridor = hash_mixed(visit.corridor + corridor[i]) | 1;
    if (corridor_count > 0) {
        visit.first_edge = corridor[0];
        visit.last_edge = corridor[corridor_count - 1];
    }
    if (2 * (table->visit_count + 1) > table->visit_capacity && !grow_visits(table))
        return GRAZE_ERROR_MEMORY;
    struct earliest_visit *place = visit_place(table, &visit);
    if (place->corridor == 0) {
        sipp_question question = {.goal = vertex,
                                  .latest_final = TICK_NEVER,
                                  .pass = true,
                                  .corridor = corridor,
                                  .corridor_count = corridor_count};
        graze_status status = constraint_find_route(table, set, NULL, &question);
        if (status != GRAZE_OK)
            return status;
        visit.time = table->search.found ? table->search.arrival : TICK_NEVER;
        *place = visit;
        table->visit_count++;
    }
    *time = place->time;
    return GRAZE_OK;
}
