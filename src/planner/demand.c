/* SPDX-License-Identifier: MIT */
/* Sets of demands, kept and solved once. */
#include "planner/demand_view.h"

#include <string.h>

#include "base/memory.h"
#include "planner/array.h"
#include "planner/hash.h"

enum { FIRST_CAPACITY = 1 << 10, PLACES_PER_STEP = 64, TABLE_VERTICES = 4096 };

static const graze_allocator *memory_of(const demand_book *book)
{
    return &book->ground->memory;
}

static graze_status add_empty_sets(demand_book *book)
{
    if (!ARRAY_RESERVE(memory_of(book), book->sets, book->capacity, book->agent_count))
        return GRAZE_ERROR_MEMORY;
    for (uint32_t i = 0; i < book->agent_count; i++)
        book->sets[i] = (demand_set){.agent = i, .smaller = i, .route = ROUTE_NONE};
    book->count = book->agent_count;
    return GRAZE_OK;
}

graze_status demand_open(demand_book *book, route_book *routes, uint32_t agent_count)
{
    const terrain *ground = routes->clashes->ground;
    *book = (demand_book){.routes = routes,
                          .ground = ground,
                          .agent_count = agent_count,
                          .table_vertices = TABLE_VERTICES};
    graze_status status = sipp_open(&book->search, ground);
    if (status == GRAZE_OK)
        status = add_empty_sets(book);
    if (status == GRAZE_OK)
        status = demand_view_open(book);
    if (status != GRAZE_OK)
        demand_close(book);
    return status;
}

void demand_close(demand_book *book)
{
    const graze_allocator *memory = memory_of(book);
    sipp_close(&book->search);
    demand_view_close(book);
    memory_free(memory, book->visits);
    memory_free(memory, book->sets);
    memory_free(memory, book->places);
    book->sets = NULL;
    book->places = NULL;
}

/* ---- equal sets are one ------------------------------------------------------------- */

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_demands(const void *left, const void *right)
{
    const demand *a = left, *b = right;
    int order = compare(a->form, b->form);
    if (order == 0)
        order = compare(a->place, b->place);
    if (order == 0)
        order = compare(a->when.lower, b->when.lower);
    if (order == 0)
        order = compare(a->when.upper, b->when.upper);
    return order != 0 ? order : compare(a->kind, b->kind);
}

/* Have two open intervals a whole tick in common? */
static bool share_tick(span a, span b)
{
    tick first = a.lower > b.lower ? a.lower : b.lower;
    return first + 1 < (a.upper < b.upper ? a.upper : b.upper);
}

/* Does a later demand say no more than an earlier one, or can the two be one? Of those
 * in sorted order; the earlier one then says it all. */
static bool merge(demand *earlier, const demand *later)
{
    if (earlier->form != later->form || earlier->place != later->place)
        return false;
    switch (earlier->form) {
    case DEMAND_ABSENT:
    case DEMAND_NO_START:
        if (later->when.lower >= earlier->when.upper)
            return false;
        if (later->when.upper > earlier->when.upper)
            earlier->when.upper = later->when.upper;
        return true;
    case DEMAND_FINAL:
        earlier->when = later->when;
        return true;
    case DEMAND_START: /* the same start (demand_can_start) */
        if (!share_tick(earlier->when, later->when))
            return false;
        earlier->when.lower = later->when.lower;
        if (later->when.upper < earlier->when.upper)
            earlier->when.upper = later->when.upper;
        return true;
    case DEMAND_YIELD:
        return earlier->kind == later->kind;
    case DEMAND_NO_STAY:
        break;
    }
    return false;
}

/* The demands of a set, and perhaps one more, sorted and merged: what the set means. */
graze_status demand_gather(const demand_book *book, uint32_t set, const demand *more,
                           demand_list *list)
{
    list->count = 0;
    if (!ARRAY_RESERVE(memory_of(book), list->demands, list->capacity,
                       (size_t)book->sets[set].size + 1))
        return GRAZE_ERROR_MEMORY;
    for (const demand *d = more; d != NULL || book->sets[set].size > 0; d = NULL) {
        if (d == NULL) {
            d = &book->sets[set].last;
            set = book->sets[set].smaller;
        }
        size_t i = list->count++;
        for (; i > 0 && compare_demands(&list->demands[i - 1], d) > 0; i--)
            list->demands[i] = list->demands[i - 1];
        list->demands[i] = *d;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || !merge(&list->demands[kept - 1], &list->demands[i]))
            list->demands[kept++] = list->demands[i];
    list->count = kept;
    return GRAZE_OK;
}

static uint64_t hash_of(uint32_t agent, const demand_list *list)
{
    uint64_t hash = hash_mixed(agent + 1);
    for (size_t i = 0; i < list->count; i++) {
        const demand *d = &list->demands[i];
        hash = hash_mixed(hash ^ (uint64_t)d->form << 60 ^ (uint64_t)d->kind << 40 ^ d->place);
        hash = hash_mixed(hash_mixed(hash ^ (uint64_t)d->when.lower) ^ (uint64_t)d->when.upper);
    }
    return hash;
}

/* Does a kept set mean what is in view->sought? */
static bool is_sought(const demand_book *book, uint32_t kept, uint32_t agent, uint64_t hash)
{
    demand_view *view = book->view;
    if (book->sets[kept].hash != hash || book->sets[kept].agent != agent ||
        demand_gather(book, kept, NULL, &view->compared) != GRAZE_OK ||
        view->compared.count != view->sought.count)
        return false;
    for (size_t i = 0; i < view->sought.count; i++)
        if (compare_demands(&view->sought.demands[i], &view->compared.demands[i]) != 0)
            return false;
    return true;
}

