/* SPDX-License-Identifier: MIT */
/* The search of two agents alone. */
#include "planner/rivals.h"

#include "base/memory.h"
#include "planner/array.h"
#include "planner/hash.h"

struct rival_entry {
    uint64_t key; /* 0: an empty place */
    tick more;
};

typedef struct rival_node {
    uint32_t sets[2];
    tick latest[2]; /* the agent has arrived for good by then */
    tick bound;
} rival_node;

/* After HARD_TURNS nodes a pair is a hard one, and worth its front. Its search is over when
 * the searches of one agent have expanded PLACE_LIMIT states. */
enum {
    FIRST_CAPACITY = 1 << 10,
    HARD_TURNS = 32,
    FRONT_LABELS = 4000,
    TURNS_PER_LOOK = 16,
    PLACE_LIMIT = 30000
};

void rivals_open(rivals *book, demand_book *demands, bool target, bool lanes, bool apart,
                 size_t node_limit)
{
    *book = (rivals){.demands = demands,
                     .target = target,
                     .lanes = lanes,
                     .apart = apart,
                     .node_limit = node_limit};
    front_open(&book->fronts, demands, FRONT_LABELS);
}

static const graze_allocator *memory_of(const rivals *book)
{
    return &book->demands->ground->memory;
}

void rivals_close(rivals *book)
{
    memory_free(memory_of(book), book->entries);
    memory_free(memory_of(book), book->nodes);
    heap_free(&book->open, memory_of(book));
    front_close(&book->fronts);
    rivals_open(book, book->demands, book->target, book->lanes, book->apart, book->node_limit);
}

/* ---- what is known ------------------------------------------------------------------ */

static struct rival_entry *place_of(const rivals *book, uint64_t key)
{
    size_t mask = book->capacity - 1;
    size_t i = hash_mixed(key) & mask;
    while (book->entries[i].key != 0 && book->entries[i].key != key)
        i = (i + 1) & mask;
    return &book->entries[i];
}

static bool grow(rivals *book)
{
    rivals bigger = *book;
    bigger.capacity = book->capacity == 0 ? FIRST_CAPACITY : 2 * book->capacity;
    bigger.entries = memory_new(memory_of(book), bigger.capacity, sizeof *bigger.entries);
    if (bigger.entries == NULL)
        return false;
    for (size_t i = 0; i < book->capacity; i++)
        if (book->entries[i].key != 0)
            *place_of(&bigger, book->entries[i].key) = book->entries[i];
    memory_free(memory_of(book), book->entries);
    *book = bigger;
    return true;
}

/* ---- a search ----------------------------------------------------------------------- */

static tick cost_of(const rivals *book, const rival_node *node)
{
    return demand_cost(book->demands, node->sets[0]) + demand_cost(book->demands, node->sets[1]);
}

static graze_status push(rivals *book, rival_node *node)
{
    tick cost = cost_of(book, node);
    if (node->bound < cost)
        node->bound = cost;
    if (!ARRAY_RESERVE(memory_of(book), book->nodes, book->node_capacity, book->node_count + 1))
        return GRAZE_ERROR_MEMORY;
    uint32_t item = (uint32_t)book->node_count++;
    book->nodes[item] = *node;
    return heap_push(&book->open, memory_of(book),
                     (heap_entry){.first = node->bound, .second = -(int64_t)item, .item = item});
}

/* Goes one way, unless no plan is there. */
static graze_status go(rivals *book, const rival_node *from, const branch *way, uint32_t set)
{
    demand_book *demands = book->demands;
    rival_node node = *from;
    int side = demands->sets[node.sets[0]].agent == way->agent ? 0 : 1;
    node.sets[side] = set;
    if (way->commits) {
        uint32_t *own = &node.sets[1 - side];
        graze_status status =
            demand_add_done(demands, *own, &way->done, demand_route(demands, *own), own);
        if (status != GRAZE_OK)
            return status;
    }
    if (way->reserves && way->latest < node.latest[1 - side])
        node.latest[1 - side] = way->latest;
    for (int i = 0; i < 2; i++) {
        tick cost = demand_cost(demands, node.sets[i]);
        if (cost >= TICK_NEVER || cost > node.latest[i])
            return GRAZE_OK;
    }
    return push(book, &node);
}

