/* SPDX-License-Identifier: MIT */
/* Routes kept once, and pairs of routes compared once. */
#include "planner/route.h"

#include <string.h>

#include "base/memory.h"
#include "planner/array.h"
#include "planner/hash.h"

struct route_pair {
    uint64_t key; /* 0: an empty place */
    conflict_range found;
};

enum { FIRST_CAPACITY = 1 << 10 };

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
    memory_free(memory, table->places);
    memory_free(memory, table->pairs);
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

/* Where a route is noted, or would be. */
static uint32_t *place_of(const route_table *table, uint32_t agent, const step *steps, size_t count)
{
    size_t mask = table->place_capacity - 1;
    size_t i = hash_of(agent, steps, count) & mask;
    while (table->places[i] != 0 && !is_route(table, table->places[i] - 1, agent, steps, count))
        i = (i + 1) & mask;
    return &table->places[i];
}

static bool grow_places(route_table *table)
{
    size_t capacity = table->place_capacity == 0 ? FIRST_CAPACITY : 2 * table->place_capacity;
    uint32_t *places = memory_new(memory_of(table), capacity, sizeof *places);
    if (places == NULL)
        return false;
    memory_free(memory_of(table), table->places);
    table->places = places;
    table->place_capacity = capacity;
    for (uint32_t r = 0; r < table->count; r++) {
        const kept_route *kept = &table->routes[r];
        *place_of(table, kept->agent, route_steps(table, r), kept->step_count) = r + 1;
    }
    return true;
}

graze_status route_keep(route_table *table, uint32_t agent, const step *steps, size_t count,
                        uint32_t *number)
{
    if (2 * (table->count + 1) > table->place_capacity && !grow_places(table))
        return GRAZE_ERROR_MEMORY;
    uint32_t *place = place_of(table, agent, steps, count);
    if (*place == 0) {
        if (!ARRAY_RESERVE(memory_of(table), table->routes, table->capacity, table->count + 1) ||
            !ARRAY_RESERVE(memory_of(table), table->steps, table->step_capacity,
                           table->step_count + count + 1))
            return GRAZE_ERROR_MEMORY;
        table->routes[table->count++] = (kept_route){agent, (uint32_t)count, table->step_count};
        if (count > 0)
            memcpy(table->steps + table->step_count, steps, count * sizeof *steps);
        table->step_count += count;
        *place = (uint32_t)table->count;
    }
    *number = *place - 1;
    return GRAZE_OK;
}

static tick step_end(const route_table *table, uint32_t agent, const step *taken)
{
    return taken->start +
           graph_duration(table->collisions->graph, table->agents[agent].kind, taken->edge);
}

tick route_arrival(const route_table *table, uint32_t number)
{
    const kept_route *r = &table->routes[number];
    return r->step_count == 0
               ? 0
               : step_end(table, r->agent, &route_steps(table, number)[r->step_count - 1]);
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

/* Are these parts in conflict, and when? Two stays never are the first to be. */
static bool parts_collide(route_table *table, const walker *a, const walker *b, span *when)
{
    const route_part *p = &a->part, *q = &b->part;
    if (p->edge == EDGE_NONE && q->edge == EDGE_NONE)
        return false;
    if (p->edge != EDGE_NONE && q->edge != EDGE_NONE) {
        *when = collision_of_moves(table->collisions, a->kind, p->edge, b->kind, q->edge);
        return span_holds(*when, p->from - q->from);
    }
    if (p->edge != EDGE_NONE)
        return parts_collide(table, b, a, when);
    *when = collision_of_stay(table->collisions, a->kind, p->vertex, b->kind, q->edge);
    if (when->lower >= when->upper)
        return false;
    *when = (span){when->lower + q->from, when->upper + q->from};
    return p->from < when->upper && p->until > when->lower;
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
        if (from < until && parts_collide(table, &a, &b, &when))
            found[count++] = (route_conflict){{a.part, b.part}, when};
        walker *over = a.part.until <= b.part.until ? &a : &b;
        if (over->turn == over->last_turn)
            break;
        over->turn++;
        look(over);
    }
    return count;
}

static struct route_pair *pair_place(const route_table *table, uint64_t key)
{
    size_t mask = table->pair_capacity - 1;
    size_t i = hash_mixed(key) & mask;
    while (table->pairs[i].key != 0 && table->pairs[i].key != key)
        i = (i + 1) & mask;
    return &table->pairs[i];
}

static bool grow_pairs(route_table *table)
{
    route_table bigger = *table;
    bigger.pair_capacity = table->pair_capacity == 0 ? FIRST_CAPACITY : 2 * table->pair_capacity;
    bigger.pairs = memory_new(memory_of(table), bigger.pair_capacity, sizeof *bigger.pairs);
    if (bigger.pairs == NULL)
        return false;
    for (size_t i = 0; i < table->pair_capacity; i++)
        if (table->pairs[i].key != 0)
            *pair_place(&bigger, table->pairs[i].key) = table->pairs[i];
    memory_free(memory_of(table), table->pairs);
    *table = bigger;
    return true;
}

graze_status route_conflicts(route_table *table, uint32_t first, uint32_t second,
                             conflict_range *found)
{
    if (2 * (table->pair_count + 1) > table->pair_capacity && !grow_pairs(table))
        return GRAZE_ERROR_MEMORY;
    uint64_t key = ((uint64_t)first + 1) << 32 | second; /* never 0 */
    struct route_pair *pair = pair_place(table, key);
    if (pair->key == 0) {
        if (!ARRAY_RESERVE(memory_of(table), table->conflicts, table->conflict_capacity,
                           table->conflict_count + CONFLICTS_KEPT))
            return GRAZE_ERROR_MEMORY;
        uint32_t count =
            find_conflicts(table, first, second, &table->conflicts[table->conflict_count]);
        if (table->collisions->status != GRAZE_OK)
            return table->collisions->status;
        *pair = (struct route_pair){key, {(uint32_t)table->conflict_count, count}};
        table->conflict_count += count;
        table->pair_count++;
    }
    *found = pair->found;
    return GRAZE_OK;
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
