/* SPDX-License-Identifier: MIT */
/* The best-first search of the constraint tree. */
#include "planner/ccbs.h"

#include <assert.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "planner/ct_node.h"
#include "planner/matching.h"
#include "planner/pair_heuristic.h"

/* A node that waits. An item is used again; entries of an older version are stale. */
typedef struct waiting_node {
    ct_stored *node; /* null when taken */
    tick bound;
    uint32_t version;
} waiting_node;

/* With a suboptimality w > 1 the node with the fewest conflicts goes first among those whose
 * bound is at most w times the least; `focal` holds those that were so when they came. */
typedef struct frontier {
    heap open;           /* all, by bound, then by number of conflicts */
    heap focal;          /* by number of conflicts, then by bound */
    waiting_node *nodes; /* by item */
    size_t count, capacity;
    uint32_t *vacant; /* items that are free again */
    size_t vacant_count, vacant_capacity;
} frontier;

typedef struct engine {
    ccbs *search;
    ct_pool pool;
    frontier waiting;
    ct_node now, child;
    pair_rating *ratings; /* of the pairs of `now` */
    size_t rating_capacity;
    matching_edge *weights;
    size_t weight_capacity;
    matching work;
    pair_heuristic pairs;
    rating_cache cache;
    int64_t serial;
} engine;

enum { EXPANSIONS_PER_LOOK = 16, PAIR_NODES = 100 };

static const graze_allocator *memory_of(const engine *e)
{
    return &e->search->constraints->graph->memory;
}

/* ---- nodes that wait ---------------------------------------------------------------- */

static graze_status take_vacant(engine *e, uint32_t *item)
{
    frontier *f = &e->waiting;
    if (f->vacant_count > 0) {
        *item = f->vacant[--f->vacant_count];
        return GRAZE_OK;
    }
    if (!ARRAY_RESERVE(memory_of(e), f->nodes, f->capacity, f->count + 1) ||
        !ARRAY_RESERVE(memory_of(e), f->vacant, f->vacant_capacity, f->count + 1))
        return GRAZE_ERROR_MEMORY;
    *item = (uint32_t)f->count;
    f->nodes[f->count++] = (waiting_node){NULL, 0, 0};
    return GRAZE_OK;
}

static bool is_stale(const frontier *f, const heap_entry *entry)
{
    return f->nodes[entry->item].node == NULL || f->nodes[entry->item].version != entry->version;
}

/* The greatest bound that a node may have to be taken. */
static tick admitted(const engine *e)
{
    double w = e->search->options.suboptimality;
    return w > 1 ? time_grid_scaled(e->search->bound, w) : e->search->bound;
}

static graze_status put(engine *e, const ct_node *node)
{
    frontier *f = &e->waiting;
    uint32_t item;
    if (node->bound >= e->search->options.incumbent)
        return GRAZE_OK;
    graze_status status = take_vacant(e, &item);
    if (status == GRAZE_OK)
        status = ct_node_store(node, &e->pool, &f->nodes[item].node);
    if (status != GRAZE_OK)
        return status;
    f->nodes[item].bound = node->bound;
    int64_t conflicts = (int64_t)node->pair_count, age = -e->serial++;
    uint32_t version = f->nodes[item].version;
    status =
        heap_push(&f->open, memory_of(e), (heap_entry){node->bound, conflicts, age, item, version});
    if (status == GRAZE_OK && e->search->options.suboptimality > 1 && node->bound <= admitted(e))
        status = heap_push(&f->focal, memory_of(e),
                           (heap_entry){conflicts, node->bound, age, item, version});
    return status;
}

/* Drops stale entries; is a node left? Then the least bound is known. */
static bool look_ahead(engine *e)
{
    frontier *f = &e->waiting;
    while (f->open.count > 0 && is_stale(f, &f->open.entries[0]))
        heap_pop(&f->open);
    /* While `focal` has entries nodes are taken from nowhere else: none of them is stale. */
    assert(f->focal.count == 0 || !is_stale(f, &f->focal.entries[0]));
    if (f->open.count > 0)
        e->search->bound = f->open.entries[0].first;
    else if (e->search->options.incumbent < TICK_NEVER)
        e->search->bound = e->search->options.incumbent;
    return f->open.count > 0;
}