static bool grow_places(demand_book *book)
{
    size_t capacity = book->place_capacity == 0 ? FIRST_CAPACITY : 2 * book->place_capacity;
    uint32_t *places = memory_new(memory_of(book), capacity, sizeof *places);
    if (places == NULL)
        return false;
    memory_free(memory_of(book), book->places);
    book->places = places;
    book->place_capacity = capacity;
    for (size_t s = book->agent_count; s < book->count; s++) {
        size_t i = book->sets[s].hash & (capacity - 1);
        while (places[i] != 0)
            i = (i + 1) & (capacity - 1);
        places[i] = (uint32_t)s + 1;
    }
    return true;
}

bool demand_can_start(const demand_book *book, uint32_t set, const demand *more)
{
    const route_agent *agent = &book->routes->agents[book->sets[set].agent];
    tick duration = terrain_duration(book->ground, agent->kind, more->place);
    for (; book->sets[set].size > 0; set = book->sets[set].smaller) {
        const demand *d = &book->sets[set].last;
        if (d->form != DEMAND_START || !share_tick(d->when, more->when))
            continue;
        tick lower = d->when.lower < more->when.lower ? d->when.lower : more->when.lower;
        tick upper = d->when.upper > more->when.upper ? d->when.upper : more->when.upper;
        if (d->place != more->place || upper - lower - 2 >= duration)
            return false;
    }
    return true;
}

/* Finds the set that means what `set` and one demand more mean, or makes it. */
static graze_status find_set(demand_book *book, uint32_t set, const demand *more,
                             uint32_t *larger)
{
    uint32_t agent = book->sets[set].agent;
    graze_status status = demand_gather(book, set, more, &book->view->sought);
    if (status != GRAZE_OK)
        return status;
    if (2 * (book->count + 1) > book->place_capacity && !grow_places(book))
        return GRAZE_ERROR_MEMORY;
    uint64_t hash = hash_of(agent, &book->view->sought);
    size_t mask = book->place_capacity - 1;
    size_t i = hash & mask;
    while (book->places[i] != 0 && !is_sought(book, book->places[i] - 1, agent, hash))
        i = (i + 1) & mask;
    if (book->places[i] == 0) {
        if (!ARRAY_RESERVE(memory_of(book), book->sets, book->capacity, book->count + 1))
            return GRAZE_ERROR_MEMORY;
        book->sets[book->count++] = (demand_set){.agent = agent,
                                                 .smaller = set,
                                                 .size = book->sets[set].size + 1,
                                                 .route = ROUTE_NONE,
                                                 .last = *more,
                                                 .hash = hash};
        book->places[i] = (uint32_t)book->count;
    }
    *larger = book->places[i] - 1;
    return GRAZE_OK;
}

graze_status demand_add(demand_book *book, uint32_t set, const demand *more, uint32_t *larger)
{
    graze_status status = find_set(book, set, more, larger);
    return status == GRAZE_OK ? demand_solve(book, *larger) : status;
}

graze_status demand_add_done(demand_book *book, uint32_t set, const demand *more, uint32_t route,
                             uint32_t *larger)
{
    graze_status status = find_set(book, set, more, larger);
    if (status != GRAZE_OK || book->sets[*larger].solved)
        return status;
    book->sets[*larger].solved = true;
    book->sets[*larger].route = route;
    book->sets[*larger].cost = book->sets[set].cost;
    return GRAZE_OK;
}

/* ---- sets solved -------------------------------------------------------------------- */

static graze_status find_route(demand_book *book, uint32_t set, const sipp_world *crowd,
                               uint64_t expansion_limit)
{
    sipp_question question = {.goal = book->routes->agents[book->sets[set].agent].goal,
                              .latest_final = TICK_NEVER,
                              .expansion_limit = expansion_limit};
    if (crowd != NULL) /* a best route is asked for, whose cost is known */
        question.latest_final = book->sets[set].cost;
    uint32_t last = set; /* the greatest demand for the final arrival */
    for (; book->sets[last].size > 0; last = book->sets[last].smaller)
        if (book->sets[last].last.form == DEMAND_FINAL &&
            book->sets[last].last.when.lower > question.earliest_final)
            question.earliest_final = book->sets[last].last.when.lower;
    return demand_find(book, set, crowd, &question);
}

graze_status demand_solve(demand_book *book, uint32_t set)
{
    if (book->sets[set].solved)
        return GRAZE_OK;
    uint32_t best = ROUTE_NONE;
    graze_status status = find_route(book, set, NULL, 0);
    if (status == GRAZE_OK && book->search.found)
        status = route_keep(book->routes, book->sets[set].agent, book->search.steps,
                            book->search.step_count, &best);
    if (status != GRAZE_OK)
        return status;
    book->sets[set].solved = true;
    book->sets[set].route = best;
    book->sets[set].cost = book->search.found ? book->search.arrival : TICK_NEVER;
    return GRAZE_OK;
}

/* Where the final arrival is put off, very many routes are equally good. A search that
 * has looked at many places for each step of the known route is over. */
graze_status demand_route_among(demand_book *book, uint32_t set, const sipp_world *crowd,
                                uint32_t *best)
{
    *best = book->sets[set].route;
    uint64_t limit = PLACES_PER_STEP * ((uint64_t)book->routes->routes[*best].step_count + 1);
    graze_status status = find_route(book, set, crowd, limit);
    if (status != GRAZE_OK || !book->search.found)
        return status;
    return route_keep(book->routes, book->sets[set].agent, book->search.steps,
                      book->search.step_count, best);
}
