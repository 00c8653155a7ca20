/* SPDX-License-Identifier: MIT */
/* Nodes: drafts, blocks, and what a new demand does to both. */
#include "planner/node.h"

#include <string.h>

#include "base/memory.h"
#include "planner/array.h"

struct packed_node {
    tick cost, bound;
    uint32_t reserve, depth, pair_count;
    bool bounded;
    uint32_t numbers[]; /* sets, routes, then four for each pair */
};

static const graze_allocator *memory_of(const node_pool *pool)
{
    return &pool->demands->ground->memory;
}

graze_status node_pool_open(node_pool *pool, demand_book *demands, uint32_t agent_count,
                            bool with_crowd)
{
    *pool = (node_pool){.demands = demands, .agent_count = agent_count, .crowd = with_crowd};
    return with_crowd ? crowd_open(&pool->others, demands->routes, agent_count) : GRAZE_OK;
}

void node_pool_close(node_pool *pool)
{
    crowd_close(&pool->others);
    memory_free(memory_of(pool), pool->reserves);
    pool->reserves = NULL;
}

graze_status draft_open(draft *now, const node_pool *pool)
{
    *now = (draft){.reserve = RESERVE_NONE};
    now->sets = memory_new(memory_of(pool), pool->agent_count, sizeof *now->sets);
    now->routes = memory_new(memory_of(pool), pool->agent_count, sizeof *now->routes);
    if (now->sets != NULL && now->routes != NULL)
        return GRAZE_OK;
    draft_close(now, pool);
    return GRAZE_ERROR_MEMORY;
}

void draft_close(draft *now, const node_pool *pool)
{
    memory_free(memory_of(pool), now->sets);
    memory_free(memory_of(pool), now->routes);
    memory_free(memory_of(pool), now->pairs);
    *now = (draft){.sets = NULL};
}

graze_status draft_copy(draft *to, const draft *from, const node_pool *pool)
{
    if (!ARRAY_RESERVE(memory_of(pool), to->pairs, to->pair_capacity, from->pair_count + 1))
        return GRAZE_ERROR_MEMORY;
    memcpy(to->sets, from->sets, pool->agent_count * sizeof *to->sets);
    memcpy(to->routes, from->routes, pool->agent_count * sizeof *to->routes);
    if (from->pair_count > 0)
        memcpy(to->pairs, from->pairs, from->pair_count * sizeof *to->pairs);
    to->pair_count = from->pair_count;
    to->reserve = from->reserve;
    to->depth = from->depth;
    to->cost = from->cost;
    to->bound = from->bound;
    to->bounded = from->bounded;
    return GRAZE_OK;
}

/* ---- conflicts ---------------------------------------------------------------------- */

static void drop_pairs(draft *now, uint32_t agent)
{
    size_t kept = 0;
    for (size_t i = 0; i < now->pair_count; i++)
        if (now->pairs[i].first != agent && now->pairs[i].second != agent)
            now->pairs[kept++] = now->pairs[i];
    now->pair_count = kept;
}

static graze_status compare_pair(draft *now, node_pool *pool, uint32_t a, uint32_t b)
{
    uint32_t first = a < b ? a : b, second = a < b ? b : a;
    conflict_range conflicts;
    if (now->routes[a] == ROUTE_NONE || now->routes[b] == ROUTE_NONE)
        return GRAZE_OK;
    graze_status status = route_conflicts(pool->demands->routes, now->routes[first],
                                          now->routes[second], &conflicts);
    if (status != GRAZE_OK || conflicts.count == 0)
        return status;
    if (!ARRAY_RESERVE(memory_of(pool), now->pairs, now->pair_capacity, now->pair_count + 1))
        return GRAZE_ERROR_MEMORY;
    now->pairs[now->pair_count++] = (node_pair){first, second, conflicts};
    return GRAZE_OK;
}

graze_status draft_reroute(draft *now, node_pool *pool, uint32_t agent, uint32_t number)
{
    drop_pairs(now, agent);
    now->bounded = false;
    now->routes[agent] = number;
    graze_status status = GRAZE_OK;
    for (uint32_t other = 0; other < pool->agent_count && status == GRAZE_OK; other++)
        if (other != agent)
            status = compare_pair(now, pool, agent, other);
    return status;
}

