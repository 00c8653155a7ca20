/* SPDX-License-Identifier: MIT */
/* The search of two agents alone. */
#include "planner/pair_heuristic.h"

#include "base/array.h"
#include "base/memory.h"

struct pair_bound {
    uint32_t sets[2];
    tick increase;
};

typedef struct pair_node {
    uint32_t sets[2];
    tick latest[2]; /* the agent has arrived for good by then */
    tick bound;
} pair_node;

/* After HARD_TURNS nodes a pair is a hard one, and worth its Pareto front. Its search is over when
 * the searches of one agent have expanded PLACE_LIMIT states. */
enum { HARD_TURNS = 32, PARETO_LABELS = 4000, TURNS_PER_LOOK = 16, PLACE_LIMIT = 30000 };

void pair_heuristic_open(pair_heuristic *heuristic, constraint_table *constraints,
                         const split_options *options, size_t node_limit)
{
    *heuristic =
        (pair_heuristic){.constraints = constraints, .options = *options, .node_limit = node_limit};
    pareto_open(&heuristic->fronts, constraints, PARETO_LABELS);
}

static const graze_allocator *memory_of(const pair_heuristic *heuristic)
{
    return &heuristic->constraints->graph->memory;
}

void pair_heuristic_close(pair_heuristic *heuristic)
{
    memory_free(memory_of(heuristic), heuristic->bounds);
    hash_table_free(&heuristic->numbers, memory_of(heuristic));
    memory_free(memory_of(heuristic), heuristic->nodes);
    heap_free(&heuristic->open, memory_of(heuristic));
    pareto_close(&heuristic->fronts);
    *heuristic = (pair_heuristic){.constraints = heuristic->constraints};
}

/* ---- a search ----------------------------------------------------------------------- */

static tick cost_of(const pair_heuristic *heuristic, const pair_node *node)
{
    return constraint_set_cost(heuristic->constraints, node->sets[0]) +
           constraint_set_cost(heuristic->constraints, node->sets[1]);
}

static graze_status push(pair_heuristic *heuristic, pair_node *node)
{
    tick cost = cost_of(heuristic, node);
    if (node->bound < cost)
        node->bound = cost;
    if (!ARRAY_RESERVE(memory_of(heuristic), heuristic->nodes, heuristic->node_capacity,
                       heuristic->node_count + 1))
        return GRAZE_ERROR_MEMORY;
    uint32_t item = (uint32_t)heuristic->node_count++;
    heuristic->nodes[item] = *node;
    return heap_push(&heuristic->open, memory_of(heuristic),
                     (heap_entry){.first = node->bound, .second = -(int64_t)item, .item = item});
}

/* Pushes a child, unless no plan is under it. */
static graze_status push_child(pair_heuristic *heuristic, const pair_node *from,
                               const split_child *child, uint32_t set)
{
    constraint_table *constraints = heuristic->constraints;
    pair_node node = *from;
    int side = constraints->sets[node.sets[0]].agent == child->agent ? 0 : 1;
    node.sets[side] = set;
    if (child->adds_positive) {
        uint32_t *own = &node.sets[1 - side];
        graze_status status = constraint_add_satisfied(
            constraints, *own, &child->positive, constraint_set_route(constraints, *own), own);
        if (status != GRAZE_OK)
            return status;
    }
    if (child->has_deadline && child->latest < node.latest[1 - side])
        node.latest[1 - side] = child->latest;
    for (int i = 0; i < 2; i++) {
        tick cost = constraint_set_cost(constraints, node.sets[i]);
        if (cost >= TICK_NEVER || cost > node.latest[i])
            return GRAZE_OK;
    }
    return push(heuristic, &node);
}

