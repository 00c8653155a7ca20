/* SPDX-License-Identifier: MIT */
/* Nodes in both forms, and what a new constraint does to them. */
#include "planner/ct_node.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

struct ct_stored {
    tick cost, bound;
    uint32_t deadline, pair_count;
    bool bounded;
    uint32_t numbers[]; /* sets, routes, then four for each pair */
};

static const graze_allocator *memory_of(const ct_pool *pool)
{
    return &pool->constraints->graph->memory;
}

graze_status ct_pool_open(ct_pool *pool, constraint_table *constraints, uint32_t agent_count,
                          bool avoids)
{
    *pool = (ct_pool){.constraints = constraints, .agent_count = agent_count, .avoids = avoids};
    return avoids ? cat_open(&pool->cat, constraints->routes, agent_count) : GRAZE_OK;
}

void ct_pool_close(ct_pool *pool)
{
    cat_close(&pool->cat);
    memory_free(memory_of(pool), pool->deadlines);
    pool->deadlines = NULL;
}

graze_status ct_node_open(ct_node *now, const ct_pool *pool)
{
    *now = (ct_node){.deadline = DEADLINE_NONE};
    now->sets = memory_new(memory_of(pool), pool->agent_count, sizeof *now->sets);
    now->routes = memory_new(memory_of(pool), pool->agent_count, sizeof *now->routes);
    if (now->sets != NULL && now->routes != NULL)
        return GRAZE_OK;
    ct_node_close(now, pool);
    return GRAZE_ERROR_MEMORY;
}

void ct_node_close(ct_node *now, const ct_pool *pool)
{
    memory_free(memory_of(pool), now->sets);
    memory_free(memory_of(pool), now->routes);
    memory_free(memory_of(pool), now->pairs);
    *now = (ct_node){.sets = NULL};
}

graze_status ct_node_copy(ct_node *to, const ct_node *from, const ct_pool *pool)
{
    if (!ARRAY_RESERVE(memory_of(pool), to->pairs, to->pair_capacity, from->pair_count + 1))
        return GRAZE_ERROR_MEMORY;
    memcpy(to->sets, from->sets, pool->agent_count * sizeof *to->sets);
    memcpy(to->routes, from->routes, pool->agent_count * sizeof *to->routes);
    if (from->pair_count > 0)
        memcpy(to->pairs, from->pairs, from->pair_count * sizeof *to->pairs);
    to->pair_count = from->pair_count;
    to->deadline = from->deadline;
    to->cost = from->cost;
    to->bound = from->bound;
    to->bounded = from->bounded;
    return GRAZE_OK;
}

/* ---- conflicts ---------------------------------------------------------------------- */

static void drop_pairs(ct_node *now, uint32_t agent)
{
    size_t kept = 0;
    for (size_t i = 0; i < now->pair_count; i++)
        if (now->pairs[i].first != agent && now->pairs[i].second != agent)
            now->pairs[kept++] = now->pairs[i];
    now->pair_count = kept;
}

static graze_status compare_pair(ct_node *now, ct_pool *pool, uint32_t a, uint32_t b)
{
    uint32_t first = a < b ? a : b, second = a < b ? b : a;
    conflict_range conflicts;
    if (now->routes[a] == ROUTE_NONE || now->routes[b] == ROUTE_NONE)
        return GRAZE_OK;
    graze_status status = route_conflicts(pool->constraints->routes, now->routes[first],
                                          now->routes[second], &conflicts);
    if (status != GRAZE_OK || conflicts.count == 0)
        return status;
    if (!ARRAY_RESERVE(memory_of(pool), now->pairs, now->pair_capacity, now->pair_count + 1))
        return GRAZE_ERROR_MEMORY;
    now->pairs[now->pair_count++] = (ct_pair){first, second, conflicts};
    return GRAZE_OK;
}

graze_status ct_node_reroute(ct_node *now, ct_pool *pool, uint32_t agent, uint32_t number)
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

