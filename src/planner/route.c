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

void route_open(route_book *book, clash_book *clashes, const route_agent *agents)
{
    *book = (route_book){.clashes = clashes, .agents = agents};
}

static const graze_allocator *memory_of(const route_book *book)
{
    return &book->clashes->ground->memory;
}

void route_close(route_book *book)
{
    const graze_allocator *memory = memory_of(book);
    memory_free(memory, book->routes);
    memory_free(memory, book->steps);
    memory_free(memory, book->places);
    memory_free(memory, book->pairs);
    memory_free(memory, book->conflicts);
    route_open(book, book->clashes, book->agents);
}

/* ---- equal routes are one ----------------------------------------------------------- */

static uint64_t hash_of(uint32_t agent, const step *steps, size_t count)
{
    uint64_t hash = hash_mixed(agent + 1);
    for (size_t i = 0; i < count; i++)
        hash = hash_mixed(hash ^ hash_mixed((uint64_t)steps[i].start) ^
                          (uint64_t)steps[i].edge << 20);
    return hash;
}

static bool is_route(const route_book *book, uint32_t number, uint32_t agent, const step *steps,
                     size_t count)
{
    const kept_route *kept = &book->routes[number];
    if (kept->agent != agent || kept->step_count != count)
        return false;
    const step *own = route_steps(book, number);
    for (size_t i = 0; i < count; i++)
        if (own[i].edge != steps[i].edge || own[i].start != steps[i].start)
            return false;
    return true;
}

/* Where a route is noted, or would be. */
static uint32_t *place_of(const route_book *book, uint32_t agent, const step *steps, size_t count)
{
    size_t mask = book->place_capacity - 1;
    size_t i = hash_of(agent, steps, count) & mask;
    while (book->places[i] != 0 && !is_route(book, book->places[i] - 1, agent, steps, count))
        i = (i + 1) & mask;
    return &book->places[i];
}

static bool grow_places(route_book *book)
{
    size_t capacity = book->place_capacity == 0 ? FIRST_CAPACITY : 2 * book->place_capacity;
    uint32_t *places = memory_new(memory_of(book), capacity, sizeof *places);
    if (places == NULL)
        return false;
    memory_free(memory_of(book), book->places);
    book->places = places;
    book->place_capacity = capacity;
    for (uint32_t r = 0; r < book->count; r++) {
        const kept_route *kept = &book->routes[r];
        *place_of(book, kept->agent, route_steps(book, r), kept->step_count) = r + 1;
    }
    return true;
}

graze_status route_keep(route_book *book, uint32_t agent, const step *steps, size_t count,
                        uint32_t *number)
{
    if (2 * (book->count + 1) > book->place_capacity && !grow_places(book))
        return GRAZE_ERROR_MEMORY;
    uint32_t *place = place_of(book, agent, steps, count);
    if (*place == 0) {
        if (!ARRAY_RESERVE(memory_of(book), book->routes, book->capacity, book->count + 1) ||
            !ARRAY_RESERVE(memory_of(book), book->steps, book->step_capacity,
                           book->step_count + count + 1))
            return GRAZE_ERROR_MEMORY;
        book->routes[book->count++] = (kept_route){agent, (uint32_t)count, book->step_count};
        if (count > 0)
            memcpy(book->steps + book->step_count, steps, count * sizeof *steps);
        book->step_count += count;
        *place = (uint32_t)book->count;
    }
    *number = *place - 1;
    return GRAZE_OK;
}

static tick step_end(const route_book *book, uint32_t agent, const step *taken)
{
    return taken->start + terrain_duration(book->clashes->ground, book->agents[agent].kind,
                                           taken->edge);
}

tick route_arrival(const route_book *book, uint32_t number)
{
    const kept_route *r = &book->routes[number];
    return r->step_count == 0
               ? 0
               : step_end(book, r->agent, &route_steps(book, number)[r->step_count - 1]);
}

/* ---- two routes --------------------------------------------------------------------- */

/* Walks through the stays (even turns) and moves (odd turns) of a route. */
typedef struct walker {
    const route_book *book;
    const step *steps;
    uint32_t agent, kind;
    size_t turn, last_turn;
    route_part part;
} walker;

static void look(walker *w)
{
    const terrain *ground = w->book->clashes->ground;
    const step *next = &w->steps[w->turn / 2];
    if (w->turn % 2 == 1) {
        w->part = (route_part){next->edge, VERTEX_NONE, next->start,
                               step_end(w->book, w->agent, next)};
        return;
    }
    bool first = w->turn == 0;
    w->part.vertex = first ? w->book->agents[w->agent].start
                           : terrain_to(ground, w->part.edge);
    w->part.edge = EDGE_NONE;
    w->part.from = first ? 0 : w->part.until;
    w->part.until = w->turn == w->last_turn ? TICK_NEVER : next->start;
}