/* Expands the best node; *plan: its routes are without conflict. */
static graze_status expand(pair_heuristic *heuristic, bool *plan)
{
    constraint_table *constraints = heuristic->constraints;
    pair_node node = heuristic->nodes[heap_pop(&heuristic->open).item];
    rating_question asked = {.sets = {node.sets[0], node.sets[1]},
                             .routes = {constraint_set_route(constraints, node.sets[0]),
                                        constraint_set_route(constraints, node.sets[1])},
                             .options = heuristic->options,
                             .fronts = &heuristic->fronts};
    conflict_rating rating;
    graze_status status =
        route_conflicts(constraints->routes, asked.routes[0], asked.routes[1], &asked.conflicts);
    *plan = asked.conflicts.count == 0;
    if (status != GRAZE_OK || *plan)
        return status;
    status = conflict_rating_of_pair(constraints, &asked, &rating);
    for (int i = 0; i < 2 && status == GRAZE_OK; i++)
        status = push_child(heuristic, &node, &rating.children[i], rating.sets[i]);
    return status;
}

/* Finds the Pareto front of a hard pair, which bounds it and offers a split from now on. */
static graze_status find_pareto_front(pair_heuristic *heuristic, const pair_node *root, tick *least)
{
    const constraint_set *sets = heuristic->constraints->sets;
    graze_status status =
        pareto_find(&heuristic->fronts, sets[root->sets[0]].agent, sets[root->sets[1]].agent);
    *least = pareto_bound(&heuristic->fronts, root->sets);
    return status;
}

/* Is a search not too long yet? One that ends early has its bound. */
static bool goes_on(pair_heuristic *heuristic, size_t turn, uint64_t places)
{
    constraint_table *constraints = heuristic->constraints;
    if (constraints->go_on != NULL && turn % TURNS_PER_LOOK == TURNS_PER_LOOK - 1 &&
        !constraints->go_on(constraints->context))
        return false;
    return turn < heuristic->node_limit && places < PLACE_LIMIT;
}

static graze_status search(pair_heuristic *heuristic, const uint32_t sets[2], tick known,
                           tick *increase)
{
    pair_node root = {{sets[0], sets[1]}, {TICK_NEVER, TICK_NEVER}, 0};
    tick cost = cost_of(heuristic, &root), least = pareto_bound(&heuristic->fronts, root.sets);
    root.bound = cost + known;
    heuristic->node_count = 0;
    heuristic->open.count = 0;
    uint64_t expanded_before = heuristic->constraints->search.expanded;
    bool plan = false;
    graze_status status = push(heuristic, &root);
    *increase = known;
    for (size_t turn = 0; status == GRAZE_OK && !plan && heuristic->open.count > 0; turn++) {
        if (turn == HARD_TURNS && heuristic->constraints->graph->robots == NULL)
            status = find_pareto_front(heuristic, &root, &least);
        *increase = heuristic->open.entries[0].first - cost;
        if (*increase < least)
            *increase = least;
        if (status != GRAZE_OK ||
            !goes_on(heuristic, turn, heuristic->constraints->search.expanded - expanded_before))
            return status;
        status = expand(heuristic, &plan);
    }
    if (!plan)
        *increase = TICK_NEVER;
    return status;
}

static graze_status keep(pair_heuristic *heuristic, struct pair_bound bound, uint64_t hash)
{
    const graze_allocator *memory = memory_of(heuristic);
    if (!ARRAY_RESERVE(memory, heuristic->bounds, heuristic->capacity, heuristic->count + 1) ||
        !hash_table_add(&heuristic->numbers, memory, hash, heuristic->count))
        return GRAZE_ERROR_MEMORY;
    heuristic->bounds[heuristic->count++] = bound;
    return GRAZE_OK;
}

graze_status pair_heuristic_bound(pair_heuristic *heuristic, const uint32_t sets[2], tick known,
                                  tick *increase)
{
    const uint64_t hash = hash_of_pair(sets[0], sets[1]);
    hash_probe probe = hash_table_probe(&heuristic->numbers, hash);
    while (hash_probe_next(&probe)) {
        const struct pair_bound *bound = &heuristic->bounds[probe.item];
        if (bound->sets[0] != sets[0] || bound->sets[1] != sets[1])
            continue;
        *increase = bound->increase > known ? bound->increase : known;
        return GRAZE_OK;
    }
    graze_status status = search(heuristic, sets, known, increase);
    return status == GRAZE_OK
               ? keep(heuristic, (struct pair_bound){{sets[0], sets[1]}, *increase}, hash)
               : status;
}
