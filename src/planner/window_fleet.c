/* SPDX-License-Identifier: MIT */
/* Where the agents are, where they go, and what is committed. */
#include "planner/window_fleet.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

/* Goals beyond these are not looked at in one window. */
enum { AHEAD_MAX = 12 };

static const graze_allocator *memory_of(const window_fleet *all)
{
    return &all->graph->memory;
}

/* ---- memory ------------------------------------------------------------------------- */

static graze_status open_tables(window_fleet *all, collision_table *collisions)
{
    graze_status status = place_map_open(&all->map, all->graph);
    if (status == GRAZE_OK)
        status = timetable_open(&all->plan, &all->map, collisions, all->agents,
                                2 * all->agent_count);
    if (status == GRAZE_OK)
        status = timetable_open(&all->anew, &all->map, collisions, all->agents,
                                all->agent_count);
    if (status == GRAZE_OK)
        status = timetable_view_open(&all->view, &all->plan, &all->anew, collisions);
    return status == GRAZE_OK ? window_search_open(&all->search, all->graph) : status;
}

graze_status window_fleet_open(window_fleet *all, collision_table *collisions,
                               const route_agent *agents, uint32_t agent_count)
{
    const planning_graph *graph = collisions->graph;
    const graze_allocator *memory = &graph->memory;
    *all =
        (window_fleet){.graph = graph, .agent_count = agent_count, .collisions = collisions};
    all->agents = memory_new(memory, 2 * (size_t)agent_count, sizeof *all->agents);
    all->travellers = memory_new(memory, agent_count, sizeof *all->travellers);
    all->order = memory_new(memory, agent_count, sizeof *all->order);
    all->finders = memory_new(memory, graph->kind_count, sizeof *all->finders);
    if (all->agents == NULL || all->travellers == NULL || all->order == NULL ||
        all->finders == NULL)
        return GRAZE_ERROR_MEMORY;
    for (uint32_t a = 0; a < agent_count; a++)
        all->order[a] = a;
    memcpy(all->agents, agents, agent_count * sizeof *agents);
    memcpy(all->agents + agent_count, agents, agent_count * sizeof *agents);
    graze_status status = open_tables(all, collisions);
    for (uint32_t a = 0; a < agent_count && status == GRAZE_OK; a++)
        status = timetable_add(&all->plan, a, NULL, 0);
    return status;
}

static void close_traveller(const window_fleet *all, traveller *t)
{
    for (uint32_t i = 0; i < t->ahead_count; i++)
        coarse_distances_free(&t->ahead[i].coarse, memory_of(all));
    memory_free(memory_of(all), t->goals);
    memory_free(memory_of(all), t->made_at);
    memory_free(memory_of(all), t->ahead);
    memory_free(memory_of(all), t->committed);
}

void window_fleet_close(window_fleet *all)
{
    if (all->graph == NULL)
        return;
    for (uint32_t a = 0; all->travellers != NULL && a < all->agent_count; a++)
        close_traveller(all, &all->travellers[a]);
    window_search_close(&all->search);
    timetable_view_close(&all->view);
    timetable_close(&all->anew);
    timetable_close(&all->plan);
    place_map_close(&all->map);
    memory_free(memory_of(all), all->travellers);
    memory_free(memory_of(all), all->order);
    for (uint32_t k = 0; all->finders != NULL && k < all->graph->kind_count; k++)
        distance_finder_close(&all->finders[k]);
    memory_free(memory_of(all), all->finders);
    memory_free(memory_of(all), all->steps);
    memory_free(memory_of(all), all->agents);
    *all = (window_fleet){.graph = NULL};
}

/* ---- goals -------------------------------------------------------------------------- */

window_question window_fleet_question(const window_fleet *all, uint32_t agent)
{
    const traveller *t = &all->travellers[agent];
    return (window_question){.kind = all->agents[agent].kind,
                             .start = all->agents[agent].start,
                             .since = all->agents[agent].since,
                             .end = all->end,
                             .goals = t->ahead,
                             .goal_count = t->ahead_count,
                             .below = TICK_NEVER};
}

