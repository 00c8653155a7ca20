/* SPDX-License-Identifier: MIT */
/* Splits tried on the agents concerned, and a table in which the new replaces the old. */
#include "planner/conflict_rating.h"

#include "base/memory.h"
#include "planner/biclique_split.h"
#include "planner/corridor.h"
#include "planner/hash_table.h"

enum { FIRST_CAPACITY = 1 << 10, LAST_CAPACITY = 1 << 18 };

static tick cost_increase_greatest(const tick of[2])
{
    return of[0] < of[1] ? of[1] : of[0];
}

bool cost_increase_is_better(const tick a[2], const tick b[2])
{
    bool a_forced = cost_increase_greatest(a) >= TICK_NEVER;
    bool b_forced = cost_increase_greatest(b) >= TICK_NEVER;
    if (a_forced != b_forced)
        return a_forced;
    if (cost_increase_least(a) != cost_increase_least(b))
        return cost_increase_least(a) > cost_increase_least(b);
    return cost_increase_greatest(a) > cost_increase_greatest(b);
}

/* What the two children of a split cost their agents. */
static graze_status rate(constraint_table *constraints, const uint32_t sets[2],
                         conflict_rating *rating)
{
    for (int i = 0; i < 2; i++) {
        graze_status status =
            constraint_add(constraints, sets[i], &rating->children[i].added, &rating->sets[i]);
        if (status != GRAZE_OK)
            return status;
        tick cost = constraint_set_cost(constraints, rating->sets[i]);
        rating->cost_increase[i] =
            cost >= TICK_NEVER ? TICK_NEVER : cost - constraint_set_cost(constraints, sets[i]);
    }
    return GRAZE_OK;
}

/* Rates a split, and keeps it if it is better than the best so far. */
static graze_status try_split(constraint_table *constraints, const uint32_t sets[2],
                              conflict_rating *tried, bool first, conflict_rating *best)
{
    graze_status status = rate(constraints, sets, tried);
    if (status == GRAZE_OK &&
        (first || cost_increase_is_better(tried->cost_increase, best->cost_increase)))
        *best = *tried;
    return status;
}

static graze_status try_conflict(constraint_table *constraints, const rating_question *asked,
                                 const route_conflict *conflict, bool first, conflict_rating *best)
{
    const uint32_t agents[2] = {constraints->sets[asked->sets[0]].agent,
                                constraints->sets[asked->sets[1]].agent};
    conflict_rating tried;
    bool is_corridor = false;
    split_conflict(constraints, conflict, agents, asked->options.targets, tried.children);
    graze_status status = GRAZE_OK;
    if (asked->options.bicliques)
        status = biclique_split(constraints, BICLIQUE_FEW_MOVES, agents, tried.children);
    if (status == GRAZE_OK)
        status = try_split(constraints, asked->sets, &tried, first, best);
    if (status == GRAZE_OK && asked->options.corridors)
        status = corridor_split(constraints, asked->sets, asked->routes, conflict, tried.children,
                                &is_corridor);
    return status == GRAZE_OK && is_corridor
               ? try_split(constraints, asked->sets, &tried, false, best)
               : status;
}

graze_status conflict_rating_of_pair(constraint_table *constraints, const rating_question *asked,
                                     conflict_rating *best)
{
    graze_status status = GRAZE_OK;
    conflict_rating tried;
    for (uint32_t i = 0; i < asked->conflicts.count && status == GRAZE_OK; i++) {
        if (i > 0 && cost_increase_least(best->cost_increase) > 0)
            break;
        route_conflict conflict = constraints->routes->conflicts[asked->conflicts.first + i];
        status = try_conflict(constraints, asked, &conflict, i == 0, best);
    }
    if (status == GRAZE_OK && asked->fronts != NULL &&
        pareto_split(asked->fronts, asked->sets, tried.children))
        status = try_split(constraints, asked->sets, &tried, false, best);
    if (status == GRAZE_OK && asked->options.disjoint)
        split_disjointly(constraints, asked->sets, best->children);
    return status;
}

/* ---- the cache ---------------------------------------------------------------------- */

void rating_cache_open(rating_cache *cache, const graze_allocator *memory)
{
    *cache = (rating_cache){.memory = memory};
}

void rating_cache_close(rating_cache *cache)
{
    memory_free(cache->memory, cache->slots);
    rating_cache_open(cache, cache->memory);
}

static pair_rating *slot_of(const rating_cache *cache, const uint32_t sets[2],
                            const uint32_t routes[2])
{
    uint64_t hash = hash_mixed((uint64_t)sets[0] << 32 | sets[1]);
    hash = hash_mixed(hash ^ ((uint64_t)routes[0] << 32 | routes[1]));
    return &cache->slots[hash & (cache->capacity - 1)];
}

/* The sets of an empty slot are equal, which those of two agents never are. */
static bool is_filled(const pair_rating *slot)
{
    return slot->sets[0] != slot->sets[1];
}

static bool grow(rating_cache *cache)
{
    rating_cache bigger = *cache;
    bigger.capacity = cache->capacity == 0 ? FIRST_CAPACITY : 2 * cache->capacity;
    bigger.slots = memory_new(cache->memory, bigger.capacity, sizeof *bigger.slots);
    if (bigger.slots == NULL)
        return false;
    bigger.count = 0;
    for (size_t i = 0; i < cache->capacity; i++)
        if (is_filled(&cache->slots[i])) {
            *slot_of(&bigger, cache->slots[i].sets, cache->slots[i].routes) = cache->slots[i];
            bigger.count++;
        }
    memory_free(cache->memory, cache->slots);
    *cache = bigger;
    return true;
}

pair_rating *rating_cache_slot(rating_cache *cache, const rating_question *asked)
{
    if (2 * cache->count >= cache->capacity && cache->capacity < LAST_CAPACITY && !grow(cache))
        return NULL;
    return slot_of(cache, asked->sets, asked->routes);
}

bool rating_is_about(const pair_rating *slot, const rating_question *asked)
{
    return slot->sets[0] == asked->sets[0] && slot->sets[1] == asked->sets[1] &&
           slot->routes[0] == asked->routes[0] && slot->routes[1] == asked->routes[1];
}

void rating_cache_keep(rating_cache *cache, pair_rating *slot, const pair_rating *found)
{
    cache->count += !is_filled(slot);
    *slot = *found;
}