static walker walk(const route_book *book, uint32_t number)
{
    const kept_route *r = &book->routes[number];
    walker w = {.book = book,
                .steps = route_steps(book, number),
                .agent = r->agent,
                .kind = book->agents[r->agent].kind,
                .last_turn = 2 * (size_t)r->step_count};
    look(&w);
    return w;
}

/* Are these parts in conflict, and when? Two stays never are the first to be. */
static bool parts_clash(route_book *book, const walker *a, const walker *b, span *when)
{
    const route_part *p = &a->part, *q = &b->part;
    if (p->edge == EDGE_NONE && q->edge == EDGE_NONE)
        return false;
    if (p->edge != EDGE_NONE && q->edge != EDGE_NONE) {
        *when = clash_moves(book->clashes, a->kind, p->edge, b->kind, q->edge);
        return span_holds(*when, p->from - q->from);
    }
    if (p->edge != EDGE_NONE)
        return parts_clash(book, b, a, when);
    *when = clash_stay(book->clashes, a->kind, p->vertex, b->kind, q->edge);
    if (when->lower >= when->upper)
        return false;
    *when = (span){when->lower + q->from, when->upper + q->from};
    return p->from < when->upper && p->until > when->lower;
}

/* Puts the conflicts into `found`, which has room for CONFLICTS_KEPT. */
static uint32_t find_conflicts(route_book *book, uint32_t first, uint32_t second,
                               route_conflict *found)
{
    walker a = walk(book, first), b = walk(book, second);
    uint32_t count = 0;
    while (count < CONFLICTS_KEPT) {
        tick from = a.part.from > b.part.from ? a.part.from : b.part.from;
        tick until = a.part.until < b.part.until ? a.part.until : b.part.until;
        span when;
        if (from < until && parts_clash(book, &a, &b, &when))
            found[count++] = (route_conflict){{a.part, b.part}, when};
        walker *over = a.part.until <= b.part.until ? &a : &b;
        if (over->turn == over->last_turn)
            break;
        over->turn++;
        look(over);
    }
    return count;
}

static struct route_pair *pair_place(const route_book *book, uint64_t key)
{
    size_t mask = book->pair_capacity - 1;
    size_t i = hash_mixed(key) & mask;
    while (book->pairs[i].key != 0 && book->pairs[i].key != key)
        i = (i + 1) & mask;
    return &book->pairs[i];
}

static bool grow_pairs(route_book *book)
{
    route_book bigger = *book;
    bigger.pair_capacity = book->pair_capacity == 0 ? FIRST_CAPACITY : 2 * book->pair_capacity;
    bigger.pairs = memory_new(memory_of(book), bigger.pair_capacity, sizeof *bigger.pairs);
    if (bigger.pairs == NULL)
        return false;
    for (size_t i = 0; i < book->pair_capacity; i++)
        if (book->pairs[i].key != 0)
            *pair_place(&bigger, book->pairs[i].key) = book->pairs[i];
    memory_free(memory_of(book), book->pairs);
    *book = bigger;
    return true;
}

graze_status route_conflicts(route_book *book, uint32_t first, uint32_t second,
                             conflict_range *found)
{
    if (2 * (book->pair_count + 1) > book->pair_capacity && !grow_pairs(book))
        return GRAZE_ERROR_MEMORY;
    uint64_t key = ((uint64_t)first + 1) << 32 | second; /* never 0 */
    struct route_pair *pair = pair_place(book, key);
    if (pair->key == 0) {
        if (!ARRAY_RESERVE(memory_of(book), book->conflicts, book->conflict_capacity,
                           book->conflict_count + CONFLICTS_KEPT))
            return GRAZE_ERROR_MEMORY;
        uint32_t count =
            find_conflicts(book, first, second, &book->conflicts[book->conflict_count]);
        if (book->clashes->status != GRAZE_OK)
            return book->clashes->status;
        *pair = (struct route_pair){key, {(uint32_t)book->conflict_count, count}};
        book->conflict_count += count;
        book->pair_count++;
    }
    *found = pair->found;
    return GRAZE_OK;
}

bool route_meets_rest(route_book *book, uint32_t number, uint32_t kind_resting, uint32_t vertex,
                      tick from)
{
    const kept_route *r = &book->routes[number];
    const step *steps = route_steps(book, number);
    uint32_t own_kind = book->agents[r->agent].kind;
    for (size_t i = r->step_count; i > 0; i--) {
        const step *taken = &steps[i - 1];
        if (step_end(book, r->agent, taken) <= from)
            break;
        span when = clash_stay(book->clashes, kind_resting, vertex, own_kind, taken->edge);
        if (when.lower < when.upper && taken->start + when.upper > from)
            return true;
    }
    uint32_t rest = r->step_count == 0 ? book->agents[r->agent].start
                                       : terrain_to(book->clashes->ground,
                                                    steps[r->step_count - 1].edge);
    return clash_places(book->clashes, kind_resting, vertex, own_kind, rest);
}