static graze_status take(engine *e)
{
    frontier *f = &e->waiting;
    heap *from = f->focal.count > 0 ? &f->focal : &f->open;
    uint32_t item = heap_pop(from).item;
    graze_status status = ct_node_load(&e->now, &e->pool, f->nodes[item].node);
    if (status != GRAZE_OK)
        return status;
    f->nodes[item].node = NULL;
    f->nodes[item].version++;
    f->vacant[f->vacant_count++] = item;
    return GRAZE_OK;
}

/* ---- rating the conflicts of a node ------------------------------------------------- */

static rating_question question_about(const engine *e, const ct_pair *pair)
{
    const ct_node *now = &e->now;
    const ccbs_options *options = &e->search->options;
    return (rating_question){.sets = {now->sets[pair->first], now->sets[pair->second]},
                             .routes = {now->routes[pair->first], now->routes[pair->second]},
                             .conflicts = pair->conflicts,
                             .options = options->split,
                             .fronts = &e->pairs.fronts};
}

static bool has_pareto_front(const engine *e, const rating_question *asked)
{
    const constraint_set *sets = e->search->constraints->sets;
    return pareto_known(asked->fronts, sets[asked->sets[0]].agent, sets[asked->sets[1]].agent) !=
           NULL;
}

/* Rates a pair anew, and once more if the pair heuristic has found it hard: it has a Pareto
 * front then. */
static graze_status rate_pair(engine *e, const rating_question *asked, pair_rating *found)
{
    constraint_table *constraints = e->search->constraints;
    bool known = has_pareto_front(e, asked);
    conflict_rating best;
    graze_status status = conflict_rating_of_pair(constraints, asked, &best);
    if (status != GRAZE_OK)
        return status;
    tick increase = cost_increase_least(best.cost_increase);
    if (e->search->options.heuristic && increase < TICK_NEVER)
        status = pair_heuristic_bound(&e->pairs, asked->sets, increase, &increase);
    if (status == GRAZE_OK && !known && has_pareto_front(e, asked))
        status = conflict_rating_of_pair(constraints, asked, &best);
    *found = (pair_rating){.sets = {asked->sets[0], asked->sets[1]},
                           .routes = {asked->routes[0], asked->routes[1]},
                           .cost_increase = {best.cost_increase[0], best.cost_increase[1]},
                           .lower_bound_increase = increase};
    return status;
}

/* The rating of a pair, kept or new. */
static graze_status find_rating(engine *e, const rating_question *asked, pair_rating *rating)
{
    pair_rating *slot = rating_cache_slot(&e->cache, asked);
    if (slot == NULL)
        return GRAZE_ERROR_MEMORY;
    if (rating_is_about(slot, asked)) {
        *rating = *slot;
        return GRAZE_OK;
    }
    graze_status status = rate_pair(e, asked, rating);
    if (status == GRAZE_OK)
        rating_cache_keep(&e->cache, slot, rating);
    return status;
}

/* Rates all pairs of the node at hand. *dead: some conflict cannot be resolved. */
static graze_status rate_all_pairs(engine *e, bool *dead)
{
    const ct_node *now = &e->now;
    graze_status status = GRAZE_OK;
    *dead = false;
    if (!ARRAY_RESERVE(memory_of(e), e->ratings, e->rating_capacity, now->pair_count + 1))
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < now->pair_count && !*dead && status == GRAZE_OK; i++) {
        rating_question asked = question_about(e, &now->pairs[i]);
        status = find_rating(e, &asked, &e->ratings[i]);
        *dead = status == GRAZE_OK && e->ratings[i].lower_bound_increase >= TICK_NEVER;
    }
    return status;
}

