/* SPDX-License-Identifier: MIT */
/* Routes kept once, and pairs of routes compared once. */
#include "planner/route.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

struct route_pair {
    uint32_t first, second;
    conflict_range found;
};

void route_open(route_table *table, collision_table *collisions, const route_agent *agents)
{
    *table = (route_table){.collisions = collisions, .agents = agents};
}

static const graze_allocator *memory_of(const route_table *table)
{
    return &table->collisions->graph->memory;
}

void route_close(route_table *table)
{
    const graze_allocator *memory = memory_of(table);
    memory_free(memory, table->routes);
    memory_free(memory, table->steps);
    hash_table_free(&table->numbers, memory);
    memory_free(memory, table->pairs);
    hash_table_free(&table->pair_numbers, memory);
    memory_free(memory, table->conflicts);
    route_open(table, table->collisions, table->agents);
}

/* ---- equal routes are one ----------------------------------------------------------- */

static uint64_t hash_of(uint32_t agent, const step *steps, size_t count)
{
    uint64_t hash = hash_mixed(agent + 1);
    for (size_t i = 0; i < count; i++)
        hash =
            hash_mixed(hash ^ hash_mixed((uint64_t)steps[i].start) ^ (uint64_t)steps[i].edge << 20);
    return hash;
}

static bool is_route(const route_table *table, uint32_t number, uint32_t agent, const step *steps,
                     size_t count)
{
    const kept_route *kept = &table->routes[number];
    if (kept->agent != agent || kept->step_count != count)
        return false;
    const step *own = route_steps(table, number);
    for (size_t i = 0; i < count; i++)
        if (own[i].edge != steps[i].edge || own[i].start != steps[i].start)
            return false;
    return true;
}

graze_status route_keep(route_table *table, uint32_t agent, const step *steps, size_t count,
                        uint32_t *number)
{
    const graze_allocator *memory = memory_of(table);
    const uint64_t hash = hash_of(agent, steps, count);
    hash_probe probe = hash_table_probe(&table->numbers, hash);
    while (hash_probe_next(&probe))
        if (is_route(table, probe.item, agent, steps, count)) {
            *number = probe.item;
            return GRAZE_OK;
        }
    if (!ARRAY_RESERVE(memory, table->routes, table->capacity, table->count + 1) ||
        !ARRAY_RESERVE(memory, table->steps, table->step_capacity, table->step_count + count + 1) ||
        !hash_table_add(&table->numbers, memory, hash, table->count))
        return GRAZE_ERROR_MEMORY;
    *number = (uint32_t)table->count;
    table->routes[table->count++] = (kept_route){agent, (uint32_t)count, table->step_count};
    if (count > 0)
        memcpy(table->steps + table->step_count, steps, count * sizeof *steps);
    table->step_count += count;
    return GRAZE_OK;
}

static tick step_end(const route_table *table, uint32_t agent, const step *taken)
{
    return taken->start +
           graph_duration(table->collisions->graph, table->agents[agent].kind, taken->edge);
}

/* ---- two routes --------------------------------------------------------------------- */

/* Walks through the stays (even turns) and moves (odd turns) of a route. */
typedef struct walker {
    const route_table *table;
    const step *steps;
    uint32_t agent, kind;
    size_t turn, last_turn;
    route_part part;
} walker;

static void look(walker *w)
{
    const planning_graph *graph = w->table->collisions->graph;
    const step *next = &w->steps[w->turn / 2];
    if (w->turn % 2 == 1) {
        w->part =
            (route_part){next->edge, VERTEX_NONE, next->start, step_end(w->table, w->agent, next)};
        return;
    }
    bool first = w->turn == 0;
    w->part.vertex = first ? w->table->agents[w->agent].start : graph_to(graph, w->part.edge);
    w->part.edge = EDGE_NONE;
    w->part.from = first ? 0 : w->part.until;
    w->part.until = w->turn == w->last_turn ? TICK_NEVER : next->start;
}

static walker walk(const route_table *table, uint32_t number)
{
    const kept_route *r = &table->routes[number];
    walker w = {.table = table,
                .steps = route_steps(table, number),
                .agent = r->agent,
                .kind = table->agents[r->agent].kind,
                .last_turn = 2 * (size_t)r->step_count};
    look(&w);
    return w;
}