/* ---- demands ------------------------------------------------------------------------ */

static size_t pairs_of(const draft *now, uint32_t agent)
{
    size_t count = 0;
    for (size_t i = 0; i < now->pair_count; i++)
        count += now->pairs[i].first == agent || now->pairs[i].second == agent;
    return count;
}

/* Gives an agent a best route of its set: the one that is known, unless it is in conflict
 * with others and one that is in less company is wanted. */
static graze_status choose_route(draft *now, node_pool *pool, uint32_t agent, uint32_t set)
{
    uint32_t number = demand_route(pool->demands, set);
    graze_status status = draft_reroute(now, pool, agent, number);
    if (status != GRAZE_OK || !pool->crowd || pairs_of(now, agent) == 0)
        return status;
    sipp_world company = {.context = &pool->others,
                          .meets_moving = crowd_meets_moving,
                          .meets_resting = crowd_meets_resting};
    status = crowd_gather(&pool->others, now->routes, agent);
    if (status == GRAZE_OK)
        status = demand_route_among(pool->demands, set, &company, &number);
    return status == GRAZE_OK ? draft_reroute(now, pool, agent, number) : status;
}

/* Demands one thing more of an agent and reroutes it. */
static graze_status demand_more(draft *now, node_pool *pool, uint32_t agent, const demand *more,
                                bool *dead)
{
    uint32_t set;
    graze_status status = demand_add(pool->demands, now->sets[agent], more, &set);
    if (status != GRAZE_OK)
        return status;
    tick cost = demand_cost(pool->demands, set);
    *dead = cost >= TICK_NEVER;
    if (*dead)
        return GRAZE_OK;
    now->cost += cost - demand_cost(pool->demands, now->sets[agent]);
    now->sets[agent] = set;
    return choose_route(now, pool, agent, set);
}

/* Holds an agent against what is reserved: is it at its goal in time, does it keep out
 * of the way of those who are at theirs? *again: it got a new demand. */
static graze_status heed_reserve(draft *now, node_pool *pool, uint32_t agent,
                                 const node_reserve *reserve, bool *dead, bool *again)
{
    route_book *routes = pool->demands->routes;
    if (agent == reserve->agent) {
        *dead = demand_cost(pool->demands, now->sets[agent]) > reserve->latest;
        return GRAZE_OK;
    }
    const route_agent *resting = &routes->agents[reserve->agent];
    if (!route_meets_rest(routes, now->routes[agent], resting->kind, resting->goal,
                          reserve->latest))
        return routes->clashes->status;
    demand more = {DEMAND_YIELD, resting->goal, resting->kind, {reserve->latest, TICK_NEVER}};
    *again = true;
    return demand_more(now, pool, agent, &more, dead);
}

static graze_status heed_reserves(draft *now, node_pool *pool, uint32_t agent, bool *dead)
{
    graze_status status = GRAZE_OK;
    bool again = true;
    while (again && !*dead && status == GRAZE_OK) {
        again = false;
        for (uint32_t i = now->reserve; i != RESERVE_NONE && !*dead && status == GRAZE_OK;) {
            node_reserve reserve = pool->reserves[i];
            status = heed_reserve(now, pool, agent, &reserve, dead, &again);
            i = reserve.before;
        }
    }
    return status;
}

static graze_status add_reserve(draft *now, node_pool *pool, const branch *way)
{
    if (!ARRAY_RESERVE(memory_of(pool), pool->reserves, pool->reserve_capacity,
                       pool->reserve_count + 1))
        return GRAZE_ERROR_MEMORY;
    pool->reserves[pool->reserve_count] = (node_reserve){way->target, now->reserve, way->latest};
    now->reserve = (uint32_t)pool->reserve_count++;
    return GRAZE_OK;
}

/* An agent commits itself to what its route does: the route stays. */
static graze_status commit(draft *now, const node_pool *pool, const branch *way)
{
    uint32_t agent = way->committed;
    return demand_add_done(pool->demands, now->sets[agent], &way->done, now->routes[agent],
                           &now->sets[agent]);
}