/* The next goal is made. */
static graze_status make_goal(window_fleet *all, traveller *t, tick when)
{
    if (!ARRAY_RESERVE(memory_of(all), t->made_at, t->made_capacity, t->made + 1))
        return GRAZE_ERROR_MEMORY;
    t->made_at[t->made++] = time_grid_seconds(&all->graph->grid, when);
    if (t->ahead_count > 0) {
        coarse_distances_free(&t->ahead[0].coarse, memory_of(all));
        memmove(t->ahead, t->ahead + 1, --t->ahead_count * sizeof *t->ahead);
    }
    return GRAZE_OK;
}

/* Makes the goals that are where an agent arrives. */
static graze_status make_goals_at(window_fleet *all, traveller *t, uint32_t vertex, tick when)
{
    graze_status status = GRAZE_OK;
    while (status == GRAZE_OK && t->made < t->goal_count && t->goals[t->made] == vertex)
        status = make_goal(all, t, when);
    return status;
}

/* Adds one more goal to those that are looked at; false: it cannot be reached. */
static bool look_ahead(window_fleet *all, uint32_t agent, uint32_t from, graze_status *status)
{
    traveller *t = &all->travellers[agent];
    if (!ARRAY_RESERVE(memory_of(all), t->ahead, t->ahead_capacity, t->ahead_count + 1)) {
        *status = GRAZE_ERROR_MEMORY;
        return false;
    }
    window_goal *next = &t->ahead[t->ahead_count];
    *next = (window_goal){.vertex = t->goals[t->made + t->ahead_count]};
    const uint32_t kind = all->agents[agent].kind;
    tick direct = TICK_NEVER;
    if (all->finders[kind].graph == NULL)
        *status = distance_finder_open(&all->finders[kind], all->graph, kind);
    if (*status == GRAZE_OK)
        *status =
            coarse_distances_find(&all->finders[kind], next->vertex, from, &next->coarse, &direct);
    if (*status == GRAZE_OK && direct < COARSE_HORIZON) {
        t->ahead_count++;
        return true;
    }
    coarse_distances_free(&next->coarse, memory_of(all));
    return false;
}

/* Looks at as many goals as an agent may make by the end of the window, and one more. */
static graze_status find_goals(window_fleet *all, uint32_t agent)
{
    traveller *t = &all->travellers[agent];
    tick way = all->agents[agent].since;
    uint32_t from = all->agents[agent].start;
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < AHEAD_MAX && t->made + i < t->goal_count && way <= all->end; i++) {
        if (i == t->ahead_count && !look_ahead(all, agent, from, &status))
            break;
        way += coarse_distance(&t->ahead[i].coarse, from);
        from = t->ahead[i].vertex;
    }
    for (uint32_t i = t->ahead_count; i > 0; i--)
        t->ahead[i - 1].beyond =
            i == t->ahead_count
                ? 0
                : coarse_distance(&t->ahead[i].coarse, t->ahead[i - 1].vertex) + t->ahead[i].beyond;
    return status;
}

tick window_fleet_left(const window_fleet *all, uint32_t agent)
{
    const traveller *t = &all->travellers[agent];
    if (t->made == t->goal_count)
        return 0;
    return t->ahead_count > 0 ? coarse_distance(&t->ahead[0].coarse, all->agents[agent].start)
                              : TICK_NEVER;
}

/* ---- a window begins ---------------------------------------------------------------- */

/* Books a committed move that still lasts. */
static graze_status book_last_move(window_fleet *all, uint32_t agent)
{
    const traveller *t = &all->travellers[agent];
    if (t->committed_count == 0)
        return GRAZE_OK;
    const step *last = &t->committed[t->committed_count - 1];
    tick end = last->start +
               graph_duration(all->graph, all->agents[agent].kind, last->edge);
    const route_part part = {last->edge, VERTEX_NONE, last->start, end};
    if (end <= all->now)
        return GRAZE_OK;
    return timetable_add_part(&all->plan, all->agent_count + agent, &part);
}