/* Raises the bound of the node at hand by what its pairs say. */
static graze_status raise_bound(engine *e)
{
    ct_node *now = &e->now;
    size_t count = 0;
    tick increase = 0;
    if (!e->search->options.heuristic || now->bounded)
        return GRAZE_OK;
    if (!ARRAY_RESERVE(memory_of(e), e->weights, e->weight_capacity, now->pair_count + 1))
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < now->pair_count; i++)
        if (e->ratings[i].lower_bound_increase > 0)
            e->weights[count++] = (matching_edge){now->pairs[i].first, now->pairs[i].second,
                                                  e->ratings[i].lower_bound_increase};
    graze_status status = matching_bound(&e->work, memory_of(e), e->weights, count, &increase);
    if (now->bound < now->cost + increase)
        now->bound = now->cost + increase;
    now->bounded = true;
    return status;
}

/* The pair to split on. */
static size_t choose(const engine *e)
{
    size_t best = 0;
    if (e->search->options.cardinal)
        for (size_t i = 1; i < e->now.pair_count; i++)
            if (cost_increase_is_better(e->ratings[i].cost_increase,
                                        e->ratings[best].cost_increase))
                best = i;
    return best;
}

/* ---- bypass ------------------------------------------------------------------------- */

static graze_status count_conflicts(engine *e, uint32_t agent, uint32_t number, size_t *count)
{
    graze_status status = GRAZE_OK;
    *count = 0;
    for (uint32_t i = 0; i < e->search->agent_count && status == GRAZE_OK; i++) {
        conflict_range conflicts = {0, 0};
        uint32_t other = e->now.routes[i];
        if (i != agent)
            status = route_conflicts(e->search->constraints->routes, i < agent ? other : number,
                                     i < agent ? number : other, &conflicts);
        *count += conflicts.count > 0;
    }
    return status;
}

/* A route that satisfies one constraint more, costs the same, and meets fewer others may take
 * the place of the present one: it is a best route of this node, too. Deadlines need no
 * look: a route that misses one would have been in conflict with the goal's owner. */
static graze_status try_bypass(engine *e, const conflict_rating *rating, bool *taken)
{
    graze_status status = GRAZE_OK;
    *taken = false;
    for (int i = 0; i < 2 && status == GRAZE_OK; i++) {
        uint32_t agent = rating->children[i].agent;
        if (rating->cost_increase[i] != 0)
            continue;
        size_t before = ct_node_pairs_of(&e->now, agent), after = 0;
        uint32_t number = constraint_set_route(e->search->constraints, rating->sets[i]);
        status = count_conflicts(e, agent, number, &after);
        if (status != GRAZE_OK || after >= before)
            continue;
        *taken = true;
        e->search->bypassed++;
        return ct_node_reroute(&e->now, &e->pool, agent, number);
    }
    return status;
}

/* ---- the loop ----------------------------------------------------------------------- */

static graze_status push_children(engine *e, const conflict_rating *rating)
{
    graze_status status = GRAZE_OK;
    for (int i = 0; i < 2 && status == GRAZE_OK; i++) {
        bool dead = false;
        if (rating->cost_increase[i] >= TICK_NEVER)
            continue;
        status = ct_node_copy(&e->child, &e->now, &e->pool);
        if (status == GRAZE_OK)
            status = ct_node_constrain(&e->child, &e->pool, &rating->children[i], &dead);
        if (status == GRAZE_OK && !dead) {
            e->search->generated++;
            status = put(e, &e->child);
        }
    }
    return status;
}

/* Is there a node with a lesser bound than the one at hand? */
static bool is_outrun(engine *e)
{
    frontier *f = &e->waiting;
    while (f->open.count > 0 && is_stale(f, &f->open.entries[0]))
        heap_pop(&f->open);
    return f->open.count > 0 && e->now.bound > f->open.entries[0].first;
}