/* ---- constraints -------------------------------------------------------------------- */

size_t ct_node_pairs_of(const ct_node *now, uint32_t agent)
{
    size_t count = 0;
    for (size_t i = 0; i < now->pair_count; i++)
        count += now->pairs[i].first == agent || now->pairs[i].second == agent;
    return count;
}

/* Gives an agent a best route of its set: the one that is known, unless it is in conflict
 * with others and one that is meets fewer is wanted. */
static graze_status choose_route(ct_node *now, ct_pool *pool, uint32_t agent, uint32_t set)
{
    uint32_t number = constraint_set_route(pool->constraints, set);
    graze_status status = ct_node_reroute(now, pool, agent, number);
    if (status != GRAZE_OK || !pool->avoids || ct_node_pairs_of(now, agent) == 0)
        return status;
    sipp_world counted = {.context = &pool->cat,
                          .meets_moving = cat_meets_moving,
                          .meets_resting = cat_meets_resting};
    status = cat_set_routes(&pool->cat, now->routes, agent);
    if (status == GRAZE_OK)
        status = constraint_set_route_among(pool->constraints, set, &counted, &number);
    return status == GRAZE_OK ? ct_node_reroute(now, pool, agent, number) : status;
}

/* Adds a constraint for an agent and reroutes it. */
static graze_status add_constraint(ct_node *now, ct_pool *pool, uint32_t agent,
                                   const constraint *added, bool *dead)
{
    uint32_t set;
    graze_status status = constraint_add(pool->constraints, now->sets[agent], added, &set);
    const tick cost = status == GRAZE_OK ? constraint_set_cost(pool->constraints, set) : TICK_NEVER;
    *dead = cost >= TICK_NEVER;
    if (*dead)
        return status;
    now->cost += cost - constraint_set_cost(pool->constraints, now->sets[agent]);
    now->sets[agent] = set;
    return choose_route(now, pool, agent, set);
}

/* Holds an agent against a deadline: its own it must meet, and it must not meet another agent
 * at its goal after that one's. *again: it got a target constraint. */
static graze_status enforce_deadline(ct_node *now, ct_pool *pool, uint32_t agent,
                                     const ct_deadline *deadline, bool *dead, bool *again)
{
    route_table *routes = pool->constraints->routes;
    if (agent == deadline->agent) {
        *dead = constraint_set_cost(pool->constraints, now->sets[agent]) > deadline->latest;
        return GRAZE_OK;
    }
    const route_agent *resting = &routes->agents[deadline->agent];
    if (!route_meets_rest(routes, now->routes[agent], resting->kind, resting->goal,
                          deadline->latest))
        return routes->collisions->status;
    constraint more = {
        CONSTRAINT_TARGET, resting->goal, resting->kind, {deadline->latest, TICK_NEVER}};
    *again = true;
    return add_constraint(now, pool, agent, &more, dead);
}

static graze_status enforce_deadlines(ct_node *now, ct_pool *pool, uint32_t agent, bool *dead)
{
    graze_status status = GRAZE_OK;
    bool again = true;
    while (again && !*dead && status == GRAZE_OK) {
        again = false;
        for (uint32_t i = now->deadline; i != DEADLINE_NONE && !*dead && status == GRAZE_OK;) {
            ct_deadline deadline = pool->deadlines[i];
            status = enforce_deadline(now, pool, agent, &deadline, dead, &again);
            i = deadline.before;
        }
    }
    return status;
}

static graze_status add_deadline(ct_node *now, ct_pool *pool, const split_child *child)
{
    if (!ARRAY_RESERVE(memory_of(pool), pool->deadlines, pool->deadline_capacity,
                       pool->deadline_count + 1))
        return GRAZE_ERROR_MEMORY;
    pool->deadlines[pool->deadline_count] =
        (ct_deadline){child->target, now->deadline, child->latest};
    now->deadline = (uint32_t)pool->deadline_count++;
    return GRAZE_OK;
}