/* Expands the best node; *plan: its routes are without conflict. */
static graze_status expand(rivals *book, bool *plan)
{
    demand_book *demands = book->demands;
    rival_node node = book->nodes[heap_pop(&book->open).item];
    outlook_question asked = {
        .sets = {node.sets[0], node.sets[1]},
        .routes = {demand_route(demands, node.sets[0]), demand_route(demands, node.sets[1])},
        .targets = book->target,
        .lanes = book->lanes,
        .apart = book->apart,
        .fronts = &book->fronts};
    outlook seen;
    graze_status status =
        route_conflicts(demands->routes, asked.routes[0], asked.routes[1], &asked.conflicts);
    *plan = asked.conflicts.count == 0;
    if (status != GRAZE_OK || *plan)
        return status;
    book->expanded++;
    status = outlook_of_pair(demands, &asked, &seen);
    for (int i = 0; i < 2 && status == GRAZE_OK; i++)
        status = go(book, &node, &seen.ways[i], seen.sets[i]);
    return status;
}

/* Finds the front of a hard pair, which bounds it and helps to branch it from now on. */
static graze_status find_front(rivals *book, const rival_node *root, tick *least)
{
    const demand_set *sets = book->demands->sets;
    graze_status status =
        front_find(&book->fronts, sets[root->sets[0]].agent, sets[root->sets[1]].agent);
    *least = front_bound(&book->fronts, root->sets);
    return status;
}

/* Is a search not too long yet? One that ends early has its bound. */
static bool goes_on(rivals *book, size_t turn, uint64_t places)
{
    demand_book *demands = book->demands;
    if (demands->go_on != NULL && turn % TURNS_PER_LOOK == TURNS_PER_LOOK - 1 &&
        !demands->go_on(demands->context))
        return false;
    return turn < book->node_limit && places < PLACE_LIMIT;
}

static graze_status search(rivals *book, uint32_t first, uint32_t second, tick known, tick *more)
{
    rival_node root = {{first, second}, {TICK_NEVER, TICK_NEVER}, 0};
    tick cost = cost_of(book, &root), least = front_bound(&book->fronts, root.sets);
    root.bound = cost + known;
    book->node_count = 0;
    book->open.count = 0;
    uint64_t expanded_before = book->demands->search.expanded;
    bool plan = false;
    graze_status status = push(book, &root);
    *more = known;
    for (size_t turn = 0; status == GRAZE_OK && !plan && book->open.count > 0; turn++) {
        if (turn == HARD_TURNS)
            status = find_front(book, &root, &least);
        *more = book->open.entries[0].first - cost;
        if (*more < least)
            *more = least;
        if (status != GRAZE_OK ||
            !goes_on(book, turn, book->demands->search.expanded - expanded_before))
            return status;
        status = expand(book, &plan);
    }
    if (!plan)
        *more = TICK_NEVER;
    return status;
}

graze_status rivals_bound(rivals *book, uint32_t first, uint32_t second, tick known, tick *more)
{
    if (2 * (book->count + 1) > book->capacity && !grow(book))
        return GRAZE_ERROR_MEMORY;
    uint64_t key = ((uint64_t)first + 1) << 32 | second;
    struct rival_entry *entry = place_of(book, key);
    if (entry->key == 0) {
        tick found = 0;
        graze_status status = search(book, first, second, known, &found);
        if (status != GRAZE_OK)
            return status;
        *entry = (struct rival_entry){key, found};
        book->count++;
    }
    *more = entry->more > known ? entry->more : known;
    return GRAZE_OK;
}