graze_status draft_go(draft *now, node_pool *pool, const branch *way, bool *dead)
{
    *dead = false;
    now->depth++;
    now->bounded = false;
    graze_status status = demand_more(now, pool, way->agent, &way->more, dead);
    if (status == GRAZE_OK && !*dead && way->commits)
        status = commit(now, pool, way);
    if (status == GRAZE_OK && !*dead && way->reserves)
        status = add_reserve(now, pool, way);
    if (status == GRAZE_OK && !*dead)
        status = heed_reserves(now, pool, way->agent, dead);
    if (way->reserves)
        for (uint32_t i = 0; i < pool->agent_count && status == GRAZE_OK && !*dead; i++)
            status = heed_reserves(now, pool, i, dead);
    if (now->bound < now->cost)
        now->bound = now->cost;
    return status;
}

graze_status draft_begin(draft *now, node_pool *pool, bool *dead)
{
    graze_status status = GRAZE_OK;
    *dead = false;
    for (uint32_t i = 0; i < pool->agent_count; i++)
        now->routes[i] = ROUTE_NONE;
    for (uint32_t i = 0; i < pool->agent_count && status == GRAZE_OK && !*dead; i++) {
        now->sets[i] = i;
        status = demand_solve(pool->demands, i);
        *dead = status == GRAZE_OK && demand_cost(pool->demands, i) >= TICK_NEVER;
        if (status != GRAZE_OK || *dead)
            break;
        now->cost += demand_cost(pool->demands, i);
        status = choose_route(now, pool, i, i);
    }
    now->bound = now->cost;
    return status;
}

/* ---- blocks ------------------------------------------------------------------------- */

graze_status draft_pack(const draft *now, const node_pool *pool, packed_node **node)
{
    size_t agents = pool->agent_count;
    size_t numbers = 2 * agents + 4 * now->pair_count;
    *node = memory_resize(memory_of(pool), NULL, 1,
                          sizeof **node + numbers * sizeof(*node)->numbers[0]);
    if (*node == NULL)
        return GRAZE_ERROR_MEMORY;
    **node = (packed_node){.cost = now->cost,
                           .bound = now->bound,
                           .bounded = now->bounded,
                           .reserve = now->reserve,
                           .depth = now->depth,
                           .pair_count = (uint32_t)now->pair_count};
    memcpy((*node)->numbers, now->sets, agents * sizeof *now->sets);
    memcpy((*node)->numbers + agents, now->routes, agents * sizeof *now->routes);
    uint32_t *next = (*node)->numbers + 2 * agents;
    for (size_t i = 0; i < now->pair_count; i++) {
        *next++ = now->pairs[i].first;
        *next++ = now->pairs[i].second;
        *next++ = now->pairs[i].conflicts.first;
        *next++ = now->pairs[i].conflicts.count;
    }
    return GRAZE_OK;
}

graze_status draft_unpack(draft *now, const node_pool *pool, packed_node *node)
{
    size_t agents = pool->agent_count;
    if (!ARRAY_RESERVE(memory_of(pool), now->pairs, now->pair_capacity,
                       (size_t)node->pair_count + 1))
        return GRAZE_ERROR_MEMORY;
    now->cost = node->cost;
    now->bound = node->bound;
    now->bounded = node->bounded;
    now->reserve = node->reserve;
    now->depth = node->depth;
    now->pair_count = node->pair_count;
    memcpy(now->sets, node->numbers, agents * sizeof *now->sets);
    memcpy(now->routes, node->numbers + agents, agents * sizeof *now->routes);
    const uint32_t *next = node->numbers + 2 * agents;
    for (size_t i = 0; i < now->pair_count; i++, next += 4)
        now->pairs[i] = (node_pair){next[0], next[1], {next[2], next[3]}};
    node_free(pool, node);
    return GRAZE_OK;
}

void node_free(const node_pool *pool, packed_node *node)
{
    memory_free(memory_of(pool), node);
}