bool route_parts_collide(collision_table *collisions, uint32_t kind_a, const route_part *a,
                         uint32_t kind_b, const route_part *b, span *when)
{
    if (a->edge == EDGE_NONE && b->edge == EDGE_NONE)
        return false;
    if (a->edge != EDGE_NONE && b->edge != EDGE_NONE) {
        *when = collision_of_moves(collisions, kind_a, a->edge, kind_b, b->edge);
        return span_holds(*when, a->from - b->from);
    }
    if (a->edge != EDGE_NONE)
        return route_parts_collide(collisions, kind_b, b, kind_a, a, when);
    *when = span_later(collision_of_stay(collisions, kind_a, a->vertex, kind_b, b->edge), b->from);
    return when->lower < when->upper && a->from < when->upper && a->until > when->lower;
}

/* Puts the conflicts into `found`, which has room for CONFLICTS_KEPT. */
static uint32_t find_conflicts(route_table *table, uint32_t first, uint32_t second,
                               route_conflict *found)
{
    walker a = walk(table, first), b = walk(table, second);
    uint32_t count = 0;
    while (count < CONFLICTS_KEPT) {
        tick from = a.part.from > b.part.from ? a.part.from : b.part.from;
        tick until = a.part.until < b.part.until ? a.part.until : b.part.until;
        span when;
        if (from < until &&
            route_parts_collide(table->collisions, a.kind, &a.part, b.kind, &b.part, &when))
            found[count++] = (route_conflict){{a.part, b.part}, when};
        walker *over = a.part.until <= b.part.until ? &a : &b;
        if (over->turn == over->last_turn)
            break;
        over->turn++;
        look(over);
    }
    return count;
}

/* Compares two routes that have not been compared yet. */
static graze_status compare(route_table *table, uint32_t first, uint32_t second, uint64_t hash,
                            conflict_range *found)
{
    const graze_allocator *memory = memory_of(table);
    if (!ARRAY_RESERVE(memory, table->conflicts, table->conflict_capacity,
                       table->conflict_count + CONFLICTS_KEPT) ||
        !ARRAY_RESERVE(memory, table->pairs, table->pair_capacity, table->pair_count + 1))
        return GRAZE_ERROR_MEMORY;
    uint32_t count = find_conflicts(table, first, second, &table->conflicts[table->conflict_count]);
    if (table->collisions->status != GRAZE_OK)
        return table->collisions->status;
    if (!hash_table_add(&table->pair_numbers, memory, hash, table->pair_count))
        return GRAZE_ERROR_MEMORY;
    *found = (conflict_range){(uint32_t)table->conflict_count, count};
    table->pairs[table->pair_count++] = (struct route_pair){first, second, *found};
    table->conflict_count += count;
    return GRAZE_OK;
}

graze_status route_conflicts(route_table *table, uint32_t first, uint32_t second,
                             conflict_range *found)
{
    const uint64_t hash = hash_of_pair(first, second);
    hash_probe probe = hash_table_probe(&table->pair_numbers, hash);
    while (hash_probe_next(&probe)) {
        const struct route_pair *pair = &table->pairs[probe.item];
        if (pair->first == first && pair->second == second) {
            *found = pair->found;
            return GRAZE_OK;
        }
    }
    return compare(table, first, second, hash, found);
}

bool route_meets_rest(route_table *table, uint32_t number, uint32_t kind_resting, uint32_t vertex,
                      tick from)
{
    const kept_route *r = &table->routes[number];
    const step *steps = route_steps(table, number);
    uint32_t own_kind = table->agents[r->agent].kind;
    for (size_t i = r->step_count; i > 0; i--) {
        const step *taken = &steps[i - 1];
        if (step_end(table, r->agent, taken) <= from)
            break;
        span when =
            collision_of_stay(table->collisions, kind_resting, vertex, own_kind, taken->edge);
        if (when.lower < when.upper && taken->start + when.upper > from)
            return true;
    }
    uint32_t rest = r->step_count == 0
                        ? table->agents[r->agent].start
                        : graph_to(table->collisions->graph, steps[r->step_count - 1].edge);
    return collision_of_places(table->collisions, kind_resting, vertex, own_kind, rest);
}