/* A positive constraint that the agent's route satisfies already: the route stays. */
static graze_status add_positive(ct_node *now, const ct_pool *pool, const split_child *child)
{
    uint32_t agent = child->positive_agent;
    return constraint_add_satisfied(pool->constraints, now->sets[agent], &child->positive,
                                    now->routes[agent], &now->sets[agent]);
}

graze_status ct_node_constrain(ct_node *now, ct_pool *pool, const split_child *child, bool *dead)
{
    *dead = false;
    now->bounded = false;
    graze_status status = add_constraint(now, pool, child->agent, &child->added, dead);
    if (status == GRAZE_OK && !*dead && child->adds_positive)
        status = add_positive(now, pool, child);
    if (status == GRAZE_OK && !*dead && child->has_deadline)
        status = add_deadline(now, pool, child);
    if (status == GRAZE_OK && !*dead)
        status = enforce_deadlines(now, pool, child->agent, dead);
    if (child->has_deadline)
        for (uint32_t i = 0; i < pool->agent_count && status == GRAZE_OK && !*dead; i++)
            status = enforce_deadlines(now, pool, i, dead);
    if (now->bound < now->cost)
        now->bound = now->cost;
    return status;
}

graze_status ct_node_make_root(ct_node *now, ct_pool *pool, bool *dead)
{
    graze_status status = GRAZE_OK;
    *dead = false;
    for (uint32_t i = 0; i < pool->agent_count; i++)
        now->routes[i] = ROUTE_NONE;
    for (uint32_t i = 0; i < pool->agent_count && status == GRAZE_OK && !*dead; i++) {
        now->sets[i] = i;
        status = constraint_set_solve(pool->constraints, i);
        *dead = status == GRAZE_OK && constraint_set_cost(pool->constraints, i) >= TICK_NEVER;
        if (status != GRAZE_OK || *dead)
            break;
        now->cost += constraint_set_cost(pool->constraints, i);
        status = choose_route(now, pool, i, i);
    }
    now->bound = now->cost;
    return status;
}

/* ---- the stored form ------------------------------------------------------------------------- */

graze_status ct_node_store(const ct_node *now, const ct_pool *pool, ct_stored **node)
{
    size_t agents = pool->agent_count;
    size_t numbers = 2 * agents + 4 * now->pair_count;
    *node = memory_resize(memory_of(pool), NULL, 1,
                          sizeof **node + numbers * sizeof(*node)->numbers[0]);
    if (*node == NULL)
        return GRAZE_ERROR_MEMORY;
    **node = (ct_stored){.cost = now->cost,
                         .bound = now->bound,
                         .bounded = now->bounded,
                         .deadline = now->deadline,
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

graze_status ct_node_load(ct_node *now, const ct_pool *pool, ct_stored *node)
{
    size_t agents = pool->agent_count;
    if (!ARRAY_RESERVE(memory_of(pool), now->pairs, now->pair_capacity,
                       (size_t)node->pair_count + 1))
        return GRAZE_ERROR_MEMORY;
    now->cost = node->cost;
    now->bound = node->bound;
    now->bounded = node->bounded;
    now->deadline = node->deadline;
    now->pair_count = node->pair_count;
    memcpy(now->sets, node->numbers, agents * sizeof *now->sets);
    memcpy(now->routes, node->numbers + agents, agents * sizeof *now->routes);
    const uint32_t *next = node->numbers + 2 * agents;
    for (size_t i = 0; i < now->pair_count; i++, next += 4)
        now->pairs[i] = (ct_pair){next[0], next[1], {next[2], next[3]}};
    ct_stored_free(pool, node);
    return GRAZE_OK;
}

void ct_stored_free(const ct_pool *pool, ct_stored *node)
{
    memory_free(memory_of(pool), node);
}