/* Works on the node at hand until it is a plan, dead, put back or split. */
static graze_status expand(engine *e, bool *plan)
{
    const ccbs_options *options = &e->search->options;
    bool taken = true;
    conflict_rating chosen;
    *plan = false;
    while (taken) {
        bool dead = false;
        taken = false;
        if (e->now.pair_count == 0) {
            *plan = true;
            return GRAZE_OK;
        }
        graze_status status = rate_all_pairs(e, &dead);
        if (status != GRAZE_OK || dead)
            return status;
        status = raise_bound(e);
        if (status != GRAZE_OK)
            return status;
        if (e->now.bound > admitted(e) && is_outrun(e))
            return put(e, &e->now);
        rating_question asked = question_about(e, &e->now.pairs[choose(e)]);
        status = conflict_rating_of_pair(e->search->constraints, &asked, &chosen);
        if (status == GRAZE_OK && options->bypass)
            status = try_bypass(e, &chosen, &taken);
        if (status != GRAZE_OK)
            return status;
    }
    e->search->expanded++;
    return push_children(e, &chosen);
}

static graze_status run(engine *e, ccbs_outcome *outcome)
{
    ccbs *search = e->search;
    const ccbs_options *options = &search->options;
    bool dead = false, plan = false;
    graze_status status = ct_node_make_root(&e->now, &e->pool, &dead);
    if (status == GRAZE_OK && !dead)
        status = put(e, &e->now);
    for (uint64_t turn = 1; status == GRAZE_OK && look_ahead(e); turn++) {
        if (options->incumbent <= admitted(e)) {
            *outcome = CCBS_KNOWN;
            return GRAZE_OK;
        }
        if (options->go_on != NULL && turn % EXPANSIONS_PER_LOOK == 0 &&
            !options->go_on(options->context, search)) {
            *outcome = CCBS_STOPPED;
            return GRAZE_OK;
        }
        status = take(e);
        search->open_conflicts = (uint32_t)e->now.pair_count;
        if (status == GRAZE_OK)
            status = expand(e, &plan);
        if (status == GRAZE_OK && plan) {
            memcpy(search->routes, e->now.routes, search->agent_count * sizeof *search->routes);
            search->cost = e->now.cost;
            *outcome = CCBS_FOUND;
            return GRAZE_OK;
        }
    }
    *outcome = options->incumbent < TICK_NEVER ? CCBS_KNOWN : CCBS_EXHAUSTED;
    return status;
}

static void close(engine *e)
{
    const graze_allocator *memory = memory_of(e);
    for (size_t i = 0; i < e->waiting.count; i++)
        ct_stored_free(&e->pool, e->waiting.nodes[i].node);
    memory_free(memory, e->waiting.nodes);
    memory_free(memory, e->waiting.vacant);
    heap_free(&e->waiting.open, memory);
    heap_free(&e->waiting.focal, memory);
    ct_node_close(&e->now, &e->pool);
    ct_node_close(&e->child, &e->pool);
    ct_pool_close(&e->pool);
    memory_free(memory, e->ratings);
    memory_free(memory, e->weights);
    matching_free(&e->work, memory);
    rating_cache_close(&e->cache);
    pair_heuristic_close(&e->pairs);
}

graze_status ccbs_search(ccbs *search, constraint_table *constraints, uint32_t agent_count,
                         const ccbs_options *options, ccbs_outcome *outcome)
{
    *search = (ccbs){.constraints = constraints, .agent_count = agent_count, .options = *options};
    engine e = {.search = search};
    graze_status status = ct_pool_open(&e.pool, constraints, agent_count, options->avoidance);
    pair_heuristic_open(&e.pairs, constraints, &options->split, PAIR_NODES);
    rating_cache_open(&e.cache, memory_of(&e));
    search->routes = memory_new(memory_of(&e), agent_count, sizeof *search->routes);
    if (status == GRAZE_OK && search->routes == NULL)
        status = GRAZE_ERROR_MEMORY;
    if (status == GRAZE_OK)
        status = ct_node_open(&e.now, &e.pool);
    if (status == GRAZE_OK)
        status = ct_node_open(&e.child, &e.pool);
    if (status == GRAZE_OK)
        status = run(&e, outcome);
    close(&e);
    return status;
}