graze_status window_fleet_keep(window_fleet *all, const step *steps, size_t count)
{
    if (!ARRAY_RESERVE(memory_of(all), all->steps, all->step_capacity,
                       all->step_count + count))
        return GRAZE_ERROR_MEMORY;
    if (count > 0)
        memcpy(all->steps + all->step_count, steps, count * sizeof *steps);
    all->step_count += count;
    return GRAZE_OK;
}

/* Books what is left of an agent's route. */
static graze_status book_rest(window_fleet *all, uint32_t agent)
{
    traveller *t = &all->travellers[agent];
    const kept_steps *route = &all->plan.routes[agent];
    all->step_count = 0;
    graze_status status = GRAZE_OK;
    if (t->cut < route->count)
        status = window_fleet_keep(all, route->steps + t->cut, route->count - t->cut);
    t->cut = 0;
    if (status == GRAZE_OK)
        status = timetable_add(&all->plan, agent, all->steps, all->step_count);
    return status == GRAZE_OK ? book_last_move(all, agent) : status;
}

static graze_status begin_agent(window_fleet *all, uint32_t agent)
{
    route_agent *a = &all->agents[agent];
    traveller *t = &all->travellers[agent];
    graze_status status = make_goals_at(all, t, a->start, a->since);
    if (status == GRAZE_OK)
        status = book_rest(all, agent);
    if (status == GRAZE_OK)
        status = find_goals(all, agent);
    if (status != GRAZE_OK)
        return status;
    window_question question = window_fleet_question(all, agent);
    t->worth = window_worth(all->graph, &question, all->plan.routes[agent].steps,
                            all->plan.routes[agent].count);
    t->ideal = window_ideal(&question);
    return GRAZE_OK;
}

void window_fleet_ask(window_fleet *all)
{
    if (all->go_on != NULL && !all->go_on(all->context))
        all->stopped = true;
}

/* Clearing the plan leaves the steps of those who are not begun yet. */
graze_status window_fleet_begin(window_fleet *all, tick now, tick end)
{
    graze_status status = GRAZE_OK;
    all->now = now;
    all->end = end;
    all->stopped = false;
    timetable_clear(&all->plan);
    for (uint32_t a = 0; a < all->agent_count && status == GRAZE_OK && !all->stopped; a++) {
        status = begin_agent(all, a);
        window_fleet_ask(all);
    }
    return status;
}

/* ---- a window is committed ---------------------------------------------------------- */

static graze_status commit_agent(window_fleet *all, uint32_t agent, tick until)
{
    traveller *t = &all->travellers[agent];
    route_agent *a = &all->agents[agent];
    const kept_steps *route = &all->plan.routes[agent];
    graze_status status = GRAZE_OK;
    for (; status == GRAZE_OK && t->cut < route->count && route->steps[t->cut].start < until;
         t->cut++) {
        const step *taken = &route->steps[t->cut];
        if (!ARRAY_RESERVE(memory_of(all), t->committed, t->committed_capacity,
                           t->committed_count + 1))
            return GRAZE_ERROR_MEMORY;
        t->committed[t->committed_count++] = *taken;
        a->since = taken->start + graph_duration(all->graph, a->kind, taken->edge);
        a->start = graph_to(all->graph, taken->edge);
        status = make_goals_at(all, t, a->start, a->since);
    }
    a->since = a->since > until ? a->since : until;
    return status;
}

graze_status window_fleet_commit(window_fleet *all, tick until)
{
    graze_status status = GRAZE_OK;
    for (uint32_t a = 0; a < all->agent_count && status == GRAZE_OK; a++)
        status = commit_agent(all, a, until);
    return status;
}
